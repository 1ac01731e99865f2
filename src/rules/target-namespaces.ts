/**
 * Target namespaces: which namespaces an OperatorGroup selects
 * (design document, "Target Namespace Selection"; OLM's getOperatorGroupTargets).
 */

import { isEmptySelector, matchesSelector, selectorMistakes } from '../kubernetes/label-selector.js';
import { compareText } from '../kubernetes/object.js';
import type { Namespace } from '../model/namespace.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { ALL_NAMESPACES } from './namespace-set.js';

/**
 * What `status.namespaces` will hold: sorted names, `['']` for all namespaces, `[]` when a selector matches nothing.
 *
 * A list wins over a selector and may name namespaces that do not exist; neither, or an empty one, means all.
 *
 * @returns `undefined` when the list holds the empty string, or labels are asked for that none can have: OLM never syncs such a group
 * @example
 * targetNamespaces({ ...group, targetNamespaces: ['b', 'a', 'b'] }, []) // ['a', 'b']
 */
export function targetNamespaces(
  group: Pick<OperatorGroup, 'targetNamespaces' | 'selector'>,
  namespaces: readonly Namespace[],
): readonly string[] | undefined {
  if (group.targetNamespaces.length > 0) {
    if (group.targetNamespaces.includes('')) return undefined;
    return [...new Set(group.targetNamespaces)].sort(compareText);
  }
  const { selector } = group;
  if (hasInvalidSelector(group)) return undefined;
  if (!selector || isEmptySelector(selector)) return ALL_NAMESPACES;
  return namespaces
    .filter(({ labels }) => matchesSelector(selector, labels))
    .map(({ name }) => name)
    .sort(compareText);
}

/** Whether a group without a list has a selector that Kubernetes cannot read (OLM's getOperatorGroupTargets fails). */
export function hasInvalidSelector({ targetNamespaces, selector }: Pick<OperatorGroup, 'targetNamespaces' | 'selector'>): boolean {
  if (targetNamespaces.length > 0) return false;
  return selector !== undefined && selectorMistakes(selector).length > 0;
}
