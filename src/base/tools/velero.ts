/** Velero, and OpenShift's operator of it (https://velero.io/docs). */
import { DEPLOYS, namespaced } from './row.js';
import { BACKED_UP, sets } from './setting.js';
import type { Tool } from './tool.js';

export const VELERO: Tool = {
  name: 'Velero',
  rows: [
    ...namespaced('velero.io', 'Restore', sets('error', 'which objects come back from a backup, and they were not reviewed'), DEPLOYS),
    ...namespaced('velero.io', 'Backup BackupStorageLocation Schedule', BACKED_UP),
    ...namespaced('oadp.openshift.io', 'DataProtectionApplication', BACKED_UP),
  ],
};
