/** Single rights → readable grants: one for each scope and resource, with all its verbs. */
import { compareText, groupBy } from '../kubernetes/object.js';
import { atomKey } from './atoms.js';
import { distinctPaths } from './distinct-paths.js';
import type { Grant, GrantPath, GrantScope, GrantSubject, Right } from './grant.js';
import type { AtomSource, SourcedAtom } from './sourced-atoms.js';

/** Rights in one scope. The namespaces of different parts do not overlap. */
export interface ScopedAtoms {
  readonly scope: GrantScope;
  readonly atoms: readonly SourcedAtom[];
}

/** A right and the indexes of all parts with it. */
interface Spread extends SourcedAtom {
  readonly sources: AtomSource[];
  readonly parts: number[];
}

/** The grants of one subject, ordered by scope, API group, resource and names. */
export function compactGrants(subject: GrantSubject, parts: readonly ScopedAtoms[], pathOf: (source: AtomSource) => GrantPath): Grant[] {
  const scopeOf = scopes(parts);
  const cells = groupBy(spread(parts).values(), ({ atom, parts: where }) =>
    JSON.stringify([where, 'url' in atom ? [atom.url] : [atom.apiGroup, atom.resource, atom.name ?? null]]),
  );
  const alike = groupBy(cells.values(), (cell) => {
    const [{ atom, parts: where }] = cell;
    const which = 'url' in atom ? [atom.url] : [atom.apiGroup, atom.resource, atom.name === undefined];
    return JSON.stringify([where, which, verbsOf(cell)]);
  });
  return [...alike.values()]
    .map((same): Grant => {
      const all = same.flat();
      return {
        subject,
        scope: scopeOf((all[0] as Spread).parts),
        right: right(all),
        paths: distinctPaths([...new Set(all.flatMap(({ sources }) => sources))].map(pathOf)),
      };
    })
    .sort(compareGrants);
}

/** Each right once, with the parts that have it; rights in the whole cluster stay separate. */
function spread(parts: readonly ScopedAtoms[]): Map<string, Spread> {
  const found = new Map<string, Spread>();
  for (const [index, { scope, atoms }] of parts.entries()) {
    for (const { atom, sources } of atoms) {
      const key = `${typeof scope} ${atomKey(atom)}`;
      const known = found.get(key);
      if (known) {
        known.sources.push(...sources);
        known.parts.push(index);
      } else found.set(key, { atom, sources: [...sources], parts: [index] });
    }
  }
  return found;
}

/** The common scope of parts; the same parts always return the same list. */
function scopes(parts: readonly ScopedAtoms[]): (indexes: readonly number[]) => GrantScope {
  const known = new Map<string, GrantScope>();
  return (indexes) => {
    const key = indexes.join();
    const all = indexes.map((index) => (parts[index] as ScopedAtoms).scope);
    const whole = all.find((scope) => typeof scope === 'string');
    const scope = known.get(key) ?? whole ?? all.flat().sort(compareText);
    known.set(key, scope);
    return scope;
  };
}

function verbsOf(cell: readonly SourcedAtom[]): readonly string[] {
  const verbs = [...new Set(cell.map(({ atom }) => atom.verb))].sort(compareText);
  return verbs.includes('*') ? ['*'] : verbs;
}

function right(atoms: readonly SourcedAtom[]): Right {
  const verbs = verbsOf(atoms);
  const { atom } = atoms[0] as SourcedAtom;
  if ('url' in atom) return { verbs, nonResourceURL: atom.url };
  const { apiGroup, resource } = atom;
  const resourceNames = [...new Set(atoms.flatMap((other) => ('name' in other.atom ? (other.atom.name ?? []) : [])))].sort(compareText);
  return { verbs, apiGroup, resource, ...(resourceNames.length > 0 ? { resourceNames } : {}) };
}

function compareGrants(a: Grant, b: Grant): number {
  return (
    compareText(scopeText(a), scopeText(b)) ||
    compareText(a.right.nonResourceURL ?? '', b.right.nonResourceURL ?? '') ||
    compareText(a.right.apiGroup ?? '', b.right.apiGroup ?? '') ||
    compareText(a.right.resource ?? '', b.right.resource ?? '') ||
    compareText((a.right.resourceNames ?? []).join('\n'), (b.right.resourceNames ?? []).join('\n')) ||
    compareText(a.right.verbs.join('\n'), b.right.verbs.join('\n'))
  );
}

/** Sorts the whole cluster before namespaces. */
function scopeText({ scope }: Grant): string {
  return typeof scope === 'string' ? `\0${scope}` : scope.join('\n');
}
