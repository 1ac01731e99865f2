/** Permissions, their subjects and scopes, places and units in words: each has one wording in findings, reviews and reports. */
import { compareText, formatReference, groupBy, type ObjectReference } from '../kubernetes/object.js';
import type { SourcePlace } from '../manifest/place.js';
import type { GrantScope, GrantSubject, Right } from '../rbac/grant.js';
import { isClusterScoped } from '../tools/resources.js';
import { counted, joined, listed } from './phrases.js';

/** The objects that apply a unit, as an addition to its name. */
export function appliedByText(objects: readonly string[]): string {
  return objects.length === 0 ? '' : `, applied by ${objects.length > 2 ? counted(objects.length, 'object') : objects.join(' and ')}`;
}

/** A sentence about Applications and similar objects that apply nothing from the input. @param objects with their kinds */
export function elsewhereText(objects: readonly string[]): string {
  const kinds = [...groupBy(objects, (object) => object.slice(0, object.indexOf(' ')))].map(([kind, { length }]) => counted(length, kind));
  const [verb, they] = objects.length === 1 ? ['applies', 'it applies'] : ['apply', 'they apply'];
  return `${joined(kinds)} ${verb} nothing of this repository, and what ${they} is not available: ${listed(objects)}`;
}

/** A sentence about kustomizations that Flux builds by default, but Argo CD only with an option. */
export function beyondText(kustomizations: readonly string[]): string {
  const [verb, them, their] = kustomizations.length === 1 ? ['loads', 'it', 'its folder'] : ['load', 'them', 'their folders'];
  return `${listed(kustomizations, 'kustomizations')} ${verb} files from outside ${their}: Flux builds ${them}, Argo CD only with --load-restrictor LoadRestrictionsNone in kustomize.buildOptions`;
}

/** The steps of a path in one line: `a → b`. A step that contains an arrow is put in quotes, so that it stays one step. */
export function inSteps(steps: readonly string[]): string {
  return steps.map((step) => (step.includes('→') ? JSON.stringify(step) : step)).join(' → ');
}

/** Who has a permission: `ServiceAccount op/manager`, `Group devs`, `anyone bound to edit`. */
export function subjectText(subject: GrantSubject): string {
  return subject.kind === 'RoleHolder' ? boundTo([subject.name]) : formatReference(subject);
}

/** Anyone who is bound to one of these ClusterRoles, as text. */
export function boundTo(roles: readonly string[]): string {
  return `anyone bound to ${joined(roles, 'or')}`;
}

/**
 * The scope of a permission, for a cell of a table.
 *
 * @param permissions the permissions in this scope; those without a namespace apply in the whole cluster
 */
export function scopeText(scope: GrantScope, permissions: readonly Right[] = []): string {
  if (scope === 'cluster') return permissions.length > 0 && permissions.every(hasNoNamespace) ? 'the whole cluster' : 'all namespaces';
  return scope === 'where-bound' ? 'wherever it is bound' : listed(scope, 'namespaces');
}

/** The scope at the end of a sentence: `in all namespaces`, `in team-a and team-b`, `wherever it is bound`. */
export function whereText(scope: GrantScope, permissions?: readonly Right[]): string {
  return scope === 'where-bound' ? scopeText(scope) : `in ${scopeText(scope, permissions)}`;
}

function hasNoNamespace({ nonResourceURL, apiGroup = '', resource = '*' }: Right): boolean {
  return nonResourceURL !== undefined || isClusterScoped(apiGroup, resource);
}

/** A permission. @example permissionText({ verbs: ['get', 'list'], apiGroup: 'apps', resource: 'deployments' }) // 'get and list deployments.apps' */
export function permissionText(permission: Right): string {
  return permissionTexts([permission]).join();
}

/**
 * Permissions in few words: those with the same verbs are joined.
 *
 * @example
 * permissionTexts([{ verbs: ['get'], apiGroup: '', resource: 'pods' }, { verbs: ['get'], apiGroup: '', resource: 'secrets' }]) // ['get pods and secrets']
 * @param shown the number of resources before the rest is only counted; by default all
 */
