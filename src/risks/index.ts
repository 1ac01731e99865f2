/** The risks of one side, and of a change: every rule in order, the worst consequences first. */
import type { ObjectReference } from '../kubernetes/object.js';
import { type Finding, isAtLeast, type Severity, toFinding } from '../model/finding.js';
import { base62Sha224 } from '../render/profile/hash.js';
import type { State } from '../state/state.js';
import { type Access, accessOf } from './access.js';
import { accountInTenantNamespace } from './account-in-tenant-namespace.js';
import { accountNotThere } from './account-not-there.js';
import { accountUsed } from './account-used.js';
import { adminNamed } from './admin-named.js';
import { admissionDelete } from './admission-delete.js';
import { admissionPolicyWrite } from './admission-policy-write.js';
import { aggregationLost } from './aggregation-lost.js';
import { allRights } from './all-rights.js';
import { apiServiceWrite } from './api-service-write.js';
import { appliedDifferently } from './applied-differently.js';
import { appliedNow } from './applied-now.js';
import { bundleImage } from './bundle-image.js';
import { clusterPermissions } from './cluster-permissions.js';
import { clusterSetting } from './cluster-setting.js';
import { configMapWrite } from './config-map-write.js';
import { confusedDeputy } from './confused-deputy.js';
import { csrApproval } from './csr-approval.js';
import { customResourceDefinitionWrite } from './custom-resource-definition-write.js';
import { customRule } from './custom-rules.js';
import { dataDelete } from './data-delete.js';
import { defaultAccountRights } from './default-account-rights.js';
import { defaultRoleClusterWide } from './default-role-cluster-wide.js';
import { embeddedManifest } from './embedded-manifest.js';
import { embeddedPod } from './embedded-pod.js';
import { endpointWrite } from './endpoint-write.js';
import { eventDelete } from './event-delete.js';
import { everyoneRights } from './everyone-rights.js';
import { foreignAggregation } from './foreign-aggregation.js';
import { gitopsWrite } from './gitops-write.js';
import { groupBeyondInput } from './group-beyond-input.js';
import { groupMember } from './group-member.js';
import { groupWidened } from './group-widened.js';
import { identityWrite } from './identity-write.js';
import { impersonation } from './impersonation.js';
import { leftVariable } from './left-variable.js';
import { machineConfigWrite } from './machine-config-write.js';
import { namespaceWrite } from './namespace-write.js';
import { networkPolicyWrite } from './network-policy-write.js';
import { nodeWrite } from './node-write.js';
import { nodesProxy } from './nodes-proxy.js';
import { olmWrite } from './olm-write.js';
import { orderDependentPermission } from './order-dependent-permission.js';
import { outsideSource } from './outside-source.js';
import { persistentVolumeCreate } from './persistent-volume-create.js';
import { podAccess } from './pod-access.js';
import { podModify } from './pod-modify.js';
import { podSecurityPolicies } from './pod-security-policies.js';
import { podSteal } from './pod-steal.js';
import { powerfulImage } from './powerful-image.js';
import { rbacWrite } from './rbac-write.js';
import type { RiskConfiguration } from './risk-configuration.js';
import { roleEscalation } from './role-escalation.js';
import { roleNameTakeover } from './role-name-takeover.js';
import { roleWrite } from './role-write.js';
import type { Discovery, RiskRule } from './rule.js';
import { rulesBesideAggregation } from './rules-beside-aggregation.js';
import { secretInInput } from './secret-in-input.js';
import { secretWrite } from './secret-write.js';
import { secretsRead } from './secrets-read.js';
import { securityContextConstraints } from './security-context-constraints.js';
import { securityContextConstraintsWrite } from './security-context-constraints-write.js';
import { selectorTargets } from './selector-targets.js';
import { serviceStatusWrite } from './service-status-write.js';
import { serviceWrite } from './service-write.js';
import { tokenCreate } from './token-create.js';
import { tokenMounted } from './token-mounted.js';
import { unboundRole } from './unbound-role.js';
import { uncountedRole } from './uncounted-role.js';
import { unknownAccount } from './unknown-account.js';
import { unknownRbacField } from './unknown-rbac-field.js';
import { unknownRole } from './unknown-role.js';
import { unreadFile } from './unread-file.js';
import { unrenderedPermission } from './unrendered-permission.js';
import { urlAccess } from './url-access.js';
import { webhookConfigurations } from './webhook-configurations.js';
import { wildcardDelete } from './wildcard-delete.js';
import { wildcardRights } from './wildcard-rights.js';
import { workloadCreate } from './workload-create.js';

