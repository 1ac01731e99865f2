/** Permissions by which somebody gets the traffic of others. */
import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule, WRITE } from './held-rule.js';

/** Writing Endpoints and EndpointSlices: sending traffic where it must not go. */
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

/** Writing services: external addresses. */
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

/** Writing the status of services: taking over addresses. */
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

/** Writing network policies: opening what they close. */
export const networkPolicyWrite = heldRule({
  id: 'network-policy-write',
  title: 'Can write network policies',
  references: ['CIS Kubernetes 5.3.2', 'CWE-923: Improper Restriction of Communication Channel to Intended Endpoints', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create, change or delete NetworkPolicies, or the cluster-wide AdminNetworkPolicies. A warning in all namespaces, in kube-system and for an account outside its namespace, a note otherwise.',
    attack: 'The subject adds a policy that lets its Pods reach the database of another tenant: policies only ever add up.',
    fix: 'Ask for the permission in `permissions`, so that it holds in the target namespaces only.',
  },
  wants: [
    { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: [...WRITE, ...DELETE] },
    {
      apiGroups: ['policy.networking.k8s.io'],
      resources: ['adminnetworkpolicies', 'baselineadminnetworkpolicies'],
      verbs: [...WRITE, ...DELETE],
    },
  ],
  severities: { cluster: 'warning', elsewhere: 'warning' },
});
