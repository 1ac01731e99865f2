/** Permissions on what decides about the objects of others: webhooks, policies, APIs, settings, GitOps tools and OLM. */
import { OLM_GROUP, pluralOf } from '../../kubernetes/kinds.js';
import { formatReference, referenceTo } from '../../kubernetes/object.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import type { Severity } from '../../model/finding.js';
import { boundTo, joined, permissionTexts } from '../../wording/phrases.js';
import type { Access } from '../access/access.js';
import { heldBy, matches, merged } from '../access/held.js';
import { heldRisk, placeOf } from '../access/held-risk.js';
import { decidingKinds } from '../changed/kind-effects.js';
import { type Discovery, NSA_RBAC, type RiskRule } from '../rule.js';
import { aggregatedRights, aggregationPath, labelledText } from './aggregated-rights.js';
import { IDENTITY_WRITE } from './grants.js';
import { DELETE, heldRule, WRITE, worstOf } from './held-rule.js';
import { machineConfigWrite, nodeWrite, OTHER_POD_MAKERS, securityContextConstraintsWrite } from './nodes-and-pods.js';
import { endpointWrite, networkPolicyWrite } from './traffic.js';

const WEBHOOK_WRITE: readonly PolicyRule[] = [
  {
    apiGroups: ['admissionregistration.k8s.io'],
    resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
    verbs: ['create', 'update', 'patch'],
  },
];

export const webhookConfigurations: RiskRule = {
  id: 'webhook-configurations',
  severity: 'error',
  title: 'Can write admission webhooks',
  references: ['CIS Kubernetes 5.1.12', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change MutatingWebhookConfigurations or ValidatingWebhookConfigurations, not limited by `resourceNames`.',
    attack:
      'A webhook of the subject receives every Secret that anyone writes. A mutating one adds a container to every new Pod, or a subject to every role binding.',
    fix: 'Let OLM create the webhooks (`spec.webhookdefinitions`), or list in `resourceNames` the configurations whose certificates the operator renews.',
  },
  escalates: WEBHOOK_WRITE,
  powers: [{ wants: WEBHOOK_WRITE }],
  find: (access) =>
    heldBy(access, WEBHOOK_WRITE, { clusterScoped: true }).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' })),
};

/** Writing admission policies: changing or refusing what anyone writes, without a webhook. */
export const admissionPolicyWrite = heldRule({
  id: 'admission-policy-write',
  title: 'Can write admission policies',
  references: ['CIS Kubernetes 5.1.12', 'CWE-863: Incorrect Authorization', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change ValidatingAdmissionPolicies, MutatingAdmissionPolicies or their bindings, or the cluster-wide policies of Kyverno, Gatekeeper or Kubewarden. An operator that provides these APIs itself does not count.',
    attack:
      'A mutating policy of the subject changes each new Pod so that it runs an image of the subject, including those in kube-system. A changed validating policy allows what it was created to refuse.',
    fix: 'Remove the permission, or name with `resourceNames` the policies that the operator owns.',
  },
  wants: [
    {
      apiGroups: ['admissionregistration.k8s.io'],
      resources: [
        'validatingadmissionpolicies',
        'validatingadmissionpolicybindings',
        'mutatingadmissionpolicies',
        'mutatingadmissionpolicybindings',
      ],
      verbs: WRITE,
    },
    { apiGroups: ['kyverno.io'], resources: ['clusterpolicies'], verbs: WRITE },
    {
      apiGroups: ['policies.kyverno.io'],
      resources: ['deletingpolicies', 'generatingpolicies', 'mutatingpolicies', 'validatingpolicies'],
      verbs: WRITE,
    },
    { apiGroups: ['templates.gatekeeper.sh'], resources: ['constrainttemplates'], verbs: WRITE },
    { apiGroups: ['mutations.gatekeeper.sh'], resources: ['assign', 'assignimage', 'assignmetadata', 'modifyset'], verbs: WRITE },
    { apiGroups: ['policies.kubewarden.io'], resources: ['clusteradmissionpolicies', 'policyservers'], verbs: WRITE },
  ],
  ownApis: false,
  clusterScoped: true,
  severities: { cluster: 'error', elsewhere: 'error' },
});

/** Deleting admission webhooks and policies: switching checks off. */
export const admissionDelete = heldRule({
  id: 'admission-delete',
  title: 'Can delete admission webhooks or policies',
  references: ['CIS Kubernetes 5.1.12', 'CWE-693: Protection Mechanism Failure', NSA_RBAC],
  documentation: {
    meaning: 'A subject can delete webhook configurations or admission policies other than named ones.',
    attack: 'The subject deletes the webhook of a policy engine and then creates what it refused.',
    fix: 'Name with `resourceNames` the configurations that the operator owns.',
  },
  wants: [
    {
      apiGroups: ['admissionregistration.k8s.io'],
      resources: [
        'mutatingwebhookconfigurations',
        'validatingwebhookconfigurations',
        'validatingadmissionpolicies',
        'validatingadmissionpolicybindings',
        'mutatingadmissionpolicies',
        'mutatingadmissionpolicybindings',
      ],
      verbs: DELETE,
    },
  ],
  clusterScoped: true,
  severities: { cluster: 'warning', elsewhere: 'warning' },
});

