/** Accounts of operators from which cluster-admin is one step away. */
import { compareText, groupBy } from '../../kubernetes/object.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { subjectKey } from '../../rbac/subject.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import type { Access } from '../access/access.js';
import { heldBy, omnipotent, type RightsOfSubject } from '../access/held.js';

/** An account with a permission that escalates. */
export interface Deputy {
  readonly held: RightsOfSubject;
  /** All of its permissions that escalate, in all namespaces. */
  readonly permissions: readonly string[];
  /** All rules of the account. */
  readonly rules: readonly PolicyRule[];
}

/** The accounts of each CSV with a permission that escalates in all namespaces, each with its first one, in the order of the rules. */
export function deputiesOf(access: Access): Map<ResolvedCsv, Deputy[]> {
  const found = new Map<string, RightsOfSubject>();
  const permissions = new Map<string, string[]>();
  for (const held of [omnipotent(access), ...access.escalating.map((wants) => heldBy(access, wants))].flat()) {
    const account = subjectKey(held.subject);
    if (held.scope !== 'cluster' || !access.operators.has(account)) continue;
    permissions.set(account, [...(permissions.get(account) ?? []), ...held.permissions]);
    if (!found.has(account)) found.set(account, held);
  }
  const holdings = groupBy(access.holdings, ({ subject }) => subjectKey(subject));
  const pairs = [...found].flatMap(([account, held]) => {
    const deputy = {
      held,
      permissions: [...new Set(permissions.get(account))].sort(compareText),
      rules: (holdings.get(account) ?? []).map(({ rule }) => rule),
    };
    return (access.operators.get(account) ?? []).map((resolved) => ({ resolved, deputy }));
  });
  return new Map([...groupBy(pairs, ({ resolved }) => resolved)].map(([resolved, list]) => [resolved, list.map(({ deputy }) => deputy)]));
}
