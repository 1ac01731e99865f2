/** Accounts of operators from which cluster-admin is one step away. */
import { groupBy } from '../../model/group-by.js';
import type { PolicyRule } from '../../model/policy-rule.js';
import type { ResolvedCsv } from '../../rules/resolve.js';
import { subjectKey } from '../holders.js';
import type { Access } from './access.js';
import { CSR_APPROVAL } from './csr-approval.js';
import { type Held, heldBy, omnipotent, type Want } from './held.js';
import { IMPERSONATION } from './impersonation.js';
import { NODES_PROXY } from './nodes-proxy.js';
import { OLM_WRITE } from './olm-write.js';
import { CLUSTER_RBAC_WRITE } from './rbac-write.js';
import { CLUSTER_ROLE_ESCALATION } from './role-escalation.js';
import { TOKEN_CREATE } from './token-create.js';
import { WEBHOOK_WRITE } from './webhook-configurations.js';

/** Rights from which cluster-admin is one step away, the shortest way first. */
const PRIMITIVES: readonly (readonly Want[])[] = [
  CLUSTER_ROLE_ESCALATION,
  IMPERSONATION,
  CLUSTER_RBAC_WRITE,
  OLM_WRITE,
  TOKEN_CREATE,
  WEBHOOK_WRITE,
  NODES_PROXY,
  CSR_APPROVAL,
];

/** An account with a right that escalates. */
export interface Deputy {
  readonly held: Held;
  /** All that the account holds. */
  readonly rules: readonly PolicyRule[];
}

/** The accounts of each CSV that hold a primitive in the whole cluster, each with the first of them, in the order of the primitives. */
export function deputiesOf(access: Access): Map<ResolvedCsv, Deputy[]> {
  const found = new Map<string, Held>();
  for (const held of [omnipotent(access), ...PRIMITIVES.map((wants) => heldBy(access, wants))].flat()) {
    const account = subjectKey(held.subject);
    if (held.scope === 'cluster' && access.operators.has(account) && !found.has(account)) found.set(account, held);
  }
  const holdings = groupBy(access.holdings, ({ subject }) => subjectKey(subject));
  const pairs = [...found].flatMap(([account, held]) => {
    const deputy = { held, rules: (holdings.get(account) ?? []).map(({ rule }) => rule) };
    return (access.operators.get(account) ?? []).map((resolved) => ({ resolved, deputy }));
  });
  return new Map([...groupBy(pairs, ({ resolved }) => resolved)].map(([resolved, list]) => [resolved, list.map(({ deputy }) => deputy)]));
}
