/** Reports permissions to run Pods, and to access running Pods and their nodes. */
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { isSystemWorkload } from '../access/system-namespaces.js';
import { DELETE, riskRule, WRITE } from '../risk-rule.js';
import { NSA_RBAC, NSA_TOKENS } from '../rule.js';
import { MAKE_PODS } from './written-kinds.js';

export const workloadCreate = riskRule('workload-create', 'error', 'Can create Pods', {
  tier: 'everywhere',
  column: 'Pods',
  references: ['CIS Kubernetes 5.1.4', NSA_RBAC, NSA_TOKENS],
  meaning:
    'A subject can create Pods, or write Deployments, Jobs and other kinds that create them (also of OpenShift, Knative, Argo Workflows, Events and Rollouts, Tekton, KEDA and KubeVirt, unless it provides them). A Pod can run as any ServiceAccount of its namespace and mount any Secret there. With `resourceNames`, the permission is reported for controllers of GitOps tools and OLM. It is an error in all namespaces or kube-system, a warning for an account outside its namespace, and otherwise a note.',
  attack:
    'In kube-system, the subject starts a Pod as the ServiceAccount of a controller that can change roles, and becomes cluster-admin.',
  fix: 'Use an OperatorGroup with target namespaces, and request the permission in `permissions`. Keep Pod Security admission at `restricted` where the operator can create Pods.',
  severityWhenInstalled: 'warning',
  held: {
    wants: MAKE_PODS,
    ownApis: false,
    countsName: isSystemWorkload,
    severities: { cluster: 'error', elsewhere: 'warning' },
  },
});

/** Changing running Pods: another image, with the account of the Pod. */
export const podModify = riskRule('pod-modify', 'error', 'Can change running Pods', {
  tier: 'everywhere',
  column: 'Pods',
  short: 'change Pods',
  references: ['CIS Kubernetes 5.1.4', 'CWE-94: Improper Control of Generation of Code (Code Injection)', NSA_RBAC],
  meaning:
    "A subject can update or patch Pods, including their images. The kubelet then runs the new image as the Pod's ServiceAccount. It is an error in all namespaces or kube-system, a warning for an account outside its namespace, and otherwise a note.",
  attack: "The subject gives a powerful controller's Pod its own image, and uses the mounted token.",
  fix: 'Change Deployments instead, or request it in `permissions`, which apply only in the target namespaces.',
  severityWhenInstalled: 'warning',
  held: {
    wants: [{ apiGroups: [''], resources: ['pods'], verbs: ['update', 'patch'] }],
    severities: { cluster: 'error', elsewhere: 'warning' },
  },
});

// Exec, attach, port-forward, the API server's proxy and ephemeral containers: access to running Pods.

/** The API server requires `get` for exec over WebSocket, and `create` over SPDY. */
const CONNECT = ['create', 'get'];
const POD_ACCESS: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['pods/exec', 'pods/attach', 'pods/portforward'], verbs: CONNECT },
  { apiGroups: [''], resources: ['pods/ephemeralcontainers'], verbs: ['update', 'patch'] },
];

/** The proxy is a forwarded port for HTTP only, and monitoring needs it. */
const PROXY: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['pods/proxy', 'services/proxy'], verbs: CONNECT }];

export const podAccess = riskRule('pod-access', 'error', 'Can get into running Pods', {
  tier: 'everywhere',
  column: 'Pods',
  short: 'enter Pods',
  references: ['CIS Kubernetes 5.1.4', NSA_RBAC],
  meaning:
    "A subject can run commands in Pods, attach to them, forward their ports, reach them through the API server's proxy, or add containers to them. It is an error in all namespaces or kube-system, a warning for an account outside its namespace, and otherwise a note; for the proxy alone, the severity is one step lower.",
  attack: 'A command in a Pod prints the token of its ServiceAccount. The subject continues as the most powerful one.',
  fix: 'Remove the subresources, or request them in `permissions`, which apply only in the target namespaces.',
  severityWhenInstalled: 'warning',
  held: [
    { wants: POD_ACCESS, severities: { cluster: 'error', elsewhere: 'warning' } },
    { wants: PROXY, severities: { cluster: 'warning', elsewhere: 'info' }, isMilder: true },
  ],
});

