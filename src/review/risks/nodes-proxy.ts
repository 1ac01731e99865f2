/** nodes/proxy: the kubelet's own API, past admission and audit. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

export const NODES_PROXY: readonly Want[] = [
  { apiGroup: '', resources: ['nodes/proxy'], verbs: ['create', 'get', 'update', 'patch', 'delete'] },
];

export const nodesProxy: RiskRule = {
  id: 'nodes-proxy',
  severity: 'error',
  title: 'May speak to the kubelets as the API server does',
  references: ['CIS Kubernetes 5.1.10', NSA_RBAC],
  documentation: {
    meaning:
      'A subject holds a verb on nodes/proxy. The kubelet asks for nothing more before it executes a command in a Pod of its node; `get` suffices.',
    attack:
      'The holder executes commands in every Pod of every node, those of the control plane included. A call straight to the kubelet passes neither admission nor the audit log.',
    fix: 'Ask for nodes/metrics, nodes/stats or nodes/log, which are what monitoring needs.',
  },
  find: (access) =>
    heldBy(access, NODES_PROXY, { clusterScoped: true }).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' })),
};
