/** A selector that Kubernetes cannot read: the API server takes the OperatorGroup, and OLM stops at it (OLM's getOperatorGroupTargets). */
import { selectorMistakes } from '../../kubernetes/label-selector.js';
import { groupReference } from '../../model/references.js';
import { listed } from '../../wording/phrases.js';
import type { GroupRule } from './rule.js';

/** An error about a group that OLM never syncs. */
export const selectorInvalid: GroupRule = {
  id: 'selector-invalid',
  severity: 'error',
  title: 'The selector of an OperatorGroup is not valid',
  references: [],
  documentation: {
    meaning:
      'An OperatorGroup has a selector with a key, value or operator that Kubernetes does not know. OLM never syncs the group: no operator in its namespace is installed.',
    fix: 'Correct the selector. The operators are In, NotIn, Exists and DoesNotExist.',
  },
  find: ({ group, blocked }) => {
    if (blocked !== 'InvalidSelector' || !group.selector) return [];
    return [
      {
        subject: groupReference(group),
        message: `spec.selector is not valid, and OLM never syncs the group: ${listed(selectorMistakes(group.selector))}`,
        fix: 'correct spec.selector',
        related: [],
      },
    ];
  },
};
