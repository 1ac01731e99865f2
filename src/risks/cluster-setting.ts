/** Objects that decide about the whole cluster by themselves: who can log in as whom, what Pods can do, what runs on nodes. */
import { stringify } from 'safe-stable-stringify';
import { groupOf } from '../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../kubernetes/object.js';
import { fieldsOf } from '../kubernetes/pod-spec.js';
import type { Severity } from '../model/finding.js';
import type { State } from '../state/state.js';
import type { Discovery, RiskRule } from './rule.js';

/** What objects of a kind decide, and how bad a change of one is. */
type Setting = readonly [severity: Severity, decides: string];

const WRITTEN: Setting = ['warning', 'which objects can be written'];
const CHANGED_WHEN_WRITTEN: Setting = ['error', 'how objects of others are changed when they are written'];

/** By `Kind.group`. */
const BY_KIND: Readonly<Record<string, Setting>> = {
  'SecurityContextConstraints.security.openshift.io': ['error', 'which Pods can get out of their container'],
  'PodSecurityPolicy.policy': ['error', 'which Pods can get out of their container'],
  'MachineConfig.machineconfiguration.openshift.io': ['error', 'which files and programs every node has'],
  'KubeletConfig.machineconfiguration.openshift.io': ['error', 'how the kubelet of every node is set'],
  'ContainerRuntimeConfig.machineconfiguration.openshift.io': ['error', 'how the container runtime of every node is set'],
  'OAuth.config.openshift.io': ['error', 'who can log in as whom'],
  'Authentication.config.openshift.io': ['error', 'who can log in as whom'],
  'Identity.user.openshift.io': ['error', 'who can log in as whom'],
  'UserIdentityMapping.user.openshift.io': ['error', 'who can log in as whom'],
  'User.user.openshift.io': ['warning', 'who can log in as whom'],
  'OAuthClient.oauth.openshift.io': ['error', 'who gets the tokens of those who log in'],
  'OAuthAccessToken.oauth.openshift.io': ['error', 'who is which user: it is a token'],
  'OAuthAuthorizeToken.oauth.openshift.io': ['error', 'who is which user: it is a token'],
  'ClusterVersion.config.openshift.io': ['error', 'which release the cluster runs, and from where'],
  'FeatureGate.config.openshift.io': ['warning', 'which features the cluster has'],
  'Console.operator.openshift.io': ['warning', 'which programs run in the console of those who are logged in'],
  'ConsolePlugin.console.openshift.io': ['warning', 'which programs run in the console of those who are logged in'],
  'Tuned.tuned.openshift.io': ['warning', 'how the kernel of nodes is set'],
  'PerformanceProfile.performance.openshift.io': ['warning', 'how the kernel of nodes is set'],
  'APIServer.config.openshift.io': ['error', 'whom the API server trusts'],
  'KubeAPIServer.operator.openshift.io': ['error', 'how the API server runs'],
  'Proxy.config.openshift.io': ['warning', 'through which proxy the cluster speaks, and which certificates it trusts'],
  'Image.config.openshift.io': ['warning', 'from where images can come'],
  'ImageContentSourcePolicy.operator.openshift.io': ['error', 'from where images come, whatever their name says'],
  'ImageDigestMirrorSet.config.openshift.io': ['warning', 'from where images come, whatever their name says'],
  'ImageTagMirrorSet.config.openshift.io': ['error', 'from where images come, whatever their name says'],
  'OperatorHub.config.openshift.io': ['warning', 'from where operators come'],
  'MutatingAdmissionPolicy.admissionregistration.k8s.io': CHANGED_WHEN_WRITTEN,
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io': CHANGED_WHEN_WRITTEN,
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io': WRITTEN,
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io': WRITTEN,
  'ClusterPolicy.kyverno.io': WRITTEN,
  'Policy.kyverno.io': WRITTEN,
  'ValidatingPolicy.policies.kyverno.io': WRITTEN,
  'MutatingPolicy.policies.kyverno.io': CHANGED_WHEN_WRITTEN,
  'GeneratingPolicy.policies.kyverno.io': CHANGED_WHEN_WRITTEN,
  'ConstraintTemplate.templates.gatekeeper.sh': WRITTEN,
  'Config.config.gatekeeper.sh': WRITTEN,
  'Assign.mutations.gatekeeper.sh': CHANGED_WHEN_WRITTEN,
  'AssignImage.mutations.gatekeeper.sh': CHANGED_WHEN_WRITTEN,
  'AssignMetadata.mutations.gatekeeper.sh': CHANGED_WHEN_WRITTEN,
  'ModifySet.mutations.gatekeeper.sh': CHANGED_WHEN_WRITTEN,
  'AdmissionPolicy.policies.kubewarden.io': CHANGED_WHEN_WRITTEN,
  'ClusterAdmissionPolicy.policies.kubewarden.io': CHANGED_WHEN_WRITTEN,
  'ArgoCD.argoproj.io': ['warning', 'who can do what in Argo CD'],
  'CertificateSigningRequest.certificates.k8s.io': ['warning', 'which certificates are signed'],
  'ClusterTrustBundle.certificates.k8s.io': ['warning', 'which certificates are trusted'],
  'InstallPlan.operators.coreos.com': ['warning', 'what OLM installs'],
};

