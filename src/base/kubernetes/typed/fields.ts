/**
 * Types: the fields of objects. A type is a line of words, one for each field:
 *
 * | word | type of the field |
 * |---|---|
 * | `name` | string |
 * | `replicas:integer` | a type of this file (`integer`, `number`, `boolean`, `quantity`, `intOrString`, `any` …) or another line |
 * | `args[]`, `env[EnvVar]` | a list |
 * | `labels{}`, `limits{quantity}` | a mapping with any keys |
 *
 * An empty string, list or mapping, `0` and `false` count as absent. A `*` marks a field for which they do not (in Go: a pointer),
 * a `!` a field that is always written.
 */

/** CustomResourceDefinitions, field by field, from the Go types of Kubernetes 1.32 (k8s.io/apiextensions-apiserver v1). */
export const CRD_TYPES = {
  CustomResourceColumnDefinition: 'description format jsonPath! name! priority:integer type!',
  CustomResourceConversion: 'strategy! webhook:WebhookConversion',
  CustomResourceDefinitionNames: 'categories[] kind! listKind plural! shortNames[] singular',
  CustomResourceDefinitionSpec:
    'conversion:CustomResourceConversion group! names:CustomResourceDefinitionNames preserveUnknownFields:boolean scope! versions[CustomResourceDefinitionVersion]',
  CustomResourceDefinitionVersion:
    'additionalPrinterColumns[CustomResourceColumnDefinition] deprecated:boolean deprecationWarning* name! schema:CustomResourceValidation selectableFields[SelectableField] served:boolean! storage:boolean! subresources:CustomResourceSubresources',
  CustomResourceSubresourceScale: 'labelSelectorPath* specReplicasPath! statusReplicasPath!',
  CustomResourceSubresourceStatus: '',
  CustomResourceSubresources: 'scale:CustomResourceSubresourceScale status:CustomResourceSubresourceStatus',
  CustomResourceValidation: 'openAPIV3Schema:JSONSchemaProps',
  ExternalDocumentation: 'description url',
  JSONSchemaProps:
    '$ref* $schema additionalItems:schemaOrBoolean additionalProperties:schemaOrBoolean allOf[JSONSchemaProps] anyOf[JSONSchemaProps] default:any definitions{JSONSchemaProps} dependencies{schemaOrTexts} description enum[any] example:any exclusiveMaximum:boolean exclusiveMinimum:boolean externalDocs:ExternalDocumentation format id items:schemaOrList maxItems:integer* maxLength:integer* maxProperties:integer* maximum:number* minItems:integer* minLength:integer* minProperties:integer* minimum:number* multipleOf:number* not:JSONSchemaProps nullable:boolean oneOf[JSONSchemaProps] pattern patternProperties{JSONSchemaProps} properties{JSONSchemaProps} required[] title type uniqueItems:boolean x-kubernetes-embedded-resource:boolean x-kubernetes-int-or-string:boolean x-kubernetes-list-map-keys[] x-kubernetes-list-type* x-kubernetes-map-type* x-kubernetes-preserve-unknown-fields:boolean* x-kubernetes-validations[ValidationRule]',
  SelectableField: 'jsonPath!',
  ServiceReference: 'name! namespace! path* port:integer*',
  ValidationRule: 'fieldPath message messageExpression optionalOldSelf:boolean* reason* rule!',
  WebhookClientConfig: 'caBundle service:ServiceReference url*',
  WebhookConversion: 'clientConfig:WebhookClientConfig conversionReviewVersions[]',
} as const;

/**
 * The fields of ClusterServiceVersions and Subscriptions for installing an operator, in the order of the Go types
 * (operator-framework/api v1alpha1, k8s.io/api rbac/v1 and admissionregistration/v1).
 */
