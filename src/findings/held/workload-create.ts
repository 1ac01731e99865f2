/** Creating Pods, directly or through objects that create Pods. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { isSystemWorkload } from '../access/system-namespaces.js';
import { NSA_RBAC, NSA_TOKENS, type RiskRule } from '../rule.js';

const WRITE = ['create', 'update', 'patch'];

/** An update of a Pod cannot change its ServiceAccount. */
export const POD_MAKERS: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['pods'], verbs: ['create'] },
  { apiGroups: [''], resources: ['replicationcontrollers'], verbs: WRITE },
  { apiGroups: ['apps'], resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], verbs: WRITE },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: WRITE },
];

/** Of OpenShift and others: their controllers create the Pods. */
export const OTHER_POD_MAKERS: readonly PolicyRule[] = [
  { apiGroups: ['apps.openshift.io'], resources: ['deploymentconfigs'], verbs: WRITE },
  { apiGroups: ['build.openshift.io'], resources: ['buildconfigs', 'builds'], verbs: WRITE },
  { apiGroups: ['serving.knative.dev'], resources: ['configurations', 'services'], verbs: WRITE },
  { apiGroups: ['argoproj.io'], resources: ['cronworkflows', 'workflows'], verbs: WRITE },
  { apiGroups: ['tekton.dev'], resources: ['pipelineruns', 'taskruns'], verbs: WRITE },
  { apiGroups: ['keda.sh'], resources: ['scaledjobs'], verbs: WRITE },
  { apiGroups: ['kubevirt.io'], resources: ['virtualmachineinstances', 'virtualmachines'], verbs: WRITE },
];

export const workloadCreate: RiskRule = {
  id: 'workload-create',
  severity: 'error',
  severityWhenInstalled: 'warning',
  title: 'Can create Pods',
  references: ['CIS Kubernetes 5.1.4', NSA_RBAC, NSA_TOKENS],
  documentation: {
    meaning:
      'A subject can create Pods, or write Deployments, Jobs and the like, which create them: those of OpenShift, Knative, Argo Workflows, Tekton, KEDA and KubeVirt, too, unless it provides them itself. By `resourceNames` it counts for the controllers of GitOps tools and OLM. A Pod can run as any ServiceAccount of its namespace and mount any Secret there, so this permission includes all of theirs. An error in all namespaces or in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack:
      'In kube-system, the subject starts a Pod as the ServiceAccount of a controller that can change roles, and becomes cluster-admin.',
    fix: 'Run the operator in an OperatorGroup with target namespaces, and request the permission in `permissions`. Keep Pod Security admission at `restricted` where the operator can create Pods.',
  },
  powers: [{ wants: [...POD_MAKERS, ...OTHER_POD_MAKERS], ownApis: false, countsName: isSystemWorkload }],
  find: (access) =>
    heldBy(access, [...POD_MAKERS, ...OTHER_POD_MAKERS], { ownApis: false, countsName: isSystemWorkload }).map((held) =>
      heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' }),
    ),
};
