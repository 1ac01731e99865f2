/** Writing MachineConfigs: files and commands on every node, as root. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

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
