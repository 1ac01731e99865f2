/**
 * What ClusterServiceVersions and Subscriptions say about installing an operator, field by field and in the order of the Go types
 * (operator-framework/api v1alpha1, k8s.io/api rbac/v1 and admissionregistration/v1). fields.ts says how to read a line.
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
