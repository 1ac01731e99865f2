/** Why a CSV runs, fails or waits. */
import { formatReference, type ObjectReference } from '../kubernetes/object.js';
import { apiKey } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { State } from '../state/state.js';
import { listed } from '../wording/phrases.js';
import { groupText } from './explain-group.js';
import { type Fact, facts } from './explanation.js';

/** The facts about a CSV; nothing when there is none. */
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
        `it runs: ${listed(mayProvide, 'operators')}, which ${mayProvide.length === 1 ? 'is' : 'are'} not known, can provide what it requires`,
    ),
    ...facts('rival', ...rivals.map((rival) => formatReference(csvReference(rival)))),
    ...facts('group', group ? groupText(group) : 'none'),
    ...facts('supports', csv.installModes.flatMap(({ type, supported }) => (supported ? [type] : [])).join(', ') || 'no install mode'),
    ...facts('provides', ...providedApis.map(apiKey)),
    ...facts('accounts', ...[...new Set(accounts)].map((account) => `ServiceAccount ${csv.namespace}/${account}`)),
  ];
}
