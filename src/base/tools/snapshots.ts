/** Snapshots of volumes (https://kubernetes-csi.github.io/docs/snapshot-controller.html), which OpenShift has. */
import { clusterScoped, compared, namespaced } from './row.js';
import { BRINGS, brings, ROUTED } from './setting.js';
import type { Tool } from './tool.js';

export const SNAPSHOTS: Tool = {
  name: 'Snapshots of volumes',
  isPlatform: true,
  rows: [
    ...namespaced('snapshot.storage.k8s.io', 'VolumeSnapshot', compared('whose data the snapshot has', { ...ROUTED, ...BRINGS })),
    ...clusterScoped('snapshot.storage.k8s.io', 'VolumeSnapshotContent', brings('which data a snapshot has, and who gets it')),
    ...clusterScoped('snapshot.storage.k8s.io', 'VolumeSnapshotClass'),
  ],
};
