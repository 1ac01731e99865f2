/** Reports OperatorGroups with a selector: anyone who can label a namespace decides what an operator targets. */

import type { LabelSelector } from '../../../base/kubernetes/label-selector.js';
import { formatReference } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { effect } from '../../../base/rbac/step.js';
import { subjectText } from '../../../base/wording/permissions.js';
import { joined, listed, targetsText } from '../../../base/wording/phrases.js';
import { groupReference } from '../../../olm/model/finding.js';
import { NAMESPACE_NAME_LABEL } from '../../../olm/model/operator-group.js';
import { isAllNamespaces } from '../../../olm/rules/namespace-set.js';
import { heldBy } from '../access/held.js';
import { riskRule } from '../risk-rule.js';
import { NSA_NAMESPACES } from '../rule.js';

const LABEL_NAMESPACES: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['namespaces'], verbs: ['create', 'update', 'patch'] }];

export const selectorTargets = riskRule('selector-targets', 'warning', 'Labels of namespaces decide the targets', {
  class: 'cluster',
  references: [NSA_NAMESPACES],
  meaning:
    'An OperatorGroup selects target namespaces by label, so its operators get permissions in every namespace with the label. It is a warning if subjects other than cluster-admin can label namespaces in the input (the message names them); otherwise a note.',
  attack:
    "Anyone who can patch namespaces can add the label to another team's namespace. Or they remove the label, and the operator loses its permissions there.",
  fix: 'List `targetNamespaces`, select by kubernetes.io/metadata.name, which nobody can change, or let only cluster administrators patch namespaces.',
  find: (access) => {
    const labellers = heldBy(access, LABEL_NAMESPACES);
    const names = labellers.map(({ subject }) => subjectText(subject));
    return access.state.resolution.groups.flatMap(({ group, namespaces }) => {
      const { selector, targetNamespaces } = group;
      if (!selector || targetNamespaces.length > 0 || (namespaces && isAllNamespaces(namespaces)) || !isChangeable(selector)) return [];
      const subject = groupReference(group);
      const who = names.length === 0 ? 'anyone who can label namespaces' : listed(names, 'subjects');
      const labels = selectorText(selector);
      return [
        {
          severity: names.length === 0 ? ('info' as const) : ('warning' as const),
          subject,
          says: `targets namespaces by ${labels}, so ${who} can widen it`,
          path: [
            effect(who),
            effect(`label a Namespace so that ${labels} matches`),
            effect(`${formatReference(subject)} targets it`),
            effect('its operators get their permissions there'),
          ],
          fix: `list spec.targetNamespaces${namespaces ? ` (now ${targetsText(namespaces)})` : ''}, or select by kubernetes.io/metadata.name`,
          at: ['spec', 'selector'],
          // The subjects are not part of the identity: they change with every operator, and grants list them.
          identity: [],
        },
      ];
    });
  },
});

/** The API server sets the name label, and nobody can change it. */
function isChangeable({ matchLabels, matchExpressions }: LabelSelector): boolean {
  if (matchLabels && Object.hasOwn(matchLabels, NAMESPACE_NAME_LABEL)) return false;
  return !matchExpressions?.some(({ key, operator }) => key === NAMESPACE_NAME_LABEL && operator === 'In');
}

/** A selector in words. */
export function selectorText({ matchLabels, matchExpressions }: LabelSelector): string {
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const expressions = (matchExpressions ?? []).map(({ key, operator, values }) =>
    [key, operator, ...(values?.length ? [`(${values.join(', ')})`] : [])].join(' '),
  );
  return joined([...labels, ...expressions]);
}
