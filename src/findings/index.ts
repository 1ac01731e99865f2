/** The risks of one state, and of a change: every rule in order, the worst consequences first. */
import type { ObjectReference } from '../kubernetes/object.js';
import { type Finding, isAtLeast, type Severity, toFinding } from '../model/finding.js';
import type { State } from '../state/state.js';
import { type Access, accessOf, type Power } from './access/access.js';
import type { KnownThing, RiskConfiguration } from './baseline/configuration.js';
import { customRule } from './baseline/custom-rules.js';
import { accountUsed } from './changed/account-used.js';
import { adminNamed } from './changed/admin-named.js';
import { aggregationLost } from './changed/aggregation-lost.js';
import { appliedNow } from './changed/applied-now.js';
import { bundleImage } from './changed/bundle-image.js';
import { clusterSetting } from './changed/cluster-setting.js';
import { embeddedManifest } from './changed/embedded-manifest.js';
import { embeddedPod } from './changed/embedded-pod.js';
import { foreignConfiguration } from './changed/foreign-configuration.js';
import { groupBeyondInput } from './changed/group-beyond-input.js';
import { groupMember } from './changed/group-member.js';
import { groupWidened } from './changed/group-widened.js';
import { guardUndone } from './changed/guard-undone.js';
import { otherChanges, reachChanges } from './changed/index.js';
import { keptObject } from './changed/kept-object.js';
import { leftVariable } from './changed/left-variable.js';
import { olmSetting } from './changed/olm-setting.js';
import { outsideSource } from './changed/outside-source.js';
import { powerfulImage } from './changed/powerful-image.js';
import { powerfulInput } from './changed/powerful-input.js';
import { rawFile } from './changed/raw-file.js';
import { tokenMounted } from './changed/token-mounted.js';
import { unboundRole } from './changed/unbound-role.js';
import { unknownAccount } from './changed/unknown-account.js';
import { unknownKind } from './changed/unknown-kind.js';
import { unknownMetadata } from './changed/unknown-metadata.js';
import { unknownRbacField } from './changed/unknown-rbac-field.js';
import { unreadFile } from './changed/unread-file.js';
import { unrenderedPermission } from './changed/unrendered-permission.js';
import { fingerprintOf } from './fingerprint.js';
import { accountInTenantNamespace } from './held/account-in-tenant-namespace.js';
import { accountNotThere } from './held/account-not-there.js';
import { admissionDelete } from './held/admission-delete.js';
import { admissionPolicyWrite } from './held/admission-policy-write.js';
import { allRights } from './held/all-rights.js';
import { apiServiceWrite } from './held/api-service-write.js';
import { appliedDifferently } from './held/applied-differently.js';
import { clusterPermissions } from './held/cluster-permissions.js';
import { configMapWrite } from './held/config-map-write.js';
import { confusedDeputy } from './held/confused-deputy.js';
import { csrApproval } from './held/csr-approval.js';
import { customResourceDefinitionWrite } from './held/custom-resource-definition-write.js';
import { dataDelete } from './held/data-delete.js';
import { defaultAccountRights } from './held/default-account-rights.js';
import { defaultRoleClusterWide } from './held/default-role-cluster-wide.js';
import { endpointWrite } from './held/endpoint-write.js';
import { eventDelete } from './held/event-delete.js';
import { everyoneRights } from './held/everyone-rights.js';
import { foreignAggregation } from './held/foreign-aggregation.js';
import { gitopsWrite } from './held/gitops-write.js';
import { identityWrite } from './held/identity-write.js';
import { impersonation } from './held/impersonation.js';
import { machineConfigWrite } from './held/machine-config-write.js';
import { namespaceWrite } from './held/namespace-write.js';
import { networkPolicyWrite } from './held/network-policy-write.js';
import { nodeWrite } from './held/node-write.js';
import { nodesProxy } from './held/nodes-proxy.js';
import { olmWrite } from './held/olm-write.js';
import { orderDependentPermission } from './held/order-dependent-permission.js';
import { persistentVolumeCreate } from './held/persistent-volume-create.js';
import { podAccess } from './held/pod-access.js';
import { podModify } from './held/pod-modify.js';
import { podSecurityPolicies } from './held/pod-security-policies.js';
import { podSteal } from './held/pod-steal.js';
import { rbacWrite } from './held/rbac-write.js';
import { roleEscalation } from './held/role-escalation.js';
import { roleNameTakeover } from './held/role-name-takeover.js';
import { roleWrite } from './held/role-write.js';
import { rulesBesideAggregation } from './held/rules-beside-aggregation.js';
import { secretInInput } from './held/secret-in-input.js';
import { secretWrite } from './held/secret-write.js';
import { secretsRead } from './held/secrets-read.js';
import { securityContextConstraints } from './held/security-context-constraints.js';
import { securityContextConstraintsWrite } from './held/security-context-constraints-write.js';
import { selectorTargets } from './held/selector-targets.js';
import { serviceStatusWrite } from './held/service-status-write.js';
import { serviceWrite } from './held/service-write.js';
import { settingWrite } from './held/setting-write.js';
import { tokenCreate } from './held/token-create.js';
import { uncountedRole } from './held/uncounted-role.js';
import { unknownRole } from './held/unknown-role.js';
import { urlAccess } from './held/url-access.js';
import { webhookConfigurations } from './held/webhook-configurations.js';
import { wildcardDelete } from './held/wildcard-delete.js';
import { wildcardRights } from './held/wildcard-rights.js';
import { workloadCreate } from './held/workload-create.js';
import type { Discovery, RiskRule } from './rule.js';

