/** Reads the cluster's surroundings from the input: Secrets, OpenShift, versions, the proxy and the default catalogs. Checks none. */

import { groupOf } from '../../base/kubernetes/kinds.js';
import { isFromCluster, isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { fieldsOf } from '../../base/kubernetes/pod-spec.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import { disabledSources, MARKETPLACE } from '../catalog/catalog-source.js';
import { apiKey, crdGroup } from '../model/api-key.js';
import type { Cluster, ClusterProxy } from '../model/cluster.js';
import { PLATFORMS, type PlatformName } from '../model/platform.js';
import { type GivenVersions, isOlmVersion, isOpenShiftVersion } from '../model/versions.js';
import type { Envelope, Reading } from './reading.js';

const OPENSHIFT = 'config.openshift.io';
const PROXY_FIELDS = ['httpProxy', 'httpsProxy', 'noProxy'] as const;

/** Records the surroundings in an object. */
export function noteSurroundings(object: Envelope, source: SourceReference, { parts, disabledSources: disabled }: Reading): void {
  const { apiVersion, kind, metadata, status } = object;
  const { name, namespace } = isMapping(metadata) ? metadata : {};
  if (kind === 'Secret' && apiVersion === 'v1' && typeof name === 'string') {
    parts.secrets.push({ namespace: typeof namespace === 'string' && namespace !== '' ? namespace : 'default', name });
  }
  parts.versions = { ...parts.versions, ...seenVersions(object) };
  if (groupOf(apiVersion) !== OPENSHIFT) return;
  parts.isOpenShift = true;
  if (kind === 'OperatorHub') for (const off of disabledSources(object)) disabled.set(off, source);
  if (kind === 'Proxy' && name === 'cluster' && isMapping(status)) parts.proxy = proxyOf(status);
}

function proxyOf(status: Readonly<Record<string, unknown>>): ClusterProxy {
  return Object.fromEntries(PROXY_FIELDS.flatMap((field) => (typeof status[field] === 'string' ? [[field, status[field]]] : [])));
}

// Reads versions from a snapshot of a cluster: OpenShift's ClusterVersion; the CSV of OLM's packageserver, whose version is that of OLM if
// OLM was installed on its own; and the names of a group's ClusterRoles.

/** The newest release in which the names of group ClusterRoles consist of the group alone. */
const NEWEST_WITH_PLAIN_NAMES = 'v0.25';

/** The versions in one object; empty for most. */
export function seenVersions(object: unknown): GivenVersions {
  if (!isNamedObject(object)) return {};
  const { apiVersion, kind } = object;
  if (kind === 'ClusterVersion' && groupOf(apiVersion) === 'config.openshift.io') return openShiftVersion(object);
  if (!isFromCluster(object)) return {};
  if (kind === 'ClusterServiceVersion' && object.metadata.name === 'packageserver') return packageServerVersion(object);
  return kind === 'ClusterRole' && isPlainGroupRole(object) ? { olmVersion: NEWEST_WITH_PLAIN_NAMES } : {};
}

/** The current version; during an upgrade, the one before it; in a manifest, the desired one. */
function openShiftVersion({ spec, status }: KubernetesObject): GivenVersions {
  const { history, desired } = (isMapping(status) ? status : {}) as { history?: unknown; desired?: unknown };
  const completed = (Array.isArray(history) ? (history as unknown[]) : []).filter(isMapping).find(({ state }) => state === 'Completed');
  const wanted = isMapping(spec) ? spec.desiredUpdate : undefined;
  const versions = [completed, desired, wanted].map((one) => (isMapping(one) ? one.version : undefined));
  const openshift = versions.map((version) => /^\d+\.\d+/.exec(String(version))?.[0]).find((version) => version !== undefined);
  return openshift !== undefined && isOpenShiftVersion(openshift) ? { openshift } : {};
}

/** The version of a packageserver that OLM runs; its bundle alone can be anywhere. OpenShift has version numbers of its own. */
function packageServerVersion({ metadata, spec, status }: KubernetesObject): GivenVersions {
  if (!isMapping(spec) || !isMapping(status) || status.phase !== 'Succeeded') return {};
  const version = String(spec.version);
  return !metadata.namespace?.startsWith('openshift-') && /^0\./.test(version) && isOlmVersion(version) ? { olmVersion: version } : {};
}

/** Whether a ClusterRole has the old name of a group role. The profile `documented` uses the same names, but other selectors. */
function isPlainGroupRole({ metadata, aggregationRule }: KubernetesObject): boolean {
  const { 'olm.owner': owner, 'olm.owner.kind': kind } = metadata.labels ?? {};
  if (kind !== 'OperatorGroup' || !['admin', 'edit', 'view'].some((role) => metadata.name === `${owner}-${role}`)) return false;
  const selectors = isMapping(aggregationRule) ? aggregationRule.clusterRoleSelectors : undefined;
  const keys = (Array.isArray(selectors) ? (selectors as unknown[]) : [])
    .flatMap((selector) => (isMapping(selector) && isMapping(selector.matchLabels) ? [selector.matchLabels] : []))
    .flatMap(Object.keys);
  return keys.every((key) => /aggregate-to-[0-9a-f]+-(?:admin|edit|view)$/.test(key));
}

/** The parts of an input that can show that its cluster is OpenShift. Repositories seldom state it elsewhere. */
type Signs = Pick<Cluster, 'isOpenShift' | 'subscriptions' | 'namespaces' | 'operatorGroups' | 'roleBindings' | 'clusterRoleBindings'>;

/** OpenShift's own roles, such as `system:openshift:scc:anyuid`. */
const OWN_ROLE = /^system:openshift:/;

/** The sign of OpenShift, as the end of a sentence with because; undefined if there is none. */
export function openShiftSign(signs: Signs): string | undefined {
  const { isOpenShift, subscriptions, namespaces, operatorGroups, roleBindings, clusterRoleBindings } = signs;
  if (isOpenShift) return 'the input has objects of config.openshift.io';
  if (subscriptions.some(({ catalogSourceNamespace }) => catalogSourceNamespace === MARKETPLACE))
    return `Subscriptions name catalogs of the namespace ${MARKETPLACE}`;
  const names = [...namespaces.map(({ name }) => name), ...[...subscriptions, ...operatorGroups].map(({ namespace }) => namespace)];
  const [first] = names.filter((name) => name.startsWith('openshift-')).sort();
  if (first !== undefined) return `the input has the namespace ${first}`;
  const roles = [...roleBindings, ...clusterRoleBindings].map(({ roleRef }) => String(fieldsOf(roleRef).name));
  const [own] = roles.filter((role) => OWN_ROLE.test(role)).sort();
  return own === undefined ? undefined : `bindings name the ClusterRole ${own}`;
}

// Adds the platform's objects that matter: a Namespace that the input names, and an OperatorGroup in a namespace with an operator of the
// input, or with a reserved API that such an operator provides.

/** Adds them; again after later installations, because new operators can provide an API that a group reserves. */
export function addPlatform(name: PlatformName, { parts, namespaces }: Pick<Reading, 'parts' | 'namespaces'>): void {
  const platform = PLATFORMS[name];
  parts.platform = name;
  if (platform.isOpenShift) parts.isOpenShift = true;
  const homes = new Set([...parts.clusterServiceVersions, ...parts.subscriptions].map(({ namespace }) => namespace));
  const owned = parts.clusterServiceVersions.flatMap(({ ownedCRDs }) => ownedCRDs);
  const provided = new Set(owned.map(({ name: crd, version, kind }) => apiKey({ kind, version, group: crdGroup(crd) })));
  const given = new Set(parts.operatorGroups.map((group) => `${group.namespace}/${group.name}`));
  const groups = platform.operatorGroups.filter(
    (group) =>
      !given.has(`${group.namespace}/${group.name}`) &&
      (homes.has(group.namespace) || (group.providedAPIs ?? '').split(',').some((api) => provided.has(api))),
  );
  parts.operatorGroups.push(...groups);
  const named = new Set([...homes, ...parts.operatorGroups.flatMap((group) => [group.namespace, ...group.targetNamespaces])]);
  for (const known of platform.namespaces) {
    if (namespaces.has(known.name) || !named.has(known.name)) continue;
    namespaces.add(known.name);
    parts.namespaces.push(known);
  }
}
