/**
 * What a snapshot of a cluster says of its versions: OpenShift's ClusterVersion, the CSV of OLM's packageserver, whose version is that of
 * OLM where OLM was installed by itself, and how OLM named the ClusterRoles of a group.
 */
import { isFromCluster } from '../kubernetes/from-cluster.js';
import { groupOf } from '../kubernetes/kinds.js';
import { isNamedObject, type KubernetesObject } from '../kubernetes/object.js';
import { isMapping } from '../manifest/plain-data.js';
import { type GivenVersions, isOlmVersion, isOpenShiftVersion } from '../model/versions.js';

/** The newest release that names the ClusterRoles of groups after the group alone. */
const NEWEST_WITH_PLAIN_NAMES = 'v0.25';

/** What one object says; nothing for most. */
export function seenVersions(object: unknown): GivenVersions {
  if (!isNamedObject(object)) return {};
  const { apiVersion, kind } = object;
  if (kind === 'ClusterVersion' && groupOf(apiVersion) === 'config.openshift.io') return openShiftVersion(object);
  if (!isFromCluster(object)) return {};
  if (kind === 'ClusterServiceVersion' && object.metadata.name === 'packageserver') return packageServerVersion(object);
  return kind === 'ClusterRole' && isPlainGroupRole(object) ? { olmVersion: NEWEST_WITH_PLAIN_NAMES } : {};
}

/** Of an upgrade that goes on, the version before it; of a manifest, the one that is wanted. */
function openShiftVersion({ spec, status }: KubernetesObject): GivenVersions {
  const { history, desired } = (isMapping(status) ? status : {}) as { history?: unknown; desired?: unknown };
  const completed = (Array.isArray(history) ? (history as unknown[]) : []).filter(isMapping).find(({ state }) => state === 'Completed');
  const wanted = isMapping(spec) ? spec.desiredUpdate : undefined;
  const versions = [completed, desired, wanted].map((one) => (isMapping(one) ? one.version : undefined));
  const openshift = versions.map((version) => /^\d+\.\d+/.exec(String(version))?.[0]).find((version) => version !== undefined);
  return openshift !== undefined && isOpenShiftVersion(openshift) ? { openshift } : {};
}

/** Of the one that OLM runs: its bundle can be anywhere. OpenShift numbers its packageserver in another way. */
function packageServerVersion({ metadata, spec, status }: KubernetesObject): GivenVersions {
  if (!isMapping(spec) || !isMapping(status) || status.phase !== 'Succeeded') return {};
  const version = String(spec.version);
  return !metadata.namespace?.startsWith('openshift-') && /^0\./.test(version) && isOlmVersion(version) ? { olmVersion: version } : {};
}

/** The profile `documented` names them in this way, too, but has other selectors. */
function isPlainGroupRole({ metadata, aggregationRule }: KubernetesObject): boolean {
  const { 'olm.owner': owner, 'olm.owner.kind': kind } = metadata.labels ?? {};
  if (kind !== 'OperatorGroup' || !['admin', 'edit', 'view'].some((role) => metadata.name === `${owner}-${role}`)) return false;
  const selectors = isMapping(aggregationRule) ? aggregationRule.clusterRoleSelectors : undefined;
  const keys = (Array.isArray(selectors) ? (selectors as unknown[]) : [])
    .flatMap((selector) => (isMapping(selector) && isMapping(selector.matchLabels) ? [selector.matchLabels] : []))
    .flatMap(Object.keys);
  return keys.every((key) => /aggregate-to-[0-9a-f]+-(?:admin|edit|view)$/.test(key));
}
