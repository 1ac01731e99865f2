/**
 * What a person does on the cluster when operators leave OLM, and in which order: so that OLM undoes nothing, and CRDs and the
 * objects of users stay. OLM v0.30: a CSV takes along what it owns and, by its finalizer, cluster-scoped roles and webhooks; a
 * CRD has no owner; the roles of an API are never removed; an OperatorGroup takes along its ClusterRoles.
 */
import { formatReference } from '../../../kubernetes/object.js';
import { csvReference, groupReference, subscriptionReference } from '../../../model/references.js';
import type { State } from '../../../state/state.js';
import { webhooksOf } from '../../../state/webhooks.js';
import { listed } from '../../../wording/phrases.js';
import { changeRule, type FoundChange } from '../change.js';
import type { MovedOperator } from './moved-operators.js';
import { apiRolesLeft } from './no-longer-made.js';

export const MIGRATION_STEP = changeRule('migration-step', 'info', 'A step on the cluster, where operators leave OLM', {
  meaning:
    'Operators leave OLM. What a person does on the cluster, in this order, so that OLM undoes nothing, and CRDs and objects of users stay.',
  fix: 'do the steps in their order',
});

/** Everything is named: a step is no place to be short. */
const ALL = Number.POSITIVE_INFINITY;

/** The steps, in order. @returns none if no operator moves */
export function migrationSteps(moved: readonly MovedOperator[], base: State, head: State): FoundChange[] {
  if (moved.length === 0) return [];
  const csvs = moved.map(({ before }) => before.csv);
  const ofMoved = (namespace: string, name: string | undefined): boolean =>
    csvs.some((csv) => csv.namespace === namespace && csv.name === name);
  const subscriptions = base.cluster.subscriptions
    .filter(({ namespace, csv }) => ofMoved(namespace, csv))
    .map((subscription) => formatReference(subscriptionReference(subscription)));
  const converted = webhooksOf({ resolution: { ...base.resolution, csvs: moved.map(({ before }) => before) }, given: [] })
    .filter(({ kind }) => kind === 'conversion')
    .flatMap(({ intercepts }) => intercepts);
  const staying = base.resolution.csvs.filter((resolved) => !moved.some(({ before }) => before === resolved));
  const groups = base.resolution.groups
    .filter(({ group }) => csvs.some(({ namespace }) => namespace === group.namespace))
    .filter(({ group }) => !staying.some(({ csv }) => csv.namespace === group.namespace))
    .map(({ group }) => formatReference(groupReference(group)));
  const crds = [...new Set(csvs.flatMap(({ ownedCRDs }) => ownedCRDs.map(({ name }) => name)))];
  const roles = csvs.flatMap((csv) => apiRolesLeft(formatReference(csvReference(csv)), base, head));
  const all = (items: readonly string[]): string => listed(items, undefined, ALL);
  const steps = [
    ...(subscriptions.length > 0 ? [`delete ${all(subscriptions)} before anything else, or OLM installs the operator again`] : []),
    `delete ${all(csvs.map((csv) => formatReference(csvReference(csv))))} and wait until it is gone: its Deployments, accounts, roles, webhooks and copies go with it; CRDs and the objects of users stay`,
    ...(converted.length > 0
      ? [
          `do not wait long before the next steps: until HEAD is applied, nobody converts the objects of ${all(converted)}, and those stored in another version are read wrongly`,
        ]
      : []),
    ...(groups.length > 0 ? [`delete ${all(groups)}: OLM removes the ClusterRoles of the group with it`] : []),
    `apply HEAD, its CRDs first${crds.length > 0 ? `; never delete or prune ${all(crds)}, as all objects of a CRD go with it` : ''}`,
    ...(moved.some(({ after }) => after.kind === 'ClusterExtension')
      ? [
          'where OLM v1 itself installs a ClusterExtension, it takes over no object that another tool made: see its conditions before you go on',
        ]
      : []),
    ...(roles.length > 0
      ? [
          `decide about ${all(roles.map((name) => `ClusterRole ${name}`))}: OLM never removes them, and users keep the API through them until you delete them or the CRD`,
        ]
      : []),
    'remove OLM itself last, when no ClusterServiceVersion is left: without it, their finalizers are never run',
  ];
  return steps.map((message, index) => ({
    rule: MIGRATION_STEP,
    severity: 'info' as const,
    subject: { kind: 'Step', name: `${index + 1}` },
    message,
  }));
}
