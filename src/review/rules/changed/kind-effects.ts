/**
 * What objects of a kind do, a row for each: they decide something beyond themselves, as a permission does without being one; they
 * make a tool apply manifests from elsewhere; or they do nothing that other rules do not tell. What objects of all other kinds do
 * is unknown: no list of dangerous kinds would ever be complete.
 */
import { groupOf, pluralOf } from '../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import type { Severity } from '../../../olm/model/finding.js';

/** What objects of a kind decide. Where there is no severity, nothing is said. */
export interface Setting {
  /** The end of a sentence: `X is new and decides …`. */
  readonly decides: string;
  readonly added?: Severity;
  readonly changed?: Severity;
  readonly gone?: Severity;
  /** What besides the fields of an object decides: other objects select it, or it is the default, by these. */
  readonly counts?: 'labels' | 'annotations';
  /** The fields of `spec` that decide. @default all of the object */
  readonly only?: readonly string[];
  /** Fields that decide nothing, by their names at any depth: when, how often, and texts. @default those of {@link DESCRIBING} */
  readonly harmless?: readonly string[];
}

/** Fields that only tell people something. */
export const DESCRIBING: readonly string[] = ['description', 'displayName', 'documentation', 'message', 'messageExpression'];

/** What comes with an object, and without which the cluster is no more open: a right, a token, a program, an exception. */
export const sets = (severity: Severity, decides: string): Setting => ({ decides, added: severity, changed: severity });
/** What a cluster falls back from when the object goes, or what goes with it: it can have refused or bounded others. */
const keeps = (severity: Severity, decides: string): Setting => ({ ...sets(severity, decides), gone: 'warning' });
/** What refuses requests: a new one can only refuse more, and any other change can let something pass. */
export const guards = (decides: string): Setting => ({ decides, added: 'warning', changed: 'error', gone: 'error' });
/** What bounds others, but does not protect the cluster. */
const limits = (decides: string): Setting => ({ decides, changed: 'info', gone: 'warning' });

const PODS = keeps('error', 'which Pods can get out of their container');
const NODES: Setting = { ...keeps('error', 'which files and programs every node has'), counts: 'labels' };
const LOGIN = keeps('error', 'who can log in as whom');
const TOKENS = sets('error', 'who is which user: it is a token');
const KERNEL = keeps('warning', 'how the kernel of nodes is set');
const IMAGES = keeps('error', 'from where images come, whatever their name says');
/** Of what only refuses objects. */
export const WRITTEN = guards('which objects can be written');
const DELETED = sets('error', 'which objects of others are deleted');
/** A policy of Kyverno is that, too, where it has a rule that changes or creates objects. */
export const CHANGED_WHEN_WRITTEN: Setting = {
  ...sets('error', 'how objects of others are changed when they are written'),
  gone: 'error',
};
const EXEMPTED = sets('error', 'what admission policies do not look at');
const APPLIED = keeps('error', 'which objects are applied from inside of it, and they were not reviewed');
/** Of these, what can be read is reviewed as objects of its own; a role that cannot is told by another rule. */
const UNWRAPPED = keeps('warning', 'which objects are applied from inside of it');
const PLACED = keeps('error', 'which clusters get which objects, and with which changes');
const GRANTED = keeps('error', 'who can do what: a controller makes roles and bindings of it');
const RUN = sets('warning', 'which programs run in Pods, and they were not reviewed');
const MACHINES = keeps('error', 'which programs the nodes of a cluster start with');
const MACHINES_MADE = keeps('warning', 'which machines become nodes, and what they start with');
const BACKED_UP = keeps('error', 'what is copied out of the cluster, and which commands run in Pods before and after');
const SECRETS_OUT = sets('error', 'where Secrets are copied to');
const SECRETS_IN = sets('warning', 'what is in Secrets, and in which');
/** From a store that is reviewed by itself, into one Secret of the same namespace. */
const SECRET_IN: Setting = {
  ...sets('info', 'what is in a Secret'),
  changed: 'warning',
  harmless: ['refreshInterval', 'refreshPolicy', 'deletionPolicy'],
};
const TRAFFIC = keeps('warning', 'who can reach whom on the network');
const CLOUD = keeps('warning', 'who can do what in the cloud');
const CLOUD_ACCESS = sets('error', 'who of the cloud can do what in which cluster');
const OPENSHIFT = keeps('warning', 'how OpenShift is configured');

