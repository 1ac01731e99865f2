/** All permissions of the subjects of a cluster, as grants. */
import { compareText, groupBy } from '../kubernetes/object.js';
import type { Atom } from './atoms.js';
import type { BoundRole, Rbac, SubjectRoles } from './bound.js';
import { compactGrants, type ScopedAtoms } from './compact-grants.js';
import type { Grant, GrantPath } from './grant.js';
import { compareSubjects } from './groups-around.js';
import { heldIn } from './held-in.js';
import { fingerprints } from './role-fingerprint.js';
import { type AtomSource, sourcedAtoms } from './sourced-atoms.js';

/**
 * The grants of some subjects, by subject, scope and resource.
 *
 * @param wanted filters the rights; by default all
 * @example
 * const rbac = rbacOf(state);
 * grantsOf([...rbac.bySubject.values()], rbac, pathTeller(state).tell);
 */
export function grantsOf(
  some: readonly SubjectRoles[],
  rbac: Rbac,
  pathOf: (source: AtomSource) => GrantPath,
  wanted: (atom: Atom) => boolean = () => true,
): Grant[] {
  const { ofLocal } = fingerprints();
  const atomsOf = (roles: readonly BoundRole[], clusterWide: boolean): ScopedAtoms['atoms'] =>
    [...sourcedAtoms(roles, rbac.rulesOf, clusterWide).values()].filter(({ atom }) => wanted(atom));
  return [...some]
    .sort((a, b) => compareSubjects(a.subject, b.subject))
    .flatMap(({ subject, everywhere, inNamespace }) => {
      // Copies of a role give the same rights in each of their namespaces.
      const alike = groupBy(inNamespace, ([, roles]) => ofLocal(roles, rbac));
      const parts = [...alike.values()].map((same): ScopedAtoms => {
        const namespaces = same.map(([namespace]) => namespace).sort(compareText);
        const [namespace] = namespaces as [string];
        return { scope: namespaces, atoms: atomsOf(heldIn(inNamespace.get(namespace) ?? [], namespace), false) };
      });
      const scope = subject.kind === 'RoleHolder' ? 'where-bound' : 'cluster';
      return compactGrants(subject, [{ scope, atoms: atomsOf(everywhere, true) }, ...parts], pathOf);
    });
}
