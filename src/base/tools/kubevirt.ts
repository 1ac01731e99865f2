/** KubeVirt (https://kubevirt.io/user-guide): a Pod runs each virtual machine, but its fields differ from those of a Pod. */
import { namespaced, runs, type Tool } from './row.js';

export const KUBEVIRT: Tool = {
  name: 'KubeVirt',
  rows: [
    ...namespaced('kubevirt.io', 'VirtualMachine VirtualMachineInstance VirtualMachineInstanceReplicaSet', runs()),
    ...namespaced('pool.kubevirt.io', 'VirtualMachinePool', runs()),
  ],
};
