/** Reports permissions of roles and CSVs that no request matches, and bindings whose role cannot be changed. */
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { policyRule } from '../../../base/kubernetes/policy-rule.js';
import { bindingOf, type RoleRef, roleOf } from '../../../base/kubernetes/rbac.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import { jsonText } from '../../../base/manifest/format.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { type VoidEntry, voidEntries } from '../../../base/rbac/requested.js';
import { joined } from '../../../base/wording/phrases.js';
import { riskRule } from '../risk-rule.js';

export const voidPermission = riskRule('void-permission', 'info', 'A permission that no request matches', {
  class: 'breaks',
  references: ['https://kubernetes.io/docs/reference/access-authn-authz/rbac/'],
  meaning:
    'The change adds an entry to a rule that matches no request: a verb in upper case, the singular or kind of a resource, `pods/*`, an API group with a version, `core` for the core group, or `create` and `deletecollection` limited to names. The API server accepts the rule, and the entry grants nothing.',
  attack: 'Somebody repairs the entry later, in a change that looks like a small correction.',
  fix: 'Write the entry as in the message, or remove it.',
  looksAt: (object) => rulesIn(object) !== undefined,
  pair: ({ before, after }) => {
    const known = new Set(before ? voidIn(before).map(({ what }) => what) : []);
    return voidIn(after)
      .filter(({ what }) => !known.has(what))
      .map(({ at, what, fix }) => ({ says: what, fix, at, identity: [what] }));
  },
});

interface VoidPermission {
  readonly at: FieldPath;
  readonly what: string;
  readonly fix: string;
}

const CSV_LISTS = ['permissions', 'clusterPermissions'] as const;

/** The lists of rules of a role or CSV, with their paths; undefined for another kind. */
function rulesIn(object: KubernetesObject): [unknown, FieldPath][] | undefined {
  if (roleOf(object)) return [[object.rules, ['rules']]];
  if (object.kind !== 'ClusterServiceVersion') return undefined;
  const at = ['spec', 'install', 'spec'];
  const strategy = fieldsOf(fieldsOf(fieldsOf(object.spec).install).spec);
  return CSV_LISTS.flatMap((list) =>
    listOf(strategy[list]).map((entry, index): [unknown, FieldPath] => [fieldsOf(entry).rules, [...at, list, index, 'rules']]),
  );
}

function voidIn(object: KubernetesObject): VoidPermission[] {
  return (rulesIn(object) ?? []).flatMap(([rules, at]) =>
    listOf(rules).flatMap((raw, index) => {
      const rule = policyRule(raw);
      return voidEntries(rule).map((entry) => ({ at: [...at, index, entry.field], ...said(entry, rule.resourceNames ?? []) }));
    }),
  );
}

function said({ field, value, meant }: VoidEntry, names: readonly string[]): Pick<VoidPermission, 'what' | 'fix'> {
  if (meant === undefined)
    return {
      what: `allows ${value} for objects named ${joined(names)}, which grants nothing: such a request has no name`,
      fix: `remove ${value}, or put it into a rule without resourceNames`,
    };
  return {
    what: `has ${jsonText(value)} among the ${field} of a rule, which no request has, so it grants nothing; ${jsonText(meant)} may be meant`,
    fix: `write ${jsonText(meant)} if that is meant, or remove it`,
  };
}

export const roleRefChanged = riskRule('role-ref-changed', 'error', 'A binding gets another role, which the API server refuses', {
  class: 'breaks',
  references: ['https://kubernetes.io/docs/reference/access-authn-authz/rbac/#clusterrolebinding-example'],
  meaning:
    'The change alters `roleRef` of a binding. It is immutable: the API server refuses the update, and the old binding keeps its role and subjects until somebody deletes it, or a tool replaces it (`Replace=true`, `force`).',
  attack: 'A pull request seems to revoke cluster-admin from an account in this way, but the account keeps it.',
  fix: 'Give the new binding another name, and remove the old one.',
  looksAt: (object) => bindingOf(object) !== undefined,
  pair: ({ before, after }) => {
    const [was, is] = rolesOfBinding(before, after);
    if (!was || !is || !changesRole(before, after)) return [];
    return [
      {
        says: `changes roleRef from ${was.kind} ${was.name} to ${is.kind} ${is.name}: the API server refuses that, and the old binding stays until it is deleted`,
        at: ['roleRef'],
        identity: [sortedText([was.kind, was.name, is.kind, is.name])],
      },
    ];
  },
});

function rolesOfBinding(...objects: readonly (KubernetesObject | undefined)[]): (RoleRef | undefined)[] {
  return objects.map((object) => object && bindingOf(object)?.roleRef);
}

/** Whether a binding gets another role, which is immutable (ValidateRoleBindingUpdate in Kubernetes' pkg/apis/rbac/validation). */
export function changesRole(before: KubernetesObject | undefined, after: KubernetesObject): boolean {
  const [was, is] = rolesOfBinding(before, after);
  return was !== undefined && is !== undefined && (was.kind !== is.kind || was.name !== is.name);
}
