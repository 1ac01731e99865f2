/** Karmada (https://karmada.io/docs). */
import { clusterScoped, namespaced, others } from './row.js';
import { APPLIED, PLACED } from './setting.js';
import type { Tool } from './tool.js';

export const KARMADA: Tool = {
  name: 'Karmada',
  rows: [
    ...others('policy.karmada.io', PLACED),
    ...namespaced('work.karmada.io', 'ResourceBinding Work', APPLIED),
    ...clusterScoped('work.karmada.io', 'ClusterResourceBinding', APPLIED),
  ],
};
