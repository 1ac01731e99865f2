/** OpenShift's SecurityContextConstraints (SCC): what the Pods of a subject can do on a node. */

import { compareText } from '../kubernetes/object.js';
import type { PolicyRule } from '../kubernetes/policy-rule.js';
import { listed } from '../words/phrases.js';
import { type Held, heldBy } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

const USE: readonly PolicyRule[] = [{ apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'], verbs: ['use'] }];

/** Under these a Pod cannot get at its node; unknown ones can allow it. */
const HARMLESS: ReadonlySet<string> = new Set(['restricted', 'restricted-v2', 'restricted-v3', 'nonroot', 'nonroot-v2']);

export const securityContextConstraints: RiskRule = {
  id: 'security-context-constraints',
  severity: 'error',
  title: 'Can use SecurityContextConstraints',
  references: ['CIS Kubernetes 5.2.1', NSA_RBAC],
  documentation: {
    meaning:
      'On OpenShift a Pod runs under one of the SecurityContextConstraints that its ServiceAccount or its author can `use`. A subject can use all of them, or a named one other than restricted and nonroot, such as privileged or hostmount-anyuid. An error in all namespaces and in kube-system, a warning elsewhere.',
    attack:
      'A Pod under privileged, or one that mounts the host, reads the credentials of its node, and with them the Secrets of every Pod there.',
    fix: 'List in `resourceNames` the constraints that the Pods need, and bind the role with a RoleBinding: the kind is cluster-scoped, but `use` is also checked in the namespace of the Pod.',
  },
  find: (access) =>
    heldBy(access, USE, { countsName: (name) => !HARMLESS.has(name) }).map((held) => {
      const names = namesOf(held);
      const risk = heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' }, names.length > 0 ? `: ${listed(names)}` : '');
      const narrower =
        held.scope === 'cluster' ? '; a RoleBinding in the namespace of the Pods is enough, because use is also checked there' : '';
      return {
        ...risk,
        severity: risk.severity === 'info' ? 'warning' : risk.severity,
        fix: `${risk.fix}${narrower}`,
      };
    }),
};

/** The names that a subject is limited to; none if any rule is not limited. */
function namesOf({ holdings }: Held): string[] {
  const lists = holdings.map(({ rule: { resourceNames = [] } }) => resourceNames);
  return lists.some((names) => names.length === 0) ? [] : [...new Set(lists.flat())].sort(compareText);
}
