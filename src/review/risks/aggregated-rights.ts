/** What roles that people are given hold on top of what Kubernetes put into them: the ClusterRoles that aggregate into them. */
import { groupBy } from '../../model/group-by.js';
import { compareText, type KubernetesObject } from '../../model/kubernetes-object.js';
import { type Access, type Holding, isDefaultRole } from './access.js';

/** A ClusterRole that aggregates into roles of people. */
export interface AggregatedRights {
  readonly source: KubernetesObject;
  /** Names of the roles that collect it, sorted. */
  readonly into: readonly string[];
  /** One for each of its rules, by the first of those roles. */
  readonly holdings: readonly Holding[];
}

/** By name of the ClusterRole. Roles of people are Kubernetes' own and those of OperatorGroups. */
export function aggregatedRights({ holdings }: Access): AggregatedRights[] {
  const added = holdings.filter(({ subject, roles: [bound, source] }) => {
    if (subject.kind !== 'RoleHolder' || !bound || !source || isDefaultRole(source)) return false;
    return isDefaultRole(bound) || bound.metadata.labels?.['olm.owner.kind'] === 'OperatorGroup';
  });
  return [...groupBy(added, ({ roles }) => roles[1] as KubernetesObject)]
    .map(([source, list]) => {
      const into = [...new Set(list.map(({ subject }) => subject.name))].sort(compareText);
      return { source, into, holdings: list.filter(({ subject }) => subject.name === into[0]) };
    })
    .sort((a, b) => compareText(a.source.metadata.name, b.source.metadata.name));
}
