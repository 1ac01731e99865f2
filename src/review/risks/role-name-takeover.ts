/** ClusterRoles under a name that belongs to Kubernetes, or to somebody else. */
import { groupBy } from '../../model/group-by.js';
import { compareText, formatReference, type KubernetesObject, referenceTo } from '../../model/kubernetes-object.js';
import { type PolicyRule, policyRule } from '../../model/policy-rule.js';
import { DEFAULT_CLUSTER_ROLES } from '../../rules/default-cluster-roles.js';
import type { Access } from './access.js';
import { isEverything } from './held.js';
import { type Discovery, NSA_RBAC, type RiskRule } from './rule.js';

const DEFAULTS: ReadonlyMap<string, KubernetesObject> = new Map(DEFAULT_CLUSTER_ROLES.map((role) => [role.metadata.name, role]));
const BOOTSTRAP_LABEL = 'kubernetes.io/bootstrapping';

export const roleNameTakeover: RiskRule = {
  id: 'role-name-takeover',
  severity: 'error',
  title: "Takes over another's ClusterRole",
  references: [NSA_RBAC],
  documentation: {
    meaning:
      "The input or a bundle has a ClusterRole with the name of one of Kubernetes' own (cluster-admin, admin, edit, view, `system:…`) that says something else, or two ClusterRoles of one name that differ. Applying it replaces what everyone bound to that name may do. Names that OperatorGroups would take over are findings of `check`, which does not render them.",
    attack:
      'A bundle brings a ClusterRole view that may read Secrets; every reader in the cluster has the right the moment it is installed.',
    fix: 'Give the ClusterRole a name of its own, and bind that.',
  },
  find: (access) => {
    const roles = access.side.objects.filter(({ kind }) => kind === 'ClusterRole');
    return [...groupBy(roles, ({ metadata }) => metadata.name)]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([name, same]) => [...ownName(access, name, same), ...sharedName(access, name, same)]);
  },
};

function ownName({ side }: Access, name: string, roles: readonly KubernetesObject[]): Discovery[] {
  const taken = roles.find((role) => {
    const own = DEFAULTS.get(name);
    if (own) return !isWithin(role, own);
    // A snapshot holds those of Kubernetes' controllers, which carry this label.
    return name.startsWith('system:') && role.metadata.labels?.[BOOTSTRAP_LABEL] !== 'rbac-defaults';
  });
  if (!taken) return [];
  const subject = referenceTo(taken);
  return [
    {
      severity: 'error',
      subject,
      message: `${formatReference(subject)} has the name of one of Kubernetes' own ClusterRoles and gives other rights to everyone who is bound to it`,
      path: `${formatReference(subject)} → replaces Kubernetes' own ${name} → every binding to ${name}`,
      fix: 'rename it',
      place: side.placeOf(subject, ['metadata', 'name']),
      identity: ['own'],
    },
  ];
}

function sharedName({ side }: Access, name: string, roles: readonly KubernetesObject[]): Discovery[] {
  const contents = new Set(roles.map(({ rules, aggregationRule }) => JSON.stringify([rules ?? [], aggregationRule ?? null])));
  const [first] = roles;
  if (contents.size < 2 || !first) return [];
  const subject = referenceTo(first);
  return [
    {
      severity: 'error',
      subject,
      message: `${roles.length} ClusterRoles are called ${name} and differ, and the one that is applied last is what everyone bound to the name holds`,
      path: `${roles.length} ClusterRoles ${name} → one replaces the other → every binding to ${name}`,
      fix: 'rename all but one',
      place: side.placeOf(subject, ['metadata', 'name']),
      identity: ['shared'],
    },
  ];
}

/** No role of Kubernetes itself says nearly as much. */
const MAX_ATOMS = 5_000;

/** Whether a role says what Kubernetes' own does, or, as in another version of Kubernetes, less. */
function isWithin(role: KubernetesObject, own: KubernetesObject): boolean {
  // The rules of an aggregated role are filled in by a controller.
  if (own.aggregationRule) return JSON.stringify(role.aggregationRule) === JSON.stringify(own.aggregationRule);
  const rules = rulesOf(role);
  if (role.aggregationRule) return false;
  if (rulesOf(own).some(isEverything)) return rules.some(isEverything);
  const allowed = new Set(rulesOf(own).flatMap(atoms));
  return rules.reduce((sum, rule) => sum + size(rule), 0) <= MAX_ATOMS && rules.flatMap(atoms).every((atom) => allowed.has(atom));
}

function rulesOf({ rules }: KubernetesObject): PolicyRule[] {
  return Array.isArray(rules) ? rules.map((rule) => policyRule(rule as Record<string, unknown>)) : [];
}

function size({ verbs = [], apiGroups = [], resources = [], nonResourceURLs = [] }: PolicyRule): number {
  return verbs.length * (apiGroups.length * resources.length + nonResourceURLs.length);
}

/** Each verb on each resource or URL. */
function atoms({ verbs = [], apiGroups = [], resources = [], nonResourceURLs = [] }: PolicyRule): string[] {
  const targets = [...apiGroups.flatMap((group) => resources.map((resource) => `${group}/${resource}`)), ...nonResourceURLs];
  return targets.flatMap((target) => verbs.map((verb) => `${verb} ${target}`));
}
