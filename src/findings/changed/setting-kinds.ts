/**
 * Kinds of objects that decide something beyond themselves, and how bad it is when one comes, changes or goes: data for the
 * rule `cluster-setting`. Each has the effect of a permission, or limits what others can do, without being RBAC.
 */
import type { Severity } from '../../model/finding.js';

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
}

/** What comes with an object, and goes with it. */
export const sets = (severity: Severity, decides: string): Setting => ({ decides, added: severity, changed: severity });
/** What a cluster falls back from when the object goes. */
const keeps = (severity: Severity, decides: string): Setting => ({ ...sets(severity, decides), gone: 'warning' });
/** What refuses requests: a new one can only refuse more, and any other change can let something pass. */
export const guards = (decides: string): Setting => ({ decides, added: 'warning', changed: 'error', gone: 'error' });
/** What bounds others, but does not protect the cluster. */
const limits = (decides: string): Setting => ({ decides, changed: 'info', gone: 'warning' });

const PODS = keeps('error', 'which Pods can get out of their container');
const NODES: Setting = { ...keeps('error', 'which files and programs every node has'), counts: 'labels' };
const LOGIN = keeps('error', 'who can log in as whom');
const TOKENS = sets('error', 'who is which user: it is a token');
const KERNEL = sets('warning', 'how the kernel of nodes is set');
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
const APPLIED = sets('error', 'which objects are applied from inside of it, and they were not reviewed');
const PLACED = sets('error', 'which clusters get which objects, and with which changes');
const GRANTED = sets('error', 'who can do what: a controller makes roles and bindings of it');
const RUN = sets('warning', 'which programs run in Pods, and they were not reviewed');
const MACHINES = sets('error', 'which programs the nodes of a cluster start with');
const MACHINES_MADE = sets('warning', 'which machines become nodes, and what they start with');
const BACKED_UP = sets('error', 'what is copied out of the cluster, and which commands run in Pods before and after');
const SECRETS_OUT = sets('error', 'where Secrets are copied to');
const SECRETS_IN = sets('warning', 'what is in Secrets, and in which');
/** From a store that is reviewed by itself, into one Secret of the same namespace. */
const SECRET_IN = sets('info', 'what is in a Secret');
const TRAFFIC = keeps('warning', 'who can reach whom on the network');
const CLOUD = sets('warning', 'who can do what in the cloud');
const CLOUD_ACCESS = sets('error', 'who of the cloud can do what in which cluster');
const OPENSHIFT = keeps('warning', 'how OpenShift is configured');

