/** Creating PersistentVolumes: access to the files of nodes. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

const CREATE_VOLUMES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['persistentvolumes'], verbs: ['create'] },
  // Both name a disk by its handle, whosever it is.
  { apiGroups: ['snapshot.storage.k8s.io'], resources: ['volumesnapshotcontents'], verbs: ['create'] },
  { apiGroups: ['storage.k8s.io'], resources: ['volumeattachments'], verbs: ['create'] },
];

export const persistentVolumeCreate: RiskRule = {
  id: 'persistent-volume-create',
  severity: 'warning',
  title: 'Can create PersistentVolumes',
  references: ['CIS Kubernetes 5.1.9', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create PersistentVolumes, or VolumeSnapshotContents or VolumeAttachments, which name a disk in the same way; claims do not need this permission.',
    attack:
      'A volume of type hostPath gives the files of a node to any Pod that claims it, even if Pod Security admission forbids the Pod to mount them itself.',
    fix: 'Use a StorageClass whose provisioner creates the volumes.',
  },
  find: (access) =>
    heldBy(access, CREATE_VOLUMES, { clusterScoped: true }).map((held) =>
      heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' }),
    ),
};
