/** Accounts of operators from which cluster-admin is one step away. */
import { groupBy } from '../../kubernetes/group-by.js';
import { compareText } from '../../kubernetes/object.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { subjectKey } from '../../rbac/subject.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import type { Access } from '../access/access.js';
import { type Held, heldBy, omnipotent } from '../access/held.js';
import { CSR_APPROVAL } from './csr-approval.js';
import { IMPERSONATION } from './impersonation.js';
import { NODES_PROXY } from './nodes-proxy.js';
import { OLM_WRITE } from './olm-write.js';
import { CLUSTER_RBAC_WRITE } from './rbac-write.js';
import { CLUSTER_ROLE_ESCALATION } from './role-escalation.js';
import { TOKEN_CREATE } from './token-create.js';
import { WEBHOOK_WRITE } from './webhook-configurations.js';

/** Permissions from which cluster-admin is one step away, the shortest path first. */
const PRIMITIVES: readonly (readonly PolicyRule[])[] = [
  CLUSTER_ROLE_ESCALATION,
  IMPERSONATION,
  CLUSTER_RBAC_WRITE,
  OLM_WRITE,
  TOKEN_CREATE,
  WEBHOOK_WRITE,
  NODES_PROXY,
  CSR_APPROVAL,
];

/** An account with a permission that escalates. */
export interface Deputy {
  readonly held: Held;
  /** All of its permissions that escalate, in all namespaces. */
  readonly permissions: readonly string[];
  /** All rules of the account. */
  readonly rules: readonly PolicyRule[];
}

/** The accounts of each CSV with a primitive in all namespaces, each with its first one, in the order of the primitives. */
export function deputiesOf(access: Access): Map<ResolvedCsv, Deputy[]> {
  const found = new Map<string, Held>();
  const permissions = new Map<string, string[]>();
  for (const held of [omnipotent(access), ...PRIMITIVES.map((wants) => heldBy(access, wants))].flat()) {
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
