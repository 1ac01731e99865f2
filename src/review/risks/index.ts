/** The risks of one side, and of a change: every rule in order, the worst consequences first. */
import { base62Sha224 } from '../../render/profile/hash.js';
import type { ReviewSide, Risk, RiskFinders } from '../review.js';
import { type Access, accessOf } from './access.js';
import { accountInTenantNamespace } from './account-in-tenant-namespace.js';
import { accountNotThere } from './account-not-there.js';
import { aggregationLost } from './aggregation-lost.js';
import { allRights } from './all-rights.js';
import { clusterPermissions } from './cluster-permissions.js';
import { confusedDeputy } from './confused-deputy.js';
import { csrApproval } from './csr-approval.js';
import { defaultAccountRights } from './default-account-rights.js';
import { defaultRoleClusterWide } from './default-role-cluster-wide.js';
import { everyoneRights } from './everyone-rights.js';
import { foreignAggregation } from './foreign-aggregation.js';
import { groupWidened } from './group-widened.js';
import { impersonation } from './impersonation.js';
import { nodesProxy } from './nodes-proxy.js';
import { olmWrite } from './olm-write.js';
import { persistentVolumeCreate } from './persistent-volume-create.js';
import { podAccess } from './pod-access.js';
import { rbacWrite } from './rbac-write.js';
import { roleEscalation } from './role-escalation.js';
import { roleNameTakeover } from './role-name-takeover.js';
import type { Discovery, RiskRule } from './rule.js';
import { secretInInput } from './secret-in-input.js';
import { secretsRead } from './secrets-read.js';
import { selectorTargets } from './selector-targets.js';
import { tokenCreate } from './token-create.js';
import { webhookConfigurations } from './webhook-configurations.js';
import { wildcardRights } from './wildcard-rights.js';
import { workloadCreate } from './workload-create.js';

/** Every risk rule. Reports and docs/findings.md keep this order. */
export const RISK_RULES: readonly RiskRule[] = [
  allRights,
  defaultRoleClusterWide,
  everyoneRights,
  confusedDeputy,
  accountInTenantNamespace,
  groupWidened,
  olmWrite,
  roleNameTakeover,
  foreignAggregation,
  roleEscalation,
  impersonation,
  csrApproval,
  webhookConfigurations,
  nodesProxy,
  tokenCreate,
  secretsRead,
  podAccess,
  workloadCreate,
  clusterPermissions,
  wildcardRights,
  rbacWrite,
  persistentVolumeCreate,
  defaultAccountRights,
  accountNotThere,
  selectorTargets,
  secretInInput,
  aggregationLost,
];

/**
 * Finds the risks of a side, by rule and then by subject, and those that lie in the change from one side to the other.
 * What a side is asked about twice is looked up once.
 *
 * @example
 * const { risksOf } = riskFinders();
 * risksOf(side).filter(({ severity }) => severity === 'error');
 */
export function riskFinders(): RiskFinders {
  const known = new WeakMap<ReviewSide, Access>();
  const accessTo = (side: ReviewSide): Access => {
    const access = known.get(side) ?? accessOf(side);
    known.set(side, access);
    return access;
  };
  const allRisks = (find: (rule: RiskRule) => readonly Discovery[] | undefined): Risk[] =>
    RISK_RULES.flatMap((rule) => (find(rule) ?? []).map((discovery) => toRisk(rule, discovery)));
  return {
    risksOf: (side) => allRisks((rule) => rule.find?.(accessTo(side))),
    changeRisks: (base, head) => allRisks((rule) => rule.compare?.(accessTo(base), accessTo(head))),
  };
}

/** How names of CSVs end; an upgrade does not make another risk. */
const VERSION = /\.v?\d.*$/;

function toRisk({ id, references }: RiskRule, { identity, place, ...discovery }: Discovery): Risk {
  const { kind, namespace, name } = discovery.subject;
  // A risk that became worse is another one.
  const stableName = kind === 'ClusterServiceVersion' ? name.replace(VERSION, '') : name;
  const fingerprint = base62Sha224(JSON.stringify([id, discovery.severity, kind, namespace ?? '', stableName, ...identity]));
  return { id, ...discovery, references, ...(place ? { place } : {}), fingerprint };
}