export const CSV_TYPES = {
  InstallMode: 'type! supported:boolean!',
  StrategyDeploymentSpec: 'name! spec:DeploymentSpec label{}',
  StrategyDeploymentPermissions: 'serviceAccountName! rules[PolicyRule]!',
  PolicyRule: 'verbs[]! apiGroups[] resources[] resourceNames[] nonResourceURLs[]',
  CRDDescription: 'name! version! kind!',
  APIServiceDescription: 'name! group! version! kind! deploymentName containerPort:integer',
  WebhookDescription:
    'generateName! type! deploymentName containerPort:integer targetPort:intOrString* rules[RuleWithOperations] failurePolicy* matchPolicy* objectSelector:LabelSelector sideEffects* timeoutSeconds:integer* admissionReviewVersions[]! reinvocationPolicy* webhookPath* conversionCRDs[]',
  SubscriptionConfig:
    'env[EnvVar] envFrom[EnvFromSource] volumes[Volume] volumeMounts[VolumeMount] tolerations[Toleration] resources:ResourceRequirements nodeSelector{}! affinity:Affinity annotations{} selector:LabelSelector',
  RuleWithOperations: 'operations[] apiGroups[] apiVersions[] resources[] scope*',
} as const;

/** Deployments and their parts, field by field, from the Go types of Kubernetes 1.32 (k8s.io/api apps/v1 and core/v1). */
export const DEPLOYMENT_TYPES = {
  AWSElasticBlockStoreVolumeSource: 'fsType partition:integer readOnly:boolean volumeID',
  Affinity: 'nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity',
  AppArmorProfile: 'localhostProfile* type!',
  AzureDiskVolumeSource: 'cachingMode* diskName diskURI fsType* kind* readOnly:boolean*',
  AzureFileVolumeSource: 'readOnly:boolean secretName shareName',
  CSIVolumeSource: 'driver! fsType* nodePublishSecretRef:LocalObjectReference readOnly:boolean* volumeAttributes{}',
  Capabilities: 'add[] drop[]',
  CephFSVolumeSource: 'monitors[] path readOnly:boolean secretFile secretRef:LocalObjectReference user',
  CinderVolumeSource: 'fsType readOnly:boolean secretRef:LocalObjectReference volumeID',
  ClusterTrustBundleProjection: 'labelSelector:LabelSelector name* optional:boolean* path! signerName*',
  ConfigMapEnvSource: 'name optional:boolean*',
  ConfigMapKeySelector: 'key! name optional:boolean*',
  ConfigMapProjection: 'items[KeyToPath] name optional:boolean*',
  ConfigMapVolumeSource: 'defaultMode:integer* items[KeyToPath] name optional:boolean*',
  Container:
    'args[] command[] env[EnvVar] envFrom[EnvFromSource] image imagePullPolicy lifecycle:Lifecycle livenessProbe:Probe name! ports[ContainerPort] readinessProbe:Probe resizePolicy[ContainerResizePolicy] resources:ResourceRequirements restartPolicy* securityContext:SecurityContext startupProbe:Probe stdin:boolean stdinOnce:boolean terminationMessagePath terminationMessagePolicy tty:boolean volumeDevices[VolumeDevice] volumeMounts[VolumeMount] workingDir',
  ContainerPort: 'containerPort:integer! hostIP hostPort:integer name protocol',
  ContainerResizePolicy: 'resourceName! restartPolicy!',
  DeploymentSpec:
    'minReadySeconds:integer paused:boolean progressDeadlineSeconds:integer* replicas:integer* revisionHistoryLimit:integer* selector:LabelSelector strategy:DeploymentStrategy template:PodTemplateSpec',
  DeploymentStrategy: 'rollingUpdate:RollingUpdateDeployment type',
  DownwardAPIProjection: 'items[DownwardAPIVolumeFile]',
  DownwardAPIVolumeFile: 'fieldRef:ObjectFieldSelector mode:integer* path! resourceFieldRef:ResourceFieldSelector',
  DownwardAPIVolumeSource: 'defaultMode:integer* items[DownwardAPIVolumeFile]',
  EmptyDirVolumeSource: 'medium sizeLimit:quantity*',
  EnvFromSource: 'configMapRef:ConfigMapEnvSource prefix secretRef:SecretEnvSource',
  EnvVar: 'name! value valueFrom:EnvVarSource',
  EnvVarSource:
    'configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector',
  EphemeralContainer:
    'args[] command[] env[EnvVar] envFrom[EnvFromSource] image imagePullPolicy lifecycle:Lifecycle livenessProbe:Probe name! ports[ContainerPort] readinessProbe:Probe resizePolicy[ContainerResizePolicy] resources:ResourceRequirements restartPolicy* securityContext:SecurityContext startupProbe:Probe stdin:boolean stdinOnce:boolean targetContainerName terminationMessagePath terminationMessagePolicy tty:boolean volumeDevices[VolumeDevice] volumeMounts[VolumeMount] workingDir',
  EphemeralVolumeSource: 'volumeClaimTemplate:PersistentVolumeClaimTemplate',
  ExecAction: 'command[]',
  FCVolumeSource: 'fsType lun:integer* readOnly:boolean targetWWNs[] wwids[]',
  FlexVolumeSource: 'driver fsType options{} readOnly:boolean secretRef:LocalObjectReference',
  FlockerVolumeSource: 'datasetName datasetUUID',
  GCEPersistentDiskVolumeSource: 'fsType partition:integer pdName readOnly:boolean',
  GRPCAction: 'port:integer! service*',
  GitRepoVolumeSource: 'directory repository revision',
  GlusterfsVolumeSource: 'endpoints path readOnly:boolean',
  HTTPGetAction: 'host httpHeaders[HTTPHeader] path port:intOrString! scheme',
  HTTPHeader: 'name! value!',
  HostAlias: 'hostnames[] ip!',
  HostPathVolumeSource: 'path! type*',
  ISCSIVolumeSource:
    'chapAuthDiscovery:boolean chapAuthSession:boolean fsType initiatorName* iqn iscsiInterface lun:integer portals[] readOnly:boolean secretRef:LocalObjectReference targetPortal',
  ImageVolumeSource: 'pullPolicy reference',
  KeyToPath: 'key! mode:integer* path!',
  LabelSelector: 'matchLabels{} matchExpressions[LabelSelectorRequirement]',
  LabelSelectorRequirement: 'key! operator! values[]',
  Lifecycle: 'postStart:LifecycleHandler preStop:LifecycleHandler',
  LifecycleHandler: 'exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction tcpSocket:TCPSocketAction',
  LocalObjectReference: 'name',
  NFSVolumeSource: 'path! readOnly:boolean server!',
  NodeAffinity:
    'preferredDuringSchedulingIgnoredDuringExecution[PreferredSchedulingTerm] requiredDuringSchedulingIgnoredDuringExecution:NodeSelector',
  NodeSelector: 'nodeSelectorTerms[NodeSelectorTerm]',
  NodeSelectorRequirement: 'key! operator! values[]',
  NodeSelectorTerm: 'matchExpressions[NodeSelectorRequirement] matchFields[NodeSelectorRequirement]',
  ObjectFieldSelector: 'apiVersion fieldPath!',
  ObjectMeta:
    'annotations{} creationTimestamp:text deletionGracePeriodSeconds:integer* deletionTimestamp:text finalizers[] generateName generation:integer labels{} name namespace ownerReferences[OwnerReference] resourceVersion selfLink uid',
  OwnerReference: 'apiVersion blockOwnerDeletion:boolean* controller:boolean* kind name uid',
  PersistentVolumeClaimSpec:
    'accessModes[] dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference resources:VolumeResourceRequirements selector:LabelSelector storageClassName* volumeAttributesClassName* volumeMode* volumeName',
  PersistentVolumeClaimTemplate: 'metadata:ObjectMeta spec:PersistentVolumeClaimSpec',
  PersistentVolumeClaimVolumeSource: 'claimName! readOnly:boolean',
  PhotonPersistentDiskVolumeSource: 'fsType pdID',
  PodAffinity:
    'preferredDuringSchedulingIgnoredDuringExecution[WeightedPodAffinityTerm] requiredDuringSchedulingIgnoredDuringExecution[PodAffinityTerm]',
  PodAffinityTerm:
    'labelSelector:LabelSelector matchLabelKeys[] mismatchLabelKeys[] namespaceSelector:LabelSelector namespaces[] topologyKey!',
  PodAntiAffinity:
    'preferredDuringSchedulingIgnoredDuringExecution[WeightedPodAffinityTerm] requiredDuringSchedulingIgnoredDuringExecution[PodAffinityTerm]',
  PodDNSConfig: 'nameservers[] options[PodDNSConfigOption] searches[]',
  PodDNSConfigOption: 'name value*',
  PodOS: 'name!',
  PodReadinessGate: 'conditionType!',
  PodResourceClaim: 'name! resourceClaimName* resourceClaimTemplateName*',
  PodSchedulingGate: 'name!',
  PodSecurityContext:
    'appArmorProfile:AppArmorProfile fsGroup:integer* fsGroupChangePolicy* runAsGroup:integer* runAsNonRoot:boolean* runAsUser:integer* seLinuxChangePolicy* seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile supplementalGroups[integer] supplementalGroupsPolicy* sysctls[Sysctl] windowsOptions:WindowsSecurityContextOptions',
  PodSpec:
    'activeDeadlineSeconds:integer* affinity:Affinity automountServiceAccountToken:boolean* containers[Container] dnsConfig:PodDNSConfig dnsPolicy enableServiceLinks:boolean* ephemeralContainers[EphemeralContainer] hostAliases[HostAlias] hostIPC:boolean hostNetwork:boolean hostPID:boolean hostUsers:boolean* hostname imagePullSecrets[LocalObjectReference] initContainers[Container] nodeName nodeSelector{} os:PodOS overhead{quantity} preemptionPolicy* priority:integer* priorityClassName readinessGates[PodReadinessGate] resourceClaims[PodResourceClaim] resources:ResourceRequirements restartPolicy runtimeClassName* schedulerName schedulingGates[PodSchedulingGate] securityContext:PodSecurityContext serviceAccount serviceAccountName setHostnameAsFQDN:boolean* shareProcessNamespace:boolean* subdomain terminationGracePeriodSeconds:integer* tolerations[Toleration] topologySpreadConstraints[TopologySpreadConstraint] volumes[Volume]',
  PodTemplateSpec: 'metadata:ObjectMeta spec:PodSpec',
  PortworxVolumeSource: 'fsType readOnly:boolean volumeID',
  PreferredSchedulingTerm: 'preference:NodeSelectorTerm weight:integer!',
  Probe:
    'exec:ExecAction failureThreshold:integer grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds:integer periodSeconds:integer successThreshold:integer tcpSocket:TCPSocketAction terminationGracePeriodSeconds:integer* timeoutSeconds:integer',
  ProjectedVolumeSource: 'defaultMode:integer* sources[VolumeProjection]',
  QuobyteVolumeSource: 'group readOnly:boolean registry tenant user volume',
  RBDVolumeSource: 'fsType image keyring monitors[] pool readOnly:boolean secretRef:LocalObjectReference user',
  ResourceClaim: 'name! request',
  ResourceFieldSelector: 'containerName divisor:quantity! resource!',
  ResourceRequirements: 'claims[ResourceClaim] limits{quantity} requests{quantity}',
  RollingUpdateDeployment: 'maxSurge:intOrString* maxUnavailable:intOrString*',
  SELinuxOptions: 'level role type user',
  ScaleIOVolumeSource:
    'fsType gateway protectionDomain readOnly:boolean secretRef:LocalObjectReference sslEnabled:boolean storageMode storagePool system volumeName',
  SeccompProfile: 'localhostProfile* type!',
  SecretEnvSource: 'name optional:boolean*',
  SecretKeySelector: 'key! name optional:boolean*',
  SecretProjection: 'items[KeyToPath] name optional:boolean*',
  SecretVolumeSource: 'defaultMode:integer* items[KeyToPath] optional:boolean* secretName',
  SecurityContext:
    'allowPrivilegeEscalation:boolean* appArmorProfile:AppArmorProfile capabilities:Capabilities privileged:boolean* procMount* readOnlyRootFilesystem:boolean* runAsGroup:integer* runAsNonRoot:boolean* runAsUser:integer* seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile windowsOptions:WindowsSecurityContextOptions',
  ServiceAccountTokenProjection: 'audience expirationSeconds:integer* path!',
  SleepAction: 'seconds:integer!',
  StorageOSVolumeSource: 'fsType readOnly:boolean secretRef:LocalObjectReference volumeName volumeNamespace',
  Sysctl: 'name! value!',
  TCPSocketAction: 'host port:intOrString!',
  Toleration: 'effect key operator tolerationSeconds:integer* value',
  TopologySpreadConstraint:
    'labelSelector:LabelSelector matchLabelKeys[] maxSkew:integer! minDomains:integer* nodeAffinityPolicy* nodeTaintsPolicy* topologyKey! whenUnsatisfiable!',
  TypedLocalObjectReference: 'apiGroup* kind! name!',
  TypedObjectReference: 'apiGroup* kind! name! namespace*',
  Volume:
    'awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource configMap:ConfigMapVolumeSource csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource fc:FCVolumeSource flexVolume:FlexVolumeSource flocker:FlockerVolumeSource gcePersistentDisk:GCEPersistentDiskVolumeSource gitRepo:GitRepoVolumeSource glusterfs:GlusterfsVolumeSource hostPath:HostPathVolumeSource image:ImageVolumeSource iscsi:ISCSIVolumeSource name! nfs:NFSVolumeSource persistentVolumeClaim:PersistentVolumeClaimVolumeSource photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource scaleIO:ScaleIOVolumeSource secret:SecretVolumeSource storageos:StorageOSVolumeSource vsphereVolume:VsphereVirtualDiskVolumeSource',
  VolumeDevice: 'devicePath! name!',
  VolumeMount: 'mountPath! mountPropagation* name! readOnly:boolean recursiveReadOnly* subPath subPathExpr',
  VolumeProjection:
    'clusterTrustBundle:ClusterTrustBundleProjection configMap:ConfigMapProjection downwardAPI:DownwardAPIProjection secret:SecretProjection serviceAccountToken:ServiceAccountTokenProjection',
  VolumeResourceRequirements: 'limits{quantity} requests{quantity}',
  VsphereVirtualDiskVolumeSource: 'fsType storagePolicyID storagePolicyName volumePath',
  WeightedPodAffinityTerm: 'podAffinityTerm:PodAffinityTerm weight:integer!',
  WindowsSecurityContextOptions: 'gmsaCredentialSpec* gmsaCredentialSpecName* hostProcess:boolean* runAsUserName*',
} as const;

