/** Permissions by which somebody runs something, or gets at what runs and at its node. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { isSystemWorkload } from '../access/system-namespaces.js';
import { NSA_RBAC, NSA_TOKENS, type RiskRule } from '../rule.js';
import { DELETE, heldRule, WRITE, worstOf } from './held-rule.js';

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

/** Changing Pods that run already: another image, with the account of the Pod. */
export const podModify = heldRule({
  id: 'pod-modify',
  severityWhenInstalled: 'warning',
  title: 'Can change running Pods',
  references: ['CIS Kubernetes 5.1.4', 'CWE-94: Improper Control of Generation of Code (Code Injection)', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can update or patch Pods, which includes the images of their containers. The kubelet then runs the new image as the ServiceAccount of the Pod. An error in all namespaces and in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack: 'The subject gives a Pod of a powerful controller an image of its own and uses the token that is mounted there.',
    fix: 'Change Deployments instead of Pods, or ask for the permission in `permissions`, so that it holds in the target namespaces only.',
  },
  wants: [{ apiGroups: [''], resources: ['pods'], verbs: ['update', 'patch'] }],
  severities: { cluster: 'error', elsewhere: 'warning' },
});

// Exec, attach, port-forward, the API server's proxy and ephemeral containers: access to running Pods.

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

/** Removing Pods and forging their state: making them start again elsewhere. */
export const podSteal = heldRule({
  id: 'pod-steal',
  title: 'Can drive Pods to other nodes',
  references: ['CWE-284: Improper Access Control', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can delete or evict Pods, or write the status of Pods or nodes. A warning in all namespaces and in kube-system, a note in other namespaces.',
    attack:
      'The subject makes all other nodes look full (`nodes/status`) and deletes a Pod with a powerful account: it starts again on a node that the subject controls, and its token is on that disk. At the least, Pods of others stop.',
    fix: 'Ask for the permission in `permissions`, so that it holds in the target namespaces only, and remove the subresources.',
  },
  wants: [
    { apiGroups: [''], resources: ['nodes/status', 'pods/status'], verbs: ['update', 'patch'] },
    { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
    { apiGroups: [''], resources: ['pods'], verbs: DELETE },
  ],
  severities: { cluster: 'warning', elsewhere: 'info' },
});

// nodes/proxy: the kubelet's own API, which bypasses admission and audit.

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

/** Writing nodes: deciding where Pods run. */
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

/** Writing MachineConfigs: files and commands on every node, as root. */
export const machineConfigWrite = heldRule({
  id: 'machine-config-write',
  title: 'Can write MachineConfigs',
  references: ['CWE-250: Execution with Unnecessary Privileges', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change MachineConfigs, or the kubelet and container runtime configurations that become MachineConfigs, all or named ones. OpenShift writes them onto the disks of the nodes.',
    attack: 'The subject adds a systemd unit to the control plane nodes and runs as root where the keys of the cluster are.',
    fix: 'Remove the permission, and let the people who run the cluster apply the MachineConfigs that an operator needs.',
  },
  wants: [
    {
      apiGroups: ['machineconfiguration.openshift.io'],
      resources: ['machineconfigs', 'machineconfigpools', 'kubeletconfigs', 'containerruntimeconfigs', 'machineosconfigs'],
      verbs: WRITE,
    },
  ],
  clusterScoped: true,
  countsName: () => true,
  severities: { cluster: 'error', elsewhere: 'error' },
});

// Creating PersistentVolumes: access to the files of nodes.

const CREATE_VOLUMES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['persistentvolumes'], verbs: ['create'] },
  // Both name a disk by its handle, whosever it is.
  { apiGroups: ['snapshot.storage.k8s.io'], resources: ['volumesnapshotcontents'], verbs: ['create'] },
  { apiGroups: ['storage.k8s.io'], resources: ['volumeattachments'], verbs: ['create'] },
];

