/**
 * Atoms: RBAC rules split into single rights, and the test whether one right includes another
 * (by the rules of Kubernetes' RuleAllows; a wildcard means "anything that may exist").
 */
import type { PolicyRule } from '../kubernetes/policy-rule.js';

/** One verb on one resource or URL. `*` means all. */
export type Atom =
  | {
      readonly verb: string;
      readonly apiGroup: string;
      /** The resource with its subresource, such as `pods/exec`; `*` includes every subresource. */
      readonly resource: string;
      /** The name of the object; absent for all objects. */
      readonly name?: string;
    }
  | { readonly verb: string; readonly url: string };

/** Atoms with an index for inclusion tests. */
export interface AtomSet {
  readonly keys: ReadonlySet<string>;
  /** The URLs that end in a wildcard, which can include others. */
  readonly urls: readonly Extract<Atom, { url: string }>[];
}

/**
 * The atoms of a rule. A wildcard replaces its whole list; the name `*` is the name of one object.
 *
 * @param clusterWide false if a RoleBinding grants the rule: it gives no rights to URLs
 */
export function* atomsOf(rule: PolicyRule, clusterWide: boolean): Generator<Atom> {
  const verbs = distinct(rule.verbs);
  const names = rule.resourceNames?.length ? [...new Set(rule.resourceNames)] : [undefined];
  for (const apiGroup of distinct(rule.apiGroups))
    for (const resource of distinct(rule.resources))
      for (const name of names) for (const verb of verbs) yield { verb, apiGroup, resource, ...(name === undefined ? {} : { name }) };
  if (!clusterWide) return;
  for (const url of new Set((rule.nonResourceURLs ?? []).map(normalUrl))) for (const verb of verbs) yield { verb, url };
}

/** A key for maps: two atoms have the same key only if they are equal. */
export function atomKey(atom: Atom): string {
  return 'url' in atom ? JSON.stringify([atom.verb, atom.url]) : resourceKey(atom.verb, atom.apiGroup, atom.resource, atom.name);
}

/** Indexes atoms. */
export function atomSet(atoms: Iterable<Atom>): AtomSet {
  const keys = new Set<string>();
  const urls: Extract<Atom, { url: string }>[] = [];
  for (const atom of atoms) {
    keys.add(atomKey(atom));
    if ('url' in atom && atom.url.endsWith('*')) urls.push(atom);
  }
  return { keys, urls };
}

/** Whether the set contains a right or one that includes it. */
export function isCovered(atom: Atom, set: AtomSet): boolean {
  return set.keys.has(atomKey(atom)) || isCoveredByGreater(atom, set);
}

/** Whether the set contains another right that includes this one. */
export function isCoveredByGreater(atom: Atom, { keys, urls }: AtomSet): boolean {
  if ('url' in atom) {
    if (atom.verb !== '*' && keys.has(atomKey({ ...atom, verb: '*' }))) return true;
    return urls.some(
      ({ verb, url }) => (verb === '*' || verb === atom.verb) && urlIncludes(url, atom.url) && !(verb === atom.verb && url === atom.url),
    );
  }
  const own = atomKey(atom);
  for (const verb of withWildcard(atom.verb))
    for (const apiGroup of withWildcard(atom.apiGroup))
      for (const resource of including(atom.resource))
        for (const name of atom.name === undefined ? [undefined] : [atom.name, undefined]) {
          const key = resourceKey(verb, apiGroup, resource, name);
          if (key !== own && keys.has(key)) return true;
        }
  return false;
}

/** Joins the parts as lines, in a third of the time of JSON. JSON replaces them if a part contains a line break. */
function resourceKey(verb: string, apiGroup: string, resource: string, name: string | undefined): string {
  const key = name === undefined ? `${verb}\n${apiGroup}\n${resource}` : `${verb}\n${apiGroup}\n${resource}\n${name}`;
  const breaks = name === undefined ? 2 : 3;
  return countOf('\n', key) === breaks ? key : JSON.stringify([verb, apiGroup, resource, name ?? null]);
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++;
  return count;
}

function distinct(values: readonly string[] | undefined): readonly string[] {
  return values?.includes('*') ? ['*'] : [...new Set(values)];
}

function withWildcard(value: string): readonly string[] {
  return value === '*' ? ['*'] : [value, '*'];
}

/** The resources in a rule that include this resource. */
function including(resource: string): readonly string[] {
  const slash = resource.indexOf('/');
  return slash === -1 ? withWildcard(resource) : [...new Set([resource, `*${resource.slice(slash)}`, '*'])];
}

/** Every path begins with a slash, so a lone slash before a wildcard adds nothing; of several wildcards at the end, one counts. */
function normalUrl(url: string): string {
  if (!url.endsWith('*')) return url;
  const prefix = url.replace(/(?<!\*)\*+$/, '');
  return prefix === '/' ? '*' : `${prefix}*`;
}

function urlIncludes(outer: string, inner: string): boolean {
  return outer === inner || (outer.endsWith('*') && inner.startsWith(outer.slice(0, -1)));
}
