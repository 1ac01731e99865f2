/** Compares grants by meaning: the rights that subjects have on one side only. Reordered, merged, split or moved rules are equal. */

import { compareText, groupBy } from '../kubernetes/object.js';
import type { Role } from '../kubernetes/rbac.js';
import { once } from '../manifest/once.js';
import { type AtomSet, atomKey, atomSet, isCovered, isCoveredByGreater } from './atoms.js';
import type { LocalRole, Rbac, SubjectRoles } from './bound.js';
import { compactGrants, type ScopedAtoms } from './compact-grants.js';
import type { Grant, GrantPath } from './grant.js';
import { compareSubjects, groupsAround } from './groups-around.js';
import { heldIn } from './held-in.js';
import { type Fingerprints, fingerprints } from './role-fingerprint.js';
import { type AtomSource, type SourcedAtom, sourcedAtoms } from './sourced-atoms.js';
import { subjectKey } from './subject.js';

/**
 * The rights that subjects have by `rbac` and not by `others`, only the greatest: a subject that gains all verbs does not also gain
 * `get`. A right may include lesser rights that `others` gives, too, as `*` includes `get`. Rights that `others` gives to a group with
 * all subjects of a kind, such as all ServiceAccounts, count for its members.
 *
 * Grants are ordered by subject, scope and resource.
 *
 * @example
 * const gained = uncoveredGrants(head, base, pathOf);
 * const lost = uncoveredGrants(base, head, pathOf);
 */
export function uncoveredGrants(rbac: Rbac, others: Rbac, pathOf: (source: AtomSource) => GrantPath): Grant[] {
  if (rbac === others) return [];
  const comparison: Comparison = { rbac, others, fingerprint: fingerprints(), newKeys: new Map(), numbers: new Map(), parts: new Map() };
  const grants = new Map<readonly ScopedAtoms[], readonly Grant[]>();
  const grantsOf = (subject: Grant['subject'], parts: readonly ScopedAtoms[]): readonly Grant[] => {
    const known = grants.get(parts);
    if (known) return known.map((grant) => ({ ...grant, subject }));
    const made = compactGrants(subject, parts, pathOf);
    grants.set(parts, made);
    return made;
  };
  return [...rbac.bySubject]
    .map(([key, holder]) => ({
      holder,
      parts: uncoveredOnce(holder, others.bySubject.get(key) ?? unaggregated(holder, others), comparison),
    }))
    .filter(({ parts }) => parts.length > 0)
    .sort((a, b) => compareSubjects(a.holder.subject, b.holder.subject))
    .flatMap(({ holder, parts }) => grantsOf(holder.subject, parts));
}

const NO_ROLES: readonly LocalRole[] = [];
const NOBODY: Pick<SubjectRoles, 'everywhere' | 'inNamespace'> = { everywhere: [], inNamespace: new Map() };

/** What anyone bound to an aggregated ClusterRole has where the role of its name has rules of its own. */
function unaggregated({ subject: { kind, name } }: SubjectRoles, { clusterRoles }: Rbac): typeof NOBODY {
  const role = kind === 'RoleHolder' ? clusterRoles.get(name) : undefined;
  return role ? { ...NOBODY, everywhere: [{ role }] } : NOBODY;
}

interface Comparison {
  readonly rbac: Rbac;
  readonly others: Rbac;
  readonly fingerprint: Fingerprints;
  /** The keys of the new rights, by the fingerprints of the roles that decide: many subjects have the same roles. */
  readonly newKeys: Map<string, ReadonlySet<string>>;
  /** A number for each role and binding. */
  readonly numbers: Map<object, number>;
  /** The new rights by the bindings and roles that give them, and what the other side has. */
  readonly parts: Map<string, ScopedAtoms[]>;
}

/** The same list for all subjects of the same ClusterRoleBindings: there can be thousands of them. */
function uncoveredOnce(holder: SubjectRoles, other: typeof NOBODY, comparison: Comparison): ScopedAtoms[] {
  const { others, fingerprint, numbers, parts } = comparison;
  const isShared = holder.inNamespace.size === 0 && holder.subject.kind !== 'RoleHolder' && !areSameRoles(holder, other);
  if (!isShared) return uncovered(holder, other, comparison);
  const numberOf = (object: object | undefined): number => {
    if (!object) return -1;
    const number = numbers.get(object) ?? numbers.size;
    numbers.set(object, number);
    return number;
  };
  const around = groupsAround(holder.subject).flatMap((group) => others.bySubject.get(subjectKey(group)) ?? []);
  const key = [
    holder.everywhere.map(({ binding, role }) => `${numberOf(binding)} ${numberOf(role)}`).join(),
    fingerprint.of(rolesOf(other), others),
    ...around.map((group) => fingerprint.of(rolesOf(group), others)),
  ].join('\n');
  const known = parts.get(key) ?? uncovered(holder, other, comparison);
  parts.set(key, known);
  return known;
}

