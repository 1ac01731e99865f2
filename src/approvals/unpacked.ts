/** The bundle that a plan installs: as OLM unpacked it on the cluster, or as the lock has it by the same digest. */
import { gunzipSync } from 'node:zlib';
import { isNamedObject, type KubernetesObject } from '../kubernetes/object.js';
import { parseDocuments } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import type { BundleLookup } from './install-plan.js';
import type { Locked } from './locked.js';
import { unpackedName } from './step-origin.js';

/** Where the bundle of a lookup is, once OLM unpacked it. */
export function unpackedAt({ path, catalogNamespace }: BundleLookup): { readonly namespace: string; readonly name: string } {
  return { namespace: catalogNamespace, name: unpackedName(path) };
}

/** The objects of a bundle; absent where neither the cluster nor the lock shows it. */
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
  // A list of approvals has digests alone.
  if (!bundle || Object.keys(bundle.spec).length === 0) return undefined;
  return bundle.digest !== undefined && path.endsWith(`@${bundle.digest}`) ? lockedObjects(bundle) : undefined;
}

/** What a lock has of a bundle, as objects. */
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

/** OLM packs what is long: gzip, as base64, in a field that is base64. */
function unpackedText(value: string): string | undefined {
  try {
    return gunzipSync(Buffer.from(Buffer.from(value, 'base64').toString('latin1'), 'base64'), { maxOutputLength: 1 << 25 }).toString(
      'utf8',
    );
  } catch {
    return undefined;
  }
}
