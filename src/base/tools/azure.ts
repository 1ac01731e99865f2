/** Azure: identities of accounts (https://azure.github.io/azure-workload-identity/docs). */
import type { Tool } from './row.js';

export const AZURE: Tool = {
  name: 'Azure',
  rows: [],
  settingMarks: [
    ['ServiceAccount', 'annotations', 'azure.workload.identity/client-id', 'warning', 'which identity of the cloud its Pods have'],
  ],
};
