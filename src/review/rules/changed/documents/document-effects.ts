/** Finds the part of a document that other parts of the review cover, and the rest that remains to compare. */
import { isDeepStrictEqual } from 'node:util';
import { groupOf, OLM_GROUP } from '../../../../base/kubernetes/kinds.js';
import { formatReference, groupBy, isNamedObject, type KubernetesObject, referenceTo } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import type { PolicyRule } from '../../../../base/kubernetes/policy-rule.js';
import { bindingOf, RBAC_KINDS, roleOf } from '../../../../base/kubernetes/rbac.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { atomsOf } from '../../../../base/rbac/atoms.js';
import type { BoundSubjects, Rbac } from '../../../../base/rbac/bound.js';
import { voidInNamespaces } from '../../../../base/rbac/effective-grants.js';
import { heldRoles } from '../../../../base/rbac/held-roles.js';
import { rbacOf } from '../../../../base/rbac/rbac.js';
import { COPIED_FROM_LABEL } from '../../../../olm/model/csv-labels.js';
import type { State } from '../../../state/state.js';
import { permissionsOf } from '../../access/permission.js';

const ROLE_FIELDS: readonly FieldPath[] = [['rules'], ['aggregationRule'], ['subjects'], ['roleRef']];

/** Fields that other parts of the review compare by meaning, by API group. */
const COMPARED_ELSEWHERE: ReadonlyMap<string, readonly FieldPath[]> = new Map(
  Object.entries<readonly FieldPath[]>({
    'rbac.authorization.k8s.io': ROLE_FIELDS,
    'authorization.openshift.io': ROLE_FIELDS,
    [OLM_GROUP]: [
      ['spec', 'install', 'spec', 'permissions'],
      ['spec', 'install', 'spec', 'clusterPermissions'],
      // Fields of an OperatorGroup.
      ['spec', 'targetNamespaces'],
      ['spec', 'selector'],
    ],
  }),
);
/** Fields that only a cluster sets. */
export const FILLED_BY_CLUSTER: readonly FieldPath[] = [
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'uid',
  'selfLink',
].map((field) => ['metadata', field]);

/**
 * The effects of objects: roles without holders, and objects that OLM does not read, have no effect that other parts of the review show.
 */
export interface Effects {
  /**
   * Whether other parts of the review report its addition or removal: grants for roles and bindings, changes of reach for OperatorGroups,
   * installed CSVs and their copies.
   */
  isTold(value: unknown, state: State): boolean;
  /**
   * Whether it is a role without rules, or a binding without subjects or permissions: no grant shows it, and it may grant something later.
   */
  grantsNothing(value: unknown, state: State): boolean;
  /** An object without the fields that other parts compare by meaning, and without fields that only a cluster sets. */
  remaining(value: unknown): unknown;
}

/** The roles and bindings of a state. */
interface RbacIndex {
  readonly rbac: Rbac;
  readonly held: ReadonlySet<string>;
  /** Bindings by name. */
  readonly bindings: ReadonlyMap<string, readonly BoundSubjects[]>;
}

function indexedRbac(state: State): RbacIndex {
  const rbac = rbacOf(state);
  return { rbac, held: heldRoles(rbac), bindings: groupBy(rbac.bindings, ({ binding }) => binding.metadata.name) };
}

/** Two states, with their roles and bindings. */
interface States {
  readonly base: State;
  readonly head: State;
  indexOf(state: State): RbacIndex;
}

/** The effects of the documents of two states. */
export function effectsOf(base: State, head: State): Effects {
  const states: States = { base, head, indexOf: indexer() };
  return {
    grantsNothing: (value, state) => grantsNothing(value, state, states),
    isTold: (value, state) => isTold(value, state, states),
    remaining: (value) => remaining(value, states),
  };
}

/** Indexes each state once. */
function indexer(): (state: State) => RbacIndex {
  const indexes = new Map<State, RbacIndex>();
  return (state) => {
    const index = indexes.get(state) ?? indexedRbac(state);
    indexes.set(state, index);
    return index;
  };
}

function grantsNothing(value: unknown, state: State, { indexOf }: States): boolean {
  if (!isNamedObject(value) || !isRbac(value)) return false;
  const role = roleOf(value);
  if (role) return !role.aggregationRule && role.rules.length === 0;
  if (bindsNobody(value)) return true;
  const { namespace, name } = value.metadata;
  const { bindings, rbac } = indexOf(state);
  const bound = bindings
    .get(name)
    ?.find(({ binding, namespaces }) => binding.kind === value.kind && (!namespaces || namespaces.includes(namespace ?? '')));
  const roles = bound ? rbac.rolesOf(bound) : [];
  const isVoid = givesNothing(value.kind, voidInNamespaces(state.objects));
  return roles.length > 0 && roles.every(({ role: { object } }) => rbac.rulesOf(object).rules.every(({ rule }) => isVoid(rule)));
}

