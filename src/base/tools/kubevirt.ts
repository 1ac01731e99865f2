/** KubeVirt (https://kubevirt.io/user-guide): a Pod runs each virtual machine, but its fields differ from those of a Pod. */
import { namespaced, runs } from './row.js';
import type { Tool } from './tool.js';

export const KUBEVIRT: Tool = {
  name: 'KubeVirt',
  rows: [
    ...namespaced('kubevirt.io', 'VirtualMachine VirtualMachineInstance VirtualMachineInstanceReplicaSet', runs()),
    ...namespaced('pool.kubevirt.io', 'VirtualMachinePool', runs()),
  ],
};
