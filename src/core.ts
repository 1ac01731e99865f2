/**
 * The rules, the rendering and the review without cdk8s: pure functions on plain data, and the readers of that data.
 *
 * @example
 * import { expand, readInput, evaluate } from 'cdk8s-olm/core';
 *
 * // Bad input is thrown as a ProblemError. A problem of an operator is a finding.
 * const { rendered, findings } = evaluate(readInput(['clusters/prod']).cluster);
 * for (const { severity, message } of findings) console.error(severity, message);
 * for (const object of expand(rendered)) console.log(object.kind, object.metadata.name);
 *
 * OperatorGroups, CSVs and bundles as plain data are called `OperatorGroupData`, `ClusterServiceVersionData`, `SubscriptionData` and `BundleData`:
 * the names without `Data` are constructs of `cdk8s-olm`.
 */

export { expand } from './base/kubernetes/copies.js';
export type { KubernetesObject, ObjectReference } from './base/kubernetes/object.js';
export type { FieldPath } from './base/manifest/field-path.js';
export { formatProblem } from './base/manifest/format-problem.js';
export type { SourcePlace } from './base/manifest/place.js';
export { isError, type Problem, type ProblemCode, ProblemError, type SourceReference } from './base/manifest/problem.js';
export { PROBLEM_GUIDE, type ProblemGuide } from './base/manifest/problem-guide.js';
export type { Grant, GrantPath, GrantScope, GrantSubject, Right } from './base/rbac/grant.js';
export type { Step } from './base/rbac/step.js';
export { evaluateFiles as evaluate } from './olm/evaluate/evaluate-files.js';
export type { EvaluateOptions, Evaluation } from './olm/evaluate/evaluation.js';
export type { Bundle as BundleData } from './olm/model/bundle.js';
export type { Catalog as CatalogData, CatalogBundle, Channel, ChannelEntry, Package, Property } from './olm/model/catalog.js';
export type { Claim, Differs, FieldOfInput, Presence } from './olm/model/claim.js';
export type { Cluster } from './olm/model/cluster.js';
export { cluster } from './olm/model/cluster-of-parts.js';
export type {
  ApiServiceDescription,
  ClusterServiceVersion as ClusterServiceVersionData,
  CrdDescription,
  CsvDeployment,
  InstallMode,
  Permission,
  ProvidedApi,
  WebhookDescription,
  WebhookRule,
} from './olm/model/cluster-service-version.js';
export type { FailOn, Finding, FindingRule, RuleDocumentation, Severity, Tier } from './olm/model/finding.js';
export type { Namespace, OperatorGroup as OperatorGroupData } from './olm/model/operator-group.js';
export type { PlatformSetting } from './olm/model/platform.js';
export type { Subscription as SubscriptionData } from './olm/model/subscription.js';
export type { UnreadFile, UnreadReason } from './olm/model/unread-file.js';
export { PROFILES, type ProfileName } from './olm/render/index.js';
export type { EmitSet, Rendered } from './olm/render/rendered.js';
export type { UnmetRequirement } from './olm/rules/requirements.js';
export type { Certainty, ReplacedCsv, Resolution, ResolvedCsv, ResolvedGroup } from './olm/rules/resolution.js';
export type { ResolveOptions } from './olm/rules/resolve.js';
export type { Phase, Reason, Verdict } from './olm/rules/verdict.js';
export { type Background, backgroundOf } from './report/background.js';
export { htmlReport } from './report/html/page.js';
export { jsonReport } from './report/json.js';
export { markdownReport } from './report/markdown.js';
export { sarifReport } from './report/sarif.js';
export { type Summary, summarise } from './report/summary.js';
export type { Input, ReadOptions } from './repository/input/read-input.js';
export { type Baseline, baselineOf } from './repository/read/read-baseline.js';
export type { StateOptions } from './repository/read/read-state.js';
export {
  readBaselineOrThrow as readBaseline,
  readInputOrThrow as readInput,
  readStateOrThrow as readState,
  type Throwing,
} from './repository/read/reading.js';
export { accept } from './review/compare/accept.js';
export { review } from './review/compare/compare.js';
export type { Review } from './review/compare/review.js';
export { allGrants } from './review/questions/all-grants.js';
export { type AskedAccess, askedAccess } from './review/questions/asked-access.js';
export { type AskedAs, type AskedIdentity, askedIdentity } from './review/questions/asked-identity.js';
export { type CanI, canI, type PerhapsRight, type Rights, rightsOf } from './review/questions/can-i.js';
export { EXPLAINED_KINDS, explain, type WantedRights } from './review/questions/explain.js';
export type { Explanation, Fact } from './review/questions/explanation.js';
export { type Allowed, type AskedWhere, type Perhaps, whoCan, whoPerhapsCan } from './review/questions/who-can.js';
export { FINDING_RULES } from './review/rules/all-rules.js';
export { type Accepted, type AppliedBaseline, applyBaseline } from './review/rules/baseline/apply.js';
export type { BaselineEntry } from './review/rules/baseline/entries.js';
export { type RiskFinders, riskFinders } from './review/rules/index.js';
export type { State } from './review/state/state.js';
