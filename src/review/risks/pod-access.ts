/** Exec, attach, port-forward and ephemeral containers: into Pods that run already. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

/** The API server takes `get` for exec over WebSocket, and `create` over SPDY. */
const CONNECT = ['create', 'get'];
const POD_ACCESS: readonly Want[] = [
  { apiGroup: '', resources: ['pods/exec', 'pods/attach', 'pods/portforward'], verbs: CONNECT },
  { apiGroup: '', resources: ['pods/ephemeralcontainers'], verbs: ['update', 'patch'] },
];

export const podAccess: RiskRule = {
  id: 'pod-access',
  severity: 'error',
  title: 'May get into running Pods',
  references: ['CIS Kubernetes 5.1.4', NSA_RBAC],
  documentation: {
    meaning:
      'A subject may execute commands in Pods, attach to them, forward their ports, or add containers to them. An error in the whole cluster or in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack:
      'A command in any Pod prints the token of its ServiceAccount; the holder goes on with the rights of the most powerful one it can reach.',
    fix: 'Take the subresources out, or ask for them in `permissions`, so that they hold in the target namespaces only.',
  },
  find: (access) => heldBy(access, POD_ACCESS).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' })),
};