/** Removing Pods and forging their status: Pods restart on other nodes. */
export const podSteal = riskRule('pod-steal', 'warning', 'Can move Pods to other nodes', {
  column: 'Pods',
  references: ['CWE-284: Improper Access Control', NSA_RBAC],
  meaning:
    'A subject can delete or evict Pods, or write the status of Pods or nodes. It is a warning in all namespaces and kube-system, and otherwise a note.',
  attack:
    'The subject makes other nodes look full (`nodes/status`) and deletes a powerful Pod, which restarts on a node that it controls, with its token. At least, Pods of others stop.',
  fix: 'Request it in `permissions`, which apply only in the target namespaces, and remove the subresources.',
  held: {
    wants: [
      { apiGroups: [''], resources: ['nodes/status', 'pods/status'], verbs: ['update', 'patch'] },
      { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
      { apiGroups: [''], resources: ['pods'], verbs: DELETE },
    ],
    severities: { cluster: 'warning', elsewhere: 'info' },
  },
});

// nodes/proxy: the kubelet's own API, without admission and audit.

const NODES_PROXY: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['nodes/proxy'], verbs: ['create', 'get', 'update', 'patch', 'delete'] },
];

export const nodesProxy = riskRule('nodes-proxy', 'error', 'Can call the kubelets like the API server', {
  tier: 'escalates',
  column: 'Nodes',
  short: 'call kubelets',
  references: ['CIS Kubernetes 5.1.10', NSA_RBAC],
  meaning:
    'A subject has a verb on nodes/proxy, also with `resourceNames`. With it, the kubelet lets the subject run commands in Pods; `get` is enough.',
  attack:
    'The subject runs commands in every Pod, also of the control plane. A direct call to the kubelet bypasses admission and the audit log.',
  fix: 'Request nodes/metrics, nodes/stats or nodes/log, which are enough for monitoring.',
  escalates: NODES_PROXY,
  held: { wants: NODES_PROXY, clusterScoped: true, countsName: () => true, severities: { cluster: 'error', elsewhere: 'error' } },
});

/** Writing nodes: deciding where Pods run. */
export const nodeWrite = riskRule('node-write', 'warning', 'Can write nodes', {
  column: 'Nodes',
  references: ['CWE-284: Improper Access Control', NSA_RBAC],
  meaning: 'A subject can create, change or delete nodes, whose labels and taints decide where Pods run.',
  attack: 'The subject taints all nodes except its own, so Pods of others start on its node, with their Secrets and tokens.',
  fix: 'List the nodes in `resourceNames`, or leave labels and taints to cluster operators.',
  held: {
    wants: [{ apiGroups: [''], resources: ['nodes'], verbs: [...WRITE, ...DELETE] }],
    clusterScoped: true,
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});

/** Writing MachineConfigs: files and commands on every node, as root. */
export const machineConfigWrite = riskRule('machine-config-write', 'error', 'Can write MachineConfigs', {
  tier: 'escalates',
  column: 'Nodes',
  references: ['CWE-250: Execution with Unnecessary Privileges', NSA_RBAC],
  meaning:
    "A subject can write MachineConfigs, or kubelet and container runtime configurations that become MachineConfigs. Permissions with `resourceNames` are also reported. OpenShift writes the content to the nodes' disks.",
  attack: "The subject adds a systemd unit to the control plane nodes and runs as root on the machines with the cluster's keys.",
  fix: 'Remove the permission; let cluster operators apply the MachineConfigs.',
  held: {
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
  },
});

// Creating and binding PersistentVolumes: access to the files of nodes.

const CREATE_VOLUMES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['persistentvolumes'], verbs: ['create'] },
  // Both kinds name a disk by its handle, whoever owns the disk.
  { apiGroups: ['snapshot.storage.k8s.io'], resources: ['volumesnapshotcontents'], verbs: ['create'] },
  { apiGroups: ['storage.k8s.io'], resources: ['volumeattachments'], verbs: ['create'] },
];

/** An update of `claimRef` gives the data of a volume to another claim. */
const BIND_VOLUMES: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['persistentvolumes'], verbs: ['update', 'patch'] }];

