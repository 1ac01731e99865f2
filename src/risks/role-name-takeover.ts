/** ClusterRoles with a name that belongs to Kubernetes, or to somebody else. */

import { groupBy } from '../kubernetes/group-by.js';
import { compareText, formatReference, referenceTo } from '../kubernetes/object.js';
import type { PolicyRule } from '../kubernetes/policy-rule.js';
import { type Role, roleOf } from '../kubernetes/rbac.js';
import { sortedText } from '../manifest/plain-data.js';
import { isRoleForPeople, KUBERNETES_DEFAULTS } from '../rbac/default-policy.js';
import { effect } from '../rbac/step.js';
import { boundTo } from '../words/phrases.js';
import type { Access } from './access.js';
import { isEverything } from './held.js';
import { type Discovery, NSA_RBAC, type RiskRule } from './rule.js';

const DEFAULTS: ReadonlyMap<string, Role> = new Map(
  KUBERNETES_DEFAULTS.roles.filter(({ kind }) => kind === 'ClusterRole').map((role) => [role.metadata.name, role]),
);
const BOOTSTRAP_LABEL = 'kubernetes.io/bootstrapping';

export const roleNameTakeover: RiskRule = {
  id: 'role-name-takeover',
  severity: 'error',
  title: "Takes over another's ClusterRole",
  references: [NSA_RBAC],
  documentation: {
    meaning:
      "The input or a bundle contains a ClusterRole with the name of one of Kubernetes' own (cluster-admin, admin, edit, view, `system:…`) but other rules, or two different ClusterRoles of one name. Applying it replaces the permissions of anyone bound to that name. Names that OperatorGroups would take over are findings of `check`, and are not rendered.",
    attack:
      'A bundle contains a ClusterRole view that can read Secrets. As soon as it is installed, every reader in the cluster can read them.',
    fix: 'Rename the ClusterRole, and bind the new name.',
  },
  find: (access) => {
    const roles = access.side.objects.flatMap((object) => roleOf(object) ?? []).filter(({ kind }) => kind === 'ClusterRole');
    return [...groupBy(roles, ({ metadata }) => metadata.name)]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([name, same]) => [...ownName(access, name, same), ...sharedName(access, name, same)]);
  },
};

function ownName({ side }: Access, name: string, roles: readonly Role[]): Discovery[] {
  const taken = roles.find((role) => {
    const own = DEFAULTS.get(name);
    if (own && isWithin(role, own)) return false;
    if (isRoleForPeople(role)) return true;
    // A snapshot contains those of Kubernetes' controllers, which have this label; another version can grant them more.
    return name.startsWith('system:') && role.metadata.labels?.[BOOTSTRAP_LABEL] !== 'rbac-defaults';
  });
  if (!taken) return [];
  const subject = referenceTo(taken);
  return [
    {
      severity: 'error',
      subject,
      message: `${formatReference(subject)} has the name of one of Kubernetes' own ClusterRoles and grants other permissions to ${boundTo([name])}`,
      path: [{ kind: 'object', object: subject }, effect(`replaces Kubernetes' own ${name}`), effect(`every binding to ${name}`)],
      fix: 'rename it',
      place: side.placeOf(subject, ['metadata', 'name']),
      identity: ['own'],
    },
  ];
}

function sharedName({ side }: Access, name: string, roles: readonly Role[]): Discovery[] {
  const contents = new Set(roles.map(({ rules, aggregationRule }) => sortedText([rules ?? [], aggregationRule])));
  const [first] = roles;
  if (contents.size < 2 || !first) return [];
  const subject = referenceTo(first);
  return [
    {
      severity: 'error',
      subject,
      message: `${roles.length} different ClusterRoles are called ${name}: ${boundTo([name])} gets the permissions of the one that is applied last`,
      path: [
        effect(`${roles.length} ClusterRoles ${name}`),
        effect('the last one replaces the others'),
        effect(`every binding to ${name}`),
      ],
      fix: 'rename all but one',
      place: side.placeOf(subject, ['metadata', 'name']),
      identity: ['shared'],
    },
  ];
}

/** No role of Kubernetes itself has nearly as many. */
const MAX_ATOMS = 5_000;

/** Whether a role grants what Kubernetes' own does, or, as in another version of Kubernetes, less. */
function isWithin(role: Role, own: Role): boolean {
  // The rules of an aggregated role are filled in by a controller.
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
