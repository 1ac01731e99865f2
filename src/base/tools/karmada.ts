/** Karmada (https://karmada.io/docs). */
import { clusterScoped, namespaced, others, type Tool } from './row.js';
import { APPLIED, PLACED } from './setting.js';

export const KARMADA: Tool = {
  name: 'Karmada',
  rows: [
    ...others('policy.karmada.io', PLACED),
    ...namespaced('work.karmada.io', 'ResourceBinding Work', APPLIED),
    ...clusterScoped('work.karmada.io', 'ClusterResourceBinding', APPLIED),
  ],
};
