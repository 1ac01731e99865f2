/** Operators that set up nodes: Node Tuning (OpenShift) and Kernel Module Management (https://kmm.sigs.k8s.io). */
import { clusterScoped, namespaced } from './row.js';
import { KERNEL, sets } from './setting.js';
import type { Tool } from './tool.js';

export const NODE_OPERATORS: Tool = {
  name: 'Node Tuning and Kernel Module Management',
  rows: [
    ...clusterScoped('performance.openshift.io', 'PerformanceProfile', KERNEL),
    ...namespaced('kmm.sigs.x-k8s.io', 'Module', sets('error', 'which kernel modules the nodes load')),
  ],
};
