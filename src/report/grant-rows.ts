/** Groups grants into rows of a table, one for each subject, scope and origin; and orders grants by danger. */

import { groupBy } from '../base/kubernetes/object.js';
import { RBAC_GROUP } from '../base/kubernetes/rbac.js';
import { once } from '../base/manifest/once.js';
import type { SourcePlace } from '../base/manifest/place.js';
import type { Grant, GrantScope, GrantSubject, Right } from '../base/rbac/grant.js';
import { knownKinds } from '../base/tools/kinds.js';
import { permissionTexts, placeText, scopeText } from '../base/wording/permissions.js';
import { originText } from './steps.js';

/** One row of the table. */
export interface GrantRow {
  readonly subject: GrantSubject;
  readonly scope: GrantScope;
  /** The scope in words. */
  readonly where: string;
  /** The permissions in words. */
  readonly permissions: readonly string[];
  /** The CSVs, OperatorGroups or roles that grant the permissions, in words. */
  readonly through: readonly string[];
  readonly places: readonly SourcePlace[];
}

/**
 * The rows of these grants, in the order of the first grant of each row. The words of a row are made when they are read: a text shows
 * few of thousands.
 *
 * @param shown the number of resources that each row names
 * @default all
 * @param isTogether whether a row joins grants of different origins
 */
export function grantRows(grants: readonly Grant[], shown?: number, isTogether = false): GrantRow[] {
  return [...groupBy(grants, (grant) => rowKey(grant, isTogether)).values()].map((alike) => {
    const [{ subject, scope }] = alike;
    const rights = once(() => alike.map(({ right }) => right));
    const paths = once(() => [...new Set(alike.flatMap((grant) => grant.paths))]);
    return {
      subject,
      scope,
      get where() {
        return scopeText(scope, rights());
      },
      get permissions() {
        return permissionTexts(rights(), shown);
      },
      get through() {
        return [...new Set(paths().map(originText))];
      },
      get places() {
        return [...new Map(paths().flatMap(({ place }) => (place ? [[placeText(place), place] as const] : []))).values()];
      },
    };
  });
}

function rowKey({ subject, scope, paths }: Grant, isTogether = false): string {
  return JSON.stringify([subject, scope, isTogether ? [] : [...new Set(paths.map(originText))]]);
}

/** Verbs that let the subject take over another identity or role. */
const ESCALATING: readonly string[] = ['impersonate', 'escalate', 'bind'];
const SENSITIVE: ReadonlySet<string> = new Set(['pods', 'nodes', 'namespaces', 'serviceaccounts', 'configmaps', 'services']);
const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Groups the grants by subject and scope. The most dangerous group comes first, and in each group the most dangerous grant. */
export function byDanger(grants: readonly Grant[]): [Grant, ...Grant[]][] {
  const dangers = new Map(grants.map((grant) => [grant, dangerOf(grant)]));
  const worseFirst = (a: Grant, b: Grant): number => (dangers.get(b) ?? 0) - (dangers.get(a) ?? 0);
  const groups = [...groupBy(grants, ({ subject, scope }) => JSON.stringify([subject, scope])).values()];
  for (const own of groups) own.sort(worseFirst);
  return groups.toSorted(([a], [b]) => worseFirst(a, b));
}

/** The danger of a grant, as a number. The resource counts more than the verbs and the scope. */
export function dangerOf({ scope, right }: Grant): number {
  const where = scope === 'cluster' ? 6 : scope === 'where-bound' ? -6 : 0;
  return 20 * weightOfObject(right) + 4 * weightOfVerbs(right.verbs) + where;
}

function weightOfObject({ apiGroup = '', resource = '', resourceNames, nonResourceURL, verbs }: Right): number {
  if (nonResourceURL !== undefined || resourceNames) return 0;
  const [name = ''] = resource.split('/');
  if (resource === '*' || apiGroup === '*' || ESCALATING.some((verb) => verbs.includes(verb))) return 4;
  // RBAC objects and Secrets, with any verb, come before the other sensitive resources.
  if (apiGroup === RBAC_GROUP || (apiGroup === '' && name === 'secrets')) return 3.5;
  if (apiGroup === '' && SENSITIVE.has(name)) return 3;
  return apiGroup !== '' && knownKinds(apiGroup) === undefined ? 1 : 2;
}

function weightOfVerbs(verbs: readonly string[]): number {
  if (verbs.includes('*')) return 3;
  return verbs.every((verb) => READING.has(verb)) ? 1 : 2;
}
