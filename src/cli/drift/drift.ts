/**
 * Finds the drift between a cluster and the sources, by owner and meaning. Compares three sets of objects: those of the sources, those
 * that follow from the cluster's own OperatorGroups and CSVs by the same rules, and the live ones. A live object that follows from the
 * cluster's own CSVs is only late; one that follows from neither was tampered with.
 */

import { matchesSelector } from '../../base/kubernetes/label-selector.js';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { bindingOf, RBAC_KINDS, roleOf } from '../../base/kubernetes/rbac.js';
import { type FieldChange, fieldChanges } from '../../base/manifest/field-changes.js';
import { valueAt } from '../../base/manifest/field-path.js';
import { jsonText } from '../../base/manifest/format.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { type Atom, atomKey, atomSet, atomsOf, isCovered } from '../../base/rbac/atoms.js';
import type { Right } from '../../base/rbac/grant.js';
import { permissionTexts } from '../../base/wording/permissions.js';
import { listed } from '../../base/wording/phrases.js';
import { COPIED_FROM_LABEL, PERMISSIONS_HASH_LABEL } from '../../olm/model/csv-labels.js';
import { isLabelledCopy } from '../../olm/model/labelled-copy.js';

/** `tampered`: follows from no source. `changed`: an OperatorGroup, CSV or Namespace differs. `late`: the cluster is behind. */
export type DriftKind = 'tampered' | 'changed' | 'late';

/** One difference. */
export interface Drift {
  readonly kind: DriftKind;
  readonly subject: ObjectReference;
  /** One sentence. */
  readonly message: string;
  /** Permissions that the cluster grants beyond the sources, each as text. */
  readonly gained?: readonly string[];
  readonly lost?: readonly string[];
  readonly fields?: readonly FieldChange[];
}

/** An operator of a lock: its CSV and package. */
export interface LockedOperator {
  readonly namespace: string;
  readonly csv: string;
  readonly packageName?: string;
}

/** A ServiceAccount. */
export interface Account {
  readonly namespace: string;
  readonly name: string;
}

/** The objects to compare; copies are expanded. */
interface DriftInput {
  /** The objects rendered from the sources. */
  readonly wanted: readonly KubernetesObject[];
  /** All other objects in the sources. */
  readonly given: readonly KubernetesObject[];
  /** The objects that follow from the OperatorGroups and CSVs on the cluster. */
  readonly own: readonly KubernetesObject[];
  /** The objects on the cluster. */
  readonly live: readonly KubernetesObject[];
  /** The service accounts of the sources' operators. @default none are known */
  readonly accounts?: readonly Account[];
  /** The operators of the sources that come from a lock. @default none */
  readonly locked?: readonly LockedOperator[];
}

const SOURCES: ReadonlySet<string> = new Set(['OperatorGroup', 'ClusterServiceVersion', 'Namespace']);

const key = (object: KubernetesObject): string => formatReference(referenceTo(object));
const byKey = (objects: readonly KubernetesObject[]): Map<string, KubernetesObject> =>
  new Map(objects.map((object) => [key(object), object]));
const isRbac = ({ kind }: KubernetesObject): boolean => RBAC_KINDS.has(kind);

