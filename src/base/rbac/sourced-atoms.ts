/** The single rights that roles give, each with all rules that give it. */
import { type Atom, atomKey, atomsOf } from './atoms.js';
import type { BoundRole } from './bound.js';
import type { RoleRule, RoleRules } from './role-rules.js';

/** A rule that a subject has. */
export interface AtomSource {
  readonly held: BoundRole;
  readonly rule: RoleRule;
}

/** A right and the rules that give it. */
export interface SourcedAtom {
  readonly atom: Atom;
  readonly sources: readonly AtomSource[];
}

/**
 * The rights that these roles give, by atomKey.
 *
 * @param clusterWide false if the roles are bound in a namespace
 */
export function sourcedAtoms(
  roles: readonly BoundRole[],
  rulesOf: (role: BoundRole['role']) => RoleRules,
  clusterWide: boolean,
): Map<string, SourcedAtom> {
  const found = new Map<string, { atom: Atom; sources: AtomSource[] }>();
  for (const held of roles) {
    for (const rule of rulesOf(held.role).rules) {
      const source = { held, rule };
      for (const atom of atomsOf(rule.rule, clusterWide)) {
        const key = atomKey(atom);
        const known = found.get(key);
        if (known) known.sources.push(source);
        else found.set(key, { atom, sources: [source] });
      }
    }
  }
  return found;
}
