/**
 * Confused deputies: an API that every editor of a namespace may create, since its roles aggregate into Kubernetes' own,
 * while the operator that acts on it may escalate.
 */
import { compareText, formatReference, referenceTo } from '../../model/kubernetes-object.js';
import type { ProvidedApi } from '../../model/provided-api.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import type { ResolvedCsv } from '../../rules/resolve.js';
import type { Access, Holding } from './access.js';
import { clusterScopedCrds, providedApisIn, providedResources } from './api-groups.js';
import { type Deputy, deputiesOf } from './escalating-accounts.js';
import { type Held, matches, type Want } from './held.js';
import { narrowing, placeOf } from './held-risk.js';
import { type Discovery, NSA_RBAC, type RiskRule } from './rule.js';
import { formatSubject, shortList, subjectReference } from './wording.js';

export const confusedDeputy: RiskRule = {
  id: 'confused-deputy',
  severity: 'error',
  title: 'Acts for every editor of a namespace with rights that escalate',
  references: ['CWE-441: Unintended Proxy or Intermediary (Confused Deputy)', NSA_RBAC],
  documentation: {
    meaning:
      "The roles of an operator's API aggregate into Kubernetes' edit and admin, so that whoever has those in a namespace may create its objects, without any binding that says so. The account that acts on these objects may, in the whole cluster, do everything, write role bindings, impersonate, tell OLM what to install, make tokens, write webhooks, or the like. Whether an object can make the operator use that right for its author is for its documentation to say.",
    attack:
      'A tenant creates an object of the API whose fields name a role, an account, a template or an image, and the operator carries it out with rights that the tenant never had.',
    fix: 'Give tenants roles of your own that leave the API out, or keep the operator from the right; a namespaced OperatorGroup limits what it acts on, not what its clusterPermissions allow.',
  },
  find: (access) => {
    const deputies = deputiesOf(access);
    const creators = creatorRoles(access);
    const editors = editorsByNamespace(access);
    const clusterScoped = clusterScopedCrds(access.side);
    return access.side.resolution.csvs.flatMap((resolved) => {
      const open = resolved.providedApis.flatMap((api) => {
        const key = `${api.plural}.${api.group}`;
        const creator = clusterScoped.has(key) ? undefined : creators.get(key);
        return creator ? [{ api, creator }] : [];
      });
      return deputyRisk(access, resolved, actingOn(open, deputies.get(resolved) ?? []), editors);
    });
  },
};

/** By `plural.group`: the rights of edit, or else of admin, that let their holders create an API. */
type CreatorRoles = ReadonlyMap<string, Holding>;

function creatorRoles({ holdings, side }: Access): CreatorRoles {
  const provided = providedResources(side);
  const creators = new Map<string, Holding>();
  for (const holding of holdings) {
    const { subject, rule } = holding;
    if (subject.kind !== 'RoleHolder' || (subject.name !== 'edit' && subject.name !== 'admin')) continue;
    if (rule.resourceNames?.length || (!rule.verbs?.includes('create') && !rule.verbs?.includes('*'))) continue;
    for (const api of providedApisIn(rule, provided)) {
      if (!creators.has(api) || subject.name === 'edit') creators.set(api, holding);
    }
  }
  return creators;
}

/** Who is given edit or admin by a RoleBinding, by namespace. */
function editorsByNamespace({ holdings }: Access): Map<string, Set<string>> {
  const editors = new Map<string, Set<string>>();
  const seen = new Set<string>();
  for (const {
    subject,
    scope,
    roles: [bound],
    binding,
  } of holdings) {
    if (typeof scope === 'string' || !binding || (bound?.metadata.name !== 'edit' && bound?.metadata.name !== 'admin')) continue;
    const text = `${formatSubject(subject)}, who holds ${bound.metadata.name}`;
    const key = `${text} ${binding.metadata.name} ${scope.join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const namespace of scope) editors.set(namespace, (editors.get(namespace) ?? new Set()).add(text));
  }
  return editors;
}

/** An API with the right to create it. */
interface OpenApi {
  readonly api: ProvidedApi;
  readonly creator: Holding;
}

/** The accounts that watch any of the APIs, with those; one that does not watch an API does not act on it. */
function actingOn(open: readonly OpenApi[], deputies: readonly Deputy[]): { held: Held; apis: readonly OpenApi[] }[] {
  return deputies.flatMap(({ held, rules }) => {
    const apis = open.filter(({ api: { group, plural } }) => {
      const wants: readonly Want[] = [{ apiGroup: group, resources: [plural], verbs: ['list', 'watch'] }];
      return rules.some((rule) => matches(rule, wants).length > 0);
    });
    return apis.length === 0 ? [] : [{ held, apis }];
  });
}

function deputyRisk(
  access: Access,
  { group, verdict }: ResolvedCsv,
  [strongest, ...more]: readonly { held: Held; apis: readonly OpenApi[] }[],
  editors: ReadonlyMap<string, ReadonlySet<string>>,
): Discovery[] {
  if (!strongest || !group?.namespaces || verdict.phase === 'Failed' || verdict.phase === '') return [];
  const { held, apis } = strongest;
  const [first] = apis as [OpenApi];
  const role = first.creator.subject.name;
  const kinds = shortList([...new Set(apis.map(({ api }) => api.kind))], 'kinds');
  const where = isAllNamespaces(group.namespaces) ? 'any namespace' : shortList(group.namespaces, 'namespaces');
  const account = formatSubject(held.subject);
  const power = `may ${held.rights} in the whole cluster`;
  const names = more.map((other) => other.held.subject.name).sort(compareText);
  const others = names.length === 0 ? '' : `; ${shortList(names, 'other accounts')} of the operator may escalate, too`;
  return [
    {
      severity: 'error',
      subject: subjectReference(held.subject),
      message: `whoever holds ${role} in ${where}${editorsIn(group.namespaces, editors)} may create ${kinds}, and ${account}, which acts on it, ${power}${others}`,
      path: deputyPath(first, where, account, power),
      fix: `${narrowing(access, held)}; or give the people in ${where} a role without ${kinds} in place of ${role}`,
      place: placeOf(access, held.holdings[0] as Holding),
      identity: [first.api.group],
    },
  ];
}

function deputyPath({ api, creator }: OpenApi, where: string, account: string, power: string): string {
  const source = creator.roles.at(-1);
  return [
    `${creator.subject.name} in ${where}`,
    `aggregates ${source ? formatReference(referenceTo(source)) : ''}`,
    `create ${api.kind}`,
    `operated by ${account}, which ${power}`,
  ].join(' → ');
}

/** Those of the input, to be named in brackets. */
function editorsIn(targets: readonly string[], editors: ReadonlyMap<string, ReadonlySet<string>>): string {
  const namespaces = isAllNamespaces(targets) ? [...editors.keys()] : targets;
  const found = namespaces
    .flatMap((namespace) => [...(editors.get(namespace) ?? [])].map((who) => `${who} in ${namespace}`))
    .sort(compareText);
  return found.length === 0 ? '' : ` (${shortList(found, 'people and groups')})`;
}
