/** Writing the status of services: taking over addresses. */

import { NSA_RBAC } from '../rule.js';
import { heldRule } from './held-rule.js';

export const serviceStatusWrite = heldRule({
  id: 'service-status-write',
  title: 'Can write the status of services',
  references: ['CVE-2020-8554', 'CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can change the status of services. The addresses in it (`status.loadBalancer.ingress`) are routed to the service within the cluster.',
    attack:
      "The subject writes the address of a DNS server or of another tenant's database into the status of its service, and its Pods receive that traffic.",
    fix: 'Remove the subresource: only controllers of load balancers need it.',
  },
  wants: [{ apiGroups: [''], resources: ['services/status'], verbs: ['update', 'patch'] }],
  severities: { cluster: 'warning', elsewhere: 'warning' },
});
