/** The documents of a registry+v1 bundle → Bundle, with its annotations. */
import { z } from 'zod';
import { groupOf } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { check } from '../../base/manifest/check.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isError, type SourceReference, type UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { Property } from '../model/catalog.js';
import { checkEnvelope, type Envelope } from './reading.js';

/** The parsed files of a bundle. */
export interface BundleFiles {
  /** The name of the folder, or of the catalog file, in messages. */
  readonly folder: string;
  readonly manifests: readonly ParsedDocument[];
  /** `metadata/annotations.yaml`, the only source of the package and the channels. */
  readonly annotations?: ParsedDocument;
  readonly dependencies?: ParsedDocument;
}

const dependenciesSchema = z.looseObject({
  dependencies: z.array(z.looseObject({ type: z.string(), value: z.unknown() })).nullish(),
});
const csvSchema = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({ version: z.string().nullish() }).nullish(),
});

/**
 * Reads a bundle. Its CSV and CRDs are checked only if the bundle is chosen.
 *
 * @returns the bundle, or the problems of the documents
 */
export function readBundle({ folder, manifests, annotations, dependencies }: BundleFiles): {
  bundle?: Bundle;
  problems: UnlocatedProblem[];
} {
  const described = annotations ? readAnnotations(annotations) : { problems: [] };
  const needed = dependencies ? check(dependenciesSchema, dependencies.value, dependencies.source) : { problems: [] };
  const sorted = sortManifests(manifests);
  const csv = onlyCsv(sorted.csvs, { file: folder, document: 0, path: [] }, manifests.length);
  const problems = [...described.problems, ...needed.problems, ...sorted.problems, ...csv.problems];
  if (!csv.value || problems.some(isError)) return { problems };

  const manifest = csv.value as unknown as KubernetesObject;
  const source = sorted.sources.get(manifest);
  const version = csv.value.spec?.version;
  const bundle: Bundle = {
    name: csv.value.metadata.name,
    channels: [],
    ...described.value,
    version: version || undefined,
    csv: manifest,
    customResourceDefinitions: sorted.crds,
    others: sorted.others,
    dependencies: (needed.value?.dependencies ?? []) as Property[],
    source,
    sources: sorted.sources,
  };
  return { bundle, problems };
}

interface Sorted {
  readonly csvs: ParsedDocument[];
  readonly crds: KubernetesObject[];
  readonly others: KubernetesObject[];
  readonly sources: Map<KubernetesObject, SourceReference>;
  readonly problems: UnlocatedProblem[];
}

function sortManifests(manifests: readonly ParsedDocument[]): Sorted {
  const sorted: Sorted = { csvs: [], crds: [], others: [], sources: new Map(), problems: [] };
  for (const document of manifests) {
    const { value, problems } = checkEnvelope(document.value, document.source);
    const object = document.value as KubernetesObject;
    const isVersionless = !value && isOtherWithoutVersion(document.value);
    sorted.problems.push(...(isVersionless ? [versionMissing(object, document.source)] : problems));
    if (!value && !isVersionless) continue;
    sorted.sources.set(object, document.source);
    if (value && isCsv(value)) sorted.csvs.push(document);
    else if (value && isCrd(value)) sorted.crds.push(object);
    else sorted.others.push(object);
  }
  const own = sorted.csvs.filter(isInOlmsGroup);
  if (own.length === 0 || own.length === sorted.csvs.length) return sorted;
  // Next to a CSV of OLM's group, a CSV of another group is a foreign custom resource.
  const foreign = sorted.csvs.filter((document) => !isInOlmsGroup(document)).map(({ value }) => value as KubernetesObject);
  return { ...sorted, csvs: own, others: [...foreign, ...sorted.others] };
}

/** Whether an object of a bundle can be its CSV: operator-registry checks only the kind. */
export function isCsv({ kind }: Envelope): boolean {
  return kind === 'ClusterServiceVersion';
}

/** Whether the apiVersion names OLM's group, too. Bundles spell it in several ways, also without the group. */
function isInOlmsGroup({ value }: ParsedDocument): boolean {
  return ['operators.coreos.com', ''].includes(groupOf((value as Envelope).apiVersion));
}

function isCrd({ apiVersion, kind }: Envelope): boolean {
  return kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io';
}

