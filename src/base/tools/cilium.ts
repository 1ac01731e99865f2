/** Cilium (https://docs.cilium.io). */
import { clusterScoped, namespaced } from './row.js';
import { TRAFFIC } from './setting.js';
import type { Tool } from './tool.js';

export const CILIUM: Tool = {
  name: 'Cilium',
  rows: [
    ...clusterScoped('cilium.io', 'CiliumClusterwideNetworkPolicy', TRAFFIC),
    ...namespaced('cilium.io', 'CiliumNetworkPolicy', TRAFFIC),
  ],
};
