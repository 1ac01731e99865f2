/** Snapshots of volumes (https://kubernetes-csi.github.io/docs/snapshot-controller.html), which OpenShift has. */
import { clusterScoped, namespaced, reviewed } from './row.js';
import type { Tool } from './tool.js';

export const SNAPSHOTS: Tool = {
  name: 'Snapshots of volumes',
  isPlatform: true,
  rows: [
    ...namespaced('snapshot.storage.k8s.io', 'VolumeSnapshot', reviewed('a copy of a volume in the same namespace')),
    ...clusterScoped('snapshot.storage.k8s.io', 'VolumeSnapshotClass VolumeSnapshotContent'),
  ],
};
