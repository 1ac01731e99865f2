/** What a Subscription comes to: the CSV that it installs, or why that is not known. */
import { formatReference, type ObjectReference } from '../kubernetes/object.js';
import { csvReference } from '../model/finding.js';
import type { Subscription } from '../model/subscription.js';
import type { UnknownOperator, WhyUnknown } from '../model/unknown-operator.js';
import type { State } from '../state/state.js';
import { groupText } from './explain-group.js';
import { type Fact, facts, isSameReference } from './explanation.js';

const WHY: Readonly<Record<WhyUnknown, (operator: UnknownOperator) => string>> = {
  catalog: () => 'nothing of its catalog is in the input',
  package: ({ nearest }) =>
    `what is in the input of its catalog has no such package${nearest === undefined ? '' : `; ${nearest} comes closest`}`,
  content: ({ bundle }) => `the catalog lists ${bundle ?? 'its bundle'} without its manifests`,
  refused: () => 'it asks for what is not there',
};

/** The facts about a Subscription; nothing when there is none. */
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