function isTold(value: unknown, state: State, states: States): boolean {
  if (!isNamedObject(value)) return false;
  if (isRbac(value)) return !grantsNothing(value, state, states) && (!isRole(value) || isHeld(value, state, states));
  if (groupOf(value.apiVersion) !== OLM_GROUP) return false;
  return isOlms(value, state) || (value.kind === 'ClusterServiceVersion' && comesWithOriginal(value, state, states));
}

function remaining(value: unknown, states: States): unknown {
  if (!isNamedObject(value)) return value;
  const { base, head } = states;
  // The roles of a rendering count, and not the permissions of its CSVs; OLM, where it runs, reads the CSVs.
  const isRendered = base.made === undefined && head.made === undefined;
  const isEvaluated = !isRendered && [base, head].some((state) => isOlms(value, state));
  const isInGrants = [base, head].some((state) => (isRole(value) ? isHeld(value, state, states) : bindsIn(value, state, states)));
  const isCompared = isRbac(value) ? isInGrants : isEvaluated;
  const compared = isCompared ? COMPARED_ELSEWHERE.get(groupOf(value.apiVersion)) : undefined;
  const role = isCompared ? undefined : roleOf(value);
  const written = role ? { ...value, rules: permissionsOf(role.rules) } : value;
  return [...(compared ?? []), ...FILLED_BY_CLUSTER].reduce<unknown>(without, written);
}

function isHeld(role: KubernetesObject, state: State, { indexOf }: States): boolean {
  const known = indexOf(state).held;
  const { namespace = 'default', ...reference } = referenceTo(role);
  return known.has(formatReference(role.kind === 'Role' ? { ...reference, namespace } : reference));
}

/** The copies of a CSV come and go with it, one for each target. */
function comesWithOriginal(copy: KubernetesObject, state: State, { base, head }: States): boolean {
  const { name, labels } = copy.metadata;
  const isOriginal = ({ csv }: State['resolution']['csvs'][number]): boolean =>
    csv.namespace === labels?.[COPIED_FROM_LABEL] && csv.name === name;
  const original = state.resolution.csvs.find(isOriginal);
  const isKept = (state === base ? head : base).resolution.csvs.some(isOriginal);
  return original !== undefined && !isKept && isDeepStrictEqual(original.csv.manifest.spec, copy.spec);
}

/** Whether an object is a group or a CSV that OLM's rules are run on. */
function isOlms(value: KubernetesObject, { resolution: { csvs, groups } }: State): boolean {
  const { kind, metadata } = value;
  const { namespace, name } = metadata;
  if (kind === 'OperatorGroup') return groups.some(({ group }) => group.namespace === namespace && group.name === name);
  if (kind !== 'ClusterServiceVersion') return false;
  // The CSV of a bundle has any namespace, such as `placeholder`: OLM creates it in that of the Subscription.
  return csvs.some(({ csv }) => csv.name === name && (csv.namespace === namespace || csv.bundle?.csv === value));
}

function isRbac({ apiVersion, kind }: KubernetesObject): boolean {
  return COMPARED_ELSEWHERE.get(groupOf(apiVersion)) === ROLE_FIELDS && RBAC_KINDS.has(kind);
}

/** Whether a rule grants nothing by this kind of binding: in a namespace, URLs and most cluster-scoped resources do not apply. */
function givesNothing(kind: string, isVoid: ReturnType<typeof voidInNamespaces>): (rule: PolicyRule) => boolean {
  return (rule) =>
    [...atomsOf(rule, kind === 'ClusterRoleBinding')].every((atom) => !('url' in atom) && kind === 'RoleBinding' && isVoid(atom));
}

/** Whether a binding of this name has subjects in a state. */
function bindsIn({ kind, metadata: { name, namespace } }: KubernetesObject, state: State, { indexOf }: States): boolean {
  const named = indexOf(state).bindings.get(name) ?? [];
  return named.some(({ binding }) => binding.kind === kind && binding.metadata.namespace === namespace && !bindsNobody(binding));
}

function bindsNobody(value: KubernetesObject): boolean {
  return bindingOf(value)?.subjects.length === 0;
}

function isRole({ kind }: KubernetesObject): boolean {
  return kind === 'Role' || kind === 'ClusterRole';
}

/** The value without a field. */
export function without(value: unknown, [first, ...rest]: FieldPath): unknown {
  if (typeof first !== 'string' || !Object.hasOwn(fieldsOf(value), first)) return value;
  const { [first]: inner, ...others } = value as Fields;
  if (rest.length === 0) return others;
  const left = without(inner, rest);
  // A mapping without other fields counts as absent.
  return left === null || isDeepStrictEqual(left, {}) ? others : { ...others, [first]: left };
}

/** Whether a value has a kind of RBAC, in any API group. */
export function isRbacKind(value: unknown): boolean {
  const { kind } = fieldsOf(value);
  return typeof kind === 'string' && RBAC_KINDS.has(kind);
}