/** Kinds of a group, `*` for those of it that no other row names. */
const ROWS: readonly (readonly [group: string, kinds: string, setting: Setting])[] = [
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
  ['machineconfiguration.openshift.io', 'MachineConfig MachineConfigPool MachineOSConfig ControllerConfig', NODES],
  ['machineconfiguration.openshift.io', 'KubeletConfig', keeps('error', 'how the kubelet of every node is set')],
  ['machineconfiguration.openshift.io', 'ContainerRuntimeConfig', keeps('error', 'how the container runtime of every node is set')],
  ['config.openshift.io', 'OAuth Authentication', LOGIN],
  ['config.openshift.io', 'APIServer', keeps('error', 'whom the API server trusts')],
  ['config.openshift.io', 'ClusterVersion', sets('error', 'which release the cluster runs, and from where')],
  ['config.openshift.io', 'ClusterImagePolicy ImagePolicy', guards('which images are checked for signatures')],
  ['config.openshift.io', 'FeatureGate', sets('warning', 'which features the cluster has')],
  ['config.openshift.io', 'Proxy', sets('warning', 'through which proxy the cluster speaks, and which certificates it trusts')],
  ['config.openshift.io', 'Image', keeps('warning', 'from where images can come')],
  ['config.openshift.io', 'ImageDigestMirrorSet', sets('warning', 'from where images come, whatever their name says')],
  ['config.openshift.io', 'ImageTagMirrorSet ImageContentPolicy', IMAGES],
  ['config.openshift.io', 'OperatorHub', sets('warning', 'from where operators come')],
  ['config.openshift.io', '*', OPENSHIFT],
  ['user.openshift.io', 'Identity UserIdentityMapping', sets('error', 'who can log in as whom')],
  ['user.openshift.io', 'User', sets('warning', 'who can log in as whom')],
  ['oauth.openshift.io', 'OAuthClient', sets('error', 'who gets the tokens of those who log in')],
  ['oauth.openshift.io', 'OAuthAccessToken OAuthAuthorizeToken', TOKENS],
  ['authentication.concierge.pinniped.dev', 'JWTAuthenticator WebhookAuthenticator', LOGIN],
  ['idp.supervisor.pinniped.dev', '*', LOGIN],
  ['config.supervisor.pinniped.dev', 'FederationDomain OIDCClient', LOGIN],
  ['operator.openshift.io', 'ImageContentSourcePolicy', IMAGES],
  ['operator.openshift.io', 'KubeAPIServer', sets('error', 'how the API server runs')],
  [
    'operator.openshift.io',
    'Authentication Etcd KubeControllerManager KubeScheduler OpenShiftAPIServer OpenShiftControllerManager',
    sets('error', 'how the control plane runs'),
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
  ['kyverno.io', 'GlobalContextEntry', sets('warning', 'what admission policies take for true')],
  ['policies.kyverno.io', 'ValidatingPolicy NamespacedValidatingPolicy ImageValidatingPolicy NamespacedImageValidatingPolicy', WRITTEN],
  ['policies.kyverno.io', 'MutatingPolicy NamespacedMutatingPolicy GeneratingPolicy NamespacedGeneratingPolicy', CHANGED_WHEN_WRITTEN],
  ['policies.kyverno.io', 'DeletingPolicy NamespacedDeletingPolicy', DELETED],
  ['policies.kyverno.io', 'PolicyException', EXEMPTED],
  ['constraints.gatekeeper.sh', '*', WRITTEN],
  ['templates.gatekeeper.sh', 'ConstraintTemplate', WRITTEN],
  ['config.gatekeeper.sh', 'Config', EXEMPTED],
  ['externaldata.gatekeeper.sh', 'Provider', sets('error', 'which server decides for admission policies')],
  ['expansion.gatekeeper.sh', 'ExpansionTemplate', WRITTEN],
  ['mutations.gatekeeper.sh', '*', CHANGED_WHEN_WRITTEN],
  ['policies.kubewarden.io', 'PolicyServer', sets('error', 'which program decides which objects can be written')],
  ['policies.kubewarden.io', '*', CHANGED_WHEN_WRITTEN],
  // What applies, grants or runs what it holds
  ['argoproj.io', 'ArgoCD', sets('warning', 'who can do what in Argo CD')],
  ['argoproj.io', 'ClusterWorkflowTemplate CronWorkflow Sensor Workflow WorkflowTemplate', RUN],
  ['tekton.dev', 'ClusterTask CustomRun Pipeline PipelineRun StepAction Task TaskRun', RUN],
  ['triggers.tekton.dev', 'ClusterTriggerBinding EventListener Trigger TriggerBinding TriggerTemplate', RUN],
  ['operator.tekton.dev', '*', sets('warning', 'how Tekton runs')],
  ['upgrade.cattle.io', 'Plan', sets('error', 'which programs run on nodes')],
  ['management.cattle.io', '*', GRANTED],
  ['rbacmanager.reactiveops.io', 'RBACDefinition', GRANTED],
  ['rbacsync.getcruise.com', 'ClusterRBACSyncConfig RBACSyncConfig', GRANTED],
  ['resources.teleport.dev', '*', sets('error', 'who can log in through Teleport, and as whom')],
  ['capsule.clastix.io', '*', GRANTED],
  ['hnc.x-k8s.io', '*', sets('error', 'which namespaces get the roles and bindings of which')],
  ['redhatcop.redhat.io', 'GroupConfig NamespaceConfig Patch UserConfig', APPLIED],
  ['redhatcop.redhat.io', 'GroupSync', sets('error', 'who is in which group')],
  ['kubernetes.crossplane.io', 'Object', APPLIED],
  ['kubernetes.m.crossplane.io', 'Object', APPLIED],
  ['apiextensions.crossplane.io', 'Composition CompositionRevision', APPLIED],
  [
    'pkg.crossplane.io',
    'ControllerConfig DeploymentRuntimeConfig',
    sets('warning', 'as which account, and how, the providers of Crossplane run'),
  ],
  ['core.oam.dev', 'Application', sets('warning', 'which objects KubeVela applies, and they were not reviewed')],
  ['core.oam.dev', 'ComponentDefinition PolicyDefinition TraitDefinition WorkflowStepDefinition', APPLIED],
  ['hive.openshift.io', 'SelectorSyncSet SyncSet', APPLIED],
  ['kro.run', 'ResourceGraphDefinition', APPLIED],
  ['metacontroller.k8s.io', 'CompositeController DecoratorController', sets('error', 'which server says what objects are applied')],
  ['addon.open-cluster-management.io', 'AddOnTemplate', APPLIED],
  ['work.open-cluster-management.io', 'ManifestWork ManifestWorkReplicaSet', APPLIED],
  ['policy.open-cluster-management.io', 'ConfigurationPolicy OperatorPolicy Policy', APPLIED],
  ['policy.open-cluster-management.io', 'PlacementBinding PolicySet', PLACED],
  ['cluster.open-cluster-management.io', 'ManagedClusterSetBinding Placement', PLACED],
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
  ['policy.cert-manager.io', 'CertificateRequestPolicy', sets('warning', 'which certificates are signed')],
  ['trust.cert-manager.io', '*', sets('warning', 'which certificates are trusted')],
  ['velero.io', 'Restore', sets('error', 'which objects come back from a backup, and they were not reviewed')],
  ['velero.io', 'Backup BackupStorageLocation Schedule', BACKED_UP],
  ['oadp.openshift.io', 'DataProtectionApplication', BACKED_UP],
  // Networks and clouds
  ['cilium.io', 'CiliumClusterwideNetworkPolicy CiliumNetworkPolicy', TRAFFIC],
  ['crd.projectcalico.org', 'GlobalNetworkPolicy NetworkPolicy', TRAFFIC],
  ['projectcalico.org', 'GlobalNetworkPolicy NetworkPolicy', TRAFFIC],
  ['security.istio.io', 'AuthorizationPolicy PeerAuthentication RequestAuthentication', TRAFFIC],
  ['networking.istio.io', 'EnvoyFilter', sets('warning', 'what proxies do with the traffic of others')],
  ['extensions.istio.io', 'WasmPlugin', sets('warning', 'what proxies do with the traffic of others')],
  ['eks.services.k8s.aws', 'AccessEntry PodIdentityAssociation', CLOUD_ACCESS],
  ['eks.aws.upbound.io', 'AccessEntry AccessPolicyAssociation PodIdentityAssociation', CLOUD_ACCESS],
  ['iam.services.k8s.aws', '*', CLOUD],
  ['iam.aws.upbound.io', '*', CLOUD],
  ['iam.cnrm.cloud.google.com', '*', CLOUD],
];

const BY_KIND: ReadonlyMap<string, Setting> = new Map(decidingKinds().map(({ group, kind, setting }) => [`${kind}.${group}`, setting]));

/** What objects of a kind decide; nothing of most kinds. */
export function settingOfKind(group: string, kind: string): Setting | undefined {
  return BY_KIND.get(`${kind}.${group}`) ?? BY_KIND.get(`*.${group}`);
}

/** A kind, or `*` for those of its group that no other names, with what is said of its objects. */
export interface DecidingKind {
  readonly group: string;
  readonly kind: string;
  readonly setting: Setting;
}

/** All of them. */
export function decidingKinds(): readonly DecidingKind[] {
  return ROWS.flatMap(([group, kinds, setting]) => kinds.split(' ').map((kind) => ({ group, kind, setting })));
}
