/** Fingerprints: distinguish lists of roles by their rules, without splitting the rules into atoms. */
import type { Role } from '../kubernetes/rbac.js';
import type { LocalRole, Rbac } from './bound.js';

/** Fingerprints are equal for lists of roles with the same rules, on either side. */
export interface Fingerprints {
  of(roles: readonly Role[], side: Rbac): string;
  /** The same for roles in namespaces. A list that namespaces share is read once. */
  ofLocal(roles: readonly LocalRole[], side: Rbac): string;
}

/** Numbers distinct contents of roles in the order of their first use. */
export function fingerprints(): Fingerprints {
  const numbers = new Map<string, number>();
  const known = new Map<object, number>();
  const lists = new Map<readonly LocalRole[], string>();
  const of: Fingerprints['of'] = (roles, { rulesOf }) => {
    const numberOf = (role: Role): number => {
      const rules = rulesOf(role);
      const number = known.get(rules) ?? numbers.get(rules.text) ?? numbers.size;
      known.set(rules, number);
      numbers.set(rules.text, number);
      return number;
    };
    return [...new Set(roles.map(numberOf))].sort((a, b) => a - b).join();
  };
  return {
    of,
    ofLocal(roles, side) {
      const text =
        lists.get(roles) ??
        of(
          roles.map(({ role }) => role.object),
          side,
        );
      lists.set(roles, text);
      return text;
    },
  };
}
