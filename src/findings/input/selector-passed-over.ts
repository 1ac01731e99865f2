/** A selector in addition to target namespaces: OLM uses only the list (OLM's updateNamespaceList). */
import { isEmptySelector } from '../../kubernetes/label-selector.js';
import { groupReference } from '../../model/references.js';
import type { GroupRule } from './rule.js';

/** A warning about a group whose selector has no effect. */
export const selectorPassedOver: GroupRule = {
  id: 'selector-passed-over',
  severity: 'warning',
  title: 'The selector of an OperatorGroup has no effect',
  references: [],
  documentation: {
    meaning: 'An OperatorGroup has both target namespaces and a selector. OLM uses the list and ignores the selector.',
    fix: 'Remove one of the two.',
  },
  find: ({ group }) => {
    if (group.targetNamespaces.length === 0 || !group.selector || isEmptySelector(group.selector)) return [];
    return [
      {
        subject: groupReference(group),
        message: 'spec.selector has no effect, because spec.targetNamespaces is not empty and OLM uses only that list',
        fix: 'remove spec.selector, or spec.targetNamespaces',
        related: [],
      },
    ];
  },
};
