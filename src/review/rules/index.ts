/** All risk rules in order, the worst consequences first, and the finders of risks and changes. */

import { type Finding, type FindingRule, isAtLeast, type Severity } from '../../olm/model/finding.js';
import { bySeverity } from '../../olm/model/finding-order.js';
import type { State } from '../state/state.js';
import { type Access, accessOf, type Power } from './access/access.js';
import type { KnownThing, RiskConfiguration } from './baseline/configuration.js';
import { customRule } from './baseline/custom-rules.js';
import { accountUsed, tokenMounted, unknownAccount } from './changed/accounts-used.js';
import { appliedNow, keptObject } from './changed/applied-or-kept.js';
import type { ChangeFinder } from './changed/change.js';
import { clusterSetting } from './changed/cluster-setting.js';
import { deliveryMoved } from './changed/delivery-moved.js';
import { leftByChanges } from './changed/documents/not-reviewed.js';
import { adminNamed, embeddedManifest, embeddedPod, leftVariable } from './changed/embedded.js';
import { foreignConfiguration } from './changed/foreign-configuration.js';
import { guardUndone } from './changed/guard-undone.js';
import { CHANGES, REACH, REST } from './changed/index.js';
import { namedObjectChanged } from './changed/named-object-changed.js';
import { olmSetting } from './changed/olm-setting.js';
import { outsideSource } from './changed/outside-source.js';
import { powerfulImage, powerfulInput } from './changed/powerful-workloads.js';
import { programAccess } from './changed/program-access.js';
import { roleRefChanged, voidPermission } from './changed/rbac-as-served.js';
import { aggregationLost, unboundRole, unknownRbacField, unrenderedPermission } from './changed/roles.js';
import { selectionChanged } from './changed/selection-changed.js';
import { unknownKind, unknownMetadata } from './changed/unknown.js';
import { bundleImage, rawFile, unreadFile } from './changed/unread.js';
import { groupBeyondInput, groupMember, groupWidened } from './changed/wider-groups.js';
import { findingOf, type Renamed } from './finding-of.js';
import { accountInTenantNamespace } from './held/account-in-tenant-namespace.js';
import {
  admissionDelete,
  admissionPolicyWrite,
  apiServiceWrite,
  customResourceDefinitionWrite,
  gitopsWrite,
  namespaceWrite,
  olmWrite,
  settingWrite,
  webhookConfigurations,
} from './held/admission.js';
import { foreignAggregation } from './held/aggregated-rights.js';
import { appliedDifferently } from './held/applied-differently.js';
import { accountNotThere, defaultAccountRights, defaultRoleClusterWide, everyoneRights } from './held/bound-subjects.js';
import { confusedDeputy } from './held/confused-deputy.js';
import { csrApproval, identityWrite, impersonation, rbacWrite, roleEscalation, roleWrite, tokenCreate } from './held/grants.js';
import {
  machineConfigWrite,
  nodesProxy,
  nodeWrite,
  persistentVolumeCreate,
  podAccess,
  podModify,
  podSecurityPolicies,
  podSteal,
  securityContextConstraints,
  securityContextConstraintsWrite,
  workloadCreate,
} from './held/nodes-and-pods.js';
import { orderDependentPermission } from './held/order-dependent-permission.js';
import { roleNameTakeover } from './held/role-name-takeover.js';
import { configMapWrite, secretInInput, secretsRead, secretWrite } from './held/secrets.js';
import { selectorTargets } from './held/selector-targets.js';
import {
  dataDelete,
  endpointWrite,
  eventDelete,
  leaseWrite,
  networkPolicyWrite,
  serviceStatusWrite,
  serviceWrite,
  wildcardDelete,
} from './held/traffic-and-data.js';
import { rulesBesideAggregation, uncountedRole, unknownRole } from './held/uncertain-roles.js';
import { unknownPermission } from './held/unknown-permission.js';
import { allRights, clusterPermissions, urlAccess, wildcardRights } from './held/wildcards.js';
import { type RiskRule, riskRules, type Side } from './rule.js';

const RULES_OF_KNOWN_EFFECT = riskRules([
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
  deliveryMoved,
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
  roleRefChanged,
  voidPermission,
  clusterSetting,
  guardUndone,
  selectionChanged,
  namedObjectChanged,
  programAccess,
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
  leaseWrite,
  persistentVolumeCreate,
  defaultAccountRights,
  accountNotThere,
  selectorTargets,
  secretInInput,
  appliedDifferently,
  aggregationLost,
  serviceWrite,
]);

/** The permissions that these rules look for. */
const KNOWN_PERMISSIONS = RULES_OF_KNOWN_EFFECT.flatMap(({ wants = [], powers = [], escalates = [] }) => [
  ...wants,
  ...powers.flatMap((power) => power.wants),
  ...escalates,
]);

/** Every risk rule. Reports and docs/findings.md keep this order. */
export const RISK_RULES = riskRules([...RULES_OF_KNOWN_EFFECT, unknownPermission(KNOWN_PERMISSIONS)]);

/** The permissions that make a subject powerful: those that the rules call an error, unless the user lowers the severity. */
function powersOf(rules: readonly RiskRule[], severities: RiskConfiguration['severities']): Power[] {
  return rules.flatMap(({ id, powers = [] }) => (!Object.hasOwn(severities, id) || severities[id] === 'error' ? powers : []));
}