/** All differences, unexplained ones first. */
export function driftOf({ wanted, given, own, live, accounts = [], locked = [] }: DriftInput): Drift[] {
  const [byWanted, byOwn, byLive] = [byKey(wanted), byKey(own), byKey(live)];
  const known = new Set([...byWanted.keys(), ...byOwn.keys(), ...given.map(key)]);
  const unknown = live.filter((object) => isOperators(object) && !isLabelledCopy(object) && !byWanted.has(key(object)));
  const moved = locked.flatMap((operator) => {
    const wish = formatReference({ kind: 'ClusterServiceVersion', namespace: operator.namespace, name: operator.csv });
    const found = byLive.has(wish) ? undefined : unknown.find((object) => isOfPackage(object, operator));
    return found ? [{ wish, found, operator }] : [];
  });
  const told = new Set(moved.flatMap(({ wish, found }) => [wish, key(found)]));
  const found = [
    ...moved.map(notAsLocked),
    ...wanted.filter(isRbac).flatMap((object) => rbacDrift(object, byLive.get(key(object)), byOwn.get(key(object)))),
    ...live
      .filter((object) => isRbac(object) && !byWanted.has(key(object)))
      .flatMap((object) => leftOver(object, byOwn.get(key(object)), known, byLive)),
    ...aggregated(wanted, live, byWanted, byOwn, known),
    ...boundBesides(wanted, live, known),
    ...accountsBound(live, accounts, new Map([...byKey(given), ...byOwn, ...byWanted])),
    ...wanted
      .filter((object) => SOURCES.has(object.kind) && !isLabelledCopy(object) && !told.has(key(object)))
      .flatMap((object) => sourceDrift(object, byLive.get(key(object)))),
    ...unknown.filter((object) => !told.has(key(object))).map(unknownSource),
  ];
  const order: readonly DriftKind[] = ['tampered', 'changed', 'late'];
  return found.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function isOperators({ kind }: KubernetesObject): boolean {
  return kind === 'OperatorGroup' || kind === 'ClusterServiceVersion';
}

/** The drift of a role or binding of the sources. */
function rbacDrift(wanted: KubernetesObject, live: KubernetesObject | undefined, own: KubernetesObject | undefined): Drift[] {
  const subject = referenceTo(wanted);
  if (!live) return [{ kind: 'late', subject, message: 'is not on the cluster' }];
  if (meaning(live) === meaning(wanted)) return [];
  if (own && meaning(live) === meaning(own)) {
    return [{ kind: 'late', subject, message: 'matches the OperatorGroups and CSVs on the cluster, which differ from the sources' }];
  }
  return [
    {
      kind: 'tampered',
      subject,
      message: 'matches neither the sources nor what OLM would create on this cluster',
      ...differences(live, own ?? wanted),
    },
  ];
}

/** The drift of a role or binding that is not in the sources. */
function leftOver(
  live: KubernetesObject,
  own: KubernetesObject | undefined,
  known: ReadonlySet<string>,
  byLive: ReadonlyMap<string, KubernetesObject>,
): Drift[] {
  const subject = referenceTo(live);
  if (own) {
    if (meaning(live) === meaning(own))
      return [{ kind: 'late', subject, message: 'belongs to an operator on the cluster that is not in the sources' }];
    return [{ kind: 'tampered', subject, message: 'differs from what OLM would create on this cluster', ...differences(live, own) }];
  }
  const owner = ownerOf(live);
  if (!owner) return [];
  if (known.has(formatReference(owner))) {
    return [
      {
        kind: 'tampered',
        subject,
        message: `is labelled as owned by ${formatReference(owner)}, which does not create it`,
        ...differences(live, undefined),
      },
    ];
  }
  const bound = boundRole(live);
  const role = bound && byLive.get(formatReference(bound));
  const roleOwner = role && ownerOf(role);
  // OLM only binds roles that it makes for the same owner.
  if (role && !(roleOwner && formatReference(roleOwner) === formatReference(owner))) {
    const message = `is labelled as owned by ${formatReference(owner)}, which no longer exists, and binds ${formatReference(referenceTo(role))}`;
    return [{ kind: 'tampered', subject, message, ...differences(live, undefined) }];
  }
  return [{ kind: 'late', subject, message: `is left over from ${formatReference(owner)}, which no longer exists` }];
}

/** The role that a binding names. */
function boundRole(object: KubernetesObject): ObjectReference | undefined {
  const { kind, name } = bindingOf(object)?.roleRef ?? {};
  if (kind === undefined || name === undefined) return undefined;
  return kind === 'Role' ? { kind, namespace: object.metadata.namespace, name } : { kind, name };
}

/** The owner by OLM's labels, which any user can write. */
function ownerOf({ metadata }: KubernetesObject): ObjectReference | undefined {
  const labels = metadata.labels ?? {};
  const { 'olm.owner': name, 'olm.owner.kind': kind, 'olm.owner.namespace': namespace, [COPIED_FROM_LABEL]: copiedFrom } = labels;
  return name === undefined || kind === undefined ? undefined : { kind, namespace: copiedFrom ?? namespace, name };
}

/** ClusterRoles whose labels add their rules to a group's role, without a source or an operator of the cluster that does so. */
function aggregated(
  wanted: readonly KubernetesObject[],
  live: readonly KubernetesObject[],
  byWanted: ReadonlyMap<string, KubernetesObject>,
  byOwn: ReadonlyMap<string, KubernetesObject>,
  known: ReadonlySet<string>,
): Drift[] {
  const clusterRoles = live.filter(({ kind }) => kind === 'ClusterRole');
  return wanted.flatMap((object): Drift[] => {
    const selectors = roleOf(object)?.aggregationRule?.clusterRoleSelectors ?? [];
    const isSelected = (role: KubernetesObject | undefined): boolean =>
      role !== undefined && selectors.some((selector) => matchesSelector(selector, role.metadata.labels ?? {}));
    return clusterRoles
      .filter((role) => isSelected(role) && !isSelected(byWanted.get(key(role))) && !isSelected(byOwn.get(key(role))))
      .filter((role) => byWanted.has(key(role)) || byOwn.has(key(role)) || !known.has(key(role)))
      .map((role) => ({
        kind: 'tampered',
        subject: referenceTo(role),
        message: `has a label that adds its rules to ${formatReference(referenceTo(object))}`,
        ...differences(role, undefined),
      }));
  });
}

/** Bindings to an operator's own role without a source. A group's roles are meant to be bound. */
function boundBesides(wanted: readonly KubernetesObject[], live: readonly KubernetesObject[], known: ReadonlySet<string>): Drift[] {
  const operators = new Set(
    wanted
      .filter((object) => ownerOf(object)?.kind === 'ClusterServiceVersion' && object.metadata.labels?.[PERMISSIONS_HASH_LABEL])
      .map(key),
  );
  return live.flatMap((object): Drift[] => {
    const bound = boundRole(object);
    if (!bound || known.has(key(object)) || ownerOf(object)) return [];
    const role = formatReference(bound);
    if (!operators.has(role)) return [];
    const message = `gives ${listed(subjectTexts(object))} the permissions of an operator, ${role}`;
    return [{ kind: 'tampered', subject: referenceTo(object), message }];
  });
}

/** The role to which OpenShift binds every account of a namespace. */
const OF_EVERY_NAMESPACE = 'system:image-puller';

/** Bindings of an operator's account without a source, by the account's name or by its namespace's group. */
function accountsBound(
  live: readonly KubernetesObject[],
  accounts: readonly Account[],
  meant: ReadonlyMap<string, KubernetesObject>,
): Drift[] {
  const texts = accounts.map(({ namespace, name }) => `ServiceAccount ${namespace}/${name}`);
  const groups = accounts.map(({ namespace }) => `Group system:serviceaccounts:${namespace}`);
  const operators = new Set([...texts, ...groups]);
  return live.flatMap((object): Drift[] => {
    const [role, other] = [boundRole(object), meant.get(key(object))];
    if (!role || ownerOf(object) || role.name === OF_EVERY_NAMESPACE) return [];
    const otherRole = other && boundRole(other);
    const isSameRole = otherRole && formatReference(otherRole) === formatReference(role);
    const held = new Set(other && isSameRole ? subjectTexts(other) : []);
    const bound = subjectTexts(object).filter((text) => operators.has(text) && !held.has(text));
    if (bound.length === 0) return [];
    const message = `gives ${formatReference(role)} to ${listed(bound)}, which an operator runs as, and no source binds it`;
    return [{ kind: 'tampered', subject: referenceTo(object), message }];
  });
}

function subjectTexts(binding: KubernetesObject): string[] {
  return (bindingOf(binding)?.subjects ?? []).map(({ kind, namespace, name }) => `${kind} ${namespace ? `${namespace}/` : ''}${name}`);
}

/** The drift of an OperatorGroup, CSV or Namespace: an edit on the cluster, or a change not applied yet; only the history can decide. */
function sourceDrift(wanted: KubernetesObject, live: KubernetesObject | undefined): Drift[] {
  const subject = referenceTo(wanted);
  if (!live) return [{ kind: 'late', subject, message: 'is not on the cluster' }];
  const labels = Object.fromEntries(Object.keys(wanted.metadata.labels ?? {}).map((name) => [name, valueAt(live.metadata.labels, [name])]));
  const fields = [
    ...(wanted.kind === 'Namespace' ? [] : fieldChanges(wanted.spec ?? {}, live.spec ?? {}, ['spec'])),
    ...fieldChanges(wanted.metadata.labels ?? {}, labels, ['metadata', 'labels']),
  ];
  return fields.length === 0 ? [] : [{ kind: 'changed', subject, message: 'differs from the sources', fields }];
}

/** Whether a CSV is of an operator's package: by OLM's annotation on installed CSVs, or by the CSV's `replaces`. */
function isOfPackage({ kind, metadata, spec }: KubernetesObject, { namespace, csv, packageName }: LockedOperator): boolean {
  if (kind !== 'ClusterServiceVersion' || metadata.namespace !== namespace) return false;
  const { replaces } = (spec ?? {}) as { readonly replaces?: unknown };
  return replaces === csv || (packageName !== undefined && packagesOf(metadata.annotations?.[PROPERTIES]).includes(packageName));
}

const PROPERTIES = 'operatorframework.io/properties';

function packagesOf(annotation: unknown): unknown[] {
  try {
    const { properties = [] } = JSON.parse(String(annotation)) as {
      readonly properties?: readonly { type?: string; value?: { packageName?: unknown } }[];
    };
    return properties.flatMap(({ type, value }) => (type === 'olm.package' ? [value?.packageName] : []));
  } catch {
    return [];
  }
}

/** The drift of an operator whose version on the cluster differs from the lock. */
function notAsLocked({ found, operator }: { readonly found: KubernetesObject; readonly operator: LockedOperator }): Drift {
  return {
    kind: 'changed',
    subject: referenceTo(found),
    message: `is installed, but the lock has ${operator.csv}: with Automatic approval, OLM upgrades by itself`,
  };
}

function unknownSource(live: KubernetesObject): Drift {
  return { kind: 'changed', subject: referenceTo(live), message: 'is not in the sources' };
}

/** Equal for roles with equal permissions, and bindings with equal role and subjects. Ignores an aggregated role's rules. */
function meaning(object: KubernetesObject): string {
  const role = roleOf(object);
  if (role) {
    const { aggregationRule } = role;
    return jsonText(aggregationRule ? ['aggregated', textsOf(aggregationRule.clusterRoleSelectors ?? [])] : atomKeys(object));
  }
  const binding = bindingOf(object);
  if (!binding) return '';
  const { kind, name } = binding.roleRef;
  return jsonText([kind, name, textsOf(binding.subjects.map((subject) => [subject.kind, subject.namespace ?? '', subject.name]))]);
}

/** The distinct values as sorted texts. */
function textsOf(values: readonly unknown[]): string[] {
  return [...new Set(values.map(sortedText))].sort();
}

function atomsIn(object: KubernetesObject): Atom[] {
  const rules = roleOf(object)?.rules ?? [];
  return rules.flatMap((rule) => [...atomsOf(rule, object.kind === 'ClusterRole')]);
}

function atomKeys(object: KubernetesObject): string[] {
  const atoms = new Map(atomsIn(object).map((atom) => [atomKey(atom), atom]));
  const all = atomSet(atoms.values());
  // Drops atoms that another one includes.
  const others = (own: string): Atom[] => [...atoms].filter(([name]) => name !== own).map(([, atom]) => atom);
  return [...atoms]
    .filter(([name, atom]) => all.keys.size === 1 || !isCovered(atom, atomSet(others(name))))
    .map(([name]) => name)
    .sort();
}

/** The permissions that a role has beyond the other, and those that it lacks; for a binding, the changed fields. */
function differences(live: KubernetesObject, other: KubernetesObject | undefined): Pick<Drift, 'gained' | 'lost' | 'fields'> {
  if (roleOf(live)) {
    const [ours, theirs] = [atomsIn(live), other && !roleOf(other)?.aggregationRule ? atomsIn(other) : []];
    const without = (some: readonly Atom[], others: readonly Atom[]): string[] => {
      const set = atomSet(others);
      return permissionTexts(some.filter((atom) => !isCovered(atom, set)).map(rightOf));
    };
    const [gained, lost] = [without(ours, theirs), without(theirs, ours)];
    return { ...(gained.length > 0 ? { gained } : {}), ...(lost.length > 0 ? { lost } : {}) };
  }
  const picked = ({ roleRef, subjects }: KubernetesObject): unknown => ({ roleRef, subjects });
  return { fields: fieldChanges(other ? picked(other) : {}, picked(live)) };
}

function rightOf(atom: Atom): Right {
  if ('url' in atom) return { verbs: [atom.verb], nonResourceURL: atom.url };
  const { verb, apiGroup, resource, name } = atom;
  return { verbs: [verb], apiGroup, resource, ...(name === undefined ? {} : { resourceNames: [name] }) };
}
