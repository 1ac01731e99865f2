/** Permissions by which somebody gets the traffic of others. */

import { DELETE, riskRule, WRITE } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

/** Writing Endpoints and EndpointSlices: sending traffic where it must not go. */
export const endpointWrite = riskRule({
  id: 'endpoint-write',
  title: 'Can write endpoints of services',
  references: ['CVE-2021-25740', 'CWE-441: Unintended Proxy or Intermediary (Confused Deputy)', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change Endpoints or EndpointSlices, by which services and ingresses forward traffic to any address. Warning in all namespaces, kube-system and for an account outside its namespace; else note.',
    attack:
      "The subject adds another namespace's addresses to its service, and an allowed load balancer reaches what network policies block.",
    fix: 'Use a selector in the service, and remove the permission.',
  },
  held: {
    wants: [
      { apiGroups: [''], resources: ['endpoints'], verbs: WRITE },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: WRITE },
    ],
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});

/** Writing services: external addresses. */
export const serviceWrite = riskRule({
  id: 'service-write',
  title: 'Can write services',
  references: ['CVE-2020-8554', 'CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  documentation: {
    meaning:
      "A subject can create or change services. With `spec.externalIPs`, a service receives the cluster's traffic to any address, unless an admission policy refuses the field. Most operators need this permission, so it is a note.",
    attack: "The subject's service has the address of another tenant's database, and its Pods receive that traffic.",
    fix: 'Refuse `spec.externalIPs` (DenyServiceExternalIPs), and request the permission in `permissions`.',
  },
  held: {
    wants: [{ apiGroups: [''], resources: ['services'], verbs: WRITE }],
    severities: { cluster: 'info', elsewhere: 'info' },
  },
});

/** Writing the status of services: taking over addresses. */
export const serviceStatusWrite = riskRule({
  id: 'service-status-write',
  title: 'Can write the status of services',
  references: ['CVE-2020-8554', 'CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can change the status of services. Its addresses (`status.loadBalancer.ingress`) are routed to the service within the cluster.',
    attack: "The subject writes the address of a DNS server or another tenant's database, and receives that traffic.",
    fix: 'Remove the subresource: only load balancer controllers need it.',
  },
  held: {
    wants: [{ apiGroups: [''], resources: ['services/status'], verbs: ['update', 'patch'] }],
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});

/** Writing network policies: opening what they close. */
export const networkPolicyWrite = riskRule({
  id: 'network-policy-write',
  title: 'Can write network policies',
  references: ['CIS Kubernetes 5.3.2', 'CWE-923: Improper Restriction of Communication Channel to Intended Endpoints', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can write or delete NetworkPolicies or AdminNetworkPolicies. Warning in all namespaces, kube-system and for an account outside its namespace; else note.',
    attack: "The subject adds a policy that opens another tenant's database to its Pods: policies add up.",
    fix: 'Request it in `permissions`, which apply only in the target namespaces.',
  },
  held: {
    wants: [
      { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: [...WRITE, ...DELETE] },
      {
        apiGroups: ['policy.networking.k8s.io'],
        resources: ['adminnetworkpolicies', 'baselineadminnetworkpolicies'],
        verbs: [...WRITE, ...DELETE],
      },
    ],
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});