/** By namespace and name, of ConfigMaps. */
const CONFIG_MAPS: Readonly<Record<string, Setting>> = {
  'kube-system/aws-auth': ['error', 'who is in which group, system:masters among them'],
  'kube-system/coredns': ['error', 'where names lead'],
  'kube-system/extension-apiserver-authentication': ['error', 'whom aggregated API servers trust'],
  'kube-system/kube-proxy': ['warning', 'where the traffic of Services goes'],
  'kube-system/kubeadm-config': ['warning', 'how the control plane is set up'],
  'kube-system/kubelet-config': ['warning', 'how the kubelet of every node is set'],
};

/** By name, of ConfigMaps wherever Argo CD is. */
const CONFIG_MAPS_ANYWHERE: Readonly<Record<string, Setting>> = {
  'argocd-cm': ['warning', 'who can log in to Argo CD, and what it applies'],
  'argocd-cmd-params-cm': ['warning', 'how the parts of Argo CD run'],
  'argocd-rbac-cm': ['error', 'who can do what in Argo CD'],
};
/** Keys of these that decide who is who in Argo CD, and what its repository server runs: an error. */
const DECIDING_KEYS: Readonly<Record<string, RegExp>> = {
  'argocd-cm':
    /^(?:accounts\.|admin\.enabled$|configManagementPlugins$|dex\.config$|exec\.enabled$|globalProjects$|kustomize\.|oidc\.config$|users\.)/,
  'argocd-cmd-params-cm': /^(?:application\.namespaces$|applicationsetcontroller\.|server\.disable\.auth$)/,
};
const ARGO_CD_SECRET: Setting = ['error', 'who can log in to Argo CD: it has the password of admin and the key of all sessions'];

/** Labels of Namespaces and annotations of ServiceAccounts that decide something. */
const BY_METADATA: readonly (readonly [kind: string, list: 'labels' | 'annotations', key: string, setting: Setting])[] = [
  ['Namespace', 'labels', 'pod-security.kubernetes.io/enforce', ['warning', 'which Pods Pod Security lets into the namespace']],
  ['Namespace', 'labels', 'openshift.io/run-level', ['error', 'whether OpenShift looks at what Pods in the namespace ask for']],
  ['Namespace', 'labels', 'admission.gatekeeper.sh/ignore', ['warning', 'whether Gatekeeper looks at the namespace']],
  ['Namespace', 'labels', 'argocd.argoproj.io/managed-by', ['warning', 'which Argo CD can do everything in the namespace']],
  ['ServiceAccount', 'annotations', 'eks.amazonaws.com/role-arn', ['warning', 'which role of the cloud its Pods have']],
  ['ServiceAccount', 'annotations', 'iam.gke.io/gcp-service-account', ['warning', 'which account of the cloud its Pods have']],
  ['ServiceAccount', 'annotations', 'azure.workload.identity/client-id', ['warning', 'which identity of the cloud its Pods have']],
];

const BOOTSTRAP_TOKEN: Setting = ['error', 'who can join the cluster: it is a bootstrap token'];
const HOST_VOLUME: Setting = ['error', 'which files of a node Pods can mount'];
const EXTERNAL_ADDRESSES: Setting = ['warning', 'where traffic to addresses outside of the cluster goes (externalIPs)'];

export const clusterSetting: RiskRule = {
  id: 'cluster-setting',
  severity: 'error',
  title: 'An object that decides about the whole cluster is new or changed',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      'The change brings or alters an object that has the effect of a permission without being one: a SecurityContextConstraints, a MachineConfig, the login settings of OpenShift, an admission policy of Kubernetes, Kyverno or Gatekeeper, a token or release of OpenShift, the ConfigMaps aws-auth and argocd-rbac-cm, the logins and programs of Argo CD in argocd-cm, argocd-cmd-params-cm and argocd-secret, a PersistentVolume on a node, the Pod Security label of a Namespace, the cloud identity of an account, and the like. An admission policy that goes counts, too. Errors are those by which somebody can become cluster-admin.',
    attack: 'A SecurityContextConstraints lets the Pods of one account be privileged. No role and no binding changes.',
    fix: 'Read the object, and accept it in the baseline if it is meant.',
  },
  compare: ({ side: base }, { side: head }) => {
    const before = new Map(settingsOf(base).map(({ object }) => [key(object), object]));
    const changed = settingsOf(head).flatMap(({ object, setting: [severity, decides] }): Discovery[] => {
      const old = before.get(key(object));
      if (old && content(old) === content(object)) return [];
      const subject = referenceTo(object);
      return [
        {
          severity: decidesMore(object, old) ? 'error' : severity,
          subject,
          message: `${formatReference(subject)} ${old ? 'is changed' : 'is new'} and decides ${decides}`,
          path: [],
          fix: 'read it, and accept it in the baseline if it is meant',
          place: head.placeOf(subject),
          identity: [content(object)],
        },
      ];
    });
    return [...changed, ...guardsGone(base, head), ...metadataChanges(base, head)];
  },
};