/** Every risk rule. Reports and docs/findings.md keep this order. */
export const RISK_RULES: readonly RiskRule[] = [
  allRights,
  defaultRoleClusterWide,
  everyoneRights,
  accountUsed,
  tokenMounted,
  powerfulImage,
  powerfulInput,
  groupMember,
  unreadFile,
  rawFile,
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
  guardUndone,
  foreignConfiguration,
  olmSetting,
  keptObject,
  unknownKind,
  unknownMetadata,
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
  settingWrite,
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

/** What makes powerful: what the rules call an error, as far as the user does not say otherwise. */
function powersOf(rules: readonly RiskRule[], severities: RiskConfiguration['severities']): Power[] {
  return rules.flatMap(({ id, powers = [] }) => (!Object.hasOwn(severities, id) || severities[id] === 'error' ? powers : []));
}

/** The same of all rules. */
export const POWERS: readonly Power[] = powersOf(RISK_RULES, {});

/** What escalates, in the order of the rules. */
export const ESCALATING: Access['escalating'] = RISK_RULES.flatMap(({ escalates }) => (escalates ? [escalates] : []));

/** What an object is called in the other state. */
export type Renamed = (object: ObjectReference) => ObjectReference;

const SAME: Renamed = (object) => object;

/** Finds risks: in one state, and in the change from one to the other. */
export interface RiskFinders {
  /** @param renamed what an object is called in the other state, for the comparison with it */
  risksOf(state: State, renamed?: Renamed): readonly Finding[];
  changeRisks(base: State, head: State): readonly Finding[];
  /** Changes of targets, operators and verdicts. */
  reach(base: State, head: State): readonly Finding[];
  /** What changes besides. */
  changes(base: State, head: State): readonly Finding[];
}

/**
 * Finds the risks of a state, by rule and then by subject, and the risks of the change from one state to the other.
 * Each state is indexed once.
 *
 * @param configuration rules and severities of the user's own
 *
 * @example
 * const { risksOf } = riskFinders();
 * risksOf(state).filter(({ severity }) => severity === 'error');
 */
export function riskFinders({ rules, severities, known: looked = [] }: RiskConfiguration = { rules: [], severities: {} }): RiskFinders {
  const isKnown = knownThings(looked);
  const all = [...RISK_RULES, ...rules.map(customRule)];
  const judged = (risk: Finding): Finding => {
    const severity = Object.hasOwn(severities, risk.id) ? severities[risk.id] : undefined;
    return severity === undefined ? risk : { ...risk, severity };
  };
  const known = new WeakMap<State, Access>();
  const accessTo = (state: State): Access => {
    const access = known.get(state) ?? accessOf(state, powersOf(all, severities), ESCALATING);
    known.set(state, access);
    return access;
  };
  const allRisks = (find: (rule: RiskRule) => readonly Discovery[] | undefined, renamed: Renamed = SAME): Finding[] =>
    all.flatMap((rule) => (find(rule) ?? []).map((discovery) => judged(toRisk(rule, discovery, renamed))));
  return {
    risksOf: (state, renamed) => allRisks((rule) => rule.find?.(accessTo(state)), renamed),
    changeRisks: (base, head) => allRisks((rule) => rule.compare?.(accessTo(base), accessTo(head))).filter((risk) => !isKnown(risk)),
    reach: (base, head) => reachChanges(base, head).map(judged),
    changes: (base, head) => otherChanges(base, head).map(judged),
  };
}

/** Whether a finding says that something is unknown which somebody has looked at. */
function knownThings(things: readonly KnownThing[]): (finding: Finding) => boolean {
  const names = new Set(things.flatMap(({ kind, annotation, label }) => [`Kind ${kind}`, `Annotation ${annotation}`, `Label ${label}`]));
  return ({ id, subject }) => (id === unknownKind.id || id === unknownMetadata.id) && names.has(`${subject.kind} ${subject.name}`);
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

function toRisk(rule: RiskRule, discovery: Discovery, renamed: Renamed): Finding {
  const finding = toFinding(rule, discovery);
  return { ...finding, fingerprint: fingerprintOf(rule.id, finding.severity, renamed(finding.subject), discovery.identity) };
}
