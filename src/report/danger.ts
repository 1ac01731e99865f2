/** How dangerous a permission is, to say the worst first. What is an error or a warning by a rule is said before all of these. */
import { knownKinds } from '../kubernetes/kinds.js';
import type { Grant, Right } from '../rbac/grant.js';
import { bySubjectAndScope } from './grant-rows.js';

const SENSITIVE: ReadonlySet<string> = new Set(['secrets', 'pods', 'nodes', 'namespaces', 'serviceaccounts', 'configmaps', 'services']);
const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** The grants of each subject in one scope, the most dangerous first, and of each its most dangerous permission first. */
export function byDanger(grants: readonly Grant[]): [Grant, ...Grant[]][] {
  const groups = bySubjectAndScope(grants).map((own) => own.toSorted((a, b) => dangerOf(b) - dangerOf(a)) as [Grant, ...Grant[]]);
  return groups.toSorted(([a], [b]) => dangerOf(b) - dangerOf(a));
}

/** What somebody has comes before what anyone bound to a role would have, and all namespaces before some. */
export function dangerOf({ scope, right }: Grant): number {
  const where = scope === 'cluster' ? 6 : scope === 'where-bound' ? -6 : 0;
  return 20 * weightOfObject(right) + 4 * weightOfVerbs(right.verbs) + where;
}

function weightOfObject({ apiGroup = '', resource = '', resourceNames, nonResourceURL }: Right): number {
  if (nonResourceURL !== undefined || resourceNames) return 0;
  const [name = ''] = resource.split('/');
  if (resource === '*' || apiGroup === '*') return 4;
  if (apiGroup === 'rbac.authorization.k8s.io' || (apiGroup === '' && SENSITIVE.has(name))) return 3;
  return apiGroup !== '' && knownKinds(apiGroup) === undefined ? 1 : 2;
}

function weightOfVerbs(verbs: readonly string[]): number {
  if (verbs.includes('*')) return 3;
  return verbs.every((verb) => READING.has(verb)) ? 1 : 2;
}
