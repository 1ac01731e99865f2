/** Writing OpenShift's SecurityContextConstraints (SCC): deciding what every Pod can do on its node. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

export const securityContextConstraintsWrite = heldRule({
  id: 'security-context-constraints-write',
  title: 'Can write SecurityContextConstraints',
  references: ['CIS Kubernetes 5.2.1', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change SecurityContextConstraints, all or named ones. They belong to no namespace and hold for the Pods of everybody.',
    attack:
      'The subject changes restricted-v2 so that it allows privileged containers and names everybody, starts a Pod on a control plane node, and reads the credentials of the cluster from its disk.',
    fix: 'Remove the permission. An operator that contains its own constraints needs them only once; those who deploy it can create them.',
  },
  wants: [{ apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'], verbs: WRITE }],
  clusterScoped: true,
  // What one allows, and whom, is all in it.
  countsName: () => true,
  severities: { cluster: 'error', elsewhere: 'error' },
});
