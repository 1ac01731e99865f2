/**
 * What the bundles of the installed CSVs bring besides: roles, bindings, Secrets and CRDs. OLM applies them as they are,
 * namespaced ones in the namespace of the CSV, with its own rights.
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

/** A role or binding of unknown effect. */
export interface UncountedObject {
  readonly object: KubernetesObject;
  /** `namesake`: another object of its name, which grants something else, counts. `unreadable`: it is invalid. */
  readonly reason: 'namesake' | 'unreadable';
}

/** What the bundle of a CSV brings, as it will stand in the cluster, and where each of it stands in the input. */
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

/** OLM goes by the kind of a manifest alone (unpacking makes the object of that kind, whatever its apiVersion lacks). */
function withApiVersion(manifest: KubernetesObject): KubernetesObject {
  const apiVersion = manifest.apiVersion ? undefined : apiVersionOfKind(manifest.kind);
  return apiVersion === undefined ? manifest : { ...manifest, apiVersion };
}

function inNamespace(manifest: KubernetesObject, namespace: string): KubernetesObject {
  const { kind, metadata } = manifest;
  return scopeOf(groupOf(manifest.apiVersion), kind) === 'cluster' ? manifest : { ...manifest, metadata: { ...metadata, namespace } };
}

/** Go's decoder, with which OLM reads roles and bindings of bundles, ignores the case of keys. */
function asDecoded(manifest: KubernetesObject): KubernetesObject {
  if (!RBAC_KINDS.has(manifest.kind)) return manifest;
  const structure = kindStructure({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: manifest.kind });
  return structure ? (decodeInto(undefined, manifest, structure.root) as KubernetesObject) : manifest;
}

/** What the API server refuses of the manifests of a CSV's bundle, with the first thing that is wrong. */
export function refusedObjects({ bundle, namespace }: ClusterServiceVersion): { object: KubernetesObject; problem: UnlocatedProblem }[] {
  return (bundle?.others ?? []).flatMap((written) => {
    const manifest = asDecoded(withApiVersion(written));
    const source = bundle?.sources?.get(written) ?? bundle?.source ?? { file: '', document: 0, path: [] };
    const problem = refusedManifest(manifest, source).find(isError);
    return problem ? [{ object: inNamespace(withName(manifest), namespace), problem }] : [];
  });
}

/** Roles and bindings that are not in order: what becomes of them is not known. */
export function unreadableRbac({ bundle, namespace }: ClusterServiceVersion): UncountedObject[] {
  return (bundle?.others ?? [])
    .map((written) => asDecoded(withApiVersion(written)))
    .filter((manifest) => RBAC_KINDS.has(manifest.kind) && !isReadable(manifest))
    .map((manifest) => ({ object: inNamespace(withName(manifest), namespace), reason: 'unreadable' }));
}

/** Something to call it by, whatever it lacks. */
function withName({ apiVersion, metadata, ...manifest }: KubernetesObject): KubernetesObject {
  const name: unknown = metadata?.name;
  return { ...manifest, apiVersion: String(apiVersion), metadata: { ...metadata, name: typeof name === 'string' ? name : '(no name)' } };
}

/** Of a kind that rules look at, and in good order: manifests that nobody else checks. */
export function isReadable(manifest: KubernetesObject): boolean {
  if (typeof manifest.metadata?.name !== 'string' || typeof manifest.apiVersion !== 'string') return false;
  const { kind, apiVersion } = manifest;
  if (kind === 'Secret') return apiVersion === 'v1';
  if (!RBAC_KINDS.has(kind) && kind !== 'CustomResourceDefinition') return false;
  const reader = READERS.find((candidate) => candidate.kind === kind && candidate.groups.includes(groupOf(apiVersion)));
  return reader !== undefined && !reader.check(manifest, { file: '', document: 0, path: [] }).some(isError);
}
