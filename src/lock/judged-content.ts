/**
 * A bundle → what is enough to judge it. Descriptions, icons, examples and schemas are most of a bundle, and decide nothing
 * about permissions.
 */
import { createHash } from 'node:crypto';
import { groupOf } from '../kubernetes/kinds.js';
import type { KubernetesObject } from '../kubernetes/object.js';
import { isMapping, sortedText } from '../manifest/plain-data.js';
import type { Bundle } from '../model/bundle.js';
import { csvAsOlmReads } from '../read/csv-normal-form.js';
import type { JudgedContent } from './lock-file.js';

/** What a CSV says about what it installs, needs and provides. */
const SPEC: readonly string[] = [
  'apiservicedefinitions',
  'cleanup',
  'customresourcedefinitions',
  'install',
  'installModes',
  'minKubeVersion',
  'nativeAPIs',
  'relatedImages',
  'replaces',
  'skips',
  'version',
  'webhookdefinitions',
];
/** What an owned or required API says that people alone read. */
const SHOWN: ReadonlySet<string> = new Set([
  'actionDescriptors',
  'description',
  'displayName',
  'resources',
  'specDescriptors',
  'statusDescriptors',
]);
/** Annotations that people and consoles alone read. */
const SHOWN_ANNOTATIONS: ReadonlySet<string> = new Set([
  'alm-examples',
  'alm-examples-metadata',
  'capabilities',
  'categories',
  'certified',
  'containerImage',
  'createdAt',
  'description',
  'repository',
  'support',
]);
/** Above it, of a manifest that grants nothing, a digest is kept. */
const LONGEST_MANIFEST = 2_000;
/** In the place of content of which only the digest is kept. */
export const DIGEST_ANNOTATION = 'cdk8s-olm/digest';

/**
 * What of a bundle is enough to judge it, with sorted keys: two bundles with the same result have the same verdicts.
 *
 * @returns plain data that shares nothing with the bundle
 */
export function judgedContent({
  csv,
  customResourceDefinitions,
  others,
}: Pick<Bundle, 'csv' | 'customResourceDefinitions' | 'others'>): JudgedContent {
  const { metadata, spec } = csvAsOlmReads(csv as unknown as Record<string, unknown>, { file: '', document: 0, path: [] })
    .object as unknown as KubernetesObject;
  const { labels, annotations } = metadata;
  const kept = Object.entries(annotations ?? {}).filter(([name]) => !SHOWN_ANNOTATIONS.has(name));
  const about = { ...filled('labels', labels ?? {}), ...filled('annotations', Object.fromEntries(kept)) };
  return plain({
    ...filled('metadata', about),
    spec: specOf(isMapping(spec) ? spec : {}),
    ...objectsOf(customResourceDefinitions, others),
  }) as JudgedContent;
}

/** A part of a lock as it is judged: one that was written earlier can have more of its objects. */
export function judgedPart<T extends JudgedContent>({ customResourceDefinitions = [], manifests = [], ...rest }: T): T {
  const [crds, others] = [customResourceDefinitions, manifests] as unknown as (readonly KubernetesObject[])[];
  return { ...rest, ...objectsOf(crds ?? [], others ?? []) } as unknown as T;
}

function objectsOf(crds: readonly KubernetesObject[], others: readonly KubernetesObject[]): object {
  return { ...listed('customResourceDefinitions', crds.map(withoutSchemas)), ...listed('manifests', others.map(short)) };
}

function specOf(spec: Readonly<Record<string, unknown>>): object {
  const kept = SPEC.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]] as const]));
  return Object.fromEntries(
    kept.map(([field, value]) => [
      field,
      (field === 'customresourcedefinitions' || field === 'apiservicedefinitions') && isMapping(value) ? withoutTexts(value) : value,
    ]),
  );
}

function withoutTexts(apis: Readonly<Record<string, unknown>>): object {
  const short = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((api: unknown) => (isMapping(api) ? Object.fromEntries(Object.entries(api).filter(([field]) => !SHOWN.has(field))) : api))
      : list;
  return Object.fromEntries(Object.entries(apis).map(([field, list]) => [field, short(list)]));
}

/** In the place of schemas, on a CRD: each version with the digest of its schema, one a line; `*` for one schema of all versions. */
export const SCHEMAS_ANNOTATION = 'cdk8s-olm/schemas';

/** A CRD without its schemas, of which an annotation has the digests. One that is so already stays as it is. */
export function withoutSchemas(crd: KubernetesObject): KubernetesObject {
  const { apiVersion, kind, metadata, spec } = crd;
  const { name, labels, annotations } = metadata ?? {};
  const { versions, validation, names, additionalPrinterColumns: _, ...rest } = isMapping(spec) ? spec : {};
  const list: readonly unknown[] = Array.isArray(versions) ? versions : [];
  const digests = [
    ...(validation === undefined ? [] : [`* ${digestOf(validation)}`]),
    ...list.flatMap((version) =>
      isMapping(version) && version.schema !== undefined ? [`${String(version.name)} ${digestOf(version.schema)}`] : [],
    ),
  ];
  const noted = { ...annotations, ...(digests.length === 0 ? {} : { [SCHEMAS_ANNOTATION]: digests.join('\n') }) };
  return {
    apiVersion,
    kind,
    metadata: { name, ...filled('labels', labels ?? {}), ...filled('annotations', noted) },
    spec: {
      ...rest,
      ...(names === undefined ? {} : { names: withoutShortcuts(names) }),
      ...(versions === undefined ? {} : { versions: Array.isArray(versions) ? list.map(withoutSchema) : versions }),
    },
  } as unknown as KubernetesObject;
}

/** What `kubectl get` takes in the place of a name. */
function withoutShortcuts(names: unknown): unknown {
  if (!isMapping(names)) return names;
  const { categories: _, shortNames: __, ...rest } = names;
  return rest;
}

function withoutSchema(version: unknown): unknown {
  if (!isMapping(version)) return version;
  const { schema: _, additionalPrinterColumns: __, ...rest } = version;
  return rest;
}

function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(sortedText(value)).digest('hex')}`;
}

const GRANTING: ReadonlySet<string> = new Set(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'Secret', 'ServiceAccount']);

/** A manifest without what a cluster writes into it; of a long one that grants nothing, which one it is and its digest. */
function short(manifest: KubernetesObject): KubernetesObject {
  const { status: _, ...written } = manifest;
  const { apiVersion, kind, metadata } = manifest;
  const { creationTimestamp: __, ...about } = metadata ?? {};
  const whole = { ...written, ...(metadata === undefined ? {} : { metadata: about }) } as KubernetesObject;
  if (GRANTING.has(kind) || groupOf(apiVersion ?? '').endsWith('.authorization.k8s.io')) return whole;
  if (sortedText(manifest).length <= LONGEST_MANIFEST) return whole;
  const { name, namespace, labels } = metadata ?? {};
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...filled('labels', labels ?? {}),
      annotations: { [DIGEST_ANNOTATION]: digestOf(manifest) },
    },
  } as KubernetesObject;
}

function filled<K extends string>(name: K, fields: Readonly<Record<string, unknown>>): { [P in K]?: object } {
  return (Object.keys(fields).length > 0 ? { [name]: fields } : {}) as { [P in K]?: object };
}

function listed<K extends string>(name: K, list: readonly unknown[]): { [P in K]?: readonly unknown[] } {
  return (list.length > 0 ? { [name]: list } : {}) as { [P in K]?: readonly unknown[] };
}

/** The same with sorted keys. Numbers beyond JSON's become numbers of YAML, as they were. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, plain(entry)]),
  );
}