function uncovered(
  holder: SubjectRoles,
  other: Pick<SubjectRoles, 'everywhere' | 'inNamespace'>,
  { rbac, others, fingerprint, newKeys }: Comparison,
): ScopedAtoms[] {
  const hasSameRoles = areSameRoles(holder, other);
  if (hasSameRoles && areSameLocally(holder, other)) return [];
  const isSameEverywhere = hasSameRoles || fingerprint.of(rolesOf(holder), rbac) === fingerprint.of(rolesOf(other), others);
  if (isSameEverywhere && holder.inNamespace.size === 0) return [];
  const around = groupsAround(holder.subject).flatMap((group) => others.bySubject.get(subjectKey(group)) ?? []);
  const everywhere = once(() => sourcedAtoms(holder.everywhere, rbac.rulesOf, true));
  const own = once(() => atomSet(atomsIn(everywhere())));
  const held = [other, ...around];
  const heldHere = (namespace: string): LocalRole[] => held.flatMap(({ inNamespace }) => inNamespace.get(namespace) ?? NO_ROLES);
  const everywhereHeld = held.flatMap((one) => one.everywhere);
  const covering = once(() => atomSet(atomsIn(sourcedAtoms(everywhereHeld, others.rulesOf, true))));
  const decidingEverywhere = [fingerprint.of(rolesOf(holder), rbac), fingerprint.of(rolesOf({ everywhere: everywhereHeld }), others)];
  const newOf = (
    atoms: () => ReadonlyMap<string, SourcedAtom>,
    isNew: (sourced: SourcedAtom) => boolean,
    ...deciding: readonly string[]
  ): SourcedAtom[] => {
    const key = [...decidingEverywhere, ...deciding].join(' ');
    const keys = newKeys.get(key) ?? keysOf(greatest([...atoms().values()].filter(isNew)));
    newKeys.set(key, keys);
    return keys.size === 0 ? [] : [...atoms()].flatMap(([one, sourced]) => (keys.has(one) ? [sourced] : []));
  };

  const parts: ScopedAtoms[] = [];
  if (!isSameEverywhere) {
    const scope = holder.subject.kind === 'RoleHolder' ? 'where-bound' : 'cluster';
    parts.push({ scope, atoms: newOf(everywhere, ({ atom }) => !isCovered(atom, covering())) });
  }
  // Namespaces with the same roles on both sides have the same outcome, so only one of them is compared.
  const alike = groupBy(holder.inNamespace, ([namespace, roles]) => {
    const before = fingerprint.ofLocal(heldHere(namespace), others);
    return `${fingerprint.ofLocal(roles, rbac)} ${before}`;
  });
  for (const [deciding, same] of alike) {
    const namespaces = same.map(([namespace]) => namespace).sort(compareText);
    const [namespace] = namespaces as [string];
    const [is, was] = [holder, other].map(({ inNamespace }) => inNamespace.get(namespace) ?? NO_ROLES) as [
      typeof NO_ROLES,
      typeof NO_ROLES,
    ];
    if (isSameEverywhere && fingerprint.ofLocal(is, rbac) === fingerprint.ofLocal(was, others)) continue;
    const coveringHere = once(() => atomSet(atomsIn(sourcedAtoms(heldIn(heldHere(namespace), namespace), others.rulesOf, false))));
    const isNew = ({ atom }: SourcedAtom): boolean => ![own(), covering(), coveringHere()].some((set) => isCovered(atom, set));
    const here = once(() => sourcedAtoms(heldIn(is, namespace), rbac.rulesOf, false));
    parts.push({ scope: namespaces, atoms: newOf(here, isNew, `in ${deciding}`) });
  }
  return parts;
}

/** Whether both sides have the same objects, with rules of their own, as the default roles of Kubernetes are: no rule needs to be read. */
function areSameRoles(one: Pick<SubjectRoles, 'everywhere'>, other: Pick<SubjectRoles, 'everywhere'>): boolean {
  return (
    one.everywhere.length === other.everywhere.length &&
    one.everywhere.every(({ role }, index) => !role.aggregationRule && role === other.everywhere[index]?.role)
  );
}

/** The same in each namespace. */
function areSameLocally({ inNamespace }: Pick<SubjectRoles, 'inNamespace'>, other: Pick<SubjectRoles, 'inNamespace'>): boolean {
  if (inNamespace.size !== other.inNamespace.size) return false;
  return [...inNamespace].every(([namespace, roles]) => {
    const others = other.inNamespace.get(namespace) ?? NO_ROLES;
    const isSame = ({ role: { object } }: LocalRole, index: number): boolean =>
      !object.aggregationRule && object === others[index]?.role.object;
    return roles.length === others.length && roles.every(isSame);
  });
}

function rolesOf({ everywhere }: Pick<SubjectRoles, 'everywhere'>): Role[] {
  return everywhere.map(({ role }) => role);
}

function greatest(atoms: readonly SourcedAtom[]): SourcedAtom[] {
  const all: AtomSet = atomSet(atoms.map(({ atom }) => atom));
  return atoms.filter(({ atom }) => !isCoveredByGreater(atom, all));
}

function keysOf(atoms: readonly SourcedAtom[]): ReadonlySet<string> {
  return new Set(atoms.map(({ atom }) => atomKey(atom)));
}

function* atomsIn(atoms: ReadonlyMap<string, SourcedAtom>): Generator<SourcedAtom['atom']> {
  for (const { atom } of atoms.values()) yield atom;
}
