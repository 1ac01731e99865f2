/** Lists the operators that a change affects: versions before and after, watched namespaces, and objects of each operator. */

import { compareText, formatReference, groupBy, isNamedObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { paired } from '../../base/kubernetes/paired.js';
import { oncePerKey } from '../../base/manifest/once.js';
import type { Grant } from '../../base/rbac/grant.js';
import type { ClusterServiceVersion } from '../../olm/model/cluster-service-version.js';
import { csvReference, groupReference, subscriptionReference } from '../../olm/model/finding.js';
import type { UnknownOperator } from '../../olm/model/unknown-operator.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import { accountNames } from '../rules/access/access.js';
import { csvPairs, packageOf } from '../state/csv-pairs.js';
import type { State } from '../state/state.js';
import type { OperatorChange, Review } from './review.js';

/** Operators that are added, removed or changed, or that a finding is about; by name. */
export function operatorChanges(base: State, head: State, found: Pick<Review, 'findings' | 'gained' | 'lost'>): OperatorChange[] {
  const isAbout = aboutIn(found);
  const [partsBefore, partsAfter] = [partsIn(base), partsIn(head)];
  const known = csvPairs(base, head).flatMap(({ before, after }): OperatorChange[] => {
    const [now, state] = after ? [after, head] : [before as ResolvedCsv, base];
    const change: OperatorChange = {
      operator: csvReference(now.csv),
      name: packageIn(now.csv, state) ?? packageOf(now),
      ...(before ? { before: versionOf(before.csv) } : {}),
      ...(after ? { after: versionOf(after.csv) } : {}),
      ...targetsOf(now),
      ...approvalOf(now.csv, state),
      objects: eachOnce([...(before ? partsBefore(before) : []), ...(after ? partsAfter(after) : [])]),
    };
    const isSame = before && after && before.csv.name === after.csv.name && !change.objects.some(isAbout);
    return isSame ? [] : [change];
  });
  return [...known, ...unknownChanges(base, head)].toSorted(
    (a, b) => compareText(a.name, b.name) || compareText(formatReference(a.operator), formatReference(b.operator)),
  );
}

const NOBODY: ReadonlySet<OperatorChange> = new Set();

/** Finds the operators that own any of some objects; findings about these objects belong to the operators. */
export function ownersIn(
  operators: readonly OperatorChange[],
): (objects: readonly (ObjectReference | undefined)[]) => ReadonlySet<OperatorChange> {
  const all = operators.flatMap((operator) => operator.objects.map((object) => ({ operator, name: formatReference(object) })));
  const byName = groupBy(all, ({ name }) => name);
  // A thousand operators can own one account, and a thousand findings be about it.
  const ownersOf = oncePerKey((name: string) => new Set(byName.get(name)?.map(({ operator }) => operator)));
  return (objects) => {
    // A path can have a thousand roles, and a grant a thousand paths: most of them belong to no operator.
    const found = new Set<ReadonlySet<OperatorChange>>();
    for (const object of objects) {
      const owners = object && ownersOf(formatReference(object));
      if (owners && owners.size > 0) found.add(owners);
    }
    const [first = NOBODY, ...others] = found;
    return others.length === 0 ? first : new Set([first, ...others].flatMap((owners) => [...owners]));
  };
}

function aboutIn({ findings, gained, lost }: Pick<Review, 'findings' | 'gained' | 'lost'>): (object: ObjectReference) => boolean {
  const told = findings.filter(({ state }) => state !== 'unchanged').map(({ finding }) => formatReference(finding.subject));
  const named = (grant: Grant): string[] => [
    formatReference(grant.subject),
    ...grant.paths.flatMap(({ owner }) => (owner ? formatReference(owner) : [])),
  ];
  const all = new Set([...told, ...gained.flatMap(named), ...lost.flatMap(named)]);
  return (object) => all.has(formatReference(object));
}

function versionOf({ version, name }: ClusterServiceVersion): string {
  return version || name;
}

function targetsOf({ targets, group }: ResolvedCsv): Pick<OperatorChange, 'targets'> {
  const namespaces = group?.namespaces ?? targets;
  return namespaces ? { targets: namespaces } : {};
}

function subscriptionsOf({ namespace, name }: ClusterServiceVersion, { cluster }: State): State['cluster']['subscriptions'] {
  return cluster.subscriptions.filter((one) => one.namespace === namespace && one.csv === name);
}

function packageIn(csv: ClusterServiceVersion, state: State): string | undefined {
  return subscriptionsOf(csv, state)[0]?.packageName;
}

function approvalOf(csv: ClusterServiceVersion, state: State): Pick<OperatorChange, 'approval'> {
  const [subscription] = subscriptionsOf(csv, state);
  return subscription ? { approval: subscription.installPlanApproval ?? 'Automatic' } : {};
}

/** The objects of an operator. An OperatorGroup that several operators share belongs to none of them. */
function partsIn(state: State): (operator: ResolvedCsv) => ObjectReference[] {
  const byNamespace = groupBy(state.resolution.csvs, ({ csv }) => csv.namespace);
  const byBundle = groupBy(state.documents, ({ bundle }) => bundle);
  return ({ csv, group }) => {
    const { namespace } = csv;
    const isAlone = byNamespace.get(namespace)?.length === 1;
    const brought = byBundle.get(csv.name) ?? [];
    return [
      csvReference(csv),
      ...accountNames(csv).map((name) => ({ kind: 'ServiceAccount', namespace, name })),
      ...csv.ownedCRDs.map(({ name }) => ({ kind: 'CustomResourceDefinition', name })),
      ...subscriptionsOf(csv, state).map(subscriptionReference),
      ...(group && isAlone ? [groupReference(group.group)] : []),
      ...brought.flatMap(({ value }) => (isNamedObject(value) && value.kind !== 'ClusterServiceVersion' ? [referenceTo(value)] : [])),
    ];
  };
}

function eachOnce(objects: readonly ObjectReference[]): ObjectReference[] {
  return [...new Map(objects.map((object) => [formatReference(object), object])).values()];
}

/** Unknown operators whose Subscriptions are added, removed or changed. */
function unknownChanges(base: State, head: State): OperatorChange[] {
  const operatorKey = ({ namespace, subscription: { name }, neededBy, packageName }: UnknownOperator): string =>
    JSON.stringify([namespace, neededBy ? packageName : name]);
  const [before, after] = [base, head].map(({ cluster }) => new Map(cluster.unknownOperators.map((one) => [operatorKey(one), one]))) as [
    Map<string, UnknownOperator>,
    Map<string, UnknownOperator>,
  ];
  return paired(before, after).flatMap(({ before: was, after: is }): OperatorChange[] => {
    const now = is ?? was;
    if (!now || (was && is && wanted(was) === wanted(is))) return [];
    const reference = subscriptionReference(now.subscription);
    const isKnownElsewhere = [base, head].some(({ resolution, cluster }) =>
      cluster.subscriptions.some(
        (one) =>
          one.namespace === now.namespace &&
          one.name === now.subscription.name &&
          !now.neededBy &&
          resolution.csvs.some(({ csv }) => csv.namespace === one.namespace && csv.name === one.csv),
      ),
    );
    if (isKnownElsewhere) return [];
    return [
      {
        operator: reference,
        name: now.packageName,
        ...(was ? { before: wanted(was) } : {}),
        ...(is ? { after: wanted(is) } : {}),
        approval: now.neededBy ? 'Automatic' : (now.subscription.installPlanApproval ?? 'Automatic'),
        isUnknown: true,
        objects: now.neededBy ? [] : [reference],
      },
    ];
  });
}

/** The request of the Subscription: the channel and the starting CSV. */
function wanted({ channel = 'default channel', subscription: { startingCSV }, bundle, neededBy }: UnknownOperator): string {
  return [channel, ...(neededBy ? [bundle ?? []].flat() : [startingCSV ?? []].flat())].join(' ');
}
