/** Creating Pods, by themselves or through what makes Pods. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, NSA_TOKENS, type RiskRule } from './rule.js';

const WRITE = ['create', 'update', 'patch'];

/** An update of a Pod cannot change what it runs as. */
export const POD_MAKERS: readonly Want[] = [
  { apiGroup: '', resources: ['pods'], verbs: ['create'] },
  { apiGroup: '', resources: ['replicationcontrollers'], verbs: WRITE },
  { apiGroup: 'apps', resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], verbs: WRITE },
  { apiGroup: 'batch', resources: ['cronjobs', 'jobs'], verbs: WRITE },
];

export const workloadCreate: RiskRule = {
  id: 'workload-create',
  severity: 'error',
  title: 'May create Pods',
  references: ['CIS Kubernetes 5.1.4', NSA_RBAC, NSA_TOKENS],
  documentation: {
    meaning:
      'A subject may create Pods, or write Deployments, Jobs and the like that create them. A Pod runs as any ServiceAccount of its namespace and mounts any Secret there, so this right is worth all of theirs. An error in the whole cluster or in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack: 'In kube-system a Pod runs as the ServiceAccount of a controller that may change roles, and its creator is cluster-admin.',
    fix: 'Run the operator in an OperatorGroup with target namespaces, and ask for the right in `permissions`. Keep Pod Security admission at `restricted` where it may create Pods.',
  },
  find: (access) => heldBy(access, POD_MAKERS).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' })),
};
