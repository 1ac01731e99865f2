/** Reports permissions to control objects of others: webhooks, policies, APIs, settings, GitOps tools and OLM. */

import { OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import { referenceTo } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { boundTo, permissionTexts } from '../../../base/wording/permissions.js';
import { joined } from '../../../base/wording/phrases.js';
import type { Severity } from '../../../olm/model/finding.js';
import type { Access } from '../access/access.js';
import { matches, merged } from '../access/held.js';
import { placeOf } from '../access/held-risk.js';
import { decidingKinds } from '../changed/kind-effects.js';
import { DELETE, type Held, riskRule, WRITE } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';
import { aggregatedRights, aggregationPath, labelledText } from './aggregated-rights.js';
import { IDENTITY_WRITE } from './grants.js';
import { machineConfigWrite, nodeWrite, securityContextConstraintsWrite } from './nodes-and-pods.js';
import { endpointWrite, networkPolicyWrite } from './traffic-and-data.js';
import { MAKE_PODS, WRITE_DEPLOYED, WRITE_POLICIES } from './written-kinds.js';

const WEBHOOK_WRITE: readonly PolicyRule[] = [
  {
    apiGroups: ['admissionregistration.k8s.io'],
    resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
    verbs: ['create', 'update', 'patch'],
  },
];

export const webhookConfigurations = riskRule('webhook-configurations', 'error', 'Can write admission webhooks', {
  tier: 'escalates',
  column: 'Webhooks, policies, APIs',
  short: 'write webhooks',
  references: ['CIS Kubernetes 5.1.12', NSA_RBAC],
  meaning: 'A subject can write MutatingWebhookConfigurations or ValidatingWebhookConfigurations without `resourceNames`.',
  attack:
    "The subject's webhook receives every Secret that is written. A mutating webhook adds a container to every new Pod, or a subject to every binding.",
  fix: 'Let OLM create the webhooks (`spec.webhookdefinitions`), or list in `resourceNames` the configurations whose certificates the operator renews.',
  escalates: WEBHOOK_WRITE,
  held: { wants: WEBHOOK_WRITE, clusterScoped: true, severities: { cluster: 'error', elsewhere: 'error' } },
});

/** Writing admission policies: editing or refusing all objects, without a webhook. */
export const admissionPolicyWrite = riskRule('admission-policy-write', 'error', 'Can write admission policies', {
  tier: 'escalates',
  column: 'Webhooks, policies, APIs',
  short: 'write admission policies',
  references: ['CIS Kubernetes 5.1.12', 'CWE-863: Incorrect Authorization', NSA_RBAC],
  meaning:
    'A subject can write ValidatingAdmissionPolicies, MutatingAdmissionPolicies or their bindings, or cluster-wide policies of Kyverno, Gatekeeper or Kubewarden. An operator that provides these APIs does not count.',
  attack:
    "The subject's mutating policy puts its image into each new Pod, also in kube-system. A changed validating policy admits objects that it refused.",
  fix: "Remove the permission, or list the operator's own policies in `resourceNames`.",
  held: {
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
      ...WRITE_POLICIES,
    ],
    ownApis: false,
    clusterScoped: true,
    severities: { cluster: 'error', elsewhere: 'error' },
  },
});

/** Deleting admission webhooks and policies: switching checks off. */
export const admissionDelete = riskRule('admission-delete', 'warning', 'Can delete admission webhooks or policies', {
  column: 'Webhooks, policies, APIs',
  references: ['CIS Kubernetes 5.1.12', 'CWE-693: Protection Mechanism Failure', NSA_RBAC],
  meaning: 'A subject can delete any webhook configuration or admission policy, without `resourceNames`.',
  attack: "The subject deletes a policy engine's webhook, and then creates an object that the webhook refused.",
  fix: "List the operator's own configurations in `resourceNames`.",
  held: {
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
  },
});

/** Writing CustomResourceDefinitions: the APIs of all users. */
export const customResourceDefinitionWrite = riskRule(
  'custom-resource-definition-write',
  'warning',
  'Can write CustomResourceDefinitions',
  {
    column: 'Webhooks, policies, APIs',
    short: 'write CRDs',
    references: ['CWE-668: Exposure of Resource to Wrong Sphere', NSA_RBAC],
    meaning: 'A subject can write or delete any CustomResourceDefinition, without `resourceNames`.',
    attack: "Deleting a CRD deletes its objects. The subject's conversion webhook can read and change every object of the API.",
    fix: "Let OLM install the CRDs, or list the operator's own in `resourceNames`.",
    held: {
      wants: [{ apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: [...WRITE, ...DELETE] }],
      clusterScoped: true,
      severities: { cluster: 'warning', elsewhere: 'warning' },
    },
  },
);

