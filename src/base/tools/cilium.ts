/** Cilium (https://docs.cilium.io). */
import { clusterScoped, namespaced, type Tool } from './row.js';
import { TRAFFIC } from './setting.js';

export const CILIUM: Tool = {
  name: 'Cilium',
  rows: [
    ...clusterScoped('cilium.io', 'CiliumClusterwideNetworkPolicy', TRAFFIC),
    ...namespaced('cilium.io', 'CiliumNetworkPolicy', TRAFFIC),
  ],
};
