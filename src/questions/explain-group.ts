/** What an OperatorGroup targets, and which operators are in it. */

import { installModeUsed } from '../findings/changed/reach/groups.js';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { csvReference, groupReference } from '../model/finding.js';
import type { ResolvedGroup } from '../rules/resolution.js';
import { originFinder } from '../state/role-origin.js';
import type { State } from '../state/state.js';
import { targetsText } from '../wording/phrases.js';
import { type Fact, facts, isSameReference } from './explanation.js';

/** The facts about an OperatorGroup; nothing when there is none. */
export function explainGroup({ namespace, name }: ObjectReference, state: State): Fact[] | undefined {
  const { resolution, objects } = state;
  const resolved = resolution.groups.find(({ group }) => group.namespace === namespace && group.name === name);
  if (!resolved) return undefined;
  const { group, blocked, annotation } = resolved;
  const members = resolution.csvs.filter(({ csv }) => csv.namespace === namespace);
  const originOf = originFinder(state);
  const isOwn = (object: KubernetesObject): boolean => {
    const owner = object.kind === 'ClusterRole' ? originOf(object)?.owner : undefined;
    return owner !== undefined && isSameReference(owner, groupReference(group));
  };
  return [
    ...facts('targets', targetsText(resolved.namespaces)),
    ...facts(
      'chosen by',
      group.targetNamespaces.length > 0
        ? 'spec.targetNamespaces'
        : group.selector
          ? 'spec.selector'
          : 'nothing, which means all namespaces',
    ),
    ...facts('install mode', installModeUsed(resolved)),
    ...facts('not synced', blocked),
    ...facts('provides', ...(annotation === undefined ? [] : annotation.split(','))),
    ...facts('static', group.staticProvidedAPIs ? 'OLM does not change its olm.providedAPIs annotation' : undefined),
    ...facts('operator', ...members.map(({ csv, verdict }) => `${formatReference(csvReference(csv))}: ${verdict.phase || 'no verdict'}`)),
    ...facts('role', ...objects.filter(isOwn).map((object) => formatReference(referenceTo(object)))),
  ];
}

/** A group in a few words: its name and its targets. */
export function groupText(resolved: ResolvedGroup): string {
  const mode = installModeUsed(resolved);
  return `${formatReference(groupReference(resolved.group))}, which targets ${targetsText(resolved.namespaces)}${mode ? ` (${mode})` : ''}`;
}
