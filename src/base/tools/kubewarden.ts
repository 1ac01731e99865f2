/** Kubewarden (https://docs.kubewarden.io). */
import { clusterScoped, namespaced, others } from './row.js';
import { CHANGED_WHEN_WRITTEN, sets } from './setting.js';
import type { Tool } from './tool.js';

const GROUP = 'policies.kubewarden.io';
const POLICY = { isPolicy: true } as const;

export const KUBEWARDEN: Tool = {
  name: 'Kubewarden',
  rows: [
    ...clusterScoped(
      GROUP,
      'PolicyServer',
      { ...sets('error', 'which program decides which objects can be written'), gone: 'error' },
      POLICY,
    ),
    ...clusterScoped(GROUP, 'ClusterAdmissionPolicy ClusterAdmissionPolicyGroup', CHANGED_WHEN_WRITTEN, POLICY),
    ...namespaced(GROUP, 'AdmissionPolicy AdmissionPolicyGroup', CHANGED_WHEN_WRITTEN),
    ...others(GROUP, CHANGED_WHEN_WRITTEN),
  ],
};
