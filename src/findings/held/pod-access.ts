/** Exec, attach, port-forward, the API server's proxy and ephemeral containers: access to running Pods. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';
import { worstOf } from './held-rule.js';

/** The API server takes `get` for exec over WebSocket, and `create` over SPDY. */
const CONNECT = ['create', 'get'];
const POD_ACCESS: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['pods/exec', 'pods/attach', 'pods/portforward'], verbs: CONNECT },
  { apiGroups: [''], resources: ['pods/ephemeralcontainers'], verbs: ['update', 'patch'] },
];

/** What a forwarded port gives, for HTTP alone: monitoring asks for it. */
const PROXY: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['pods/proxy', 'services/proxy'], verbs: CONNECT }];

export const podAccess: RiskRule = {
  id: 'pod-access',
  severity: 'error',
  severityWhenInstalled: 'warning',
  title: 'Can get into running Pods',
  references: ['CIS Kubernetes 5.1.4', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can run commands in Pods, attach to them, forward their ports, reach them through the proxy of the API server, or add containers to them. An error in all namespaces or in kube-system, a warning for an account outside its namespace, a note otherwise; the proxy alone is one step less.',
    attack:
      'A command in any Pod prints the token of its ServiceAccount. The subject continues with the permissions of the most powerful one.',
    fix: 'Remove the subresources, or request them in `permissions`, which apply only in the target namespaces.',
  },
  powers: [{ wants: POD_ACCESS }],
  find: (access) =>
    worstOf(
      heldBy(access, POD_ACCESS).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' })),
      heldBy(access, PROXY).map((held) => heldRisk(access, held, { cluster: 'warning', elsewhere: 'info' })),
    ),
};
