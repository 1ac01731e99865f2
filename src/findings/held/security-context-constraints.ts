/** OpenShift's SecurityContextConstraints (SCC): what the Pods of a subject can do on a node. */

import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

const USE: readonly PolicyRule[] = [{ apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'], verbs: ['use'] }];

/** Under these a Pod cannot get at its node; unknown ones can allow it. */
const HARMLESS: ReadonlySet<string> = new Set(['restricted', 'restricted-v2', 'restricted-v3', 'nonroot', 'nonroot-v2']);

function countsName(name: string): boolean {
  return !HARMLESS.has(name);
}

export const securityContextConstraints: RiskRule = {
  id: 'security-context-constraints',
  severity: 'error',
  severityWhenInstalled: 'warning',
  title: 'Can use SecurityContextConstraints',
  references: ['CIS Kubernetes 5.2.1', NSA_RBAC],
  documentation: {
    meaning:
      'On OpenShift a Pod runs under one of the SecurityContextConstraints that its ServiceAccount or its author can `use`. A subject can use all of them, or a named one other than restricted and nonroot, such as privileged or hostmount-anyuid. An error in all namespaces and in kube-system, a warning elsewhere.',
    attack:
      'A Pod under privileged, or one that mounts the host, reads the credentials of its node, and with them the Secrets of every Pod there.',
    fix: 'List in `resourceNames` the constraints that the Pods need, and bind the role with a RoleBinding: the kind is cluster-scoped, but `use` is also checked in the namespace of the Pod.',
  },
  powers: [{ wants: USE, countsName }],
  find: (access) =>
    heldBy(access, USE, { countsName }).map((held) => {
      const risk = heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' });
      const narrower =
        held.scope === 'cluster' ? '; a RoleBinding in the namespace of the Pods is enough, because use is also checked there' : '';
      return {
        ...risk,
        severity: risk.severity === 'info' ? 'warning' : risk.severity,
        fix: `${risk.fix}${narrower}`,
      };
    }),
};
