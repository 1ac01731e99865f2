/** Kinds that have whole objects in a field, and apply them to this cluster or to others. */
import { fieldsOf, textOf } from '../kubernetes/pod-spec.js';
import { type Form, listedIn } from './form.js';

/** ACM and Open Cluster Management (https://open-cluster-management.io/docs/concepts/work-distribution/manifestwork/). */
export const MANIFEST_WORK: Form = listedIn('work.open-cluster-management.io', ['ManifestWork'], ['spec', 'workload', 'manifests']);
export const MANIFEST_WORK_SET: Form = listedIn(
  'work.open-cluster-management.io',
  ['ManifestWorkReplicaSet'],
  ['spec', 'manifestWorkTemplate', 'workload', 'manifests'],
);
export const ADD_ON: Form = listedIn('addon.open-cluster-management.io', ['AddOnTemplate'], ['spec', 'agentSpec', 'workload', 'manifests']);
/** https://github.com/openshift/hive/blob/master/docs/syncset.md */
export const SYNC_SET: Form = listedIn('hive.openshift.io', ['SyncSet', 'SelectorSyncSet'], ['spec', 'resources']);

/** Crossplane's provider-kubernetes: with management policies, it can only watch the object. */
export const CROSSPLANE_OBJECT: Form = {
  group: 'kubernetes.crossplane.io',
  kinds: ['Object'],
  objectsIn: ({ spec }) => {
    const { forProvider, managementPolicy, managementPolicies } = fieldsOf(spec);
    const policies = [managementPolicy ?? [], managementPolicies ?? []].flat().map((policy) => textOf(policy));
    const isWatched = policies.length > 0 && policies.every((policy) => /^Observe(?:Delete)?$/.test(policy ?? ''));
    const { manifest } = fieldsOf(forProvider);
    return isWatched || manifest === undefined ? [] : [{ value: manifest, at: ['spec', 'forProvider', 'manifest'] }];
  },
};
