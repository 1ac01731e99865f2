/**
 * The sources of objects in an InstallPlan's steps. OLM unpacks a bundle into a ConfigMap, and a step refers to it
 * (`UnpackedBundleReference` in its pkg/controller/operators/catalog); every other step contains the object itself.
 */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { parseDocuments } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Locked } from '../../olm/lock/locked-by.js';
import type { BundleLookup, PlanStep } from './install-plan.js';

/** The fields of a reference. Go ignores the case of field names, so a further field could replace one that is read here. */
const REFERENCE = new Set(['kind', 'name', 'namespace', 'catalogSourceName', 'catalogSourceNamespace', 'replaces', 'properties']);

/** The name of the ConfigMap that an image is unpacked into. */
function unpackedName(image: string): string {
  return createHash('sha256').update(image).digest('hex').slice(0, -1);
}

/** Whether a step takes its object from the bundle of a lookup. */
export function isOfBundle({ manifest }: PlanStep, lookup: BundleLookup): boolean {
  const reference = mappingOf(manifest);
  if (!reference || Object.keys(reference).some((field) => !REFERENCE.has(field))) return false;
  const { kind, name, namespace, catalogSourceName, catalogSourceNamespace, replaces = '', properties = '' } = reference;
  return (
    kind === 'ConfigMap' &&
    name === unpackedName(lookup.path) &&
    namespace === lookup.catalogNamespace &&
    catalogSourceName === lookup.catalogName &&
    catalogSourceNamespace === lookup.catalogNamespace &&
    replaces === lookup.replaces &&
    properties === lookup.properties
  );
}

/** The fields of a Subscription that OLM writes for a dependency; no others are allowed. Only some versions write its kind. */
const WRITTEN = {
  top: new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status']),
  metadata: new Set(['name', 'namespace', 'creationTimestamp']),
  spec: new Set(['name', 'source', 'sourceNamespace', 'channel', 'startingCSV', 'installPlanApproval']),
  status: new Set(['lastUpdated']),
};

/** The request of a step that writes a dependency's Subscription; undefined if it writes anything else. */
export function subscriptionOf({
  group,
  kind,
  manifest,
}: PlanStep): { readonly name: string; readonly package: string; readonly catalog: string; readonly csv: unknown } | undefined {
  if (kind !== 'Subscription' || group !== OLM_GROUP) return undefined;
  const object = mappingOf(manifest);
  const { metadata, spec, status = {} } = object ?? {};
  if (!isPlain(object, WRITTEN.top) || !isPlain(metadata, WRITTEN.metadata) || !isPlain(spec, WRITTEN.spec)) return undefined;
  if (!isPlain(status, WRITTEN.status) || (object.kind ?? kind) !== kind) return undefined;
  const { name: of, channel = '', source, sourceNamespace } = spec;
  const name = [of, channel, source, sourceNamespace].join('-');
  return metadata.name === name
    ? { name, package: String(of), catalog: `${String(sourceNamespace)}/${String(source)}`, csv: spec.startingCSV }
    : undefined;
}

function isPlain(value: unknown, known: ReadonlySet<string>): value is Record<string, unknown> {
  return isMapping(value) && Object.keys(value).every((field) => known.has(field));
}

/** The mapping of a JSON text; undefined if a field occurs twice: Go merges both, so the written object is not known. */
function mappingOf(json: string): Record<string, unknown> | undefined {
  if (parseDocuments({ file: '', text: json }).problems.length > 0) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isMapping(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The place of a lookup's bundle after OLM unpacked it. */
export function unpackedAt({ path, catalogNamespace }: BundleLookup): { readonly namespace: string; readonly name: string } {
  return { namespace: catalogNamespace, name: unpackedName(path) };
}

/** The objects of a bundle; undefined if neither the cluster nor the lock contains them. */
export function plannedObjects(
  lookup: BundleLookup,
  objects: readonly KubernetesObject[],
  locked: Locked,
): readonly KubernetesObject[] | undefined {
  const { namespace, name } = unpackedAt(lookup);
  const unpacked = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.namespace === namespace && metadata.name === name);
  const found = unpacked && objectsOf(unpacked);
  if (found?.some(({ kind }) => kind === 'ClusterServiceVersion')) return found;
  const { catalogNamespace, catalogName, identifier, path } = lookup;
  const bundle = locked.bundle(`${catalogNamespace}/${catalogName}`, identifier);
  // An approval list contains only digests.
  if (!bundle || Object.keys(bundle.spec).length === 0) return undefined;
  return bundle.digest !== undefined && path.endsWith(`@${bundle.digest}`) ? lockedObjects(bundle) : undefined;
}

/** The content of a bundle in a lock, as objects. */
export function lockedObjects({ name, metadata, spec, manifests = [] }: NonNullable<ReturnType<Locked['bundle']>>): KubernetesObject[] {
  const csv = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { ...metadata, name }, spec };
  return [csv as unknown as KubernetesObject, ...manifests.filter(isNamedObject)];
}

function objectsOf({ data, binaryData }: KubernetesObject): KubernetesObject[] {
  const texts = [
    ...Object.values(isMapping(data) ? data : {}),
    ...Object.values(isMapping(binaryData) ? binaryData : {}).map((value) => unpackedText(String(value))),
  ];
  return texts.flatMap((text) =>
    typeof text === 'string'
      ? parseDocuments({ file: 'bundle', text }).documents.flatMap(({ value }) => (isNamedObject(value) ? [value] : []))
      : [],
  );
}

/** OLM compresses long objects: gzip as base64, in a field that is base64, too. */
function unpackedText(value: string): string | undefined {
  try {
    return gunzipSync(Buffer.from(Buffer.from(value, 'base64').toString('latin1'), 'base64'), { maxOutputLength: 1 << 25 }).toString(
      'utf8',
    );
  } catch {
    return undefined;
  }
}