export function permissionTexts(permissions: readonly Right[], shown = Number.POSITIVE_INFINITY): string[] {
  const alike = groupBy(permissions, ({ verbs, resourceNames }) => JSON.stringify([verbs, resourceNames ?? null]));
  return [...alike.values()].map((same) => {
    const [{ verbs, resourceNames }] = same;
    const objects = objectsText(same, shown);
    if (verbs.includes('*') && objects === EVERYTHING && !resourceNames) return 'do everything';
    // The effect of a name such as privileged is unknown here, so all names are shown; reading CRDs has no effect.
    const isHarmless = same.every(({ resource }) => resource === 'customresourcedefinitions') && verbs.every((verb) => READING.has(verb));
    const names = resourceNames ? ` named ${listed(resourceNames, undefined, isHarmless ? shown : resourceNames.length)}` : '';
    return `${verbsText(verbs)} ${objects}${names}`;
  });
}

const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Verbs in the order in which people name them: reading before writing. */
const VERBS: readonly string[] = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Verbs in that order. @example verbsText(['update', 'get']) // 'get and update' */
export function verbsText(verbs: readonly string[]): string {
  const rank = (verb: string): number => (VERBS.includes(verb) ? VERBS.indexOf(verb) : VERBS.length);
  return verbs.includes('*') ? 'use all verbs on' : joined(verbs.toSorted((a, b) => rank(a) - rank(b) || compareText(a, b)));
}

/** Every resource of every API group. */
const EVERYTHING = 'all resources';

/** The resources, sorted; whole API groups come last, together. If only some are shown: the whole groups, and the first of the others. */
function objectsText(permissions: readonly Right[], shown: number): string {
  const isWholeGroup = ({ apiGroup, resource = '*', nonResourceURL }: Right): boolean =>
    nonResourceURL === undefined && resource === '*' && apiGroup !== '*';
  const single = permissions.filter((permission) => !isWholeGroup(permission)).map(objectText);
  const groups = permissions.filter(isWholeGroup).map(({ apiGroup }) => apiGroup || 'the core API group');
  const whole = groups.length === 0 ? [] : [`${EVERYTHING} in ${firstOf(groups, shown, 'API groups')}`];
  return firstOf(single, shown, undefined, whole);
}

/** Each text once; the rest is only counted. @param last texts that are always named, at the end */
function firstOf(texts: readonly string[], shown: number, noun?: string, last: readonly string[] = []): string {
  const all = [...new Set(texts)];
  const named = all.length + last.length <= shown + 1 ? all : all.slice(0, shown - last.length);
  const items = [...named.sort(compareText), ...last];
  const more = all.length + last.length - items.length;
  return more === 0 ? joined(items) : `${items.join(', ')} and ${more} more${noun === undefined ? '' : ` ${noun}`}`;
}

/** The resource as kubectl names it, or the URL. */
export function objectText({ apiGroup = '', resource = '*', nonResourceURL }: Right): string {
  if (nonResourceURL !== undefined) return nonResourceURL === '*' ? 'all URL paths' : nonResourceURL;
  if (resource === '*') return apiGroup === '*' ? EVERYTHING : `${EVERYTHING} in ${apiGroup || 'the core API group'}`;
  if (apiGroup === '*') return `${resource} in any API group`;
  return apiGroup === '' ? resource : `${resource}.${apiGroup}`;
}

/** A sentence about an object: the object first, with the object that it is made from. */
export function aboutText(of: { readonly subject: ObjectReference; readonly message: string; readonly place?: SourcePlace }): string {
  const { subject, message, place: { inside } = {} } = of;
  const name = formatReference(subject);
  if (!inside && message.startsWith(`${name} `)) return message;
  return `${name}${inside ? ` (of ${formatReference(inside)})` : ''}: ${message}`;
}

/** `file:line:column`, as far as they are known. */
export function placeText({ file, line, column }: SourcePlace): string {
  return line === undefined ? file : `${file}:${line}${column === undefined ? '' : `:${column}`}`;
}

/** Places, grouped by file: `prod/a.yaml:32:15, 35:15`. */
export function placeTexts(places: readonly SourcePlace[]): string[] {
  return [...groupBy(places, ({ file }) => file)].map(([file, all]) => {
    const positions = all.flatMap(({ line, column }) =>
      line === undefined ? [] : [column === undefined ? `${line}` : `${line}:${column}`],
    );
    return positions.length === 0 ? file : `${file}:${positions.join(', ')}`;
  });
}

/** The number of units that are named. */
const SHOWN_UNITS = 3;

/** The units of a repository, in words. @param all the number of units @param what their noun */
export function unitsText(units: readonly string[], all: number, what = 'units'): string {
  const [first = ''] = units;
  if (units.length === 1) return first;
  const more = units.length - SHOWN_UNITS;
  const names = units.slice(0, SHOWN_UNITS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return units.length === all ? `all ${all} ${what}: ${names}` : `${units.length} of ${all} ${what}: ${names}`;
}
