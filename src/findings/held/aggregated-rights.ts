/** What is added to the roles that people are bound to: the ClusterRoles that aggregate into them. */
import { compareText, formatReference, groupBy, referenceTo } from '../../kubernetes/object.js';
import type { Role } from '../../kubernetes/rbac.js';
import { isDefaultRole } from '../../rbac/default-policy.js';
import { permissionsStep, type Step } from '../../rbac/step.js';
import { joined } from '../../wording/phrases.js';
import type { Access, GrantedRule } from '../access/access.js';
import { aggregationSteps, originStep } from '../access/paths.js';

/** A ClusterRole that aggregates into roles of people. */
export interface AggregatedRights {
  readonly source: Role;
  /** Names of the roles that aggregate it, sorted. */
  readonly into: readonly string[];
  /** One for each of its rules, by the first of those roles. */
  readonly holdings: readonly GrantedRule[];
  /** The roles whose labels cause this: it itself, or one that it aggregates into. */
  readonly labelled: readonly Role[];
}

/** By name of the ClusterRole. Roles of people are Kubernetes' own and those of OperatorGroups. */
export function aggregatedRights({ holdings }: Access): AggregatedRights[] {
  const added = holdings.filter(({ subject, roles: [bound, ...via] }) => {
    if (subject.kind !== 'RoleHolder' || via.length === 0 || via.slice(-1).some(isDefaultRole)) return false;
    return isDefaultRole(bound) || bound.metadata.labels?.['olm.owner.kind'] === 'OperatorGroup';
  });
  return [...groupBy(added, ({ roles }) => roles.at(-1) as Role)]
    .map(([source, list]) => {
      const into = [...new Set(list.map(({ subject }) => subject.name))].sort(compareText);
      const labelled = [...new Set(list.flatMap((holding) => addedBy(holding).slice(0, 1)))];
      return { source, into, holdings: list.filter(({ subject }) => subject.name === into[0]), labelled };
    })
    .sort((a, b) => compareText(a.source.metadata.name, b.source.metadata.name));
}

/** How a permission gets into the roles of people, from the first role that is not Kubernetes' own. */
export function aggregationPath({ into }: AggregatedRights, holding: GrantedRule, action: string): Step[] {
  return [{ kind: 'holders', roles: into }, ...aggregationSteps(addedBy(holding)), originStep(holding.origin), permissionsStep(action)];
}

/** The roles by name. */
export function labelledText({ labelled }: AggregatedRights): string {
  return joined(labelled.map((role) => formatReference(referenceTo(role))));
}

function addedBy({ roles: [, ...via] }: GrantedRule): readonly Role[] {
  return via.slice(via.findIndex((role) => !isDefaultRole(role)));
}
