/** Creating PersistentVolumes: a way to the files of nodes. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

const CREATE_VOLUMES: readonly Want[] = [{ apiGroup: '', resources: ['persistentvolumes'], verbs: ['create'] }];

export const persistentVolumeCreate: RiskRule = {
  id: 'persistent-volume-create',
  severity: 'warning',
  title: 'May create PersistentVolumes',
  references: ['CIS Kubernetes 5.1.9', NSA_RBAC],
  documentation: {
    meaning: 'A subject may create PersistentVolumes; claims alone need no such right.',
    attack:
      'A volume of type hostPath shows the files of a node to any Pod that claims it, whatever Pod Security admission forbids the Pod itself.',
    fix: 'Use a StorageClass whose provisioner creates the volumes.',
  },
  find: (access) =>
    heldBy(access, CREATE_VOLUMES, { clusterScoped: true }).map((held) =>
      heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' }),
    ),
};