/** Writing CustomResourceDefinitions: the APIs of everybody. */
export const customResourceDefinitionWrite = heldRule({
  id: 'custom-resource-definition-write',
  title: 'Can write CustomResourceDefinitions',
  references: ['CWE-668: Exposure of Resource to Wrong Sphere', NSA_RBAC],
  documentation: {
    meaning: 'A subject can create, change or delete CustomResourceDefinitions other than named ones.',
    attack:
      'Deleting a CustomResourceDefinition deletes all of its objects. A conversion webhook of the subject can read and change every object of the API.',
    fix: 'Let OLM install the CustomResourceDefinitions, or name with `resourceNames` the ones that the operator owns.',
  },
  wants: [{ apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: [...WRITE, ...DELETE] }],
  clusterScoped: true,
  severities: { cluster: 'warning', elsewhere: 'warning' },
});

/** Writing APIServices: answering requests in place of another API server. */
export const apiServiceWrite = heldRule({
  id: 'api-service-write',
  title: 'Can write APIServices',
  references: ['CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change APIServices, all of them or by name those of an API of Kubernetes or OpenShift. The API server passes the requests for an API group on to the service that its APIService names. Controllers, the tools that deploy and the people act on what it answers.',
    attack:
      'The subject points an APIService to a service of its own, sees each request to that group with the names and groups of the sender, and makes up the answers: with Deployments that nobody wrote, whose Pods the cluster then starts.',
    fix: 'Let OLM make the APIServices (`spec.apiservicedefinitions`), or name with `resourceNames` the ones that the operator owns.',
  },
  wants: [{ apiGroups: ['apiregistration.k8s.io'], resources: ['apiservices'], verbs: WRITE }],
  clusterScoped: true,
  // Metrics are what operators serve.
  countsName: (name) => /^v[^.]*\.(?:[^.]*|(?!(?:custom\.|external\.)?metrics\.).*\.k8s\.io|.*\.openshift\.io)$/.test(name),
  severities: { cluster: 'error', elsewhere: 'error' },
});

/** Writing namespaces: their labels decide what Pods are allowed to do. */
export const namespaceWrite = heldRule({
  id: 'namespace-write',
  title: 'Can write namespaces',
  references: ['CIS Kubernetes 5.2.1', 'CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change namespaces other than named ones. Labels of a namespace set its level of Pod Security admission, and network policies, webhooks and OperatorGroups select namespaces by label.',
    attack:
      'The subject sets `pod-security.kubernetes.io/enforce` to privileged where it can create Pods, and starts one that mounts the disk of its node.',
    fix: 'List the namespaces in `resourceNames`, and let only cluster administrators create them.',
  },
  // An update of the status or of the finalizers changes labels, too, and Pod Security admission does not look at it.
  wants: [
    { apiGroups: [''], resources: ['namespaces'], verbs: WRITE },
    { apiGroups: [''], resources: ['namespaces/finalize', 'namespaces/status'], verbs: ['update', 'patch'] },
    { apiGroups: ['project.openshift.io'], resources: ['projects'], verbs: ['update', 'patch'] },
  ],
  severities: { cluster: 'warning', elsewhere: 'warning' },
});

/** Writing what Argo CD, Flux and the like deploy: they apply it with their own permissions. */
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

// Writing objects that decide something beyond themselves: whoever can write one needs no pull request for it.

/** Rules that say more of what they know. */
const KNOWN_BETTER: readonly PolicyRule[] = [
  ...IDENTITY_WRITE,
  ...OTHER_POD_MAKERS,
  ...[
    admissionDelete,
    admissionPolicyWrite,
    endpointWrite,
    gitopsWrite,
    machineConfigWrite,
    networkPolicyWrite,
    nodeWrite,
    securityContextConstraintsWrite,
  ].flatMap(({ wants }) => wants),
];

