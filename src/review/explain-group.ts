/** What an OperatorGroup reaches, and who is in it. */
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../model/kubernetes-object.js';
import { OWNER_NAMESPACE_LABEL } from '../render/rendered.js';
import { csvReference, groupReference } from '../rules/references.js';
import type { ResolvedGroup } from '../rules/resolve.js';
import { type Fact, facts } from './explanation.js';
import type { ReviewSide } from './review.js';
import { installModeUsed, targetsText } from './target-changes.js';

/** The facts about an OperatorGroup; nothing when there is none. */
export function explainGroup({ namespace, name }: ObjectReference, { resolution, objects }: ReviewSide): Fact[] | undefined {
  const resolved = resolution.groups.find(({ group }) => group.namespace === namespace && group.name === name);
  if (!resolved) return undefined;
  const { group, blocked, annotation } = resolved;
  const members = resolution.csvs.filter(({ csv }) => csv.namespace === namespace);
  const isOwn = ({ metadata: { labels } }: KubernetesObject): boolean =>
    labels?.['olm.owner.kind'] === 'OperatorGroup' && labels['olm.owner'] === name && labels[OWNER_NAMESPACE_LABEL] === namespace;
  return [
    ...facts('targets', targetsText(resolved.namespaces)),
    ...facts(
      'chosen by',
      group.targetNamespaces.length > 0 ? 'spec.targetNamespaces' : group.selector ? 'spec.selector' : 'nothing, which means all',
    ),
    ...facts('install mode', installModeUsed(resolved)),
    ...facts('not synced', blocked),
    ...facts('provides', ...(annotation === undefined ? [] : annotation.split(','))),
    ...facts('static', group.staticProvidedAPIs ? 'OLM leaves its olm.providedAPIs alone' : undefined),
    ...facts('operator', ...members.map(({ csv, verdict }) => `${formatReference(csvReference(csv))}: ${verdict.phase || 'no verdict'}`)),
    ...facts('role', ...objects.filter(isOwn).map((object) => formatReference(referenceTo(object)))),
  ];
}

/** A group in a few words: what it is called and what it reaches. */
export function groupText(resolved: ResolvedGroup): string {
  const mode = installModeUsed(resolved);
  return `${formatReference(groupReference(resolved.group))}, which targets ${targetsText(resolved.namespaces)}${mode ? ` (${mode})` : ''}`;
}
