/** Writing what Argo CD and Flux deploy: they apply it with their own permissions. */
import { heldRule, WRITE } from './held-rule.js';
import { NSA_RBAC } from './rule.js';

export const gitopsWrite = heldRule({
  id: 'gitops-write',
  title: 'Can write what Argo CD or Flux deploys',
  references: ['CWE-441: Unintended Proxy or Intermediary (Confused Deputy)', NSA_RBAC],
  documentation: {
    meaning:
      "A subject can write Applications, AppProjects or ApplicationSets of Argo CD, or Kustomizations or HelmReleases of Flux. The controllers apply what these name, most often as cluster-admin. An operator that provides these APIs itself does not count. An error in all namespaces, a warning in namespaces other than the account's own.",
    attack: 'The subject creates an Application that points to a repository of its own, and Argo CD applies the ClusterRoleBinding in it.',
    fix: 'Remove the permission. Where tenants need it, limit what their AppProject allows, or set `spec.serviceAccountName` of their Kustomizations.',
  },
  wants: [
    { apiGroups: ['argoproj.io'], resources: ['applications', 'applicationsets', 'appprojects'], verbs: WRITE },
    { apiGroups: ['kustomize.toolkit.fluxcd.io'], resources: ['kustomizations'], verbs: WRITE },
    { apiGroups: ['helm.toolkit.fluxcd.io'], resources: ['helmreleases'], verbs: WRITE },
  ],
  ownApis: false,
  severities: { cluster: 'error', elsewhere: 'warning' },
});
