/** RBACSync (https://github.com/cruise-automation/rbacsync). */
import { clusterScoped, namespaced } from './row.js';
import { GRANTED } from './setting.js';
import type { Tool } from './tool.js';

export const RBAC_SYNC: Tool = {
  name: 'RBACSync',
  rows: [
    ...clusterScoped('rbacsync.getcruise.com', 'ClusterRBACSyncConfig', GRANTED),
    ...namespaced('rbacsync.getcruise.com', 'RBACSyncConfig', GRANTED),
  ],
};
