/**
 * Reports confused deputies: every editor of a namespace can create an operator's objects, because its roles aggregate into Kubernetes'
 * own, while the operator acts on them with escalating permissions.
 */

import { compareText, groupBy } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { clusterScopedCrds } from '../../../base/rbac/effective-grants.js';
import { effect, permissionsStep, type Step } from '../../../base/rbac/step.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import { boundTo, subjectText, whereText } from '../../../base/wording/permissions.js';
import { listed, targetsText } from '../../../base/wording/phrases.js';
import type { ProvidedApi } from '../../../olm/model/cluster-service-version.js';
import { isAllNamespaces } from '../../../olm/rules/namespace-set.js';
import type { ResolvedCsv } from '../../../olm/rules/resolution.js';
import type { Access, HeldRule } from '../access/access.js';
import { providedApisIn, providedResources } from '../access/api-groups.js';
import { heldBy, heldByKey, matches, omnipotent, type RightsOfSubject } from '../access/held.js';
import { narrowing, placeOf } from '../access/held-risk.js';
import { aggregationSteps, subjectReference } from '../access/paths.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';

export const confusedDeputy = riskRule(
  'confused-deputy',
  'error',
  'Acts with escalating permissions for everyone who can edit a namespace',
  {
    tier: 'escalates',
    column: 'Pods',
    short: 'acts for editors with these',
    references: ['CWE-441: Unintended Proxy or Intermediary (Confused Deputy)', NSA_RBAC],
    meaning:
      "An operator's API aggregates into edit and admin: anyone bound to these can create its objects, and no binding shows it. The account that acts on these objects has an escalating permission in all namespaces: it can do everything, write bindings, webhooks or OLM's objects, impersonate, or create tokens. Check in the operator's documentation whether an object can make it use that permission for the object's author.",
    attack:
      'A tenant creates an object whose fields name a role, an account, a template or an image. The operator acts on it with permissions that the tenant lacks.',
    fix: 'Bind tenants to roles of your own without the API, or remove the permission. Target namespaces limit the objects that the operator acts on, but not its clusterPermissions.',
    // Another rule reports an escalating permission that leads to cluster-admin by itself.
    severityWhenInstalled: 'warning',
    find: (access) => {
      if (access.operators.size === 0) return [];
      const deputies = deputiesOf(access);
      const creators = creatorRoles(access);
      const editors = editorsByNamespace(access);
      const clusterScoped = clusterScopedCrds(access.state.objects);
      return access.state.resolution.csvs.flatMap((resolved) => {
        const open = resolved.providedApis.flatMap((api) => {
          const key = `${api.plural}.${api.group}`;
          const creator = clusterScoped.has(key) ? undefined : creators.get(key);
          return creator ? [{ api, creator }] : [];
        });
        return deputyRisk(access, resolved, actingOn(open, deputies.get(resolved) ?? []), editors);
      });
    },
  },
);

/** The permission to create an API in edit, otherwise in admin, by `plural.group`. */
type CreatorRoles = ReadonlyMap<string, HeldRule>;

function creatorRoles({ holdings, state }: Access): CreatorRoles {
  const provided = providedResources(state);
  const creators = new Map<string, HeldRule>();
  for (const holding of holdings) {
    const { scope, rule, roles } = holding;
    const { name } = roles[0].metadata;
    if (scope !== 'where-bound' || (name !== 'edit' && name !== 'admin')) continue;
    if (rule.resourceNames?.length || (!rule.verbs?.includes('create') && !rule.verbs?.includes('*'))) continue;
    for (const api of providedApisIn(rule, provided)) {
      if (!creators.has(api) || name === 'edit') creators.set(api, holding);
    }
  }
  return creators;
}

