/** Kyverno (https://kyverno.io/docs). */
import { clusterScoped, namespaced } from './row.js';
import { CHANGED_WHEN_WRITTEN, keeps, sets, WRITTEN } from './setting.js';
import type { MarkRow, Tool } from './tool.js';

export const KYVERNO_GROUP = 'kyverno.io';
const POLICIES = 'policies.kyverno.io';

const DELETED = sets('error', 'which objects of others are deleted');
const EXEMPTED = sets('error', 'which objects admission policies do not check');
const POLICY = { isPolicy: true } as const;

export const KYVERNO: Tool = {
  name: 'Kyverno',
  rows: [
    ...clusterScoped(KYVERNO_GROUP, 'ClusterPolicy', WRITTEN, POLICY),
    ...namespaced(KYVERNO_GROUP, 'Policy', WRITTEN),
    ...namespaced(KYVERNO_GROUP, 'PolicyException', EXEMPTED),
    ...namespaced(KYVERNO_GROUP, 'CleanupPolicy', DELETED),
    ...clusterScoped(KYVERNO_GROUP, 'ClusterCleanupPolicy', DELETED),
    ...clusterScoped(KYVERNO_GROUP, 'GlobalContextEntry', keeps('warning', 'which facts admission policies rely on')),
    ...clusterScoped(POLICIES, 'ImageValidatingPolicy ValidatingPolicy', WRITTEN, POLICY),
    ...namespaced(POLICIES, 'NamespacedImageValidatingPolicy NamespacedValidatingPolicy', WRITTEN),
    ...clusterScoped(POLICIES, 'GeneratingPolicy MutatingPolicy', CHANGED_WHEN_WRITTEN, POLICY),
    ...namespaced(POLICIES, 'NamespacedGeneratingPolicy NamespacedMutatingPolicy', CHANGED_WHEN_WRITTEN),
    ...clusterScoped(POLICIES, 'DeletingPolicy', DELETED, POLICY),
    ...namespaced(POLICIES, 'NamespacedDeletingPolicy', DELETED),
    ...namespaced(POLICIES, 'PolicyException', EXEMPTED),
  ],
  marks: ['category', 'description', 'minversion', 'severity', 'subject', 'title'].map(
    (name): MarkRow => [`${POLICIES}/${name}`, '*', 'harmless', 'what reports say of the policy'],
  ),
};
