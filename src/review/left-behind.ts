/**
 * What a change leaves behind on a cluster where OLM itself runs: roles that OLM makes and does not remove.
 * Where the rendered manifests are applied by a tool that prunes, it goes.
 */
import { groupBy } from '../model/group-by.js';
import { formatReference, type KubernetesObject, namespacedName, type ObjectReference } from '../model/kubernetes-object.js';
import { OWNER_NAMESPACE_LABEL } from '../render/rendered.js';
import { isAllNamespaces } from '../rules/namespace-set.js';
import { groupReference } from '../rules/references.js';
import type { ResolvedGroup } from '../rules/resolve.js';
import { nameList } from './name-list.js';
import type { ReviewSide, ScopeChange } from './review.js';
import { originFinder } from './role-origin.js';

/** What is left behind, by kind of role. */
export function leftBehind(base: ReviewSide, head: ReviewSide): ScopeChange[] {
  const clusterRoles = base.objects.filter(({ kind }) => kind === 'ClusterRole');
  const after = new Map(head.objects.filter(({ kind }) => kind === 'ClusterRole').map((role) => [role.metadata.name, role]));
  const gone = clusterRoles.filter(({ metadata }) => metadata.labels?.['olm.managed'] === 'true' && !after.has(metadata.name));
  return [...liftedRoles(gone, base, head), ...apiRoles(gone, base, head), ...groupRoles(clusterRoles, after, head)];
}

/** A group that is no longer global: its operators' lifted roles go only with the CSV, and OLM copies no Roles meanwhile. */
function liftedRoles(gone: readonly KubernetesObject[], base: ReviewSide, head: ReviewSide): ScopeChange[] {
  const isGlobal = ({ namespaces }: ResolvedGroup): boolean => namespaces !== undefined && isAllNamespaces(namespaces);
  const [wasGlobal, isNowGlobal] = [base, head].map(
    ({ resolution }) => new Set(resolution.groups.filter(isGlobal).map(({ group }) => group.namespace)),
  ) as [Set<string>, Set<string>];
  const stay = new Set(head.cluster.clusterServiceVersions.map(namespacedName));
  const owned = groupBy(gone, ({ metadata: { labels = {} } }) =>
    labels['olm.owner.kind'] === 'ClusterServiceVersion'
      ? namespacedName({ namespace: labels[OWNER_NAMESPACE_LABEL] ?? '', name: labels['olm.owner'] ?? '' })
      : undefined,
  );
  return [...owned].flatMap(([csv, roles]) => {
    if (csv === undefined || !stay.has(csv)) return [];
    const [namespace = '', name = ''] = csv.split('/');
    if (!wasGlobal.has(namespace) || isNowGlobal.has(namespace)) return [];
    return [
      change(
        { kind: 'ClusterServiceVersion', namespace, name },
        `where OLM runs, it keeps its rights in all namespaces: ${named(roles)} and the bindings to them stay until the CSV is deleted, and OLM copies no Roles meanwhile`,
        'warning',
        head,
      ),
    ];
  });
}

/** OLM never removes the roles of an API; they go with the CRD or APIService. */
function apiRoles(gone: readonly KubernetesObject[], base: ReviewSide, head: ReviewSide): ScopeChange[] {
  const originOf = originFinder(base);
  const ownerless = gone.filter(({ metadata }) => metadata.labels?.['olm.owner'] === undefined);
  const byOwner = groupBy(
    ownerless.flatMap((role) => {
      const owner = originOf(role)?.owner;
      return owner ? [{ owner, role }] : [];
    }),
    ({ owner }) => formatReference(owner),
  );
  return [...byOwner.values()].map((roles) => {
    const [{ owner }] = roles as [(typeof roles)[number]];
    const message = `where OLM runs, ${named(roles.map(({ role }) => role))} and what they add to admin, edit and view stay until the CRD or APIService is deleted`;
    return change(owner, message, 'info', head, base);
  });
}

/** OLM clears the aggregationRule of a group without APIs, but not the rules that it had brought. */
function groupRoles(before: readonly KubernetesObject[], after: ReadonlyMap<string, KubernetesObject>, head: ReviewSide): ScopeChange[] {
  const emptied = before.filter(({ aggregationRule, metadata: { name, labels } }) => {
    const role = after.get(name);
    return labels?.['olm.owner.kind'] === 'OperatorGroup' && aggregationRule && role && !role.aggregationRule;
  });
  const byGroup = groupBy(emptied, ({ metadata: { labels = {} } }) => `${labels[OWNER_NAMESPACE_LABEL]}/${labels['olm.owner']}`);
  return [...byGroup].map(([group, roles]) => {
    const [namespace = '', name = ''] = group.split('/');
    const message = `where OLM runs, ${named(roles)} keep the rules that aggregation filled in, since OLM removes only the aggregationRule`;
    return change(groupReference({ namespace, name }), message, 'warning', head);
  });
}

function named(roles: readonly KubernetesObject[]): string {
  return `${roles.length === 1 ? 'the ClusterRole' : 'the ClusterRoles'} ${nameList(roles.map(({ metadata }) => metadata.name))}`;
}

function change(
  subject: ObjectReference,
  message: string,
  severity: ScopeChange['severity'],
  ...sides: readonly ReviewSide[]
): ScopeChange {
  const place = sides.map((side) => side.placeOf(subject)).find((found) => found !== undefined);
  return { subject, kind: 'left-behind', message, severity, ...(place ? { place } : {}) };
}
