/** OpenShift: the kinds of its API servers and its own operators (https://github.com/openshift/api). */
import { inTemplate } from '../inside/template.js';
import { APPLIES, clusterScoped, namespaced, others, reviewed, routed, runs, USUAL_POD_SPEC } from './row.js';
import { APPLIED, brings, CLOUD, guards, KERNEL, keeps, LOGIN, MACHINES_MADE, PODS, RUN, type Setting, sets, TOKENS } from './setting.js';
import type { Tool } from './tool.js';

const CONFIG = 'config.openshift.io';
const OPERATOR = 'operator.openshift.io';
const IMAGE = 'image.openshift.io';
const NODES: Setting = { ...keeps('error', 'which files and programs every node has'), counts: 'labels' };
const IMAGES = keeps('error', 'where images come from, regardless of their name');
const CONFIGURED = keeps('warning', 'how OpenShift is configured');
const IN_CONSOLE = brings('which programs run in the console of those who are logged in');
const TEXTS = reviewed('texts and links in the console');
const RELEASE = 'read while a release of OpenShift is made';
const TEXT = 'a text for people';

export const OPENSHIFT: Tool = {
  name: 'OpenShift',
  isPlatform: true,
  rows: [
    ...clusterScoped('apiserver.openshift.io', 'APIRequestCount'),
    ...namespaced('apps.openshift.io', 'DeploymentConfig', runs(USUAL_POD_SPEC)),
    ...namespaced('authorization.openshift.io', 'RoleBindingRestriction', guards('who can be bound in a namespace')),
    ...namespaced(
      'authorization.openshift.io',
      'LocalResourceAccessReview LocalSubjectAccessReview Role RoleBinding SelfSubjectRulesReview SubjectRulesReview',
    ),
    ...clusterScoped('authorization.openshift.io', 'ClusterRole ClusterRoleBinding ResourceAccessReview SubjectAccessReview'),
    ...others('authorization.openshift.io', reviewed('compared by meaning')),
    ...namespaced('autoscaling.openshift.io', 'MachineAutoscaler'),
    ...clusterScoped('autoscaling.openshift.io', 'ClusterAutoscaler'),
    ...namespaced('build.openshift.io', 'Build BuildConfig', RUN, runs()),
    ...namespaced('cloudcredential.openshift.io', 'CredentialsRequest', CLOUD),
    ...clusterScoped(CONFIG, 'OAuth Authentication', LOGIN),
    ...clusterScoped(CONFIG, 'APIServer', keeps('error', 'whom the API server trusts')),
    ...clusterScoped(CONFIG, 'ClusterVersion', { ...keeps('error', 'which release the cluster runs, and from where'), brings: true }),
    ...clusterScoped(CONFIG, 'ClusterImagePolicy', guards('which images are checked for signatures')),
    ...namespaced(CONFIG, 'ImagePolicy', guards('which images are checked for signatures')),
    ...clusterScoped(CONFIG, 'FeatureGate', keeps('warning', 'which features the cluster has')),
    ...clusterScoped(CONFIG, 'Proxy', keeps('warning', 'which proxy the cluster uses, and which certificates it trusts')),
    ...clusterScoped(CONFIG, 'Image', keeps('warning', 'which registries images can come from')),
    ...clusterScoped(CONFIG, 'ImageDigestMirrorSet', keeps('warning', 'where images come from, regardless of their name')),
    ...clusterScoped(CONFIG, 'ImageTagMirrorSet ImageContentPolicy', IMAGES),
    ...clusterScoped(CONFIG, 'OperatorHub', keeps('warning', 'where operators come from')),
    ...clusterScoped(
      CONFIG,
      'Backup Build ClusterOperator Console DNS Infrastructure Ingress InsightsDataGather Network Node Project Scheduler',
    ),
    ...others(CONFIG, CONFIGURED),
    ...clusterScoped('console.openshift.io', 'ConsolePlugin', IN_CONSOLE),
    ...clusterScoped(
      'console.openshift.io',
      'ConsoleExternalLogLink ConsoleLink ConsoleNotification ConsoleQuickStart ConsoleYAMLSample',
      TEXTS,
    ),
    ...clusterScoped('console.openshift.io', 'ConsoleCLIDownload ConsoleSample'),
    // Open Data Hub of old applies the manifests of its repositories.
    ...namespaced('kfdef.apps.kubeflow.org', 'KfDef', APPLIES),
    ...namespaced('helm.openshift.io', 'ProjectHelmChartRepository'),
    ...clusterScoped('helm.openshift.io', 'HelmChartRepository'),
    ...namespaced(IMAGE, 'ImageStream ImageStreamTag ImageTag', sets('warning', 'which image a tag means')),
    ...clusterScoped(IMAGE, 'Image', reviewed('the content of a registry')),
    ...namespaced(IMAGE, 'ImageStreamImage ImageStreamImport ImageStreamMapping'),
    ...clusterScoped(IMAGE, 'ImageSignature'),
    ...clusterScoped('imageregistry.operator.openshift.io', 'Config ImagePruner'),
    ...namespaced('ingress.operator.openshift.io', 'DNSRecord'),
    ...namespaced('machine.openshift.io', 'ControlPlaneMachineSet Machine MachineHealthCheck MachineSet'),
    ...others('machine.openshift.io', MACHINES_MADE),
    ...clusterScoped('machineconfiguration.openshift.io', 'MachineConfig MachineOSConfig ControllerConfig', NODES),
    ...clusterScoped('machineconfiguration.openshift.io', 'MachineConfigPool', { ...NODES, harmless: ['maxUnavailable'] }),
    ...clusterScoped('machineconfiguration.openshift.io', 'KubeletConfig', keeps('error', 'how the kubelet of every node is set')),
    ...clusterScoped(
      'machineconfiguration.openshift.io',
      'ContainerRuntimeConfig',
      keeps('error', 'how the container runtime of every node is set'),
    ),
    ...clusterScoped('machineconfiguration.openshift.io', 'MachineConfigNode MachineOSBuild PinnedImageSet'),
    ...namespaced('monitoring.openshift.io', 'AlertRelabelConfig AlertingRule'),
    ...namespaced('network.openshift.io', 'EgressNetworkPolicy'),
    ...clusterScoped('network.openshift.io', 'ClusterNetwork HostSubnet NetNamespace'),
    ...clusterScoped('oauth.openshift.io', 'OAuthClient', sets('error', 'who gets the tokens of those who log in')),
    ...clusterScoped('oauth.openshift.io', 'OAuthAccessToken OAuthAuthorizeToken UserOAuthAccessToken', TOKENS),
    ...clusterScoped('oauth.openshift.io', 'OAuthClientAuthorization', brings('who gets the tokens of a user without asking')),
    ...clusterScoped(OPERATOR, 'ImageContentSourcePolicy', IMAGES),
    ...clusterScoped(OPERATOR, 'KubeAPIServer', keeps('error', 'how the API server runs')),
    ...clusterScoped(
      OPERATOR,
      'Authentication Etcd KubeControllerManager KubeScheduler OpenShiftAPIServer OpenShiftControllerManager',
      keeps('error', 'how the control plane runs'),
    ),
    ...clusterScoped(OPERATOR, 'Console', { ...IN_CONSOLE, lists: ['plugins'] }),
    ...namespaced(OPERATOR, 'IngressController'),
    ...clusterScoped(
      OPERATOR,
      'CSISnapshotController CloudCredential ClusterCSIDriver Config DNS InsightsOperator KubeStorageVersionMigrator MachineConfiguration Network OLM ServiceCA Storage',
    ),
    ...others(OPERATOR, CONFIGURED),
    ...clusterScoped('project.openshift.io', 'Project', { setting: { decides: 'which Namespace there is, with which labels' } }),
    ...clusterScoped('project.openshift.io', 'ProjectRequest'),
    ...namespaced('quota.openshift.io', 'AppliedClusterResourceQuota'),
    ...clusterScoped('quota.openshift.io', 'ClusterResourceQuota'),
    ...namespaced('route.openshift.io', 'Route', routed('which address leads to a Service of the same namespace')),
    ...clusterScoped('samples.operator.openshift.io', 'Config'),
    ...clusterScoped('security.internal.openshift.io', 'RangeAllocation'),
    ...clusterScoped('security.openshift.io', 'SecurityContextConstraints/securitycontextconstraints', PODS),
    ...namespaced('security.openshift.io', 'PodSecurityPolicyReview PodSecurityPolicySelfSubjectReview PodSecurityPolicySubjectReview'),
    ...clusterScoped('security.openshift.io', 'RangeAllocation'),
    ...clusterScoped('sharedresource.openshift.io', 'SharedConfigMap SharedSecret'),
    // Whoever instantiates a Template creates the objects with their own permissions.
    ...namespaced('template.openshift.io', 'Template', { carries: inTemplate, deploys: false }),
    // The form of OpenShift 3, which `oc process` still reads (openshift/oc, pkg/cli/process).
    ...namespaced('', 'Template', { carries: inTemplate, deploys: false }),
    ...namespaced('template.openshift.io', 'TemplateInstance', APPLIED),
    ...clusterScoped('template.openshift.io', 'BrokerTemplateInstance'),
    ...namespaced('tuned.openshift.io', 'Tuned', KERNEL, { everywhere: true }),
    ...namespaced('tuned.openshift.io', 'Profile'),
    ...clusterScoped('user.openshift.io', 'Identity UserIdentityMapping', sets('error', 'who can log in as whom')),
    ...clusterScoped('user.openshift.io', 'User', brings('who can log in as whom')),
    ...clusterScoped('user.openshift.io', 'Group', reviewed('who is in which group: a rule of its own compares its members')),
  ],
  settingMarks: [
    ['Namespace', 'labels', 'security.openshift.io/scc.podSecurityLabelSync', 'warning', 'who sets the level of Pod Security'],
    ['Namespace', 'labels', 'openshift.io/run-level', 'error', 'whether OpenShift checks the requests of Pods in the namespace'],
    ['Namespace', 'labels', 'openshift.io/cluster-monitoring', 'info', 'whether the monitoring of the cluster follows what is in it'],
    ['Namespace', 'labels', 'openshift.io/user-monitoring', 'info', 'whether the monitoring of users follows what is in it'],
    ['Namespace', 'annotations', 'openshift.io/node-selector', 'warning', 'which nodes Pods in the namespace run on'],
    ['Namespace', 'annotations', 'openshift.io/sa.scc.uid-range', 'warning', 'as which users Pods in the namespace run'],
  ],
  marks: [
    [
      'security.openshift.io/MinimallySufficientPodSecurityStandard',
      '*',
      'harmless',
      'written by OpenShift: the requirements of the Pods there',
    ],
    ['openshift.io/display-name', '*', 'harmless', TEXT],
    ['openshift.io/description', '*', 'harmless', TEXT],
    ['openshift.io/requester', '*', 'harmless', 'who asked for the project'],
    ['app.openshift.io/*', '*', 'harmless', 'how the console draws it'],
    ['console.openshift.io/*', '*', 'harmless', 'how the console shows it'],
    ['include.release.openshift.io/*', '*', 'harmless', RELEASE],
    ['capability.openshift.io/name', '*', 'harmless', RELEASE],
    ['release.openshift.io/*', '*', 'harmless', RELEASE],
  ],
};
