/** Velero, and OpenShift's operator of it (https://velero.io/docs). */
import { DEPLOYS, namespaced } from './row.js';
import { BACKED_UP, sets } from './setting.js';
import type { Tool } from './tool.js';

export const VELERO: Tool = {
  name: 'Velero',
  rows: [
    ...namespaced('velero.io', 'Restore', sets('error', 'which objects come back from a backup, and they were not reviewed'), DEPLOYS),
    ...namespaced('velero.io', 'Backup BackupStorageLocation Schedule', BACKED_UP, { everywhere: true }),
    ...namespaced('oadp.openshift.io', 'DataProtectionApplication', BACKED_UP),
  ],
  settingMarks: [
    ['Pod', 'annotations', 'pre.hook.backup.velero.io/*', 'warning', 'which commands Velero runs in it'],
    ['Pod', 'annotations', 'post.hook.backup.velero.io/*', 'warning', 'which commands Velero runs in it'],
    ['Pod', 'annotations', 'init.hook.restore.velero.io/*', 'warning', 'which containers Velero adds to it'],
    ['Pod', 'annotations', 'post.hook.restore.velero.io/*', 'warning', 'which commands Velero runs in it'],
    ['Pod', 'annotations', 'backup.velero.io/*', 'warning', 'which of its volumes Velero copies'],
    ['*', 'labels', 'velero.io/exclude-from-backup', 'warning', 'whether Velero copies it'],
  ],
};