export const persistentVolumeCreate = riskRule('persistent-volume-create', 'warning', 'Can create or bind PersistentVolumes', {
  column: 'Nodes',
  references: ['CIS Kubernetes 5.1.9', NSA_RBAC],
  meaning:
    'A subject can create PersistentVolumes, VolumeSnapshotContents or VolumeAttachments, which name a disk, or can change PersistentVolumes, which name their claim. PersistentVolumeClaims do not need this permission.',
  attack: "A hostPath volume gives a node's files to any Pod that claims it, even if Pod Security admission forbids hostPath.",
  fix: 'Use a StorageClass whose provisioner creates the volumes.',
  held: [
    { wants: CREATE_VOLUMES, clusterScoped: true, severities: { cluster: 'warning', elsewhere: 'warning' } },
    { wants: BIND_VOLUMES, clusterScoped: true, severities: { cluster: 'warning', elsewhere: 'warning' }, isMilder: true },
  ],
});

// OpenShift's SecurityContextConstraints (SCC): the node access of a subject's Pods.

const USE: readonly PolicyRule[] = [{ apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'], verbs: ['use'] }];

/** A Pod under these has no access to its node; unknown ones may allow it. */
const HARMLESS: ReadonlySet<string> = new Set(['restricted', 'restricted-v2', 'restricted-v3', 'nonroot', 'nonroot-v2']);

export const securityContextConstraints = riskRule('security-context-constraints', 'error', 'Can use SecurityContextConstraints', {
  tier: 'escalates',
  column: 'Pod security',
  short: 'use SCCs',
  references: ['CIS Kubernetes 5.2.1', NSA_RBAC],
  meaning:
    'On OpenShift, a Pod runs under a SecurityContextConstraints that its ServiceAccount or author can `use`. A subject can use all of them, or one other than restricted and nonroot, such as privileged or hostmount-anyuid. It is an error in all namespaces and kube-system, and otherwise a warning.',
  attack:
    "A privileged Pod, or a Pod that mounts the host, reads its node's credentials, and with them the Secrets of every Pod on the node.",
  fix: "List the needed constraints in `resourceNames`, and use a RoleBinding: `use` is also checked in the Pod's namespace.",
  severityWhenInstalled: 'warning',
  held: {
    wants: USE,
    countsName: (name) => !HARMLESS.has(name),
    severities: { cluster: 'error', elsewhere: 'warning' },
    as: (risk, { scope }) => ({
      ...risk,
      severity: risk.severity === 'info' ? 'warning' : risk.severity,
      fix: `${risk.fix}${scope === 'cluster' ? '; a RoleBinding in the namespace of the Pods is enough, because use is also checked there' : ''}`,
    }),
  },
});

/** Writing OpenShift's SecurityContextConstraints (SCC): deciding the node access of every Pod. */
export const securityContextConstraintsWrite = riskRule(
  'security-context-constraints-write',
  'error',
  'Can write SecurityContextConstraints',
  {
    tier: 'escalates',
    column: 'Pod security',
    short: 'write SCCs',
    references: ['CIS Kubernetes 5.2.1', 'CWE-269: Improper Privilege Management', NSA_RBAC],
    meaning:
      'A subject can create or change SecurityContextConstraints; permissions with `resourceNames` are also reported. SecurityContextConstraints apply to the Pods of all users.',
    attack:
      "The subject changes restricted-v2 to allow privileged containers for everybody, starts a Pod on a control plane node, and reads the cluster's credentials.",
    fix: 'Remove the permission: the people who deploy the operator can create its constraints.',
    held: {
      wants: [{ apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'], verbs: WRITE }],
      clusterScoped: true,
      // One object contains both its permissions and its users.
      countsName: () => true,
      severities: { cluster: 'error', elsewhere: 'error' },
    },
  },
);

/** PodSecurityPolicies: the node access of a subject's Pods, before Kubernetes 1.25. */
export const podSecurityPolicies = riskRule('pod-security-policies', 'warning', 'Can use PodSecurityPolicies', {
  column: 'Pod security',
  short: 'use PodSecurityPolicies',
  references: ['CIS Kubernetes 5.2.1', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  meaning:
    'Before Kubernetes 1.25, a Pod ran under a PodSecurityPolicy that its ServiceAccount or author can `use`. A subject can use all PodSecurityPolicies, or named ones; their content is not known here.',
  attack: "Under a policy with privileged containers, the subject's Pods read their node's credentials.",
  fix: 'Remove the permission on Kubernetes 1.25 and later. On older versions, name a restricted policy in `resourceNames`.',
  held: {
    wants: [{ apiGroups: ['policy', 'extensions'], resources: ['podsecuritypolicies'], verbs: ['use'] }],
    countsName: () => true,
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});
