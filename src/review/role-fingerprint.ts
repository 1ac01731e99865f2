/** Fingerprints: lists of roles told apart by what they allow, without taking it apart. */
import type { HeldRole, Holders } from './holders.js';

/** Equal for lists of roles with the same rules, on whichever side. */
export type Fingerprint = (roles: readonly HeldRole[], side: Holders) => string;

/** Numbers the distinct contents of roles as it meets them. */
export function fingerprints(): Fingerprint {
  const numbers = new Map<string, number>();
  const known = new Map<object, number>();
  return (roles, { rulesOf }) => {
    const numberOf = ({ role }: HeldRole): number => {
      const rules = rulesOf(role);
      const number = known.get(rules) ?? numbers.get(rules.text) ?? numbers.size;
      known.set(rules, number);
      numbers.set(rules.text, number);
      return number;
    };
    return [...new Set(roles.map(numberOf))].sort((a, b) => a - b).join();
  };
}
