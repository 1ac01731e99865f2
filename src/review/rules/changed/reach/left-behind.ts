/**
 * Reports roles that OLM created and does not remove, on clusters where OLM runs. A tool that applies the rendered manifests and prunes
 * removes them.
 */

import {
  formatReference,
  groupBy,
  type KubernetesObject,
  namespacedName,
  type ObjectReference,
} from '../../../../base/kubernetes/object.js';
import { listed } from '../../../../base/wording/phrases.js';
import { rule, type Severity } from '../../../../olm/model/finding.js';
import { isAllNamespaces } from '../../../../olm/rules/namespace-set.js';
import type { ResolvedGroup } from '../../../../olm/rules/resolution.js';
import { type FindOrigin, originFinder, type RoleOrigin } from '../../../state/role-origin.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';

export const LEFT_BEHIND = rule('left-behind', 'warning', 'OLM leaves roles on the cluster', {
  class: 'breaks',
  isRoutine: true,
  meaning:
    "Roles that OLM created are not in the rendering of HEAD. OLM does not remove them; a tool that prunes a rendered folder does. It is a warning for operators' permissions, a note for an API's roles.",
  fix: 'If nobody needs the roles, delete them on the cluster.',
});

/** The roles that stay, by kind of role. */
const find: FindChanges = (base, head) => {
  const clusterRoles = base.objects.filter(({ kind }) => kind === 'ClusterRole');
  const after = new Map(head.objects.filter(({ kind }) => kind === 'ClusterRole').map((role) => [role.metadata.name, role]));
  const gone = clusterRoles.filter(({ metadata }) => metadata.labels?.['olm.managed'] === 'true' && !after.has(metadata.name));
  const originOf = originFinder(base);
  const owned = gone.flatMap((role): OwnedRole[] => {
    const origin = originOf(role);
    return origin ? [{ role, ...origin }] : [];
  });
  const isOfApi = ({ field }: OwnedRole): boolean => field?.includes('owned') === true;
  return [
    ...liftedRoles(
      owned.filter((role) => !isOfApi(role)),
      base,
      head,
    ),
    ...apiRoles(owned.filter(isOfApi), base, head),
    ...groupRoles(clusterRoles, after, originOf, head),
  ];
};

export const leftBehind = ofStates([LEFT_BEHIND], find);

/** A role with its origin. */
interface OwnedRole extends RoleOrigin {
  readonly role: KubernetesObject;
}

/**
 * Roles of a group that is no longer global: its operators' lifted roles stay until the CSV is deleted, and OLM copies no Roles until then.
 */
function liftedRoles(gone: readonly OwnedRole[], base: State, head: State): FoundChange[] {
  const isGlobal = ({ namespaces }: ResolvedGroup): boolean => namespaces !== undefined && isAllNamespaces(namespaces);
  const [wasGlobal, isNowGlobal] = [base, head].map(
    ({ resolution }) => new Set(resolution.groups.filter(isGlobal).map(({ group }) => group.namespace)),
  ) as [Set<string>, Set<string>];
  const stay = new Set(head.cluster.clusterServiceVersions.map(namespacedName));
  const ofCsvs = gone.filter(({ owner }) => owner.kind === 'ClusterServiceVersion');
  return byOwner(ofCsvs).flatMap(([owner, roles]) => {
    const { namespace = '' } = owner;
    if (!stay.has(namespacedName(owner)) || !wasGlobal.has(namespace) || isNowGlobal.has(namespace)) return [];
    return [
      change(
        owner,
        `with OLM on the cluster, the operator keeps its permissions in all namespaces: ${named(roles)} and the bindings to them stay until the CSV is deleted, and OLM copies no Roles until then`,
        'warning',
        head,
      ),
    ];
  });
}

/** OLM never removes the roles of an API; they are deleted with the CRD or APIService. */
function apiRoles(gone: readonly OwnedRole[], base: State, head: State): FoundChange[] {
  return byOwner(gone).map(([owner, roles]) => {
    const message = `with OLM on the cluster, ${named(roles)} and their rules in admin, edit and view stay until the CRD or APIService is deleted`;
    return change(owner, message, 'info', head, base);
  });
}

/** OLM clears the aggregationRule of a group without APIs, but keeps the aggregated rules. */
function groupRoles(
  before: readonly KubernetesObject[],
  after: ReadonlyMap<string, KubernetesObject>,
  originOf: FindOrigin,
  head: State,
): FoundChange[] {
  const emptied = before.flatMap((role): OwnedRole[] => {
    const [now, origin] = [after.get(role.metadata.name), originOf(role)];
    const isEmptied = role.aggregationRule && now && !now.aggregationRule;
    return isEmptied && origin?.owner.kind === 'OperatorGroup' ? [{ role, ...origin }] : [];
  });
  return byOwner(emptied).map(([owner, roles]) => {
    const message = `with OLM on the cluster, ${named(roles)} ${roles.length === 1 ? 'keeps' : 'keep'} the aggregated rules, because OLM removes only the aggregationRule`;
    return change(owner, message, 'warning', head);
  });
}

function byOwner(roles: readonly OwnedRole[]): (readonly [ObjectReference, readonly KubernetesObject[]])[] {
  return [...groupBy(roles, ({ owner }) => formatReference(owner)).values()].map((same) => {
    const [{ owner }] = same as [OwnedRole];
    return [owner, same.map(({ role }) => role)] as const;
  });
}

function named(roles: readonly KubernetesObject[]): string {
  return `${roles.length === 1 ? 'the ClusterRole' : 'the ClusterRoles'} ${listed(roles.map(({ metadata }) => metadata.name))}`;
}

function change(subject: ObjectReference, message: string, severity: Severity, ...sides: readonly State[]): FoundChange {
  const place = sides.map((state) => state.placeOf(subject)).find((found) => found !== undefined);
  return { rule: LEFT_BEHIND, subject, message, severity, place };
}
