/**
 * InstallPlans of a dump that have failed: OLM does not run a failed plan again, and resolves its namespace no further unless its group fails
 * forward (ExecutePlan and syncResolvingNamespace of OLM's catalog/operator.go).
 */
import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Cluster } from '../model/cluster.js';
import { failForwardNamespaces } from '../rules/replacement.js';

/** The cluster with the CSVs whose last InstallPlan has failed. Only a dump proves it. */
export function withFailedPlans(cluster: Cluster, documents: readonly ParsedDocument[]): Cluster {
  if (!cluster.isDump) return cluster;
  const passedOver = failForwardNamespaces(cluster.operatorGroups);
  const plans = documents
    .flatMap(({ value }) => (isNamedObject(value) && isPlan(value) ? [value] : []))
    .toSorted((a, b) => generationOf(a) - generationOf(b));
  const last = new Map(plans.flatMap((plan) => csvsOf(plan).map((csv) => [`${plan.metadata.namespace}/${csv}`, plan] as const)));
  const failed = [...last].flatMap(([csv, plan]) => {
    const why = passedOver.has(plan.metadata.namespace ?? '') ? undefined : failureOf(plan);
    return why === undefined ? [] : [[csv, why] as const];
  });
  return failed.length === 0 ? cluster : { ...cluster, failedPlans: new Map(failed) };
}

function isPlan({ apiVersion, kind }: KubernetesObject): boolean {
  return kind === 'InstallPlan' && groupOf(apiVersion) === OLM_GROUP;
}

function generationOf({ spec }: KubernetesObject): number {
  return isMapping(spec) && typeof spec.generation === 'number' ? spec.generation : 0;
}

function csvsOf({ spec }: KubernetesObject): readonly unknown[] {
  return isMapping(spec) && Array.isArray(spec.clusterServiceVersionNames) ? spec.clusterServiceVersionNames : [];
}

/** What a plan says of its failure. */
function failureOf({ metadata: { name }, status }: KubernetesObject): string | undefined {
  if (!isMapping(status) || status.phase !== 'Failed') return undefined;
  const conditions = Array.isArray(status.conditions) ? status.conditions.filter(isMapping) : [];
  const message = conditions.find((one) => one.status === 'False' && typeof one.message === 'string')?.message ?? status.message;
  return `the InstallPlan ${name} of the dump has failed${typeof message === 'string' && message !== '' ? `: ${message}` : ''}`;
}
