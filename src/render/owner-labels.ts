/** The labels by which OLM knows what belongs to whom. */
import { OWNER_NAMESPACE_LABEL } from '../kubernetes/copies.js';
import { type ClusterServiceVersion, isCopied } from '../model/cluster-service-version.js';
import type { Era } from './profile/conventions.js';

/** Who an object belongs to: a CSV or an OperatorGroup. */
export function ownerLabels(
  owner: { namespace: string; name: string },
  kind: 'ClusterServiceVersion' | 'OperatorGroup',
  { managed }: Pick<Era, 'managed'>,
): Record<string, string> {
  return { ...managed, 'olm.owner': owner.name, 'olm.owner.kind': kind, [OWNER_NAMESPACE_LABEL]: owner.namespace };
}

/** OLM's own labels for grouping the parts of an operator. */
const COMPONENT_LABEL_PREFIX = 'operators.coreos.com/';

/** Whether a label groups the parts of an operator. */
export function isComponentLabel(key: string): boolean {
  return key.startsWith(COMPONENT_LABEL_PREFIX);
}

/** The labels that OLM passes from a CSV on to everything that the CSV owns; from what it takes for a copy, none (its adoption controller). */
export function componentLabels(csv: Pick<ClusterServiceVersion, 'namespace' | 'labels' | 'annotations'>): Record<string, string> {
  if (isCopied({ metadata: csv })) return {};
  const { labels } = csv;
  return Object.fromEntries(Object.entries(labels).filter(([key]) => isComponentLabel(key)));
}
