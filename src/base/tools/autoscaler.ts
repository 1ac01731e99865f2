/** The Vertical Pod Autoscaler (https://github.com/kubernetes/autoscaler), which OpenShift has. */
import { namespaced, others } from './row.js';
import type { Tool } from './tool.js';

export const AUTOSCALER: Tool = {
  name: 'Vertical Pod Autoscaler',
  isPlatform: true,
  rows: [
    ...namespaced('autoscaling.k8s.io', 'VerticalPodAutoscaler VerticalPodAutoscalerCheckpoint'),
    ...others('autoscaling.k8s.io', { setting: { decides: 'how much Pods of others may use' } }),
  ],
};
