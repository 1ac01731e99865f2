/** Explains why a role exists, what it allows, and who is bound to it. */

import { expand } from '../../base/kubernetes/copies.js';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { type Binding, bindingOf, type Role, roleOf } from '../../base/kubernetes/rbac.js';
import { formatFieldPath } from '../../base/manifest/field-path.js';
import type { Rbac } from '../../base/rbac/bound.js';
import { defaultsFor, OPENSHIFT_DEFAULTS } from '../../base/rbac/default-policy.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import { namesakes } from '../../base/rbac/rbac-objects.js';
import { inSteps } from '../../base/wording/permissions.js';
import { COPIED_FROM_LABEL } from '../../olm/model/csv-labels.js';
import { ERAS, type EraName } from '../../olm/model/olm-version.js';
import { versionsOf } from '../../olm/model/versions.js';
import { ERA } from '../../olm/render/profile/era.js';
import { GROUP_ROLES } from '../../olm/render/profile/group-roles.js';
import { releasesAlike } from '../../olm/render/profile/releases-alike.js';
import { originFinder, permissionList } from '../state/role-origin.js';
import type { State } from '../state/state.js';
import { type Fact, facts, isSameReference } from './explanation.js';

/** The facts about a Role, ClusterRole or binding; undefined if it does not exist. */
export function explainRole(wanted: ObjectReference, state: State): Fact[] | undefined {
  const given = namesakesOf(wanted, state);
  const { roles, bindings } = defaultsFor(state);
  const object = given ?? [...roles, ...bindings].find((own) => isSameReference(wanted, referenceTo(own)));
  if (!object) return undefined;
  const { kubernetes } = versionsOf(state.cluster.versions);
  const why = given
    ? [...facts('exists', reason(object, state)), ...facts('named', naming(object, state))]
    : facts('exists', `because it is one of Kubernetes' own (${kubernetes})`);
  const binding = bindingOf(object);
  if (binding) return [...why, ...bindingFacts(binding)];
  const role = roleOf(object);
  return role ? [...why, ...ruleFacts(role), ...holderFacts(role, rbacOf(state))] : why;
}

function namesakesOf(wanted: ObjectReference, state: State): KubernetesObject | undefined {
  return [...namesakes(state, new Set([wanted.name]))].find((object) => isSameReference(wanted, referenceTo(object)));
}

function reason(object: KubernetesObject, state: State): string {
  const { namespace } = object.metadata;
  const labels = object.metadata.labels ?? {};
  const origin = originFinder(state)(object);
  if (!origin) return labels['olm.managed'] === 'true' ? 'because OLM needs it' : 'because it is in the input';
  const owner = formatReference(origin.owner);
  if (origin.owner.kind === 'OperatorGroup') return `for users of the operators of ${owner}; aggregation sets its rules`;
  if (!origin.field) return `for ${owner}`;
  const field = formatFieldPath(origin.field);
  if (origin.field.at(-2) === 'owned') return `because ${owner} provides the API of ${field}`;
  const requests = `because ${owner} requests it in ${field}`;
  const copiedFrom = labels[COPIED_FROM_LABEL];
  if (copiedFrom !== undefined) return `${requests}; copied from ${copiedFrom}, because the OperatorGroup targets ${namespace}`;
  const isLifted = namespace === undefined && !origin.field.includes('clusterPermissions');
  return isLifted ? `${requests}; a ClusterRole, because the OperatorGroup targets all namespaces` : requests;
}

/** The releases of OLM that give it this name; undefined if none does. */
function naming(object: KubernetesObject, state: State): string | undefined {
  const { name: release, era } = versionsOf(state.cluster.versions).olm;
  const origin = originFinder(state)(object);
  const { name, labels } = object.metadata;
  if (origin?.owner.kind === 'OperatorGroup') {
    const { namespace = '', name: group } = origin.owner;
    const names = (other: EraName): boolean => GROUP_ROLES.some((role) => ERA[other].groupRole({ namespace, name: group }, role) === name);
    if (names(era)) return `as ${releasesAlike(era, 'groupRole')} name it`;
    const found = ERAS.find(names);
    // The profile `documented` takes the names of the design document, as old releases do.
    return found && `as ${releasesAlike(found, 'groupRole')} name it, and ${release.replace(/^v/, 'OLM v')} does not`;
  }
  // OLM v1 does not label roles with their owner.
  if (!origin || labels?.['olm.owner'] === undefined) return undefined;
  return permissionList(origin.field) ? `as ${releasesAlike(era, 'permissionHash')} name it` : undefined;
}

function bindingFacts({ roleRef: { kind, name }, subjects }: Binding): Fact[] {
  return [...facts('grants', `${kind} ${name}`), ...facts('to', ...subjectTexts(subjects))];
}

function subjectTexts(subjects: Binding['subjects']): string[] {
  return subjects.map(({ kind, name, namespace }) => formatReference({ kind, name, ...(namespace ? { namespace } : {}) }));
}

function ruleFacts({ rules, aggregationRule }: Role): Fact[] {
  if (aggregationRule) return [];
  const texts = rules.map(({ verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }) => {
    const names = resourceNames.length > 0 ? ` named ${resourceNames.join(', ')}` : '';
    const groups = apiGroups.map((group) => group || 'core').join(', ');
    const what = resources.length > 0 ? `${resources.join(', ')} (${groups})${names}` : nonResourceURLs.join(', ');
    return `${verbs.join(', ')} ${what}`;
  });
  return facts('allows', ...texts);
}

/** The subjects bound to a role, and the roles before and after it in aggregations. */
function holderFacts({ kind, metadata }: Role, { bindings, clusterRoles, pathsFrom }: Rbac): Fact[] {
  const bound = bindings.filter(({ binding: { roleRef } }) => roleRef.kind === kind && roleRef.name === metadata.name);
  const here = [...expand(bound.flatMap(({ items }) => items))].filter(
    (binding) => kind === 'ClusterRole' || binding.metadata.namespace === metadata.namespace,
  );
  const boundBy = facts(
    'bound by',
    ...here.map((binding) => `${formatReference(referenceTo(binding))} to ${subjectTexts(binding.subjects).join(', ') || 'nobody'}`),
  );
  const role = kind === 'ClusterRole' ? clusterRoles.get(metadata.name) : undefined;
  if (!role) return boundBy;
  const collectors = givenFirst([...clusterRoles.values()]).filter((other) => pathsFrom(other).some((path) => path.includes(role)));
  return [
    ...boundBy,
    ...facts('aggregated by', ...collectors.map((other) => formatReference(referenceTo(other)))),
    ...facts(
      'aggregates',
      ...sortedPaths(pathsFrom(role)).map((path) => inSteps(path.map((other) => formatReference(referenceTo(other))))),
    ),
  ];
}

/** Roles of the input first, then Kubernetes' own. */
function givenFirst(roles: readonly Role[]): Role[] {
  return roles.toSorted((a, b) => Number(isBroughtAlong(a)) - Number(isBroughtAlong(b)));
}

/** Sorts paths by length, then paths that end at default roles last. */
function sortedPaths(paths: readonly (readonly Role[])[]): (readonly Role[])[] {
  const isLast = (path: readonly Role[]): number => Number(path.slice(-1).some(isBroughtAlong));
  return paths.toSorted((a, b) => a.length - b.length || isLast(a) - isLast(b));
}

const BROUGHT_ALONG: ReadonlySet<Role> = new Set(OPENSHIFT_DEFAULTS.roles);

function isBroughtAlong(role: Role): boolean {
  return BROUGHT_ALONG.has(role);
}
