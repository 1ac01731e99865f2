/** A move away from OLM, or to OLM v1: the operators that move, the objects that nothing creates any more, and the steps on the cluster. */
import { isDeepStrictEqual } from 'node:util';
import { compareText, formatReference, groupBy, type ObjectReference } from '../../../base/kubernetes/object.js';
import { listOf } from '../../../base/kubernetes/pod-spec.js';
import { counted, listed } from '../../../base/wording/phrases.js';
import type { ClusterExtension } from '../../../olm/model/cluster-extension.js';
import { csvReference, groupReference, rule, type Severity, subscriptionReference } from '../../../olm/model/finding.js';
import { isAllNamespaces } from '../../../olm/rules/namespace-set.js';
import type { ResolvedCsv } from '../../../olm/rules/resolution.js';
import { csvPairs, packageOf } from '../../state/csv-pairs.js';
import { originFinder } from '../../state/role-origin.js';
import type { State } from '../../state/state.js';
import { webhooksOf } from '../../state/webhooks.js';
import type { FoundChange } from './change.js';

/** One operator, before and after the move. */
export interface MovedOperator {
  readonly before: ResolvedCsv;
  /** Its CSV, whose operator now runs without OLM, or its ClusterExtension. */
  readonly after: ObjectReference;
  /** `['']` for all namespaces; absent if OperatorGroups decide in both states. */
  readonly watches?: readonly string[];
}

/** The operators that move, in the order of BASE. */
export function movedOperators(base: State, head: State): MovedOperator[] {
  // Pending CSVs count: a missing requirement may be on the cluster.
  const runs = base.resolution.csvs.filter(({ verdict }) => verdict.phase !== 'Failed');
  const pairs = new Map(csvPairs(base, head).map(({ before, after }) => [before, after]));
  return runs.flatMap((before): MovedOperator[] => {
    const extension = head.cluster.clusterExtensions.find((candidate) => installs(candidate, before));
    if (extension) {
      const after = { kind: 'ClusterExtension', name: extension.name };
      const watches = watchedBy(after, head);
      return watches ? [{ before, after, watches }] : [];
    }
    const kept = pairs.get(before);
    return kept && isMade(csvReference(kept.csv), head) ? [{ before, after: csvReference(kept.csv) }] : [];
  });
}

function installs({ bundle, packageName }: ClusterExtension, before: ResolvedCsv): boolean {
  return bundle?.name === before.csv.name || packageName === (before.csv.bundle?.packageName ?? packageOf(before));
}

/** The namespaces in an annotation of the Pods. Without Deployments, the operator watches none. */
function watchedBy(owner: ObjectReference, { made = [] }: State): readonly string[] | undefined {
  const own = made.filter((item) => formatReference(item.owner) === formatReference(owner));
  const [deployment] = own.filter(({ object }) => object.kind === 'Deployment');
  const { template } = (deployment?.object.spec ?? {}) as { template?: { metadata?: { annotations?: Record<string, string> } } };
  const text = template?.metadata?.annotations?.['olm.targetNamespaces'];
  return text === undefined ? (own.length === 0 ? undefined : []) : text.split(',');
}

/** Whether the operator of a CSV runs without OLM. */
export function isMade(csv: ObjectReference, { made = [] }: State): boolean {
  return made.some(({ owner, object }) => object.kind === 'Deployment' && formatReference(owner) === formatReference(csv));
}

/** The watched namespaces of BASE in the same form. */
export function watchedBefore({ group }: ResolvedCsv): readonly string[] {
  const namespaces = group?.namespaces ?? [];
  return isAllNamespaces(namespaces) ? [''] : namespaces;
}

/**
 * Objects that OLM creates in addition to an operator's own ones, and that nothing creates after the move: copied CSVs, and roles for users
 * of its APIs.
 */
export const NO_LONGER_MADE = rule('no-longer-made', 'warning', 'Nobody creates the objects that OLM created for an operator', {
  class: 'breaks',
  meaning: 'An operator leaves OLM, so nobody creates the copies of its CSV and the ClusterRoles of its APIs any more.',
  fix: 'Write the ClusterRoles that users need into the input.',
});

