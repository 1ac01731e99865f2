/** Lists the single permissions that roles give, each with all rules that give it. */
import type { PolicyRule } from '../kubernetes/policy-rule.js';
import { type Atom, atomKey, atomsOf } from './atoms.js';
import type { BoundRole } from './bound.js';
import type { RoleRule, RoleRules } from './role-rules.js';

/** A bound role, and one of its rules. */
export interface AtomSource {
  readonly role: BoundRole;
  readonly rule: RoleRule;
}

/** A permission, and the rules that give it. */
export interface SourcedAtom {
  readonly atom: Atom;
  readonly sources: readonly AtomSource[];
}

/**
 * The permissions that these roles give, by `atomKey`.
 *
 * @param clusterWide false if the roles are bound in a namespace
 */
export function sourcedAtoms(
  roles: readonly BoundRole[],
  rulesOf: (role: BoundRole['role']) => RoleRules,
  clusterWide: boolean,
): Map<string, SourcedAtom> {
  const found = new Map<string, { atom: Atom; sources: AtomSource[] }>();
  for (const role of roles) {
    for (const rule of rulesOf(role.role).rules) {
      const source = { role, rule };
      for (const { key, atom } of keyedAtoms(rule.rule, clusterWide)) {
        const known = found.get(key);
        if (known) known.sources.push(source);
        else found.set(key, { atom, sources: [source] });
      }
    }
  }
  return found;
}

interface KeyedAtom {
  readonly key: string;
  readonly atom: Atom;
}

/** The permissions of each rule, as a cache: a role can have thousands of subjects, and aggregated roles share their rules. */
const KEYED: Readonly<Record<'cluster' | 'local', WeakMap<PolicyRule, readonly KeyedAtom[]>>> = {
  cluster: new WeakMap(),
  local: new WeakMap(),
};

function keyedAtoms(rule: PolicyRule, clusterWide: boolean): readonly KeyedAtom[] {
  const known = KEYED[clusterWide ? 'cluster' : 'local'];
  const atoms = known.get(rule) ?? [...atomsOf(rule, clusterWide)].map((atom) => ({ key: atomKey(atom), atom }));
  known.set(rule, atoms);
  return atoms;
}
