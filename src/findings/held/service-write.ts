/** Writing services: external addresses. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

export const serviceWrite = heldRule({
  id: 'service-write',
  title: 'Can write services',
  references: ['CVE-2020-8554', 'CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change services. With `spec.externalIPs` a service receives the traffic of the cluster to any address, unless an admission policy refuses the field. Most operators need this permission, so it is a note.',
    attack:
      "The subject creates a service with the address of another tenant's database as external address, and its Pods receive the traffic to it.",
    fix: 'Refuse `spec.externalIPs` by an admission policy (DenyServiceExternalIPs), and ask for the permission in `permissions`.',
  },
  wants: [{ apiGroups: [''], resources: ['services'], verbs: WRITE }],
  severities: { cluster: 'info', elsewhere: 'info' },
});