/** The subjects that a RoleBinding binds to edit or admin, by namespace. */
function editorsByNamespace({ holdings }: Access): Map<string, Set<string>> {
  const editors = new Map<string, Set<string>>();
  const seen = new Set<string>();
  for (const {
    subjects,
    scope,
    roles: [bound],
    binding,
  } of holdings) {
    if (typeof scope === 'string' || !binding || (bound?.metadata.name !== 'edit' && bound?.metadata.name !== 'admin')) continue;
    const place = `${binding.metadata.name} ${scope.join()}`;
    for (const subject of subjects) {
      const text = `${subjectText(subject)}, bound to ${bound.metadata.name}`;
      const key = `${text} ${place}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const namespace of scope) editors.set(namespace, (editors.get(namespace) ?? new Set()).add(text));
    }
  }
  return editors;
}

/** An API with the permission to create it. */
interface OpenApi {
  readonly api: ProvidedApi;
  readonly creator: HeldRule;
}

interface ActingDeputy extends Pick<Deputy, 'held' | 'permissions'> {
  readonly apis: readonly OpenApi[];
}

/** The accounts that watch any of the APIs, with these APIs; an account acts only on APIs that it watches. */
function actingOn(open: readonly OpenApi[], deputies: readonly Deputy[]): ActingDeputy[] {
  return deputies.flatMap(({ held, permissions, rules }) => {
    const apis = open.filter(({ api: { group, plural } }) => {
      const wants: readonly PolicyRule[] = [{ apiGroups: [group], resources: [plural], verbs: ['list', 'watch'] }];
      return rules.some((rule) => matches(rule, wants).length > 0);
    });
    return apis.length === 0 ? [] : [{ held, permissions, apis }];
  });
}

function deputyRisk(
  access: Access,
  { group, verdict }: ResolvedCsv,
  [strongest, ...more]: readonly ActingDeputy[],
  editors: ReadonlyMap<string, ReadonlySet<string>>,
): Discovery[] {
  if (!strongest || !group?.namespaces || verdict.phase === 'Failed' || verdict.phase === '') return [];
  const { held, permissions, apis } = strongest;
  const [first] = apis as [OpenApi];
  const role = first.creator.roles[0].metadata.name;
  const kinds = listed([...new Set(apis.map(({ api }) => api.kind))], 'kinds');
  const where = isAllNamespaces(group.namespaces) ? 'any namespace' : targetsText(group.namespaces);
  const account = subjectText(held.subject);
  const power = `can ${held.action} ${whereText(held.scope, held.rights)}`;
  const names = more.map((other) => other.held.subject.name).sort(compareText);
  const others = names.length === 0 ? '' : `; ${listed(names, 'accounts')} of the operator can escalate, too`;
  return [
    {
      subject: subjectReference(held.subject),
      message: `${boundTo([role])} in ${where}${editorsIn(group.namespaces, editors)} can create ${kinds}, and ${account}, which acts on it, ${power}${others}`,
      path: deputyPath(first, where, account, power),
      fix: `${narrowing(access, held)}; or bind the people in ${where} to a role without ${kinds} instead of ${role}`,
      place: placeOf(access, held.holdings[0] as HeldRule),
      permissions,
      scope: held.scope,
      identity: [first.api.group],
    },
  ];
}

function deputyPath({ api, creator }: OpenApi, where: string, account: string, power: string): Step[] {
  const [, ...via] = creator.roles;
  return [
    effect(`${creator.roles[0].metadata.name} in ${where}`),
    ...aggregationSteps(via),
    permissionsStep(`create ${api.kind}`),
    effect(`operated by ${account}, which ${power}`),
  ];
}

/** The editors in the input, in brackets. */
function editorsIn(targets: readonly string[], editors: ReadonlyMap<string, ReadonlySet<string>>): string {
  const namespaces = isAllNamespaces(targets) ? [...editors.keys()] : targets;
  const found = namespaces
    .flatMap((namespace) => [...(editors.get(namespace) ?? [])].map((who) => `${who} in ${namespace}`))
    .sort(compareText);
  return found.length === 0 ? '' : ` (${listed(found, 'people and groups')})`;
}

// Operators' accounts that are one step away from cluster-admin.

/** An account with an escalating permission. */
interface Deputy {
  readonly held: RightsOfSubject;
  /** All of its escalating permissions in all namespaces. */
  readonly permissions: readonly string[];
  /** All rules of the account. */
  readonly rules: readonly PolicyRule[];
}

/** The accounts of each CSV with an escalating permission in all namespaces, each with its first one, in the order of the rules. */
export function deputiesOf(access: Access): Map<ResolvedCsv, Deputy[]> {
  const found = new Map<string, RightsOfSubject>();
  const permissions = new Map<string, string[]>();
  for (const held of [omnipotent(access), ...access.escalating.map((wants) => heldBy(access, wants))].flat()) {
    const account = subjectKey(held.subject);
    if (held.scope !== 'cluster' || !access.operators.has(account)) continue;
    permissions.set(account, [...(permissions.get(account) ?? []), ...held.permissions]);
    if (!found.has(account)) found.set(account, held);
  }
  const rules = heldByKey(access);
  const pairs = [...found].flatMap(([account, held]) => {
    const deputy = {
      held,
      permissions: [...new Set(permissions.get(account))].sort(compareText),
      rules: rules(account).map(({ rule }) => rule),
    };
    return (access.operators.get(account) ?? []).map((resolved) => ({ resolved, deputy }));
  });
  return new Map([...groupBy(pairs, ({ resolved }) => resolved)].map(([resolved, list]) => [resolved, list.map(({ deputy }) => deputy)]));
}