/** What objects of a kind do. */
interface Effect {
  readonly setting?: Setting;
  /** Whether it makes a tool apply manifests from elsewhere, which no review of this input reads. */
  readonly applies?: true;
  /** Whether all that can change in one is known. */
  readonly isEveryday?: true;
  /** Whether it is unknown what one does, but the cluster is no more open without it. */
  readonly onlyAdds?: true;
}

const APPLIES: Effect = { applies: true };
/** @param _why nothing about them is unknown */
const reviewed = (_why: string): Effect => ({});
/** Other rules compare what they run, contain and decide; each of their fields is known. */
const everyday: Effect = { isEveryday: true };
const adds = (_why: string): Effect => ({ onlyAdds: true });

/** Kinds of a group, `*` for those of it that no other row names. */
const ROWS: readonly (readonly [group: string, kinds: string, does: Setting | Effect])[] = [
  // Kubernetes
  ['policy', 'PodSecurityPolicy', PODS],
  ['policy', 'PodDisruptionBudget', limits('how many Pods of an application go at once')],
  ['', 'ResourceQuota LimitRange', limits('how much of the cluster a namespace can use')],
  ['', 'Endpoints', sets('warning', 'where the traffic of a Service goes')],
  ['discovery.k8s.io', 'EndpointSlice', sets('warning', 'where the traffic of a Service goes')],
  ['', 'Node', { ...sets('warning', 'which Pods run on a node'), counts: 'labels' }],
  ['admissionregistration.k8s.io', 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding', CHANGED_WHEN_WRITTEN],
  ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding', WRITTEN],
  ['certificates.k8s.io', 'CertificateSigningRequest', sets('warning', 'which certificates are signed')],
  ['certificates.k8s.io', 'ClusterTrustBundle', sets('warning', 'which certificates are trusted')],
  [
    'flowcontrol.apiserver.k8s.io',
    'FlowSchema PriorityLevelConfiguration',
    keeps('warning', 'whose requests the API server answers first'),
  ],
  ['scheduling.k8s.io', 'PriorityClass', sets('warning', 'which Pods drive others out')],
  ['node.k8s.io', 'RuntimeClass', sets('warning', 'with which runtime and isolation Pods run')],
  ['storage.k8s.io', 'StorageClass', { ...sets('warning', 'where volumes come from'), counts: 'annotations' }],
  ['storage.k8s.io', 'CSIDriver VolumeAttachment', sets('warning', 'how volumes get to nodes')],
  ['networking.k8s.io', 'IngressClass', { ...sets('warning', 'which program serves Ingresses'), counts: 'annotations' }],
  ['networking.k8s.io', 'NetworkPolicy', TRAFFIC],
  ['policy.networking.k8s.io', '*', TRAFFIC],
  ['gateway.networking.k8s.io', 'GatewayClass', sets('warning', 'which program serves Gateways')],
  ['gateway.networking.k8s.io', 'ReferenceGrant', sets('warning', 'whose Secrets and Services others can name')],
  // OpenShift
  ['security.openshift.io', 'SecurityContextConstraints', PODS],
  ['machineconfiguration.openshift.io', 'MachineConfig MachineOSConfig ControllerConfig', NODES],
  ['machineconfiguration.openshift.io', 'MachineConfigPool', { ...NODES, harmless: ['maxUnavailable'] }],
  ['machineconfiguration.openshift.io', 'KubeletConfig', keeps('error', 'how the kubelet of every node is set')],
  ['machineconfiguration.openshift.io', 'ContainerRuntimeConfig', keeps('error', 'how the container runtime of every node is set')],
  ['config.openshift.io', 'OAuth Authentication', LOGIN],
  ['config.openshift.io', 'APIServer', keeps('error', 'whom the API server trusts')],
  ['config.openshift.io', 'ClusterVersion', keeps('error', 'which release the cluster runs, and from where')],
  ['config.openshift.io', 'ClusterImagePolicy ImagePolicy', guards('which images are checked for signatures')],
  ['config.openshift.io', 'FeatureGate', keeps('warning', 'which features the cluster has')],
  ['config.openshift.io', 'Proxy', keeps('warning', 'through which proxy the cluster speaks, and which certificates it trusts')],
  ['config.openshift.io', 'Image', keeps('warning', 'from where images can come')],
  ['config.openshift.io', 'ImageDigestMirrorSet', keeps('warning', 'from where images come, whatever their name says')],
  ['config.openshift.io', 'ImageTagMirrorSet ImageContentPolicy', IMAGES],
  ['config.openshift.io', 'OperatorHub', keeps('warning', 'from where operators come')],
  ['config.openshift.io', '*', OPENSHIFT],
  ['user.openshift.io', 'Identity UserIdentityMapping', sets('error', 'who can log in as whom')],
  ['user.openshift.io', 'User', sets('warning', 'who can log in as whom')],
  ['oauth.openshift.io', 'OAuthClient', sets('error', 'who gets the tokens of those who log in')],
  ['oauth.openshift.io', 'OAuthAccessToken OAuthAuthorizeToken UserOAuthAccessToken', TOKENS],
  ['authentication.concierge.pinniped.dev', 'JWTAuthenticator WebhookAuthenticator', LOGIN],
  ['idp.supervisor.pinniped.dev', '*', LOGIN],
  ['config.supervisor.pinniped.dev', 'FederationDomain OIDCClient', LOGIN],
  ['operator.openshift.io', 'ImageContentSourcePolicy', IMAGES],
  ['operator.openshift.io', 'KubeAPIServer', keeps('error', 'how the API server runs')],
  [
    'operator.openshift.io',
    'Authentication Etcd KubeControllerManager KubeScheduler OpenShiftAPIServer OpenShiftControllerManager',
    keeps('error', 'how the control plane runs'),
  ],
  ['operator.openshift.io', 'Console', sets('warning', 'which programs run in the console of those who are logged in')],
  ['operator.openshift.io', '*', OPENSHIFT],
  ['console.openshift.io', 'ConsolePlugin', sets('warning', 'which programs run in the console of those who are logged in')],
  ['tuned.openshift.io', 'Tuned', KERNEL],
  ['kmm.sigs.x-k8s.io', 'Module', sets('error', 'which kernel modules the nodes load')],
  ['authorization.openshift.io', 'RoleBindingRestriction', guards('who can be bound in a namespace')],
  ['performance.openshift.io', 'PerformanceProfile', KERNEL],
  ['cloudcredential.openshift.io', 'CredentialsRequest', CLOUD],
  ['machine.openshift.io', '*', MACHINES_MADE],
  ['metal3.io', 'BareMetalHost', MACHINES_MADE],
  ['hypershift.openshift.io', 'HostedCluster NodePool', MACHINES],
  ['image.openshift.io', 'ImageStream ImageStreamTag ImageTag', sets('warning', 'which image a tag stands for')],
  ['template.openshift.io', 'TemplateInstance', APPLIED],
  ['build.openshift.io', 'Build BuildConfig', RUN],
  // Admission
  ['kyverno.io', 'ClusterPolicy Policy', WRITTEN],
  ['kyverno.io', 'PolicyException', EXEMPTED],
  ['kyverno.io', 'CleanupPolicy ClusterCleanupPolicy', DELETED],
  ['kyverno.io', 'GlobalContextEntry', keeps('warning', 'what admission policies take for true')],
  ['policies.kyverno.io', 'ValidatingPolicy NamespacedValidatingPolicy ImageValidatingPolicy NamespacedImageValidatingPolicy', WRITTEN],
  ['policies.kyverno.io', 'MutatingPolicy NamespacedMutatingPolicy GeneratingPolicy NamespacedGeneratingPolicy', CHANGED_WHEN_WRITTEN],
  ['policies.kyverno.io', 'DeletingPolicy NamespacedDeletingPolicy', DELETED],
  ['policies.kyverno.io', 'PolicyException', EXEMPTED],
  ['constraints.gatekeeper.sh', '*', WRITTEN],
  ['templates.gatekeeper.sh', 'ConstraintTemplate', WRITTEN],
  ['config.gatekeeper.sh', 'Config', keeps('error', 'what admission policies do not look at')],
  ['externaldata.gatekeeper.sh', 'Provider', keeps('error', 'which server decides for admission policies')],
  ['expansion.gatekeeper.sh', 'ExpansionTemplate', WRITTEN],
  ['mutations.gatekeeper.sh', '*', CHANGED_WHEN_WRITTEN],
  ['policies.kubewarden.io', 'PolicyServer', { ...sets('error', 'which program decides which objects can be written'), gone: 'error' }],
  ['policies.kubewarden.io', '*', CHANGED_WHEN_WRITTEN],
  // What applies, grants or runs what it holds
  ['argoproj.io', 'ArgoCD', keeps('warning', 'how Argo CD runs, and who can do what in it')],
  ['argoproj.io', 'ClusterWorkflowTemplate CronWorkflow Sensor Workflow WorkflowTemplate', RUN],
  ['tekton.dev', 'ClusterTask CustomRun Pipeline PipelineRun StepAction Task TaskRun', RUN],
  ['triggers.tekton.dev', 'ClusterTriggerBinding EventListener Trigger TriggerBinding TriggerTemplate', RUN],
  ['operator.tekton.dev', '*', sets('warning', 'how Tekton runs')],
  ['upgrade.cattle.io', 'Plan', sets('error', 'which programs run on nodes')],
  ['management.cattle.io', '*', GRANTED],
  ['rbacmanager.reactiveops.io', 'RBACDefinition', GRANTED],
  ['rbacsync.getcruise.com', 'ClusterRBACSyncConfig RBACSyncConfig', GRANTED],
  ['resources.teleport.dev', '*', keeps('error', 'who can log in through Teleport, and as whom')],
  ['capsule.clastix.io', '*', GRANTED],
  ['hnc.x-k8s.io', '*', keeps('error', 'which namespaces get the roles and bindings of which')],
  ['redhatcop.redhat.io', 'GroupConfig NamespaceConfig Patch UserConfig', APPLIED],
  ['redhatcop.redhat.io', 'GroupSync', sets('error', 'who is in which group')],
  ['kubernetes.crossplane.io', 'Object', UNWRAPPED],
  ['kubernetes.m.crossplane.io', 'Object', APPLIED],
  ['apiextensions.crossplane.io', 'Composition CompositionRevision', APPLIED],
  [
    'pkg.crossplane.io',
    'ControllerConfig DeploymentRuntimeConfig',
    keeps('warning', 'as which account, and how, the providers of Crossplane run'),
  ],
  ['core.oam.dev', 'Application', sets('warning', 'which objects KubeVela applies, and they were not reviewed')],
  ['core.oam.dev', 'ComponentDefinition PolicyDefinition TraitDefinition WorkflowStepDefinition', APPLIED],
  ['hive.openshift.io', 'SelectorSyncSet SyncSet', UNWRAPPED],
  ['kro.run', 'ResourceGraphDefinition', APPLIED],
  ['metacontroller.k8s.io', 'CompositeController DecoratorController', keeps('error', 'which server says what objects are applied')],
  ['addon.open-cluster-management.io', 'AddOnTemplate', UNWRAPPED],
  ['work.open-cluster-management.io', 'ManifestWork ManifestWorkReplicaSet', UNWRAPPED],
  ['policy.open-cluster-management.io', 'ConfigurationPolicy OperatorPolicy Policy', UNWRAPPED],
  ['policy.open-cluster-management.io', 'PlacementBinding PolicySet', PLACED],
  ['cluster.open-cluster-management.io', 'ManagedClusterSetBinding Placement', PLACED],
  ['apps.open-cluster-management.io', 'PlacementRule', PLACED],
  ['policy.karmada.io', '*', PLACED],
  ['package-operator.run', 'ClusterObjectDeployment ClusterObjectSet ObjectDeployment ObjectSet', APPLIED],
  ['work.karmada.io', 'ClusterResourceBinding ResourceBinding Work', APPLIED],
  ['olm.operatorframework.io', 'ClusterExtensionRevision ClusterObjectSet', APPLIED],
  ['operators.coreos.com', 'InstallPlan', sets('warning', 'what OLM installs')],
  ['bootstrap.cluster.x-k8s.io', '*', MACHINES],
  ['controlplane.cluster.x-k8s.io', '*', MACHINES],
  ['cluster.x-k8s.io', 'Cluster ClusterClass Machine MachineDeployment MachinePool MachineSet', MACHINES_MADE],
  // Secrets, certificates, backups
  ['external-secrets.io', 'ClusterPushSecret PushSecret', SECRETS_OUT],
  [
    'external-secrets.io',
    'ClusterExternalSecret ClusterSecretStore',
    sets('error', 'what is in Secrets of all namespaces, and who gets them'),
  ],
  ['external-secrets.io', 'ExternalSecret', SECRET_IN],
  ['external-secrets.io', 'SecretStore', SECRETS_IN],
  ['generators.external-secrets.io', '*', SECRETS_IN],
  ['secrets.hashicorp.com', '*', SECRETS_IN],
  ['secrets-store.csi.x-k8s.io', 'SecretProviderClass', SECRETS_IN],
  ['cert-manager.io', 'ClusterIssuer', sets('warning', 'who signs certificates')],
  ['policy.cert-manager.io', 'CertificateRequestPolicy', keeps('warning', 'which certificates are signed')],
  ['trust.cert-manager.io', '*', sets('warning', 'which certificates are trusted')],
  ['velero.io', 'Restore', sets('error', 'which objects come back from a backup, and they were not reviewed')],
  ['velero.io', 'Backup BackupStorageLocation Schedule', BACKED_UP],
  ['oadp.openshift.io', 'DataProtectionApplication', BACKED_UP],
  // Networks and clouds
  ['cilium.io', 'CiliumClusterwideNetworkPolicy CiliumNetworkPolicy', TRAFFIC],
  ['crd.projectcalico.org', 'GlobalNetworkPolicy NetworkPolicy', TRAFFIC],
  ['projectcalico.org', 'GlobalNetworkPolicy NetworkPolicy', TRAFFIC],
  ['security.istio.io', 'AuthorizationPolicy PeerAuthentication RequestAuthentication', TRAFFIC],
  ['networking.istio.io', 'EnvoyFilter', keeps('warning', 'what proxies do with the traffic of others')],
  ['extensions.istio.io', 'WasmPlugin', keeps('warning', 'what proxies do with the traffic of others')],
  ['eks.services.k8s.aws', 'AccessEntry PodIdentityAssociation', CLOUD_ACCESS],
  ['eks.aws.upbound.io', 'AccessEntry AccessPolicyAssociation PodIdentityAssociation', CLOUD_ACCESS],
  ['iam.services.k8s.aws', '*', CLOUD],
  ['iam.aws.upbound.io', '*', CLOUD],
  ['iam.cnrm.cloud.google.com', '*', CLOUD],
  // What other rules look at, and what does nothing that a reviewer must know
  ['', 'ConfigMap Namespace Pod ReplicationController Service ServiceAccount', everyday],
  ['', 'Event PersistentVolume PersistentVolumeClaim PodTemplate Secret', reviewed('other rules compare what they run, hold and decide')],
  ['apps', 'DaemonSet Deployment ReplicaSet StatefulSet', everyday],
  ['apps', '*', reviewed('workloads: other rules compare what they run')],
  ['batch', 'CronJob Job', everyday],
  ['batch', '*', reviewed('workloads: other rules compare what they run')],
  ['apps.openshift.io', 'DeploymentConfig', reviewed('a workload: other rules compare what it runs')],
  ['autoscaling', '*', reviewed('how many Pods run')],
  ['autoscaling.k8s.io', '*', reviewed('how much Pods may use')],
  ['events.k8s.io', '*', reviewed('what happened')],
  ['extensions', '*', reviewed('what Kubernetes no longer serves')],
  ['policy', '*', reviewed('how many Pods go at once')],
  ['rbac.authorization.k8s.io', '*', reviewed('compared by meaning')],
  ['authorization.openshift.io', '*', reviewed('compared by meaning')],
  ['admissionregistration.k8s.io', '*', reviewed('compared field by field')],
  ['apiextensions.k8s.io', '*', reviewed('compared field by field')],
  ['apiregistration.k8s.io', '*', reviewed('compared field by field')],
  ['operators.coreos.com', '*', reviewed('what this tool is for')],
  ['olm.operatorframework.io', '*', reviewed('what this tool is for')],
  ['packages.operators.coreos.com', '*', reviewed('what a catalog offers; nothing acts on it')],
  ['networking.k8s.io', 'Ingress', reviewed('which address leads to a Service of the same namespace')],
  ['route.openshift.io', 'Route', reviewed('which address leads to a Service of the same namespace')],
  ['coordination.k8s.io', 'Lease', reviewed('who is the leader')],
  ['storage.k8s.io', 'CSIStorageCapacity', reviewed('how much room there is')],
  ['snapshot.storage.k8s.io', 'VolumeSnapshot', reviewed('a copy of a volume in the same namespace')],
  ['monitoring.coreos.com', 'PrometheusRule', reviewed('computes and alerts; it reaches nothing else')],
  [
    'console.openshift.io',
    'ConsoleLink ConsoleNotification ConsoleQuickStart ConsoleYAMLSample ConsoleExternalLogLink',
    reviewed('texts and links in the console'),
  ],
  ['project.openshift.io', 'Project', reviewed('a Namespace')],
  ['kustomize.config.k8s.io', '*', reviewed('read as what it builds')],
  ['image.openshift.io', 'Image', reviewed('what a registry has')],
  // What only adds something: without it, nothing that refuses or bounds others is gone
  ['monitoring.coreos.com', 'PodMonitor Probe ScrapeConfig ServiceMonitor', adds('from where metrics are read')],
  ['cert-manager.io', 'Certificate CertificateRequest Issuer', adds('which certificates an application has')],
  ['bitnami.com', 'SealedSecret', adds('what is in a Secret')],
  ['grafana.integreatly.org', 'Grafana GrafanaDashboard GrafanaDatasource GrafanaFolder', adds('what Grafana shows')],
  ['gateway.networking.k8s.io', 'GRPCRoute HTTPRoute TCPRoute TLSRoute UDPRoute', reviewed('which address leads to a Service')],
  ['kafka.strimzi.io', 'KafkaTopic', reviewed('which topics there are')],
  // What makes a tool apply manifests from elsewhere
  ['argoproj.io', 'Application ApplicationSet AppProject', APPLIES],
  ['kustomize.toolkit.fluxcd.io', 'Kustomization', APPLIES],
  ['helm.toolkit.fluxcd.io', 'HelmRelease', APPLIES],
  ['source.toolkit.fluxcd.io', 'Bucket ExternalArtifact GitRepository HelmChart HelmRepository OCIRepository', APPLIES],
  ['source.extensions.fluxcd.io', 'ArtifactGenerator', APPLIES],
  ['image.toolkit.fluxcd.io', 'ImageUpdateAutomation', APPLIES],
  ['fluxcd.controlplane.io', 'FluxInstance ResourceSet ResourceSetInputProvider', APPLIES],
  ['infra.contrib.fluxcd.io', 'Terraform', APPLIES],
  ['configmanagement.gke.io', 'ConfigManagement', APPLIES],
  ['configsync.gke.io', 'RepoSync RootSync', APPLIES],
  ['helm.cattle.io', 'HelmChart HelmChartConfig', APPLIES],
  ['k3s.cattle.io', 'Addon', APPLIES],
  ['fleet.cattle.io', 'Bundle GitRepo HelmOp', APPLIES],
  ['apps.open-cluster-management.io', 'Channel Subscription', APPLIES],
  ['kappctrl.k14s.io', 'App', APPLIES],
  ['packaging.carvel.dev', 'PackageInstall PackageRepository', APPLIES],
  ['addons.cluster.x-k8s.io', 'ClusterResourceSet HelmChartProxy', APPLIES],
  ['app.terraform.io', 'Module Workspace', APPLIES],
  ['pulumi.com', 'Program Stack', APPLIES],
  ['helm.crossplane.io', 'Release', APPLIES],
  ['kargo.akuity.io', 'Stage Warehouse', APPLIES],
  ['helm.m.crossplane.io', 'Release', APPLIES],
  ['package-operator.run', 'ClusterPackage Package', APPLIES],
  ['pkg.crossplane.io', 'Configuration Function Provider', APPLIES],
  ['config.projectsveltos.io', 'ClusterProfile Profile', APPLIES],
  ['core.rukpak.io', 'Bundle BundleDeployment', APPLIES],
  ['gitops.hybrid-cloud-patterns.io', 'Pattern', APPLIES],
  ['operator.cluster.x-k8s.io', 'AddonProvider BootstrapProvider ControlPlaneProvider CoreProvider InfrastructureProvider', APPLIES],
];

const BY_KIND: ReadonlyMap<string, Effect> = new Map(
  ROWS.flatMap(([group, kinds, does]) =>
    kinds.split(' ').map((kind) => [`${kind}.${group}`, 'decides' in does ? { setting: does } : does] as const),
  ),
);

const BY_RESOURCE: ReadonlyMap<string, Effect> = new Map(
  ROWS.flatMap(([group, kinds]) =>
    kinds.split(' ').map((kind) => [`${pluralOf(kind)}.${group}`, BY_KIND.get(`${kind}.${group}`) as Effect] as const),
  ),
);

type Kind = Pick<KubernetesObject, 'apiVersion' | 'kind'>;

function effectOf({ apiVersion, kind }: Kind): Effect | undefined {
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  return BY_KIND.get(`${kind}.${group}`) ?? BY_KIND.get(`*.${group}`);
}

/** What objects of a kind decide; nothing of most kinds. */
export function settingOfKind(kind: Kind): Setting | undefined {
  return effectOf(kind)?.setting;
}

/** Whether an object makes a tool apply manifests from elsewhere. */
export function isDelivery(kind: Kind): boolean {
  return effectOf(kind)?.applies === true;
}

/** Whether all that can change in an object of this kind is known. */
export function isEveryday(kind: Kind): boolean {
  return effectOf(kind)?.isEveryday === true;
}

/** Whether the review knows what objects of this kind do. */
export function isKnownKind(kind: Kind): boolean {
  const effect = effectOf(kind);
  return effect !== undefined && !effect.onlyAdds;
}

/** Whether the cluster is no more open without an object of this kind. */
export function isHarmlessWhenGone(kind: Kind): boolean {
  return effectOf(kind)?.onlyAdds === true;
}

/** Their objects are compared where they have an effect; of one that has none here, nobody knows more. */
const WITHOUT_EFFECT_HERE: ReadonlySet<string> = new Set([
  'operators.coreos.com',
  'olm.operatorframework.io',
  'packages.operators.coreos.com',
  'rbac.authorization.k8s.io',
  'authorization.openshift.io',
]);

/** Whether other rules look at each object of this kind, wherever it is. */
export function isReviewedKind(kind: Kind): boolean {
  const group = groupOf(kind.apiVersion);
  // What an OperatorCondition decides, it decides wherever it is.
  if (group === 'operators.coreos.com' && kind.kind === 'OperatorCondition') return true;
  return isKnownKind(kind) && !WITHOUT_EFFECT_HERE.has(group);
}

/**
 * Whether a permission to write objects gives no more than other rules say of it: of a kind that only adds something, or that
 * other rules look at; and to delete what the cluster is no more open without.
 */
export function isReviewedWhenWritten(group: string, plural: string, verb: string): boolean {
  const effect = BY_RESOURCE.get(`${plural}.${group}`) ?? (group === 'olm.operatorframework.io' ? undefined : BY_KIND.get(`*.${group}`));
  if (effect?.setting) return DELETES.has(verb) && effect.setting.gone === undefined;
  return effect !== undefined && !effect.applies;
}

const DELETES: ReadonlySet<string> = new Set(['delete', 'deletecollection']);

/** Kinds whose objects are tokens: who reads one is its user. */
export function tokenKinds(): readonly DecidingKind[] {
  return decidingKinds().filter(({ setting }) => setting === TOKENS);
}

/** A kind, or `*` for those of its group that no other names, with what is said of its objects. */
export interface DecidingKind {
  readonly group: string;
  readonly kind: string;
  readonly setting: Setting;
}

/** All kinds that decide something. */
export function decidingKinds(): readonly DecidingKind[] {
  return ROWS.flatMap(([group, kinds, does]) =>
    'decides' in does ? kinds.split(' ').map((kind) => ({ group, kind, setting: does })) : [],
  );
}