/** Writing APIServices: answering requests in place of another API server. */
export const apiServiceWrite = riskRule('api-service-write', 'error', 'Can write APIServices', {
  tier: 'escalates',
  column: 'Webhooks, policies, APIs',
  references: ['CWE-300: Channel Accessible by Non-Endpoint', NSA_RBAC],
  meaning:
    "A subject can write all APIServices, or, by name, those of an API of Kubernetes or OpenShift. The API server forwards an API group's requests to the service of its APIService, and controllers and people act on the answers.",
  attack:
    'The subject points an APIService to its own service, sees each request and its sender, and invents answers, such as Deployments whose Pods the cluster then starts.',
  fix: "Let OLM create the APIServices (`spec.apiservicedefinitions`), or list the operator's own in `resourceNames`.",
  held: {
    wants: [{ apiGroups: ['apiregistration.k8s.io'], resources: ['apiservices'], verbs: WRITE }],
    clusterScoped: true,
    // Names of metrics APIs do not count: operators serve these.
    countsName: (name) => /^v[^.]*\.(?:[^.]*|(?!(?:custom\.|external\.)?metrics\.).*\.k8s\.io|.*\.openshift\.io)$/.test(name),
    severities: { cluster: 'error', elsewhere: 'error' },
  },
});

/** Writing namespaces: their labels decide what Pods are allowed to do. */
export const namespaceWrite = riskRule('namespace-write', 'warning', 'Can write namespaces', {
  short: 'write Namespaces',
  references: ['CIS Kubernetes 5.2.1', 'CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  meaning:
    'A subject can create or change any namespace, without `resourceNames`. Their labels set the Pod Security level, and network policies, webhooks and OperatorGroups select by them.',
  attack: "The subject sets `pod-security.kubernetes.io/enforce` to privileged where it can create Pods, and mounts a node's disk.",
  fix: 'List the namespaces in `resourceNames`, and let only cluster administrators create them.',
  held: {
    // An update of the status or finalizers also changes labels, and Pod Security admission does not check it.
    wants: [
      { apiGroups: [''], resources: ['namespaces'], verbs: WRITE },
      { apiGroups: [''], resources: ['namespaces/finalize', 'namespaces/status'], verbs: ['update', 'patch'] },
      { apiGroups: ['project.openshift.io'], resources: ['projects'], verbs: ['update', 'patch'] },
    ],
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});

/** Writing objects that Argo CD, Flux and similar tools deploy: these tools apply with their own permissions. */
export const gitopsWrite = riskRule('gitops-write', 'error', 'Can write objects that Argo CD, Flux or similar tools deploy', {
  tier: 'escalates',
  column: 'OLM, GitOps',
  short: 'change the objects that GitOps tools deploy',
  references: ['CWE-441: Unintended Proxy or Intermediary (Confused Deputy)', NSA_RBAC],
  meaning:
    "A subject can write, also by name, Applications, AppProjects or ApplicationSets of Argo CD, Kustomizations, HelmReleases or sources of Flux, or objects of fleet managers, Helm controllers, kapp-controller, Crossplane, Config Sync, KubeVela, Sveltos, Hive, Velero, Terraform, Pulumi, Kargo and others. Their controllers apply the manifests that these objects name, usually as cluster-admin. An operator that provides these APIs is not reported. It is an error in all namespaces, a warning outside the account's own namespace.",
  attack: 'The subject creates an Application for its own repository, and Argo CD applies the ClusterRoleBinding in it.',
  fix: 'Remove the permission. If tenants need it, limit their AppProject, or set `spec.serviceAccountName` of their Kustomizations.',
  held: {
    wants: WRITE_DEPLOYED,
    // Any named object counts, because it can be pointed at another source.
    countsName: () => true,
    ownApis: false,
    severities: { cluster: 'error', elsewhere: 'warning' },
  },
});

// Writing objects that decide something beyond themselves: a subject with this permission needs no pull request.

/** Permissions that more precise rules report. */
const KNOWN_BETTER: readonly PolicyRule[] = [
  ...IDENTITY_WRITE,
  ...MAKE_PODS,
  ...[
    admissionDelete,
    admissionPolicyWrite,
    endpointWrite,
    gitopsWrite,
    machineConfigWrite,
    networkPolicyWrite,
    nodeWrite,
    securityContextConstraintsWrite,
  ].flatMap(({ wants = [] }) => wants),
];

const KNOWN: ReadonlySet<string> = new Set(
  KNOWN_BETTER.flatMap(({ apiGroups = [], resources = [], verbs = [] }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}.${group}`))),
  ),
);

const KNOWN_GROUPS: ReadonlySet<string> = new Set(KNOWN_BETTER.flatMap(({ apiGroups = [] }) => apiGroups));

/**
 * The permissions to write kinds for which a change has this severity, and to delete kinds whose removal is an error: many operators delete
 * objects that restrict others.
 */
function wantsOf(severity: Severity): PolicyRule[] {
  return decidingKinds().flatMap(({ group, kind, plural: resource, setting: { changed, gone } }) => {
    // A wildcard kind counts only for groups of errors that no other rule knows; otherwise kinds are listed by name.
    if (kind === '*' && (severity !== 'error' || KNOWN_GROUPS.has(group))) return [];
    const verbs = [...(changed === severity ? WRITE : []), ...(gone === 'error' && severity === 'error' ? DELETE : [])];
    const wanted = verbs.filter((verb) => !KNOWN.has(`${verb} ${resource}.${group}`));
    return wanted.length === 0 ? [] : [{ apiGroups: [group], resources: [resource], verbs: wanted }];
  });
}

const settings = (severity: Severity): Held => ({
  wants: wantsOf(severity),
  countsName: () => true,
  ownApis: false,
  severities: { cluster: severity, elsewhere: 'warning' },
});

export const settingWrite = riskRule('setting-write', 'error', 'Can write cluster-wide settings', {
  tier: 'escalates',
  short: 'write cluster settings',
  references: ['CWE-15: External Control of System or Configuration Setting', NSA_RBAC],
  meaning:
    'A subject can write, also by name, objects that configure the cluster: its release, image mirrors, the programs that nodes start with, cloud permissions, exceptions of policies. `cluster-setting` reports changes of these objects in Git; the subject changes them without a review. An operator that provides these APIs is not reported. In all namespaces, the severity is that of the change; elsewhere, it is at most a warning.',
  attack: "The subject sets a mirror for all images, and every node pulls the attacker's images.",
  fix: 'Remove the permission; let cluster operators write these objects.',
  held: [settings('error'), { ...settings('warning'), isMilder: true }],
});

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

export const olmWrite = riskRule('olm-write', 'error', 'Can decide which operators OLM installs, or where', {
  tier: 'escalates',
  column: 'OLM, GitOps',
  short: 'change the operators that OLM installs',
  references: [NSA_RBAC],
  meaning:
    'A subject can write OperatorGroups, Subscriptions, CSVs, InstallPlans, CatalogSources, ClusterExtensions or ClusterCatalogs, in all namespaces or one, by a binding or because a role such as edit aggregates it. OLM acts on them with its own permissions, which allow everything, unless the OperatorGroup sets a ServiceAccount.',
  attack:
    'The subject creates a CatalogSource and a Subscription, and OLM installs an operator with clusterPermissions `*`. With OperatorGroups, it widens an operator to all namespaces.',
  fix: 'Let only cluster administrators write these. If tenants must subscribe, set `spec.serviceAccountName` of their OperatorGroup: OLM then installs with that account.',
  escalates: OLM_WRITE,
  powers: [{ wants: OLM_WRITE, anywhere: 'all' }],
  held: {
    wants: OLM_WRITE,
    severities: { cluster: 'error', elsewhere: 'error' },
    // An error in any namespace, because it gives access to all namespaces.
    as: (risk) => ({ ...risk, severity: 'error' }),
  },
  find: aggregated,
});

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
        says: `lets ${boundTo(into)} ${action}, wherever it is bound`,
        path: aggregationPath(added, first.holding, action),
        fix: `remove the aggregation labels from ${labelledText(added)}, or set spec.serviceAccountName of the OperatorGroups of tenants`,
        place: placeOf(access, first.holding),
        identity: [...into],
      },
    ];
  });
}
