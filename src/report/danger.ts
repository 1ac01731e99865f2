/** How dangerous a permission is, to say the worst first. What is an error or a warning by a rule is said before all of these. */
import { knownKinds } from '../kubernetes/kinds.js';
import type { Grant, Right } from '../rbac/grant.js';
import { bySubjectAndScope } from './grant-rows.js';

/** With these verbs, somebody becomes whom they name. */
const ESCALATING: readonly string[] = ['impersonate', 'escalate', 'bind'];
const SENSITIVE: ReadonlySet<string> = new Set(['pods', 'nodes', 'namespaces', 'serviceaccounts', 'configmaps', 'services']);
const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** The grants of each subject in one scope, the most dangerous first, and of each its most dangerous permission first. */
export function byDanger(grants: readonly Grant[]): [Grant, ...Grant[]][] {
  const dangers = new Map(grants.map((grant) => [grant, dangerOf(grant)]));
  const worseFirst = (a: Grant, b: Grant): number => (dangers.get(b) ?? 0) - (dangers.get(a) ?? 0);
  const groups = bySubjectAndScope(grants).map((own) => own.toSorted(worseFirst) as [Grant, ...Grant[]]);
  return groups.toSorted(([a], [b]) => worseFirst(a, b));
}

/** What somebody has comes before what anyone bound to a role would have, and all namespaces before some. */
export function dangerOf({ scope, right }: Grant): number {
  const where = scope === 'cluster' ? 6 : scope === 'where-bound' ? -6 : 0;
  return 20 * weightOfObject(right) + 4 * weightOfVerbs(right.verbs) + where;
}

function weightOfObject({ apiGroup = '', resource = '', resourceNames, nonResourceURL, verbs }: Right): number {
  if (nonResourceURL !== undefined || resourceNames) return 0;
  const [name = ''] = resource.split('/');
  if (resource === '*' || apiGroup === '*' || ESCALATING.some((verb) => verbs.includes(verb))) return 4;
  // Whatever the verbs, before the sensitive ones.
  if (apiGroup === 'rbac.authorization.k8s.io' || (apiGroup === '' && name === 'secrets')) return 3.5;
  if (apiGroup === '' && SENSITIVE.has(name)) return 3;
  return apiGroup !== '' && knownKinds(apiGroup) === undefined ? 1 : 2;
}

function weightOfVerbs(verbs: readonly string[]): number {
  if (verbs.includes('*')) return 3;
  return verbs.every((verb) => READING.has(verb)) ? 1 : 2;
}
