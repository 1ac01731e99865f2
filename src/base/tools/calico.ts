/** Calico (https://docs.tigera.io): its API server has a group of its own. */
import { clusterScoped, namespaced, selects } from './row.js';
import { TRAFFIC } from './setting.js';
import type { Tool } from './tool.js';

export const CALICO: Tool = {
  name: 'Calico',
  rows: ['crd.projectcalico.org', 'projectcalico.org'].flatMap((group) => [
    ...clusterScoped(group, 'GlobalNetworkPolicy', TRAFFIC, selects('pods')),
    ...namespaced(group, 'NetworkPolicy', TRAFFIC, selects('pods')),
  ]),
};