/** When an empty value is written. */
export type Emptiness = 'omitted' | 'kept' | 'always';

export interface Field {
  readonly type: string;
  readonly shape: 'one' | 'list' | 'mapping';
  readonly emptiness: Emptiness;
}

/** The known types. */
export type TypeName = keyof typeof DEPLOYMENT_TYPES | keyof typeof CRD_TYPES | keyof typeof CSV_TYPES;

const LINES: Readonly<Record<string, string>> = { ...CRD_TYPES, ...DEPLOYMENT_TYPES, ...CSV_TYPES };
/** The names as keys of `TYPES`: a look-up with an equal string cut out of a line would compare it letter by letter. */
const NAMES = new Map(Object.keys(LINES).map((name) => [name, name]));
const WORD = /^([^:[{*!]+)(?::(\w+)|\[(\w*)\]|\{(\w*)\})?([*!]?)$/;

function fieldsOf(line: string): ReadonlyMap<string, Field> {
  const words = line.split(' ').filter((word) => word !== '');
  return new Map(
    words.map((word) => {
      const [, name = '', one, list, mapping, mark] = WORD.exec(word) ?? [];
      const shape = list !== undefined ? 'list' : mapping !== undefined ? 'mapping' : 'one';
      const emptiness = mark === '*' ? 'kept' : mark === '!' ? 'always' : 'omitted';
      const type = one || list || mapping || 'text';
      return [name, { type: NAMES.get(type) ?? type, shape, emptiness }];
    }),
  );
}

const TYPES = new Map(Object.entries(LINES).map(([name, line]) => [name, fieldsOf(line)]));

/** The fields of a type, in its order; undefined for a scalar. */
export function typeFields(type: string): ReadonlyMap<string, Field> | undefined {
  return TYPES.get(type);
}
