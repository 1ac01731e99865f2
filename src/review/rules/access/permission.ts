/**
 * Single permissions as text, such as `create deployments.apps`, `get pods/exec` or `bind clusterroles.rbac.authorization.k8s.io named
 * admin`, in risks and baseline entries. `*` means all, `*.*` all resources of all API groups; `get url:/metrics` is about a URL.
 */
import { isDeepStrictEqual } from 'node:util';
import { compareText, groupBy, isNamedObject } from '../../../base/kubernetes/object.js';
import { type PolicyRule, policyRule } from '../../../base/kubernetes/policy-rule.js';
import { roleOf } from '../../../base/kubernetes/rbac.js';
import { once } from '../../../base/manifest/once.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { type Atom, atomSet, atomsOf, isCovered, isCoveredByGreater } from '../../../base/rbac/atoms.js';
import { verbsText } from '../../../base/wording/permissions.js';
import { listed } from '../../../base/wording/phrases.js';

/** The permissions of rules, each once and sorted, without those that wider ones among them include. */
export function permissionsOf(rules: readonly PolicyRule[], clusterWide = true): string[] {
  const atoms = rules.flatMap((rule) => [...atomsOf(rule, clusterWide)]);
  const all = atomSet(atoms);
  return [...new Set(atoms.filter((atom) => !isCoveredByGreater(atom, all)).map(permissionText))].sort(compareText);
}

/** Each permission of rules once, sorted, with those that wider ones among them include. */
export function everyPermission(rules: readonly PolicyRule[]): string[] {
  return [...new Set(rules.flatMap((rule) => [...atomsOf(rule, true)].map(permissionText)))].sort(compareText);
}

/**
 * The permissions that none of others include.
 * @example uncovered(['get pods', 'list pods'], ['* pods']) // []
 */
export function uncovered(permissions: readonly string[], others: readonly string[]): string[] {
  return uncoveredBy(others)(permissions);
}

/** The same for several lists: the others are indexed once. */
export function uncoveredBy(others: readonly string[]): (permissions: readonly string[]) => string[] {
  const known = new Set(others);
  const index = once(() => atomSet(others.map(atomOf)));
  return (permissions) => {
    const missing = permissions.filter((permission) => !known.has(permission));
    if (missing.length === 0 || others.length === 0) return missing;
    return missing.filter((permission) => !isCovered(atomOf(permission), index()));
  };
}

/**
 * The permissions that a role loses if nothing else in it changes; undefined if it gains permissions, or if its rules could be read in
 * another way.
 */
export function lostPermissions(before: unknown, after: unknown): readonly string[] | undefined {
  if (!isNamedObject(before) || !isNamedObject(after)) return undefined;
  const [was, is] = [before, after].map(roleOf);
  const [rest, others] = [before, after].map(({ rules: _, ...fields }) => sortedText(fields));
  // A template instead of the list, or of a rule, can become any value.
  const rules = after.rules ?? [];
  const areRead = Array.isArray(rules) && rules.every((rule) => isDeepStrictEqual(rule, policyRule(rule)));
  if (!was || !is || rest !== others || !areRead) return undefined;
  const [had, has] = [was, is].map(({ rules }) => permissionsOf(rules)) as [string[], string[]];
  return uncovered(has, had).length > 0 ? undefined : uncovered(had, has);
}

/**
 * Permissions in few words.
 * @example permissionsText(['list pods', 'get pods']) // 'get and list pods'
 */
export function permissionsText(permissions: readonly string[]): string {
  const alike = groupBy(permissions, (permission) => permission.slice(permission.indexOf(' ')));
  return listed([...alike].map(([object, all]) => `${verbsText(all.map((one) => one.slice(0, one.indexOf(' '))))}${object}`));
}

function permissionText(atom: Atom): string {
  if ('url' in atom) return `${word(atom.verb)} url:${word(atom.url)}`;
  const { verb, apiGroup, resource, name } = atom;
  const plural = word(resource).replaceAll('.', '%2E');
  const object = apiGroup === '' ? plural : `${plural}.${word(apiGroup)}`;
  return `${word(verb)} ${object}${name === undefined ? '' : ` named ${word(name)}`}`;
}

/** Encodes blanks, which separate the parts: otherwise two permissions could have the same text. */
function word(text: string): string {
  return text === '' ? '%' : text.replace(/[%:\s]/g, encodeURIComponent);
}

/** The first dot after the resource begins the API group: names of resources contain no dot. */
function atomOf(permission: string): Atom {
  const [verb = '', object = '', , name] = permission.split(' ');
  if (object.startsWith('url:')) return { verb, url: object.slice(4) };
  const dot = object.indexOf('.');
  const [resource, apiGroup] = dot === -1 ? [object, ''] : [object.slice(0, dot), object.slice(dot + 1)];
  return { verb, apiGroup, resource, ...(name === undefined ? {} : { name }) };
}
