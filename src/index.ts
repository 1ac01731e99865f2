/**
 * cdk8s-olm: constructs that render what the Operator Lifecycle Manager creates for OperatorGroups and their operators.
 * The rules and the rendering without cdk8s are in `cdk8s-olm/core`.
 */
export { Bundle } from './constructs/bundle.js';
export { Catalog, type CatalogProps } from './constructs/catalog.js';
export { ClusterServiceVersion } from './constructs/cluster-service-version.js';
export { InstallPlanApprover, type InstallPlanApproverProps } from './constructs/install-plan-approver.js';
export { type NamespaceOptions, OlmCluster, type OlmClusterProps } from './constructs/olm-cluster.js';
export { OperatorGroup, type OperatorGroupProps } from './constructs/operator-group.js';
export { Operators } from './constructs/operators.js';
export type { IOperatorGroup, OperatorAccount, OperatorAccountSubject, OperatorGroupRole } from './constructs/references.js';
export { Subscription, type SubscriptionProps } from './constructs/subscription.js';
export { type INamedNamespace, TargetNamespaces } from './constructs/target-namespaces.js';
export { OlmValidation, type OlmValidationProps } from './constructs/validation.js';
export { type Problem, ProblemError } from './manifest/problem.js';
export type { Finding } from './model/finding.js';

export type { Resolution } from './rules/resolution.js';
