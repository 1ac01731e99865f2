/** Snapshots of volumes (https://kubernetes-csi.github.io/docs/snapshot-controller.html), which OpenShift has. */
import { clusterScoped, compared, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const SNAPSHOTS: Tool = {
  name: 'Snapshots of volumes',
  isPlatform: true,
  rows: [
    ...namespaced('snapshot.storage.k8s.io', 'VolumeSnapshot', compared('whose data the snapshot has', { changed: 'warning' })),
    ...clusterScoped('snapshot.storage.k8s.io', 'VolumeSnapshotClass VolumeSnapshotContent'),
  ],
};