export const persistentVolumeCreate: RiskRule = {
  id: 'persistent-volume-create',
  severity: 'warning',
  title: 'Can create PersistentVolumes',
  references: ['CIS Kubernetes 5.1.9', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create PersistentVolumes, or VolumeSnapshotContents or VolumeAttachments, which name a disk in the same way; claims do not need this permission.',
    attack:
      'A volume of type hostPath gives the files of a node to any Pod that claims it, even if Pod Security admission forbids the Pod to mount them itself.',
    fix: 'Use a StorageClass whose provisioner creates the volumes.',
  },
  wants: CREATE_VOLUMES,
  find: (access) =>
    heldBy(access, CREATE_VOLUMES, { clusterScoped: true }).map((held) =>
      heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' }),
    ),
};

// OpenShift's SecurityContextConstraints (SCC): what the Pods of a subject can do on a node.

const USE: readonly PolicyRule[] = [{ apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'], verbs: ['use'] }];

/** Under these a Pod cannot get at its node; unknown ones can allow it. */
const HARMLESS: ReadonlySet<string> = new Set(['restricted', 'restricted-v2', 'restricted-v3', 'nonroot', 'nonroot-v2']);

function countsName(name: string): boolean {
  return !HARMLESS.has(name);
}

export const securityContextConstraints: RiskRule = {
  id: 'security-context-constraints',
  severity: 'error',
  severityWhenInstalled: 'warning',
  title: 'Can use SecurityContextConstraints',
  references: ['CIS Kubernetes 5.2.1', NSA_RBAC],
  documentation: {
    meaning:
      'On OpenShift a Pod runs under one of the SecurityContextConstraints that its ServiceAccount or its author can `use`. A subject can use all of them, or a named one other than restricted and nonroot, such as privileged or hostmount-anyuid. An error in all namespaces and in kube-system, a warning elsewhere.',
    attack:
      'A Pod under privileged, or one that mounts the host, reads the credentials of its node, and with them the Secrets of every Pod there.',
    fix: 'List in `resourceNames` the constraints that the Pods need, and bind the role with a RoleBinding: the kind is cluster-scoped, but `use` is also checked in the namespace of the Pod.',
  },
  powers: [{ wants: USE, countsName }],
  find: (access) =>
    heldBy(access, USE, { countsName }).map((held) => {
      const risk = heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' });
      const narrower =
        held.scope === 'cluster' ? '; a RoleBinding in the namespace of the Pods is enough, because use is also checked there' : '';
      return {
        ...risk,
        severity: risk.severity === 'info' ? 'warning' : risk.severity,
        fix: `${risk.fix}${narrower}`,
      };
    }),
};

/** Writing OpenShift's SecurityContextConstraints (SCC): deciding what every Pod can do on its node. */
export const securityContextConstraintsWrite = heldRule({
  id: 'security-context-constraints-write',
  title: 'Can write SecurityContextConstraints',
  references: ['CIS Kubernetes 5.2.1', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change SecurityContextConstraints, all or named ones. They belong to no namespace and hold for the Pods of everybody.',
    attack:
      'The subject changes restricted-v2 so that it allows privileged containers and names everybody, starts a Pod on a control plane node, and reads the credentials of the cluster from its disk.',
    fix: 'Remove the permission. An operator that contains its own constraints needs them only once; those who deploy it can create them.',
  },
  wants: [{ apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'], verbs: WRITE }],
  clusterScoped: true,
  // What one allows, and whom, is all in it.
  countsName: () => true,
  severities: { cluster: 'error', elsewhere: 'error' },
});

/** PodSecurityPolicies: what the Pods of a holder can do on a node, before Kubernetes 1.25. */
export const podSecurityPolicies = heldRule({
  id: 'pod-security-policies',
  title: 'Can use PodSecurityPolicies',
  references: ['CIS Kubernetes 5.2.1', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  documentation: {
    meaning:
      'Before Kubernetes 1.25 a Pod ran under a PodSecurityPolicy that its ServiceAccount or its author can `use`. A subject can use all of them, or named ones, and what these allow is not known here.',
    attack: 'Under a policy that allows privileged containers, the Pods of the subject read the credentials of their node.',
    fix: 'Remove the permission on Kubernetes 1.25 and later. Before that, name a restricted policy with `resourceNames`.',
  },
  wants: [{ apiGroups: ['policy', 'extensions'], resources: ['podsecuritypolicies'], verbs: ['use'] }],
  countsName: () => true,
  severities: { cluster: 'warning', elsewhere: 'warning' },
});
