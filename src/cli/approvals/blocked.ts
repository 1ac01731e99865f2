/** Finds the failed CSVs that keep the versions of a plan from running, even if it is approved. */
import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { type KubernetesObject, namespacedName } from '../../base/kubernetes/object.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { UPGRADE_STRATEGIES } from '../../olm/model/operator-group.js';
import { blockedText, blocksUpgrade } from '../../olm/rules/left-failed.js';
import type { Decision } from '../../supply/index.js';

/** A line for each of them. @param objects the cluster's OperatorGroups and CSVs */
export function blockedBy({ plan: { namespace }, moves }: Decision, objects: readonly KubernetesObject[]): string[] {
  const own = objects.filter(({ apiVersion, metadata }) => groupOf(apiVersion) === OLM_GROUP && metadata.namespace === namespace);
  const groups = own.filter(({ kind }) => kind === 'OperatorGroup').map((object) => ({ namespace, upgradeStrategy: strategyOf(object) }));
  return moves.flatMap(({ from, csv }) => {
    const manifest = own.find(({ kind, metadata }) => kind === 'ClusterServiceVersion' && metadata.name === from);
    const phase = manifest && isMapping(manifest.status) && typeof manifest.status.phase === 'string' ? manifest.status.phase : undefined;
    const failure = manifest && blocksUpgrade({ namespace, manifest, ...(phase === undefined ? {} : { phase }) }, groups);
    return failure
      ? [`${csv} does not run: ${namespacedName({ namespace, name: manifest.metadata.name })} is ${blockedText(failure)}`]
      : [];
  });
}

function strategyOf({ spec }: KubernetesObject): (typeof UPGRADE_STRATEGIES)[number] | undefined {
  return isMapping(spec) ? UPGRADE_STRATEGIES.find((one) => one === spec.upgradeStrategy) : undefined;
}
