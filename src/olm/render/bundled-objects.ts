/**
 * The other objects in the bundles of installed CSVs: roles, bindings, Secrets and CRDs. OLM applies them unchanged,
 * namespaced ones in the namespace of the CSV, with its own permissions.
 */

import { groupOf } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { RBAC_KINDS } from '../../base/kubernetes/rbac.js';
import { refusedManifest } from '../../base/kubernetes/schemas.js';
import { decodeInto } from '../../base/kubernetes/structure/normal-form.js';
import { kindStructure } from '../../base/kubernetes/structure/structure.js';
import { isError, type SourceReference, type UnlocatedProblem } from '../../base/manifest/problem.js';
import { scopeOf } from '../../base/tools/kinds.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { READERS } from '../read/readers.js';
import { apiVersionOfKind } from '../rules/bundle-kinds.js';

/** The objects in the bundle of a CSV as they will be in the cluster, and their places in the input. */
export function bundledObjects({ bundle, namespace }: ClusterServiceVersion): { object: KubernetesObject; source?: SourceReference }[] {
  if (!bundle) return [];
  return [...bundle.others, ...bundle.customResourceDefinitions].flatMap((written) => {
    const manifest = asDecoded(withApiVersion(written));
    if (!isReadable(manifest)) return [];
    const object = inNamespace(manifest, namespace);
    const source = bundle.sources?.get(written) ?? bundle.source;
    return [{ object, ...(source ? { source } : {}) }];
  });
}

/** The manifest with the apiVersion of its kind, if it has none: OLM reads only the kind when it unpacks a bundle. */
export function withApiVersion(manifest: KubernetesObject): KubernetesObject {
  const apiVersion = manifest.apiVersion ? undefined : apiVersionOfKind(manifest.kind);
  return apiVersion === undefined ? manifest : { ...manifest, apiVersion };
}

export function inNamespace(manifest: KubernetesObject, namespace: string): KubernetesObject {
  const { kind, metadata } = manifest;
  return scopeOf(groupOf(manifest.apiVersion), kind) === 'cluster' ? manifest : { ...manifest, metadata: { ...metadata, namespace } };
}

/** The manifest as Go's decoder reads it: OLM reads roles and bindings of bundles with it, which ignores the case of keys. */
export function asDecoded(manifest: KubernetesObject): KubernetesObject {
  if (!RBAC_KINDS.has(manifest.kind)) return manifest;
  const structure = kindStructure({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: manifest.kind });
  return structure ? (decodeInto(undefined, manifest, structure.root) as KubernetesObject) : manifest;
}

/** The manifests in a CSV's bundle that the API server refuses, each with its first problem. */
export function refusedObjects({ bundle, namespace }: ClusterServiceVersion): { object: KubernetesObject; problem: UnlocatedProblem }[] {
  return (bundle?.others ?? []).flatMap((written) => {
    const manifest = asDecoded(withApiVersion(written));
    const source = bundle?.sources?.get(written) ?? bundle?.source ?? { file: '', document: 0, path: [] };
    const problem = refusedManifest(manifest, source).find(isError);
    return problem ? [{ object: inNamespace(withName(manifest), namespace), problem }] : [];
  });
}

/** The manifest with a name for messages, even if it lacks one. */
export function withName({ apiVersion, metadata, ...manifest }: KubernetesObject): KubernetesObject {
  const name: unknown = metadata?.name;
  return { ...manifest, apiVersion: String(apiVersion), metadata: { ...metadata, name: typeof name === 'string' ? name : '(no name)' } };
}

/** Whether a manifest is valid and of a kind that the rules read; nothing else checks these manifests. */
export function isReadable(manifest: KubernetesObject): boolean {
  if (typeof manifest.metadata?.name !== 'string' || typeof manifest.apiVersion !== 'string') return false;
  const { kind, apiVersion } = manifest;
  if (kind === 'Secret') return apiVersion === 'v1';
  if (!RBAC_KINDS.has(kind) && kind !== 'CustomResourceDefinition') return false;
  const reader = READERS.find((candidate) => candidate.kind === kind && candidate.groups.includes(groupOf(apiVersion)));
  return reader !== undefined && !reader.check(manifest, { file: '', document: 0, path: [] }).some(isError);
}
