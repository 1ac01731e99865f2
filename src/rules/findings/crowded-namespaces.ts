/** Crowded namespaces: more than one OperatorGroup in a namespace, whether or not it has a CSV. */
import type { Finding } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import { groupReference } from '../references.js';
import type { Resolution } from '../resolve.js';

/** A warning for each such namespace, at its first group. */
export function crowdedNamespaces({ groups }: Pick<Resolution, 'groups'>): Finding[] {
  return [...groupBy(groups, ({ group }) => group.namespace)].flatMap(([namespace, inNamespace]): Finding[] => {
    const [first, ...more] = inNamespace.map(({ group }) => groupReference(group));
    if (!first || more.length === 0) return [];
    const names = inNamespace.map(({ group }) => group.name).join(', ');
    return [
      {
        id: 'multiple-operator-groups',
        severity: 'warning',
        subject: first,
        message: `the namespace ${namespace} has several OperatorGroups (${names}); OLM fails every CSV in it`,
        fix: 'keep one of them',
        related: more,
        verdict: false,
      },
    ];
  });
}
