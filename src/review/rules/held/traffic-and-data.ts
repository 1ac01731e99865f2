/** Reports permissions to redirect the traffic of others, or to delete stored data. */

import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { bySubject, heldBy, isEverything, type RightsOfSubject } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { DELETE, riskRule, WRITE } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

/** Who can write Endpoints and EndpointSlices can send traffic to forbidden addresses. */
export const endpointWrite = riskRule('endpoint-write', 'warning', 'Can write endpoints of services', {
  short: 'write endpoints',
  references: ['CVE-2021-25740', 'CWE-441: Unintended Proxy or Intermediary (Confused Deputy)', NSA_RBAC],
  meaning:
    'A subject can create or change Endpoints or EndpointSlices, through which services and ingresses can forward traffic to any address. It is a warning in all namespaces, kube-system and for an account outside its namespace; otherwise a note.',
  attack:
    "The subject adds another namespace's addresses to its service, and an allowed load balancer reaches Pods that network policies block.",
  fix: 'Use a selector in the service, and remove the permission.',
  held: {
    wants: [
      { apiGroups: [''], resources: ['endpoints'], verbs: WRITE },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: WRITE },
    ],
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});

/** Who can write services can give them any external address. */
export const serviceWrite = riskRule('service-write', 'info', 'Can write services', {
  references: ['CVE-2020-8554', 'CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  meaning:
    "A subject can create or change services. With `spec.externalIPs`, a service receives the cluster's traffic to any address, unless an admission policy refuses the field. Most operators need this permission, so it is a note.",
  attack: "The subject's service has the address of another tenant's database, and its Pods receive that traffic.",
  fix: 'Refuse `spec.externalIPs` (DenyServiceExternalIPs), and request the permission in `permissions`.',
  held: {
    wants: [{ apiGroups: [''], resources: ['services'], verbs: WRITE }],
    severities: { cluster: 'info', elsewhere: 'info' },
  },
});

/** Who can write the status of services can take over addresses. */
export const serviceStatusWrite = riskRule('service-status-write', 'warning', 'Can write the status of services', {
  references: ['CVE-2020-8554', 'CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  meaning:
    'A subject can change the status of services. Its addresses (`status.loadBalancer.ingress`) are routed to the service within the cluster.',
  attack: "The subject writes the address of a DNS server or another tenant's database, and receives that traffic.",
  fix: 'Remove the subresource: only load balancer controllers need it.',
  held: {
    wants: [{ apiGroups: [''], resources: ['services/status'], verbs: ['update', 'patch'] }],
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});

/** Who can write network policies can allow traffic that others forbid. */
export const networkPolicyWrite = riskRule('network-policy-write', 'warning', 'Can write network policies', {
  references: ['CIS Kubernetes 5.3.2', 'CWE-923: Improper Restriction of Communication Channel to Intended Endpoints', NSA_RBAC],
  meaning:
    'A subject can write or delete NetworkPolicies or AdminNetworkPolicies. It is a warning in all namespaces, kube-system and for an account outside its namespace; otherwise a note.',
  attack: "The subject adds a policy that opens another tenant's database to its Pods: policies add up.",
  fix: 'Request it in `permissions`, which apply only in the target namespaces.',
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

const LEASES: readonly PolicyRule[] = [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: [...WRITE, ...DELETE] }];

/** A controller that no longer holds its Lease stops working. */
export const leaseWrite = riskRule('lease-write', 'warning', 'Can write Leases of others', {
  short: 'write Leases of others',
  references: ['CWE-284: Improper Access Control', NSA_RBAC],
  meaning:
    'A subject can write or delete Leases, also named ones, outside its own namespace. Leases in all namespaces are not reported here, because many operators have that permission; it is listed with the others. Controllers choose their leader by a Lease, and stop when another holds it. Leases in the own namespace of an account are not reported.',
  attack: 'The subject names itself as the holder of kube-controller-manager or of a policy engine, which then does nothing.',
  fix: 'Use a Role in the namespace of the program that holds the Lease.',
  find: (access) =>
    heldBy(access, LEASES, { countsName: () => true }).flatMap((held) =>
      isExpected(held) ? [] : [heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' })],
    ),
});

/** In its own namespace alone, or in all: OLM gives the latter to each operator whose group selects all namespaces. */
function isExpected({ subject, scope }: RightsOfSubject): boolean {
  return typeof scope === 'string' || scope.every((namespace) => subject.kind === 'ServiceAccount' && namespace === subject.namespace);
}

// Permissions to delete.

/** Who can delete claims, volumes and namespaces can destroy data. */
export const dataDelete = riskRule('data-delete', 'warning', 'Can delete stored data', {
  references: ['CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  meaning:
    'A subject can delete any PersistentVolumeClaim, PersistentVolume, namespace or Project, without `resourceNames`. It is a warning in all namespaces and kube-system, and otherwise a note.',
  attack: "The subject deletes a tenant's claims or namespaces, and volumes with the reclaim policy Delete.",
  fix: 'Request it in `permissions`, which apply only in the target namespaces, and use the reclaim policy Retain.',
  held: {
    wants: [
      { apiGroups: [''], resources: ['namespaces', 'persistentvolumeclaims', 'persistentvolumes'], verbs: DELETE },
      // With a Project of OpenShift, its namespace goes.
      { apiGroups: ['project.openshift.io'], resources: ['projects'], verbs: DELETE },
    ],
    severities: { cluster: 'warning', elsewhere: 'info' },
  },
});

/** Who can delete Events can remove traces. */
export const eventDelete = riskRule('event-delete', 'warning', 'Can delete Events', {
  references: ['CWE-778: Insufficient Logging', NSA_RBAC],
  meaning: 'A subject can delete Events. It is a warning in all namespaces and kube-system, and otherwise a note.',
  attack: 'The subject starts a Pod, uses it, and deletes the Events that show it.',
  fix: 'Remove the permission: Events expire after an hour by default.',
  held: {
    wants: [
      { apiGroups: [''], resources: ['events'], verbs: DELETE },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: DELETE },
    ],
    severities: { cluster: 'warning', elsewhere: 'info' },
  },
});

/** Who can delete all resources of a group or of all groups. */
export const wildcardDelete = riskRule('wildcard-delete', 'warning', 'Can delete everything', {
  column: 'Everything, wildcards',
  references: ['CIS Kubernetes 5.1.3', 'CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  meaning:
    'A subject can delete `*` of all API groups or the core group. It is a warning in all namespaces, kube-system and for an account outside its namespace; otherwise a note.',
  attack: 'One request (`deletecollection`) deletes all Secrets, services or claims of a namespace.',
  fix: 'Name the resources.',
  find: (access) =>
    bySubject(access.holdings, ({ rule }) => {
      const { apiGroups = [], resources = [], verbs = [], resourceNames = [] } = rule;
      const groups = apiGroups.filter((apiGroup) => apiGroup === '*' || apiGroup === '');
      if (isEverything(rule) || resourceNames.length > 0 || !resources.includes('*')) return [];
      const deleted = DELETE.filter((verb) => verbs.includes(verb) || verbs.includes('*'));
      if (groups.length === 0 || deleted.length === 0) return [];
      return [{ resource: 'everything', verbs: deleted, rules: [{ apiGroups: groups, resources: ['*'], verbs: deleted }] }];
    }).map((held) => heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' })),
});
