/** Why a role exists, what it allows, and who has it. */
import { formatFieldPath } from '../manifest/field-path.js';
import { COPIED_FROM_LABEL } from '../model/cluster-service-version.js';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../model/kubernetes-object.js';
import { policyRule } from '../model/policy-rule.js';
import { aggregationPaths } from '../rules/aggregation.js';
import { DEFAULT_CLUSTER_ROLES } from '../rules/default-cluster-roles.js';
import { type Fact, facts, isSameReference } from './explanation.js';
import type { ReviewSide } from './review.js';
import { originFinder } from './role-origin.js';
import { allObjects } from './side-objects.js';

/** The facts about a Role, ClusterRole or binding; nothing when there is none. */
export function explainRole(wanted: ObjectReference, side: ReviewSide): Fact[] | undefined {
  const given = [...allObjects(side)].find((object) => isSameReference(wanted, referenceTo(object)));
  const own = DEFAULT_CLUSTER_ROLES.find((object) => isSameReference(wanted, referenceTo(object)));
  const object = given ?? own;
  if (!object) return undefined;
  const why = facts('exists', given ? reason(object, side) : 'because Kubernetes brings it along');
  return object.roleRef ? [...why, ...bindingFacts(object)] : [...why, ...ruleFacts(object), ...holderFacts(object, side)];
}

function reason(object: KubernetesObject, side: ReviewSide): string {
  const { labels = {}, namespace } = object.metadata;
  const origin = originFinder(side)(object);
  if (!origin) return labels['olm.managed'] === 'true' ? 'because OLM needs it' : 'because the input gives it';
  const owner = formatReference(origin.owner);
  if (origin.owner.kind === 'OperatorGroup') return `for whoever is to use the operators of ${owner}; aggregation fills it`;
  if (!origin.field) return `for ${owner}`;
  const field = formatFieldPath(origin.field);
  if (field.endsWith(']') && field.includes('.owned[')) return `because ${owner} provides the API of ${field}`;
  const asks = `because ${owner} asks for it in ${field}`;
  const copiedFrom = labels[COPIED_FROM_LABEL];
  if (copiedFrom !== undefined) return `${asks}; copied from ${copiedFrom}, since the OperatorGroup targets ${namespace}`;
  const isLifted = namespace === undefined && !field.includes('clusterPermissions');
  return isLifted ? `${asks}; made cluster-wide, since the OperatorGroup targets all namespaces` : asks;
}

function bindingFacts({ roleRef, subjects }: KubernetesObject): Fact[] {
  const { kind, name } = roleRef as { kind: string; name: string };
  return [...facts('gives', `${kind} ${name}`), ...facts('to', ...subjectTexts(subjects))];
}

function subjectTexts(subjects: unknown): string[] {
  return ((subjects ?? []) as { kind: string; name: string; namespace?: string | null }[]).map(({ kind, name, namespace }) =>
    formatReference({ kind, name, ...(namespace ? { namespace } : {}) }),
  );
}

function ruleFacts({ rules, aggregationRule }: KubernetesObject): Fact[] {
  if (aggregationRule) return [];
  const texts = ((rules ?? []) as Record<string, unknown>[]).map(policyRule).map((rule) => {
    const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
    const names = resourceNames.length > 0 ? ` named ${resourceNames.join(', ')}` : '';
    const groups = apiGroups.map((group) => group || 'core').join(', ');
    const what = resources.length > 0 ? `${resources.join(', ')} (${groups})${names}` : nonResourceURLs.join(', ');
    return `${verbs.join(', ')} ${what}`;
  });
  return facts('allows', ...texts);
}

/** Who is bound to a role, and which roles aggregation leads to, from either end. */
function holderFacts(object: KubernetesObject, side: ReviewSide): Fact[] {
  const objects = [...allObjects(side)];
  const { kind, metadata } = object;
  const bindings = objects.filter(({ roleRef, metadata: { namespace } }) => {
    const to = roleRef as { kind: string; name: string } | undefined;
    return to?.kind === kind && to.name === metadata.name && (kind === 'ClusterRole' || namespace === metadata.namespace);
  });
  const boundBy = facts(
    'bound by',
    ...bindings.map((binding) => `${formatReference(referenceTo(binding))} to ${subjectTexts(binding.subjects).join(', ') || 'nobody'}`),
  );
  if (kind !== 'ClusterRole') return boundBy;
  const clusterRoles = objects.filter((other) => other.kind === 'ClusterRole');
  const names = new Set(clusterRoles.map((role) => role.metadata.name));
  const all = [...clusterRoles, ...DEFAULT_CLUSTER_ROLES.filter((role) => !names.has(role.metadata.name))];
  const collectors = all.filter((other) => aggregationPaths(other, all).some((path) => path.includes(object)));
  return [
    ...boundBy,
    ...facts('collected by', ...collectors.map((other) => formatReference(referenceTo(other)))),
    ...facts(
      'collects',
      ...aggregationPaths(object, all).map((path) => path.map((role) => formatReference(referenceTo(role))).join(' → ')),
    ),
  ];
}