const KNOWN: ReadonlySet<string> = new Set(
  KNOWN_BETTER.flatMap(({ apiGroups = [], resources = [], verbs = [] }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}.${group}`))),
  ),
);

const KNOWN_GROUPS: ReadonlySet<string> = new Set(KNOWN_BETTER.flatMap(({ apiGroups = [] }) => apiGroups));

/** Writing what counts as much when a change writes it, and deleting what is an error when a change deletes it: many operators delete what bounds others. */
function wantsOf(severity: Severity): PolicyRule[] {
  return decidingKinds().flatMap(({ group, kind, setting: { changed, gone } }) => {
    // Of a group that another rule knows, or that has milder kinds, the kinds by name are enough.
    if (kind === '*' && (severity !== 'error' || KNOWN_GROUPS.has(group))) return [];
    const resource = kind === '*' ? kind : pluralOf(kind);
    const verbs = [...(changed === severity ? WRITE : []), ...(gone === 'error' && severity === 'error' ? DELETE : [])];
    const wanted = verbs.filter((verb) => !KNOWN.has(`${verb} ${resource}.${group}`));
    return wanted.length === 0 ? [] : [{ apiGroups: [group], resources: [resource], verbs: wanted }];
  });
}

const rule = (severity: Severity) =>
  heldRule({
    id: 'setting-write',
    title: 'Can write what decides about the cluster',
    references: ['CWE-15: External Control of System or Configuration Setting', NSA_RBAC],
    documentation: {
      meaning:
        'A subject can write objects of a kind that decides something beyond itself, all or named ones: the release that the cluster runs, the mirrors that images come from, what nodes start with, who can do what in a cloud, what policies do not look at. With this permission, nobody sees a change that the rule `cluster-setting` tells. An operator that provides these APIs itself does not count. As severe as that change in all namespaces, and no more than a warning elsewhere.',
      attack: 'The subject writes a mirror for all images, and every node pulls the images of the attacker.',
      fix: 'Remove the permission, and let the people who run the cluster write these objects.',
    },
    wants: wantsOf(severity),
    countsName: () => true,
    ownApis: false,
    severities: { cluster: severity, elsewhere: 'warning' },
  });

const [worst, milder] = [rule('error'), rule('warning')];

export const settingWrite: RiskRule = {
  ...worst,
  wants: [...worst.wants, ...milder.wants],
  find: (access) => worstOf(worst.find?.(access) ?? [], milder.find?.(access) ?? []),
};

/** Writing OLM's own objects: OLM installs with its own permissions. */
const OLM_WRITE: readonly PolicyRule[] = [
  {
    apiGroups: [OLM_GROUP],
    resources: ['catalogsources', 'clusterserviceversions', 'installplans', 'operatorgroups', 'subscriptions'],
    verbs: ['create', 'update', 'patch'],
  },
  {
    apiGroups: ['olm.operatorframework.io'],
    resources: ['clustercatalogs', 'clusterextensionrevisions', 'clusterextensions'],
    verbs: ['create', 'update', 'patch'],
  },
];

export const olmWrite: RiskRule = {
  id: 'olm-write',
  severity: 'error',
  title: 'Can tell OLM what to install, or where',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      'A subject can write OperatorGroups, Subscriptions, ClusterServiceVersions, InstallPlans or CatalogSources, or ClusterExtensions or ClusterCatalogs of OLM v1, in all namespaces or in one, by a binding or because a role such as edit aggregates the permission. OLM acts on them with its own permissions, and it can do everything, unless the OperatorGroup sets a ServiceAccount.',
    attack:
      'In one namespace, the subject creates a CatalogSource and a Subscription to it, and OLM installs an operator whose clusterPermissions are `*`. With OperatorGroups, the subject widens an existing operator to all namespaces.',
    fix: 'Let only cluster administrators write these objects. If tenants must subscribe, set `spec.serviceAccountName` of their OperatorGroup: OLM then installs with the permissions of that account only.',
  },
  escalates: OLM_WRITE,
  powers: [{ wants: OLM_WRITE, anywhere: 'all' }],
  find: (access) => [
    ...heldBy(access, OLM_WRITE)
      .map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' }))
      .map(asError),
    ...aggregated(access),
  ],
};

/** It gives access to all namespaces, even from one. */
function asError(risk: Discovery): Discovery {
  return { ...risk, severity: 'error' };
}

function aggregated(access: Access): Discovery[] {
  return aggregatedRights(access).flatMap((added) => {
    const { source, into, holdings } = added;
    const found = holdings.flatMap((holding) => {
      const { rule } = holding;
      return rule.resourceNames?.length ? [] : matches(rule, OLM_WRITE).map((match) => ({ holding, match }));
    });
    const [first] = found;
    if (!first) return [];
    const action = joined(permissionTexts(merged(found.map(({ match }) => match))));
    const subject = referenceTo(source);
    return [
      {
        severity: 'error' as const,
        subject,
        message: `${formatReference(subject)} lets ${boundTo(into)} ${action}, wherever it is bound`,
        path: aggregationPath(added, first.holding, action),
        fix: `remove the aggregation labels from ${labelledText(added)}, or set spec.serviceAccountName of the OperatorGroups of tenants`,
        place: placeOf(access, first.holding),
        identity: [...into],
      },
    ];
  });
}
