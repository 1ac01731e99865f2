/** How reports name subjects, scopes, rights and paths: the only place that decides it. */
import { groupBy } from '../../model/group-by.js';
import { compareText, formatReference } from '../../model/kubernetes-object.js';
import { listText } from '../../model/name-lists.js';
import type { GrantPath, GrantScope, GrantSubject, Right, ScopeChange, SourcePlace } from '../review.js';

/** Who holds a right. @example subjectText({ kind: 'RoleHolder', name: 'edit' }) // 'whoever is bound to ClusterRole edit' */
export function subjectText(subject: GrantSubject): string {
  return subject.kind === 'RoleHolder' ? `whoever is bound to ClusterRole ${subject.name}` : formatReference(subject);
}

/** Where a right holds. */
export function scopeText(scope: GrantScope): string {
  if (scope === 'cluster') return 'the whole cluster';
  if (scope === 'where-bound') return 'wherever the role is bound';
  return listText(scope);
}

/** The same, as the end of a sentence. */
export function whereText(scope: GrantScope): string {
  return scope === 'where-bound' ? scopeText(scope) : `in ${scopeText(scope)}`;
}

/** What may be done. @example rightText({ verbs: ['get'], apiGroup: 'apps', resource: 'deployments' }) // 'get deployments.apps' */
export function rightText(right: Right): string {
  return actionText(right.verbs, [objectText(right)], right.resourceNames);
}

/**
 * Rights in few words: those with the same verbs become one.
 *
 * @example
 * rightTexts([{ verbs: ['get'], apiGroup: '', resource: 'pods' }, { verbs: ['get'], apiGroup: '', resource: 'secrets' }]) // ['get pods, secrets']
 * @param shown of how many resources each names before it only counts; by default all
 */
export function rightTexts(rights: readonly Right[], shown?: number): string[] {
  const merged = new Map<string, { right: Right; objects: string[] }>();
  for (const right of rights) {
    const key = JSON.stringify([right.verbs, right.resourceNames ?? null]);
    const same = merged.get(key);
    if (same) same.objects.push(objectText(right));
    else merged.set(key, { right, objects: [objectText(right)] });
  }
  return [...merged.values()].map(({ right, objects }) =>
    actionText(right.verbs, [...new Set(objects)].sort(compareText), right.resourceNames, shown),
  );
}

function actionText(
  verbs: readonly string[],
  objects: readonly string[],
  names: readonly string[] | undefined,
  shown = Number.POSITIVE_INFINITY,
): string {
  const action = verbs.includes('*') ? 'use all verbs on' : verbs.join(', ');
  return `${action} ${listText(objects, shown)}${names ? ` named ${listText(names, shown)}` : ''}`;
}

/** The resource as kubectl names it, or the URL. */
export function objectText({ apiGroup = '', resource = '*', nonResourceURL }: Right): string {
  if (nonResourceURL !== undefined) return nonResourceURL;
  if (resource === '*') return apiGroup === '*' ? 'all resources' : `all resources of ${apiGroup || 'the core group'}`;
  if (apiGroup === '*') return `${resource} of any group`;
  return apiGroup === '' ? resource : `${resource}.${apiGroup}`;
}

/** Through what a right comes: what the role was made for, or the roles that lead to it. */
export function pathText({ owner, roles }: GrantPath): string {
  return owner ? formatReference(owner) : roles.map(formatReference).join(' → ');
}

/** What changes in the reach of what. */
export function scopeChangeText({ subject, message }: ScopeChange): string {
  return `${formatReference(subject)}: ${message}`;
}

/** `file:line:column`, as far as they are known. */
export function placeText({ file, line, column }: SourcePlace): string {
  return line === undefined ? file : `${file}:${line}${column === undefined ? '' : `:${column}`}`;
}

/** `1 grant`, `2 grants`, `no grants`. */
export function counted(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Places, those in one file together: `prod/a.yaml:32:15, 35:15`. */
export function placeTexts(places: readonly SourcePlace[]): string[] {
  return [...groupBy(places, ({ file }) => file)].map(([file, all]) => {
    const positions = all.flatMap(({ line, column }) =>
      line === undefined ? [] : [column === undefined ? `${line}` : `${line}:${column}`],
    );
    return positions.length === 0 ? file : `${file}:${positions.join(', ')}`;
  });
}
