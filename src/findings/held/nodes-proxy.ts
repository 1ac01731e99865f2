/** nodes/proxy: the kubelet's own API, which bypasses admission and audit. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

const NODES_PROXY: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['nodes/proxy'], verbs: ['create', 'get', 'update', 'patch', 'delete'] },
];

export const nodesProxy: RiskRule = {
  id: 'nodes-proxy',
  severity: 'error',
  title: 'Can call the kubelets like the API server',
  references: ['CIS Kubernetes 5.1.10', NSA_RBAC],
  documentation: {
    meaning:
      'A subject has a verb on nodes/proxy, of all nodes or of named ones. The kubelet requires nothing else to run a command in a Pod of its node; `get` is enough.',
    attack:
      'The subject runs commands in every Pod of every node, including those of the control plane. A direct call to the kubelet bypasses admission and the audit log.',
    fix: 'Request nodes/metrics, nodes/stats or nodes/log, which are enough for monitoring.',
  },
  escalates: NODES_PROXY,
  powers: [{ wants: NODES_PROXY, countsName: () => true }],
  find: (access) =>
    heldBy(access, NODES_PROXY, { clusterScoped: true, countsName: () => true }).map((held) =>
      heldRisk(access, held, { cluster: 'error', elsewhere: 'error' }),
    ),
};
