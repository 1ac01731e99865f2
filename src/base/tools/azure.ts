/** Azure: identities of accounts (https://azure.github.io/azure-workload-identity/docs). */
import type { Tool } from './tool.js';

const CLOUD_IDENTITY = 'which identity of the cloud its Pods have';

export const AZURE: Tool = {
  name: 'Azure',
  rows: [],
  settingMarks: [
    ['Pod', 'labels', 'aadpodidbinding', 'warning', CLOUD_IDENTITY],
    ['Pod', 'labels', 'azure.workload.identity/use', 'warning', CLOUD_IDENTITY],
    ['Pod', 'annotations', 'azure.workload.identity/*', 'warning', CLOUD_IDENTITY],
    [
      'ServiceAccount',
      'annotations',
      'azure.workload.identity/tenant-id',
      'warning',
      'in which directory of the cloud its Pods have an identity',
    ],
    ['ServiceAccount', 'annotations', 'azure.workload.identity/client-id', 'warning', CLOUD_IDENTITY],
  ],
};