/** Whether a key differs that decides more than the others of its ConfigMap. */
function decidesMore({ kind, metadata: { name }, data: is }: KubernetesObject, old: KubernetesObject | undefined): boolean {
  const keys = kind === 'ConfigMap' ? DECIDING_KEYS[name] : undefined;
  const was = fieldsOf(old?.data);
  const all = Object.keys({ ...was, ...fieldsOf(is) });
  return keys !== undefined && all.some((field) => keys.test(field) && was[field] !== fieldsOf(is)[field]);
}

/** What decided which objects can be written, and is there no longer. */
function guardsGone(base: State, head: State): Discovery[] {
  const left = new Set(settingsOf(head).map(({ object }) => key(object)));
  return settingsOf(base)
    .filter(({ object, setting }) => setting === WRITTEN && !left.has(key(object)))
    .map(({ object, setting: [severity, decides] }) => ({
      severity,
      subject: referenceTo(object),
      message: `${formatReference(referenceTo(object))} is gone, which decided ${decides}`,
      path: [],
      fix: 'keep it, or accept it in the baseline if it is meant',
      place: base.placeOf(referenceTo(object)),
      identity: ['gone', content(object)],
    }));
}

/** Of a new Namespace or account, only what it has; of one that was there, also what it loses. */
function metadataChanges(base: State, head: State): Discovery[] {
  const before = new Map(base.given.map((object) => [key(object), object]));
  return head.given.flatMap((object) =>
    BY_METADATA.flatMap(([kind, list, name, [severity, decides]]): Discovery[] => {
      if (object.kind !== kind || object.apiVersion !== 'v1') return [];
      const [was, is] = [before.get(key(object))?.metadata[list]?.[name], object.metadata[list]?.[name]];
      if (was === is || is === 'restricted') return [];
      const subject = referenceTo(object);
      return [
        {
          severity,
          subject,
          message: `${formatReference(subject)} has ${is === undefined ? `no longer ${name}=${was}` : `${name}=${is}${was === undefined ? '' : ` instead of ${was}`}`}, which decides ${decides}`,
          path: [],
          fix: 'read it, and accept it in the baseline if it is meant',
          place: head.placeOf(subject, ['metadata', list, name]) ?? head.placeOf(subject),
          identity: [name, is ?? ''],
        },
      ];
    }),
  );
}

function settingsOf({ given }: State): { object: KubernetesObject; setting: Setting }[] {
  return given.flatMap((object) => {
    const setting = settingOf(object);
    return setting ? [{ object, setting }] : [];
  });
}

function settingOf(object: KubernetesObject): Setting | undefined {
  const { apiVersion, kind, type, spec, metadata } = object;
  const { name } = metadata;
  const namespace = metadata.namespace ?? '';
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  if (group === 'kyverno.io' && changesObjects(object)) return CHANGED_WHEN_WRITTEN;
  if (group !== '') return BY_KIND[`${kind}.${group}`];
  if (kind === 'ConfigMap') return CONFIG_MAPS[`${namespace}/${name}`] ?? CONFIG_MAPS_ANYWHERE[name];
  if (kind === 'PersistentVolume') return 'hostPath' in fieldsOf(spec) || 'local' in fieldsOf(spec) ? HOST_VOLUME : undefined;
  if (kind === 'Service') return isEmpty(fieldsOf(spec).externalIPs) ? undefined : EXTERNAL_ADDRESSES;
  if (kind !== 'Secret') return undefined;
  if (name === 'argocd-secret' && Object.keys({ ...fieldsOf(object.data), ...fieldsOf(object.stringData) }).length > 0)
    return ARGO_CD_SECRET;
  return type === 'bootstrap.kubernetes.io/token' ? BOOTSTRAP_TOKEN : undefined;
}

/** Whether a policy of Kyverno has a rule that changes or creates objects, and not only rules that refuse them. */
function changesObjects({ spec }: KubernetesObject): boolean {
  const { rules } = fieldsOf(spec);
  return Array.isArray(rules) && rules.some((rule) => 'mutate' in fieldsOf(rule) || 'generate' in fieldsOf(rule));
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}

function key(object: KubernetesObject): string {
  return `${groupOf(object.apiVersion)} ${formatReference(referenceTo(object))}`;
}

/** All but names and labels, which decide nothing; the order of fields says nothing either. */
function content({ apiVersion: _, kind: __, metadata: ___, status: ____, ...fields }: KubernetesObject): string {
  return stringify(fields) ?? '';
}
