/** Access: which subject has which rule of which role, in which scope, and where the rule was written. Every risk rule reads it. */

import { groupBy, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import type { Binding, Role } from '../../../base/kubernetes/rbac.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import type { SourcePlace } from '../../../base/manifest/place.js';
import type { BoundSubjects, Rbac } from '../../../base/rbac/bound.js';
import { isDefaultRole } from '../../../base/rbac/default-policy.js';
import { isKubernetesBinding } from '../../../base/rbac/default-subjects.js';
import { voidInNamespaces } from '../../../base/rbac/effective-grants.js';
import type { GrantScope, GrantSubject } from '../../../base/rbac/grant.js';
import { rbacOf } from '../../../base/rbac/rbac.js';
import { objectIn } from '../../../base/rbac/rbac-objects.js';
import type { RoleRule } from '../../../base/rbac/role-rules.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import { type UnknownRole, unknownRoles } from '../../../base/rbac/unknown-roles.js';
import type { ResolvedCsv } from '../../../olm/rules/resolution.js';
import type { State } from '../../state/state.js';
import { type RuleOrigin, ruleOrigins } from './origins.js';
import { sharedRule } from './shared-rule.js';

/** One rule of a role, as its binding gives it to every subject. */
export interface HeldRule {
  readonly scope: GrantScope;
  readonly rule: PolicyRule;
  /** Index in the rules of the last role. */
  readonly index: number;
  /** The bound role, then the roles of the aggregation up to the one with the rule. */
  readonly roles: readonly [Role, ...Role[]];
  /** Absent for a `RoleHolder`: anyone bound to a role that aggregates others. */
  readonly binding?: Binding | undefined;
  /** The object and field with the rule. */
  readonly origin: RuleOrigin;
  /** The places of bindings and roles that come from untouched units of the cluster. */
  readonly elsewhere?: ReadonlyMap<KubernetesObject, SourcePlace>;
}

/** One rule of a role, and everybody who has it. All rules of a binding share the list of subjects: a role can have thousands of them. */
export interface Holding extends HeldRule {
  readonly subjects: readonly GrantSubject[];
}

/** One rule of a role that a subject has. */
export interface GrantedRule extends HeldRule {
  readonly subject: GrantSubject;
}

/** Permissions that a rule reports as an error in all namespaces or in kube-system and similar namespaces: their holders are powerful. */
export interface Power {
  readonly wants: readonly PolicyRule[];
  /**
   * Permissions that the subject must also hold.
   * @default none
   */
  readonly and?: readonly PolicyRule[];
  /**
   * Whether a permission on an object of this name counts.
   * @default no name counts
   */
  readonly countsName?: (name: string, holding: Pick<GrantedRule, 'subject' | 'rule' | 'scope'>, access: Access) => boolean;
  /**
   * `all`: an error in any namespace; `named`: in any namespace, but only for named objects.
   * @default only in system namespaces
   */
  readonly anywhere?: 'all' | 'named';
  /** An error only for named objects. */
  readonly onlyNamed?: true;
  /** Not an error, but a way to the accounts of a namespace. */
  readonly leads?: true;
  /**
   * Whether an operator's permissions on its own provided APIs count.
   * @default true
   */
  readonly ownApis?: boolean;
}

/** The data that risk rules read. */
export interface Access {
  /** The powers of all rules: permissions that a rule reports as an error. */
  readonly powers: readonly Power[];
  /** The escalating permissions of all rules. */
  readonly escalating: readonly (readonly PolicyRule[])[];
  /** The state, including the objects of its bundles. */
  readonly state: State;
  /**
   * The rules of all subjects. A subject bound to a default aggregated role has only the rules that Kubernetes itself aggregates. Other
   * aggregated rules belong to the `RoleHolder` alone: they are the same for every subject, and there can be thousands of both.
   */
  readonly holdings: readonly Holding[];
  /** The CSVs whose permissions or Deployments name an account, by `subjectKey` of the ServiceAccount. */
  readonly operators: ReadonlyMap<string, readonly ResolvedCsv[]>;
  /** ClusterRoles by name, including Kubernetes' own. */
  readonly clusterRoles: ReadonlyMap<string, Role>;
  /** The bindings of the input. */
  readonly bindings: readonly BoundSubjects[];
  readonly unknownRoles: readonly UnknownRole[];
  /** Whether a permission gives nothing if it is bound in a namespace. */
  readonly isVoid: ReturnType<typeof voidInNamespaces>;
}

/** A rule, and what leads to it from the role: the same for all bindings of the role. */
type RuleOfRole = Pick<HeldRule, 'rule' | 'index' | 'roles' | 'origin'>;

/** What a binding adds: the same for all rules of the role. */
interface Bound extends Pick<Holding, 'subjects' | 'scope' | 'binding'> {
  readonly placesOf: ((objects: readonly (Role | Binding)[]) => HeldRule['elsewhere']) | undefined;
}

/** Both parts, which others share: a role with many rules can have thousands of bindings. Its fields are not its own, so never spread it. */
class BoundRule implements Holding {
  private readonly bound: Bound;
  private readonly of: RuleOfRole;
  constructor(bound: Bound, of: RuleOfRole) {
    this.bound = bound;
    this.of = of;
  }
  get subjects(): Holding['subjects'] {
    return this.bound.subjects;
  }
  get scope(): GrantScope {
    return this.bound.scope;
  }
  get binding(): Binding | undefined {
    return this.bound.binding;
  }
  get rule(): PolicyRule {
    return this.of.rule;
  }
  get index(): number {
    return this.of.index;
  }
  get roles(): HeldRule['roles'] {
    return this.of.roles;
  }
  get origin(): RuleOrigin {
    return this.of.origin;
  }
  get elsewhere(): HeldRule['elsewhere'] {
    return this.bound.placesOf?.([...(this.binding ? [this.binding] : []), ...this.roles]);
  }
}

/** A rule with fields of its own, which can be spread. */
export function ownRule({ scope, rule, index, roles, binding, origin, elsewhere }: HeldRule): HeldRule {
  return { scope, rule, index, roles, binding, origin, ...(elsewhere ? { elsewhere } : {}) };
}

/** The access in a state. The time is linear in the number of objects. */
export function accessOf(state: State, powers: readonly Power[] = [], escalating: Access['escalating'] = []): Access {
  const rbac = rbacOf(state);
  const originOf = ruleOrigins(state);
  const holdings: Holding[] = [];
  const rulesIn = oncePerObject((role: Role) =>
    oncePerObject((rules: readonly RoleRule[]) =>
      rules.map(
        ({ rule, via, index }): RuleOfRole => ({
          rule: sharedRule(rule),
          index,
          roles: [role, ...via],
          origin: originOf(via.at(-1) ?? role, index),
        }),
      ),
    ),
  );
  const hold = (role: Role, rules: readonly RoleRule[], subjects: readonly GrantSubject[], scope: GrantScope, binding?: Binding): void => {
    const bound: Bound = { subjects, scope, binding, placesOf: elsewhere };
    for (const one of rulesIn(role)(rules)) holdings.push(new BoundRule(bound, one));
  };
  const bindings = rbac.bindings.filter(({ binding, isDefault }) => !isDefault && !isKubernetesBinding(binding));
  const elsewhere = placesElsewhere(state, rbac);
  const rulesBy = rulesByBinding(rbac);
  for (const bound of bindings) {
    for (const [role, scope] of rolesByContent(bound, rbac)) hold(role, rulesBy(role), bound.subjects, scope, bound.binding);
  }
  for (const role of rbac.clusterRoles.values()) {
    if (role.aggregationRule) hold(role, rbac.rulesOf(role).rules, [{ kind: 'RoleHolder', name: role.metadata.name }], 'where-bound');
  }
  return {
    powers,
    escalating,
    state,
    holdings,
    operators: operatorAccounts(state),
    clusterRoles: rbac.clusterRoles,
    bindings,
    unknownRoles: unknownRoles(rbac),
    isVoid: voidInNamespaces(state.objects),
  };
}

/** Finds the places of roles and bindings from units that the change does not touch. */
function placesElsewhere({ untouched }: State, { isUntouched }: Rbac): Bound['placesOf'] {
  if (!untouched) return undefined;
  return (objects) => {
    const found = objects.filter(isUntouched).flatMap((object): [KubernetesObject, SourcePlace][] => {
      const place = untouched.placeOf(referenceTo(object));
      return place ? [[object, place]] : [];
    });
    return found.length > 0 ? new Map(found) : undefined;
  };
}

/** The rules that count for a binding to a role: for a default role, those that Kubernetes itself aggregates. */
function rulesByBinding({ rulesOf }: Rbac): (role: Role) => readonly RoleRule[] {
  const known = new Map<Role, readonly RoleRule[]>();
  return (role) => {
    const { rules } = rulesOf(role);
    if (!isDefaultRole(role)) return rules;
    const own = known.get(role) ?? rules.filter(({ via }) => via.every(isDefaultRole));
    known.set(role, own);
    return own;
  };
}

/** The roles that a binding refers to, each with its scope; equal Roles of many namespaces are joined. */
function rolesByContent(bound: BoundSubjects, rbac: Rbac): [Role, GrantScope][] {
  const found = rbac
    .rolesOf(bound)
    .map(({ role, namespaces }): [Role, readonly string[]] => [objectIn(role, namespaces[0] ?? ''), namespaces]);
  if (!bound.namespaces) return found.map(([role]) => [role, 'cluster']);
  if (found.length === 1) return found;
  const alike = groupBy(found, ([{ rules }]) => JSON.stringify(rules));
  return [...alike.values()].flatMap((same) =>
    same.slice(0, 1).map(([role]): [Role, GrantScope] => [role, same.flatMap(([, namespaces]) => namespaces)]),
  );
}

/** The accounts in the permissions and Deployments of a CSV, as `subjectKey`. */
export function accountsOf({ csv }: ResolvedCsv): string[] {
  return accountNames(csv).map((name) => subjectKey({ kind: 'ServiceAccount', namespace: csv.namespace, name }));
}

/** The names of the ServiceAccounts in the permissions and Deployments of a CSV. */
export function accountNames({ permissions, clusterPermissions, deploymentAccounts }: ResolvedCsv['csv']): string[] {
  const named = [...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName);
  return [...new Set([...named, ...deploymentAccounts.values()])];
}

function operatorAccounts({ resolution }: State): Map<string, ResolvedCsv[]> {
  const pairs = resolution.csvs.flatMap((resolved) => accountsOf(resolved).map((account) => ({ account, resolved })));
  return new Map([...groupBy(pairs, ({ account }) => account)].map(([account, found]) => [account, found.map(({ resolved }) => resolved)]));
}