/** Whether a manifest of another kind has no apiVersion: OLM uses only the kind, and some real bundles contain such manifests. */
function isOtherWithoutVersion(value: unknown): boolean {
  const { apiVersion, kind } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof kind === 'string' && !apiVersion && kind !== 'ClusterServiceVersion' && kind !== 'CustomResourceDefinition';
}

function versionMissing({ kind }: KubernetesObject, source: SourceReference): UnlocatedProblem {
  return {
    code: 'API_VERSION_MISSING',
    message: `this ${kind} has no apiVersion`,
    found: 'nothing',
    expected: 'text',
    fix: 'add apiVersion; OLM uses only the kind, but no other tool does',
    source,
    at: ['apiVersion'],
  };
}

function onlyCsv(
  csvs: readonly ParsedDocument[],
  folder: SourceReference,
  manifests: number,
): { value?: z.infer<typeof csvSchema>; problems: UnlocatedProblem[] } {
  const [first, second] = csvs;
  if (!first) {
    const problem: UnlocatedProblem = {
      code: 'INVALID_BUNDLE',
      message: 'the bundle has no ClusterServiceVersion',
      found: manifests === 0 ? 'no manifests' : `${manifests} other manifests`,
      expected: 'one ClusterServiceVersion in its folder manifests/',
      fix: 'add the ClusterServiceVersion, or remove the bundle from the input',
      source: folder,
      at: [],
    };
    return { problems: [problem] };
  }
  if (!second) return check(csvSchema, first.value, first.source);
  const problem: UnlocatedProblem = {
    code: 'INVALID_BUNDLE',
    message: 'the bundle has several ClusterServiceVersions',
    found: `${csvs.length} ClusterServiceVersions, another one in ${first.source.file}`,
    expected: 'one, because a bundle is one version of an operator',
    fix: 'keep only one in each bundle',
    source: second.source,
    at: ['kind'],
  };
  return { problems: [problem] };
}

/** `metadata/annotations.yaml` of a bundle: its package and channels. */
const ANNOTATION = 'operators.operatorframework.io.bundle.';
const MEDIA_TYPE = `${ANNOTATION}mediatype.v1`;
const PACKAGE = `${ANNOTATION}package.v1`;
const CHANNELS = `${ANNOTATION}channels.v1`;
const DEFAULT_CHANNEL = `${ANNOTATION}channel.default.v1`;

const text = z.string().nullish();
const annotationsSchema = z.looseObject({
  annotations: z.looseObject({ [MEDIA_TYPE]: text, [PACKAGE]: text, [CHANNELS]: text, [DEFAULT_CHANNEL]: text }).nullish(),
});

/** The parts of a bundle that its annotations define. */
export type Described = Partial<Pick<Bundle, 'packageName' | 'channels' | 'defaultChannel'>>;

/** Reads the annotations. The cluster's registry uses no other source for these values. */
export function readAnnotations({ value, source }: ParsedDocument): { value?: Described; problems: UnlocatedProblem[] } {
  const checked = check(annotationsSchema, value, source);
  if (!checked.value) return { problems: checked.problems };
  const {
    [MEDIA_TYPE]: mediaType,
    [PACKAGE]: packageName,
    [CHANNELS]: channels,
    [DEFAULT_CHANNEL]: defaultChannel,
  } = checked.value.annotations ?? {};
  if (mediaType && mediaType !== 'registry+v1') {
    const problem: UnlocatedProblem = {
      code: 'INVALID_BUNDLE',
      message: 'bundles of this media type are not supported',
      found: JSON.stringify(mediaType),
      expected: 'registry+v1',
      fix:
        mediaType === 'plain+v0'
          ? 'remove metadata/annotations.yaml, which a plain bundle does not have: the objects in its manifests/ are then read as they are'
          : 'remove the bundle from the input, or correct the media type',
      source,
      at: ['annotations', MEDIA_TYPE],
    };
    return { problems: [problem] };
  }
  const names = (channels ?? '').split(',').map((name) => name.trim());
  const described = {
    packageName: packageName || undefined,
    channels: names.filter((name) => name !== ''),
    defaultChannel: defaultChannel || undefined,
  };
  return { value: described, problems: [] };
}
