/** KubeVirt (https://kubevirt.io/user-guide): a Pod runs each virtual machine, which is described in other words than a Pod is. */
import { namespaced, runs, type Tool } from './row.js';

export const KUBEVIRT: Tool = {
  name: 'KubeVirt',
  rows: [
    ...namespaced('kubevirt.io', 'VirtualMachine VirtualMachineInstance VirtualMachineInstanceReplicaSet', runs()),
    ...namespaced('pool.kubevirt.io', 'VirtualMachinePool', runs()),
  ],
};
