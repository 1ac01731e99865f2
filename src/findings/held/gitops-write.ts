/** Writing what Argo CD, Flux and the like deploy: they apply it with their own permissions. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

export const gitopsWrite = heldRule({
  id: 'gitops-write',
  title: 'Can write what Argo CD, Flux or the like deploys',
  references: ['CWE-441: Unintended Proxy or Intermediary (Confused Deputy)', NSA_RBAC],
  documentation: {
    meaning:
      "A subject can write Applications, AppProjects or ApplicationSets of Argo CD, Kustomizations, HelmReleases or sources of Flux, or what fleet managers, Helm controllers, kapp-controller, Crossplane, Config Sync, KubeVela, Sveltos, Hive and Velero apply. Whether they are all or named ones makes no difference. The controllers apply what these name, most often as cluster-admin. An operator that provides these APIs itself does not count. An error in all namespaces, a warning in namespaces other than the account's own.",
    attack: 'The subject creates an Application that points to a repository of its own, and Argo CD applies the ClusterRoleBinding in it.',
    fix: 'Remove the permission. Where tenants need it, limit what their AppProject allows, or set `spec.serviceAccountName` of their Kustomizations.',
  },
  wants: [
    { apiGroups: ['argoproj.io'], resources: ['applications', 'applicationsets', 'appprojects'], verbs: WRITE },
    { apiGroups: ['kustomize.toolkit.fluxcd.io'], resources: ['kustomizations'], verbs: WRITE },
    { apiGroups: ['helm.toolkit.fluxcd.io'], resources: ['helmreleases'], verbs: WRITE },
    {
      apiGroups: ['source.toolkit.fluxcd.io'],
      resources: ['buckets', 'gitrepositories', 'helmcharts', 'helmrepositories', 'ocirepositories'],
      verbs: WRITE,
    },
    { apiGroups: ['fluxcd.controlplane.io'], resources: ['fluxinstances', 'resourcesets'], verbs: WRITE },
    { apiGroups: ['helm.cattle.io'], resources: ['helmchartconfigs', 'helmcharts'], verbs: WRITE },
    { apiGroups: ['fleet.cattle.io'], resources: ['bundles', 'gitrepos', 'helmops'], verbs: WRITE },
    { apiGroups: ['work.open-cluster-management.io'], resources: ['manifestworkreplicasets', 'manifestworks'], verbs: WRITE },
    {
      apiGroups: ['policy.open-cluster-management.io'],
      resources: ['configurationpolicies', 'operatorpolicies', 'policies'],
      verbs: WRITE,
    },
    { apiGroups: ['apps.open-cluster-management.io'], resources: ['channels', 'subscriptions'], verbs: WRITE },
    { apiGroups: ['addons.cluster.x-k8s.io'], resources: ['clusterresourcesets', 'helmchartproxies'], verbs: WRITE },
    { apiGroups: ['kappctrl.k14s.io'], resources: ['apps'], verbs: WRITE },
    { apiGroups: ['packaging.carvel.dev'], resources: ['packageinstalls', 'packagerepositories'], verbs: WRITE },
    { apiGroups: ['kubernetes.crossplane.io', 'kubernetes.m.crossplane.io'], resources: ['objects'], verbs: WRITE },
    { apiGroups: ['helm.crossplane.io', 'helm.m.crossplane.io'], resources: ['releases'], verbs: WRITE },
    { apiGroups: ['pkg.crossplane.io'], resources: ['configurations', 'functions', 'providers'], verbs: WRITE },
    { apiGroups: ['configsync.gke.io'], resources: ['reposyncs', 'rootsyncs'], verbs: WRITE },
    { apiGroups: ['core.oam.dev'], resources: ['applications'], verbs: WRITE },
    { apiGroups: ['config.projectsveltos.io'], resources: ['clusterprofiles', 'profiles'], verbs: WRITE },
    { apiGroups: ['hive.openshift.io'], resources: ['selectorsyncsets', 'syncsets'], verbs: WRITE },
    { apiGroups: ['velero.io'], resources: ['restores'], verbs: WRITE },
  ],
  // Whichever it is, it can be pointed at another source.
  countsName: () => true,
  ownApis: false,
  severities: { cluster: 'error', elsewhere: 'warning' },
});