/** One change for each operator and kind of object. */
export function noLongerMade(moved: readonly MovedOperator[], base: State, head: State): FoundChange[] {
  const left = apiRolesLeft(base, head);
  return moved.flatMap(({ before: { csv } }) => {
    const subject = csvReference(csv);
    const place = base.placeOf(subject);
    const said = (severity: Severity, message: string, ...identity: readonly string[]): FoundChange => ({
      rule: NO_LONGER_MADE,
      severity,
      subject,
      message,
      place,
      identity,
    });
    const copies = base.copiedCsvs?.find((item) => formatReference(item.csv) === formatReference(subject))?.copies ?? 0;
    const gone = left.get(formatReference(subject)) ?? [];
    const [roles, ofCrds] = [false, true].map((isOfCrd) => gone.filter((role) => role.isOfCrd === isOfCrd).map(({ name }) => name)) as [
      string[],
      string[],
    ];
    return [
      ...(copies === 0
        ? []
        : [
            said(
              'info',
              `${counted(copies, 'copied CSV')} ${copies === 1 ? 'is' : 'are'} no longer made: users of the target namespaces no longer find the operator there`,
              'copies',
            ),
          ]),
      ...(ofCrds.length === 0
        ? []
        : [said('info', `nobody makes ${listed(ofCrds)}, by which view includes the definitions of its APIs`, ...ofCrds)]),
      ...(roles.length === 0
        ? []
        : [
            said(
              'warning',
              `nobody makes the ClusterRoles of its APIs, ${listed(roles)}: once they are gone, admin, edit and view no longer include these APIs`,
              ...roles,
            ),
          ]),
    ];
  });
}

/** ClusterRoles that OLM creates for the APIs of CSVs and that HEAD does not have, by CSV. */
function apiRolesLeft(base: State, head: State): ReadonlyMap<string, readonly { readonly name: string; readonly isOfCrd: boolean }[]> {
  const kept = new Set(head.objects.filter(({ kind }) => kind === 'ClusterRole').map(({ metadata }) => metadata.name));
  const originOf = originFinder(base);
  const left = base.objects
    .filter(({ kind, metadata }) => kind === 'ClusterRole' && !kept.has(metadata.name))
    .flatMap((role) => {
      const { owner, field } = originOf(role) ?? {};
      const isOfCrd = listOf(role.rules).every(({ resources }) => isDeepStrictEqual(resources, ['customresourcedefinitions']));
      return owner && field?.includes('owned') ? [{ csv: formatReference(owner), name: role.metadata.name, isOfCrd }] : [];
    });
  return groupBy(
    left.toSorted((a, b) => compareText(a.name, b.name)),
    ({ csv }) => csv,
  );
}

/**
 * The manual steps on the cluster when operators leave OLM, in an order in which OLM undoes nothing, and CRDs and users' objects stay. OLM
 * v0.30: deleting a CSV deletes the objects that it owns and, by its finalizer, cluster-scoped roles and webhooks; a CRD has no owner; the
 * roles of an API are never removed; deleting an OperatorGroup deletes its ClusterRoles.
 */
export const MIGRATION_STEP = rule('migration-step', 'info', 'A manual step to leave OLM', {
  class: 'cluster',
  meaning: "A manual step for operators that leave OLM. The steps keep OLM from reverting the change, and keep CRDs and users' objects.",
  fix: 'Follow the steps in order.',
});

/** Steps name every object, however many there are. */
const ALL = Number.POSITIVE_INFINITY;

/**
 * The steps, in order.
 * @returns none if no operator moves
 */
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
  const left = apiRolesLeft(base, head);
  const roles = csvs.flatMap((csv) => left.get(formatReference(csvReference(csv))) ?? []);
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
          `decide about ${all(roles.map(({ name }) => `ClusterRole ${name}`))}: OLM never removes them, and users keep the API through them until you delete them or the CRD`,
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
