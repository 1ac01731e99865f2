/** Crowded namespaces: more than one OperatorGroup in a namespace, with or without a CSV. */

import { groupBy } from '../../kubernetes/group-by.js';
import { groupReference } from '../../model/references.js';
import { joined } from '../../wording/phrases.js';
import type { ResolutionRule } from './rule.js';

/** A warning for each such namespace, at its first group. */
export const crowdedNamespaces: ResolutionRule = {
  id: 'multiple-operator-groups',
  severity: 'warning',
  title: 'Several OperatorGroups in one namespace',
  references: [],
  documentation: {
    meaning: 'A namespace contains several OperatorGroups, and OLM fails every CSV in it.',
    fix: 'Keep one OperatorGroup in each namespace. Move the others, and the operators that need them, to namespaces of their own.',
  },
  find: ({ groups }) =>
    [...groupBy(groups, ({ group }) => group.namespace)].flatMap(([namespace, inNamespace]) => {
      const [first, ...more] = inNamespace.map(({ group }) => groupReference(group));
      if (!first || more.length === 0) return [];
      const names = joined(inNamespace.map(({ group }) => group.name));
      const message = `the namespace ${namespace} contains the OperatorGroups ${names}, and OLM fails every CSV in a namespace with more than one`;
      return [{ subject: first, message, fix: 'keep one of them', related: more }];
    }),
};