/** Every risk rule. Reports and docs/findings.md keep this order. */
export const RISK_RULES: readonly RiskRule[] = [
  allRights,
  defaultRoleClusterWide,
  everyoneRights,
  accountUsed,
  tokenMounted,
  powerfulImage,
  groupMember,
  unreadFile,
  embeddedManifest,
  adminNamed,
  embeddedPod,
  outsideSource,
  bundleImage,
  appliedNow,
  leftVariable,
  unknownRole,
  unknownAccount,
  unboundRole,
  rulesBesideAggregation,
  uncountedRole,
  orderDependentPermission,
  unrenderedPermission,
  unknownRbacField,
  clusterSetting,
  confusedDeputy,
  accountInTenantNamespace,
  groupWidened,
  groupBeyondInput,
  olmWrite,
  roleNameTakeover,
  foreignAggregation,
  roleEscalation,
  impersonation,
  identityWrite,
  csrApproval,
  webhookConfigurations,
  admissionPolicyWrite,
  machineConfigWrite,
  securityContextConstraintsWrite,
  gitopsWrite,
  nodesProxy,
  tokenCreate,
  secretsRead,
  podAccess,
  workloadCreate,
  podModify,
  securityContextConstraints,
  podSecurityPolicies,
  clusterPermissions,
  wildcardRights,
  urlAccess,
  rbacWrite,
  roleWrite,
  secretWrite,
  configMapWrite,
  apiServiceWrite,
  customResourceDefinitionWrite,
  admissionDelete,
  namespaceWrite,
  nodeWrite,
  endpointWrite,
  serviceStatusWrite,
  networkPolicyWrite,
  wildcardDelete,
  dataDelete,
  podSteal,
  eventDelete,
  persistentVolumeCreate,
  defaultAccountRights,
  accountNotThere,
  selectorTargets,
  secretInInput,
  appliedDifferently,
  aggregationLost,
  serviceWrite,
];

/** What an object is called on the other side. */
export type Renamed = (object: ObjectReference) => ObjectReference;

const SAME: Renamed = (object) => object;

/** Finds risks: in one side, and in the change from one to the other. */
export interface RiskFinders {
  /** @param renamed what an object is called on the other side, for the comparison with it */
  risksOf(side: State, renamed?: Renamed): readonly Finding[];
  changeRisks(base: State, head: State): readonly Finding[];
}

/**
 * Finds the risks of a side, by rule and then by subject, and the risks of the change from one side to the other.
 * Each side is indexed once.
 *
 * @param configuration rules and severities of the user's own
 *
 * @example
 * const { risksOf } = riskFinders();
 * risksOf(side).filter(({ severity }) => severity === 'error');
 */
export function riskFinders({ rules, severities }: RiskConfiguration = { rules: [], severities: {} }): RiskFinders {
  const all = [...RISK_RULES, ...rules.map(customRule)];
  const judged = (risk: Finding): Finding => {
    const severity = Object.hasOwn(severities, risk.id) ? severities[risk.id] : undefined;
    return severity === undefined ? risk : { ...risk, severity };
  };
  const known = new WeakMap<State, Access>();
  const accessTo = (side: State): Access => {
    const access = known.get(side) ?? accessOf(side);
    known.set(side, access);
    return access;
  };
  const allRisks = (find: (rule: RiskRule) => readonly Discovery[] | undefined, renamed: Renamed = SAME): Finding[] =>
    all.flatMap((rule) => (find(rule) ?? []).map((discovery) => judged(toRisk(rule, discovery, renamed))));
  return {
    risksOf: (side, renamed) => allRisks((rule) => rule.find?.(accessTo(side)), renamed),
    changeRisks: (base, head) => allRisks((rule) => rule.compare?.(accessTo(base), accessTo(head))),
  };
}

const WHEN_NEW: ReadonlyMap<string, Severity> = new Map(
  RISK_RULES.flatMap(({ id, severityWhenNew }) => (severityWhenNew ? [[id, severityWhenNew] as const] : [])),
);

/** A risk that a change adds, with the severity that its rule gives it then. */
export function asNew(risk: Finding): Finding {
  return { ...risk, severity: WHEN_NEW.get(risk.id) ?? risk.severity };
}

const WHEN_INSTALLED: ReadonlyMap<string, Severity> = new Map(
  RISK_RULES.flatMap(({ id, severityWhenInstalled }) => (severityWhenInstalled ? [[id, severityWhenInstalled] as const] : [])),
);

/** A risk that comes with a new operator, never worse than it was found. */
export function asInstalled(risk: Finding): Finding {
  const severity = WHEN_INSTALLED.get(risk.id);
  return severity !== undefined && isAtLeast(risk.severity, severity) ? { ...risk, severity } : risk;
}

/** How names of CSVs end; an upgrade is not another risk. */
const VERSION = /\.v?\d.*$/;

function toRisk(rule: RiskRule, discovery: Discovery, renamed: Renamed): Finding {
  const finding = toFinding(rule, discovery);
  const { kind, namespace, name } = renamed(finding.subject);
  // A risk that became worse is another one.
  const stableName = kind === 'ClusterServiceVersion' ? name.replace(VERSION, '') : name;
  const identity = [rule.id, finding.severity, kind, namespace ?? '', stableName, ...discovery.identity];
  return { ...finding, fingerprint: base62Sha224(JSON.stringify(identity)) };
}
