/** Explains why a CSV runs, fails or waits, which CSV a Subscription installs, and which namespaces and operators an OperatorGroup has. */

import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { listed, targetsText } from '../../base/wording/phrases.js';
import { apiKey } from '../../olm/model/api-key.js';
import { csvReference, groupReference } from '../../olm/model/finding.js';
import { staleText } from '../../olm/model/operator-not-known.js';
import type { Subscription } from '../../olm/model/subscription.js';
import type { UnknownOperator, WhyUnknown } from '../../olm/model/unknown-operator.js';
import type { ResolvedCsv, ResolvedGroup } from '../../olm/rules/resolution.js';
import { installModeUsed } from '../rules/changed/reach/groups.js';
import { originFinder } from '../state/role-origin.js';
import type { State } from '../state/state.js';
import { type Fact, facts, isSameReference } from './explanation.js';

/** The facts about a CSV; undefined if it does not exist. */
export function explainCsv({ namespace, name }: ObjectReference, { resolution }: State): Fact[] | undefined {
  const isMeant = ({ csv }: Pick<ResolvedCsv, 'csv'>): boolean => csv.namespace === namespace && csv.name === name;
  const gone = resolution.replaced.find(isMeant);
  if (gone) return facts('verdict', `gone: ${formatReference(csvReference(gone.by))} has replaced it`);
  const resolved = resolution.csvs.find(isMeant);
  return resolved && csvFacts(resolved);
}

function csvFacts({ csv, group, verdict, certainty, rivals, providedApis, mayProvide }: ResolvedCsv): Fact[] {
  const { phase, reason, message, neverSynced, because } = verdict;
  const accounts = [...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName);
  return [
    ...facts('verdict', phase === '' ? `none: ${neverSynced}` : `${phase}/${reason}`),
    ...facts('OLM says', message || undefined),
    ...facts('because of', ...because.map(formatReference)),
    ...facts('certainty', certainty === 'certain' ? undefined : certainty),
    ...facts(
      'perhaps',
      mayProvide &&
        `it runs: ${listed(mayProvide, 'operators')}, which ${mayProvide.length === 1 ? 'is' : 'are'} not known, can provide its requirements`,
    ),
    ...facts('rival', ...rivals.map((rival) => formatReference(csvReference(rival)))),
    ...facts('group', group ? groupText(group) : 'none'),
    ...facts('supports', csv.installModes.flatMap(({ type, supported }) => (supported ? [type] : [])).join(', ') || 'no install mode'),
    ...facts('provides', ...providedApis.map(apiKey)),
    ...facts('accounts', ...[...new Set(accounts)].map((account) => `ServiceAccount ${csv.namespace}/${account}`)),
  ];
}

const WHY: Readonly<Record<WhyUnknown, (operator: UnknownOperator) => string>> = {
  catalog: () => 'nothing of its catalog is in the input',
  package: ({ nearest }) =>
    `what is in the input of its catalog has no such package${nearest === undefined ? '' : `; ${nearest} comes closest`}`,
  content: ({ bundle }) => `the catalog lists ${bundle ?? 'its bundle'} without its manifests`,
  stale: ({ stale }) => (stale ? staleText(stale) : 'the lock was made for something else'),
  refused: () => 'it asks for something that does not exist',
};

/** The facts about a Subscription; undefined if it does not exist. */
export function explainSubscription({ namespace, name }: ObjectReference, state: State): Fact[] | undefined {
  const { cluster, resolution } = state;
  const found = cluster.subscriptions.find((subscription) => subscription.namespace === namespace && subscription.name === name);
  if (!found) return undefined;
  const { packageName, channel, startingCSV, catalogSource, catalogSourceNamespace, installPlanApproval } = found;
  const group = resolution.groups.find((resolved) => resolved.group.namespace === namespace);
  const notes = cluster.resolverNotes.filter(({ subject }) =>
    isSameReference(subject, { kind: 'Subscription', namespace: found.namespace, name }),
  );
  return [
    ...facts('installs', installedText(found, state)),
    ...facts('package', packageName),
    ...facts('catalog', `${catalogSourceNamespace}/${catalogSource}`),
    ...facts('channel', channel ?? "the package's default channel"),
    ...facts('starts at', startingCSV),
    ...facts('approval', installPlanApproval === 'Manual' ? 'Manual: somebody approves each InstallPlan of its namespace' : 'Automatic'),
    ...facts('group', group ? groupText(group) : 'none'),
    ...facts('note', ...notes.map(({ message }) => message)),
  ];
}

function installedText(subscription: Subscription, { cluster, resolution }: State): string {
  const { namespace, csv: name } = subscription;
  const isUnknown = ({ subscription: other }: UnknownOperator): boolean =>
    other.namespace === namespace && other.name === subscription.name;
  const unknown = cluster.unknownOperators.find((operator) => operator.neededBy === undefined && isUnknown(operator));
  if (unknown) return `not known: ${WHY[unknown.why](unknown)}`;
  if (name === undefined) return 'nothing that the input has';
  const resolved = resolution.csvs.find(({ csv }) => csv.namespace === namespace && csv.name === name);
  const csv = formatReference(csvReference({ namespace, name }));
  return resolved
    ? `${csv}: ${resolved.verdict.phase === '' ? 'no verdict' : `${resolved.verdict.phase}/${resolved.verdict.reason}`}`
    : csv;
}

/** The facts about an OperatorGroup; undefined if it does not exist. */
export function explainGroup({ namespace, name }: ObjectReference, state: State): Fact[] | undefined {
  const { resolution, objects } = state;
  const resolved = resolution.groups.find(({ group }) => group.namespace === namespace && group.name === name);
  if (!resolved) return undefined;
  const { group, blocked, annotation } = resolved;
  const members = resolution.csvs.filter(({ csv }) => csv.namespace === namespace);
  const originOf = originFinder(state);
  const isOwn = (object: KubernetesObject): boolean => {
    const owner = object.kind === 'ClusterRole' ? originOf(object)?.owner : undefined;
    return owner !== undefined && isSameReference(owner, groupReference(group));
  };
  return [
    ...facts('targets', targetsText(resolved.namespaces)),
    ...facts(
      'chosen by',
      group.targetNamespaces.length > 0
        ? 'spec.targetNamespaces'
        : group.selector
          ? 'spec.selector'
          : 'nothing, which means all namespaces',
    ),
    ...facts('install mode', installModeUsed(resolved)),
    ...facts('not synced', blocked),
    ...facts('provides', ...(annotation === undefined ? [] : annotation.split(','))),
    ...facts('static', group.staticProvidedAPIs ? 'OLM does not change its olm.providedAPIs annotation' : undefined),
    ...facts('operator', ...members.map(({ csv, verdict }) => `${formatReference(csvReference(csv))}: ${verdict.phase || 'no verdict'}`)),
    ...facts('role', ...objects.filter(isOwn).map((object) => formatReference(referenceTo(object)))),
  ];
}

/** The name and targets of an OperatorGroup in a few words. */
function groupText(resolved: ResolvedGroup): string {
  const mode = installModeUsed(resolved);
  return `${formatReference(groupReference(resolved.group))}, which targets ${targetsText(resolved.namespaces)}${mode ? ` (${mode})` : ''}`;
}