/** The powers of all rules. */
export const POWERS: readonly Power[] = powersOf(RISK_RULES, {});

/** The escalating permissions, in the order of the rules. */
export const ESCALATING: Access['escalating'] = RISK_RULES.flatMap(({ escalates }) => (escalates ? [escalates] : []));

/** Finds the risks of one state, and the changes between two. */
export interface RiskFinders {
  /** @param renamed maps an object to its name in the other state, for the comparison */
  risksOf(state: State, renamed?: Renamed): readonly Finding[];
  changeRisks(base: State, head: State): readonly Finding[];
  /** Changes of targets, operators and verdicts, the widest first. */
  reach(base: State, head: State): readonly Finding[];
  /** Other changes, the worst first; for equal severities, unexplained differences come last. */
  changes(base: State, head: State): readonly Finding[];
}

/** The risk rules that compare two states, in the form of the other finders. */
const RISKS_OF_CHANGES: readonly ChangeFinder[] = RISK_RULES.flatMap((rule) =>
  rule.compare ? [{ rules: [rule], compare: rule.compare }] : [],
);

/**
 * Makes functions that find the risks of a state, by rule and then by subject, and the changes between two states. Each state is indexed
 * once.
 *
 * @param configuration your own rules and severities (default: none)
 *
 * @example
 * const { risksOf } = riskFinders();
 * risksOf(state).filter(({ severity }) => severity === 'error');
 */
export function riskFinders({ rules, severities, known: looked = [] }: RiskConfiguration = { rules: [], severities: {} }): RiskFinders {
  const isKnown = knownThings(looked);
  const own = rules.map(customRule);
  // Permissions that a user's rule looks for count as known.
  const all =
    own.length === 0
      ? RISK_RULES
      : [...RULES_OF_KNOWN_EFFECT, unknownPermission([...KNOWN_PERMISSIONS, ...own.flatMap(({ wants = [] }) => wants)]), ...own];
  const powers = rules.length === 0 && Object.keys(severities).length === 0 ? POWERS : powersOf(all, severities);
  const judged = (finding: Finding): Finding => {
    const severity = Object.hasOwn(severities, finding.id) ? severities[finding.id] : undefined;
    return severity === undefined ? finding : { ...finding, severity };
  };
  const known = new WeakMap<State, Access>();
  const accessTo = (state: State): Access => {
    const access = known.get(state) ?? accessOf(state, powers, ESCALATING);
    known.set(state, access);
    return access;
  };
  return {
    risksOf: (state, renamed) =>
      all.flatMap((rule) => (rule.find?.(accessTo(state)) ?? []).map((discovery) => judged(findingOf(rule, discovery, renamed)))),
    changeRisks: (base, head) =>
      found(RISKS_OF_CHANGES, accessTo(base), accessTo(head))
        .map((risk) => judged({ ...risk, path: risk.path ?? [] }))
        .filter((risk) => !isKnown(risk)),
    reach: (base, head) => found(REACH, { state: base }, { state: head }).map(judged),
    changes: (base, head) => {
      const [told, rest] = [CHANGES, REST].map((finders) => found(finders, { state: base }, { state: head })) as [Finding[], Finding[]];
      return [...told, ...leftByChanges(rest, told)].toSorted(bySeverity).map(judged);
    },
  };
}

function found<Needs extends Side>(finders: readonly ChangeFinder<Needs>[], base: Needs, head: Needs): Finding[] {
  return finders.flatMap(({ rules: [rule], compare }) =>
    compare(base, head).map((discovery) => findingOf(discovery.rule ?? (rule as FindingRule), discovery)),
  );
}

/** Whether a finding reports an unknown kind or key that the baseline marks as known. */
function knownThings(things: readonly KnownThing[]): (finding: Finding) => boolean {
  const names = new Set(things.flatMap(({ kind, annotation, label }) => [`Kind ${kind}`, `Annotation ${annotation}`, `Label ${label}`]));
  // Knowing a kind covers only new objects of it, not changed or removed ones.
  return ({ id, subject, presence }) =>
    (id === unknownMetadata.id || (id === unknownKind.id && presence === 'added')) && names.has(`${subject.kind} ${subject.name}`);
}

const WHEN_NEW: ReadonlyMap<string, Severity> = new Map(
  RISK_RULES.flatMap(({ id, severityWhenNew }) => (severityWhenNew ? [[id, severityWhenNew] as const] : [])),
);

/** A risk that a change adds, with the severity of its rule for new risks. */
export function asNew(risk: Finding): Finding {
  return { ...risk, severity: WHEN_NEW.get(risk.id) ?? risk.severity };
}

const WHEN_INSTALLED: ReadonlyMap<string, Severity> = new Map(
  RISK_RULES.flatMap(({ id, severityWhenInstalled }) => (severityWhenInstalled ? [[id, severityWhenInstalled] as const] : [])),
);

/** A risk of a new operator, with the severity of its rule for installations unless that is worse. */
export function asInstalled(risk: Finding): Finding {
  const severity = WHEN_INSTALLED.get(risk.id);
  return severity !== undefined && isAtLeast(risk.severity, severity) ? { ...risk, severity } : risk;
}
