/** Reports roles with a name that belongs to Kubernetes or to another role. */

import { compareText, groupBy, referenceTo } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { type Role, roleOf } from '../../../base/kubernetes/rbac.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { KUBERNETES_DEFAULTS } from '../../../base/rbac/default-policy.js';
import { isRoleForPeople } from '../../../base/rbac/default-subjects.js';
import { BOOTSTRAP_LABEL } from '../../../base/rbac/defaults/parse-policy.js';
import { effect } from '../../../base/rbac/step.js';
import { boundTo } from '../../../base/wording/permissions.js';
import type { Access } from '../access/access.js';
import { isEverything } from '../access/held.js';
import { isPowerful } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';

const DEFAULTS: ReadonlyMap<string, Role> = new Map(KUBERNETES_DEFAULTS.roles.map((role) => [roleKey(role), role]));
/** The ClusterRoles that Kubernetes binds to groups of people or of all accounts. */
const FOR_GROUPS: ReadonlySet<string> = new Set(
  KUBERNETES_DEFAULTS.bindings
    .filter(({ kind, subjects }) => kind === 'ClusterRoleBinding' && subjects.some((subject) => subject.kind === 'Group'))
    .map(({ roleRef }) => roleRef.name),
);

export const roleNameTakeover = riskRule('role-name-takeover', 'error', "Takes over another's role", {
  column: 'RBAC',
  references: [NSA_RBAC],
  meaning:
    "The input or a bundle contains a ClusterRole with the name of one of Kubernetes' own (cluster-admin, admin, edit, view, `system:…`) but other rules, a Role in kube-system or kube-public with the name of a default one, or two different ClusterRoles with the same name. Such a role replaces the permissions of anyone bound to that name. Names that OperatorGroups would take over are findings of `check`, and are not rendered.",
  attack: "A bundle's ClusterRole view can read Secrets. Once installed, every reader in the cluster can read them.",
  fix: 'Rename the ClusterRole, and bind the new name.',
  find: (access) => {
    const roles = access.state.objects.flatMap((object) => roleOf(object) ?? []);
    return [...groupBy(roles, roleKey)]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([, same]) => [...ownName(access, same), ...sharedName(same)]);
  },
});

function roleKey({ kind, metadata: { namespace, name } }: Role): string {
  return kind === 'ClusterRole' ? name : `${kind} ${namespace ?? ''}/${name}`;
}

/** Whether a role name belongs to the system; among roles for a SecurityContextConstraints, only OpenShift's own do. */
function isOfSystem(name: string): boolean {
  const [, constraints] = /^system:openshift:scc:(.+)$/.exec(name) ?? [];
  return constraints === undefined ? name.startsWith('system:') : OPENSHIFT_CONSTRAINTS.has(constraints.replace(/-v\d+$/, ''));
}

const OPENSHIFT_CONSTRAINTS: ReadonlySet<string> = new Set([
  'anyuid',
  'hostaccess',
  'hostmount-anyuid',
  'hostnetwork',
  'machine-api-termination-handler',
  'nested-container',
  'node-exporter',
  'nonroot',
  'privileged',
  'restricted',
]);

function ownName(access: Access, roles: readonly Role[]): Discovery[] {
  const taken = roles.find((role) => {
    const own = DEFAULTS.get(roleKey(role));
    if (own ? isWithin(role, own) : role.kind === 'Role') return false;
    if (isRoleForPeople(role)) return true;
    if (role.kind === 'ClusterRole' && !isOfSystem(role.metadata.name)) return false;
    return role.metadata.labels?.[BOOTSTRAP_LABEL] !== 'rbac-defaults' || !canBeOfOtherVersion(access, role, own);
  });
  if (!taken) return [];
  const { name } = taken.metadata;
  const subject = referenceTo(taken);
  return [
    {
      subject,
      says: `has the name of one of Kubernetes' own ${taken.kind}s and grants other permissions to ${boundTo([name])}`,
      path: [{ kind: 'object', object: subject }, effect(`replaces Kubernetes' own ${name}`), effect(`every binding to ${name}`)],
      fix: 'rename it',
      at: ['metadata', 'name'],
      identity: ['own'],
    },
  ];
}

function sharedName(roles: readonly Role[]): Discovery[] {
  const contents = new Set(roles.map(({ rules, aggregationRule }) => sortedText([rules ?? [], aggregationRule])));
  const [first] = roles;
  if (contents.size < 2 || first?.kind !== 'ClusterRole') return [];
  const { name } = first.metadata;
  const subject = referenceTo(first);
  return [
    {
      subject,
      message: `${roles.length} different ClusterRoles are called ${name}: ${boundTo([name])} gets the permissions of the one that is applied last`,
      path: [
        effect(`${roles.length} ClusterRoles ${name}`),
        effect('the last one replaces the others'),
        effect(`every binding to ${name}`),
      ],
      fix: 'rename all but one',
      at: ['metadata', 'name'],
      identity: ['shared'],
    },
  ];
}

/**
 * Whether a role can be a snapshot of another version: roles of Kubernetes' controllers have the label, and other versions may grant more.
 * Anybody can write the label. It therefore does not count for roles of groups, or if the role has powers that the controller's role lacks.
 */
function canBeOfOtherVersion(access: Access, { kind, metadata: { name }, rules }: Role, own: Role | undefined): boolean {
  if (kind === 'ClusterRole' && FOR_GROUPS.has(name)) return false;
  return own && isPowerful(access, own.rules) ? !rules.some(isEverything) : !isPowerful(access, rules);
}

/** Far more than any role of Kubernetes itself has. */
const MAX_ATOMS = 5_000;

/** Whether a role grants the same as Kubernetes' own or, as in another version of Kubernetes, less. */
function isWithin(role: Role, own: Role): boolean {
  // A controller fills in the rules of an aggregated role.
  if (own.aggregationRule) return sortedText(role.aggregationRule) === sortedText(own.aggregationRule);
  const { rules } = role;
  if (role.aggregationRule) return false;
  if (own.rules.some(isEverything)) return rules.some(isEverything);
  const allowed = new Set(own.rules.flatMap(atoms));
  return rules.reduce((sum, rule) => sum + size(rule), 0) <= MAX_ATOMS && rules.flatMap(atoms).every((atom) => allowed.has(atom));
}

function size({ verbs = [], apiGroups = [], resources = [], nonResourceURLs = [] }: PolicyRule): number {
  return verbs.length * (apiGroups.length * resources.length + nonResourceURLs.length);
}

/** Each verb on each resource or URL. */
function atoms({ verbs = [], apiGroups = [], resources = [], nonResourceURLs = [] }: PolicyRule): string[] {
  const targets = [...apiGroups.flatMap((group) => resources.map((resource) => `${group}/${resource}`)), ...nonResourceURLs];
  return targets.flatMap((target) => verbs.map((verb) => `${verb} ${target}`));
}
