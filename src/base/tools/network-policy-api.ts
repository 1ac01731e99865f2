/** The Network Policy API (https://network-policy-api.sigs.k8s.io). */
import { clusterScoped, others } from './row.js';
import { TRAFFIC } from './setting.js';
import type { Tool } from './tool.js';

export const NETWORK_POLICY_API: Tool = {
  name: 'Network Policy API',
  rows: [
    ...clusterScoped('policy.networking.k8s.io', 'AdminNetworkPolicy BaselineAdminNetworkPolicy', TRAFFIC),
    ...others('policy.networking.k8s.io', TRAFFIC),
  ],
};
