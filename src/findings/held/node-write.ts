/** Writing nodes: deciding where Pods run. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule, WRITE } from './held-rule.js';

export const nodeWrite = heldRule({
  id: 'node-write',
  title: 'Can write nodes',
  references: ['CWE-284: Improper Access Control', NSA_RBAC],
  documentation: {
    meaning: 'A subject can create, change or delete nodes. Labels and taints decide on which node a Pod runs.',
    attack: 'The subject taints all nodes but one that it controls, and the Pods of others come there with their Secrets and tokens.',
    fix: 'Name the nodes with `resourceNames`, or leave labels and taints to the people who run the cluster.',
  },
  wants: [{ apiGroups: [''], resources: ['nodes'], verbs: [...WRITE, ...DELETE] }],
  clusterScoped: true,
  severities: { cluster: 'warning', elsewhere: 'warning' },
});
