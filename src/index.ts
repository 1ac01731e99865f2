/**
 * cdk8s-olm: constructs that render what the Operator Lifecycle Manager creates for OperatorGroups and their operators.
 * The rules and the rendering without cdk8s are in `cdk8s-olm/core`.
 */

export type { ObjectReference } from './base/kubernetes/object.js';
export type { OuterObject, SourcePlace } from './base/manifest/place.js';
export { type Problem, ProblemError } from './base/manifest/problem.js';
export { Bundle } from './constructs/bundle.js';
export { Catalog, type CatalogProps } from './constructs/catalog.js';
export { ClusterServiceVersion } from './constructs/cluster-service-version.js';
export { InstallPlanApprover, type InstallPlanApproverProps } from './constructs/install-plan-approver.js';
export type { ObjectMetadata, WithMetadata } from './constructs/object-metadata.js';
export { type NamespaceOptions, OlmCluster, type OlmClusterProps } from './constructs/olm-cluster.js';
export { type AddOperatorOptions, type InNamespace, OperatorGroup, type OperatorGroupProps } from './constructs/operator-group.js';
export { Operators, type SubscriptionPin } from './constructs/operators.js';
export {
  type INamedResource,
  type IOperatorGroup,
  OperatorAccount,
  type OperatorAccountSubject,
  OperatorGroupRole,
} from './constructs/references.js';
export { Subscription, type SubscriptionProps } from './constructs/subscription.js';
export {
  type INamedNamespace,
  type NamespaceRequirement,
  type NamespaceSelector,
  TargetNamespaces,
} from './constructs/target-namespaces.js';
export { OlmValidation, type OlmValidationProps, type ValidationContext, type Violation } from './constructs/validation.js';
// The types inside of these types, so that declarations of other packages can name them. jsii knows none of them: see scripts/jsii.js.
export type {
  BundleData,
  Certainty,
  Claim,
  ClusterServiceVersionData,
  Differs,
  EmitSet,
  FailOn,
  FieldOfInput,
  FieldPath,
  GrantScope,
  OperatorGroupData,
  Phase,
  PlatformSetting,
  Presence,
  ProblemCode,
  ProfileName,
  ProvidedApi,
  Reason,
  ReplacedCsv,
  ResolvedCsv,
  ResolvedGroup,
  Severity,
  SourceReference,
  Step,
  Tier,
  UnmetRequirement,
  Verdict,
} from './core.js';
export type { OperatorVerdict } from './olm/evaluate/operator-verdict.js';
export type { RegistryRewrite } from './olm/images/pods.js';
export type { Finding } from './olm/model/finding.js';
export type { ExistingIssuer, InstallChoices } from './olm/model/install-options.js';
export type { Finishing } from './olm/render/finishing.js';
export type { Resolution } from './olm/rules/resolution.js';
