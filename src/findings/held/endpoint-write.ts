/** Writing Endpoints and EndpointSlices: sending traffic where it must not go. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

export const endpointWrite = heldRule({
  id: 'endpoint-write',
  title: 'Can write endpoints of services',
  references: ['CVE-2021-25740', 'CWE-441: Unintended Proxy or Intermediary (Confused Deputy)', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change Endpoints or EndpointSlices, by which services and ingresses forward traffic to any address. A warning in all namespaces, in kube-system and for an account outside its namespace, a note otherwise.',
    attack:
      'The subject adds addresses of another namespace as endpoints of its own service, and a load balancer that is allowed through reaches what network policies keep closed.',
    fix: 'Use a selector in the service, so that Kubernetes writes the endpoints, and remove the permission.',
  },
  wants: [
    { apiGroups: [''], resources: ['endpoints'], verbs: WRITE },
    { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: WRITE },
  ],
  severities: { cluster: 'warning', elsewhere: 'warning' },
});
