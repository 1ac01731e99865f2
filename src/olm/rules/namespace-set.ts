/**
 * Namespace sets: lists of names in which `['']` means all namespaces, like `status.namespaces` of an OperatorGroup (OLM's
 * NamespaceSet); and the set that a group selects.
 */

import { isEmptySelector, matchesSelector, selectorMistakes } from '../../base/kubernetes/label-selector.js';
import { compareText, sortedOnce } from '../../base/kubernetes/object.js';
import { oncePerObject } from '../../base/manifest/once.js';
import type { Namespace, OperatorGroup } from '../model/operator-group.js';

/** Names of namespaces, or `['']` for all of them. */
export type NamespaceSet = readonly string[];

/** All namespaces. */
export const ALL_NAMESPACES: NamespaceSet = [''];

/** Whether the set is exactly `['']`. */
export function isAllNamespaces(set: NamespaceSet): boolean {
  return set.length === 1 && set[0] === '';
}

/** Whether a namespace is in the set. */
export function containsNamespace(set: NamespaceSet, namespace: string): boolean {
  return isAllNamespaces(set) || set.includes(namespace);
}

/** The common namespaces of both sets, sorted. The empty set has none in common even with all namespaces. */
export function intersection(left: NamespaceSet, right: NamespaceSet): NamespaceSet {
  if (left.length === 0 || right.length === 0) return [];
  if (isAllNamespaces(left)) return sortedOnce(right);
  if (isAllNamespaces(right)) return sortedOnce(left);
  const other = new Set(right);
  return sortedOnce(left.filter((namespace) => other.has(namespace)));
}

/** The namespaces of either set, sorted; all namespaces include everything. */
export function union(left: NamespaceSet, right: NamespaceSet): NamespaceSet {
  return isAllNamespaces(left) || isAllNamespaces(right) ? ALL_NAMESPACES : sortedOnce([...left, ...right]);
}

/** The text of the `olm.targetNamespaces` annotation: sorted, joined by commas; empty for all namespaces. Many CSVs can share one list. */
export const formatNamespaceSet = oncePerObject((set: NamespaceSet): string => sortedOnce(set).join(','));

// Target namespaces: the namespaces that an OperatorGroup selects (design document, "Target Namespace Selection"; OLM's
// getOperatorGroupTargets).

/**
 * The value of `status.namespaces`: sorted names, `['']` for all namespaces, `[]` if a selector matches nothing.
 *
 * A list has priority over a selector and may contain missing namespaces; without either, or with an empty one, all are selected.
 *
 * @returns `undefined` if the list contains the empty string, or the selector has labels that no object can have: OLM never syncs such a
 * group
 * @example
 * targetNamespaces({ ...group, targetNamespaces: ['b', 'a', 'b'] }, []) // ['a', 'b']
 */
export function targetNamespaces(
  group: Pick<OperatorGroup, 'targetNamespaces' | 'selector'>,
  namespaces: readonly Namespace[],
): readonly string[] | undefined {
  if (group.targetNamespaces.length > 0) {
    if (group.targetNamespaces.includes('')) return undefined;
    return sortedOnce(group.targetNamespaces);
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
