/**
 * The rules, the rendering and the review without cdk8s: pure functions on plain data, and what reads it.
 *
 * @example
 * import { expand, readInput, evaluate } from 'cdk8s-olm/core';
 *
 * // Bad input is thrown as a ProblemError. What a rule has against the operators is a finding.
 * const { rendered, findings } = evaluate(readInput(['clusters/prod']).cluster);
 * for (const { severity, message } of findings) console.error(severity, message);
 * for (const object of expand(rendered)) console.log(object.kind, object.metadata.name);
 *
 * OperatorGroups, CSVs and bundles as plain data are called `OperatorGroupData`, `ClusterServiceVersionData`, `SubscriptionData` and `BundleData`:
 * the names without `Data` are constructs of `cdk8s-olm`.
 */

export { type EvaluateOptions, type Evaluation, evaluate } from './evaluate/evaluate.js';
export { type Baseline, baselineOf } from './evaluate/read-baseline.js';
export { readBaseline, readInput, readState, type StateOptions, type Throwing } from './evaluate/reading.js';
export { FINDING_RULES } from './findings/all-rules.js';
export { type Accepted, type AppliedBaseline, applyBaseline } from './findings/baseline/apply.js';
export type { BaselineEntry } from './findings/baseline/entries.js';
export { type RiskFinders, riskFinders } from './findings/index.js';
export { expand } from './kubernetes/copies.js';
export type { KubernetesObject, ObjectReference } from './kubernetes/object.js';
export type { FieldPath } from './manifest/field-path.js';
export { formatProblem } from './manifest/format-problem.js';
export type { SourcePlace } from './manifest/place.js';
export { isError, type Problem, type ProblemCode, ProblemError, type SourceReference } from './manifest/problem.js';
export { PROBLEM_GUIDE, type ProblemGuide } from './manifest/problem-guide.js';
export type { Bundle as BundleData } from './model/bundle.js';
export type { Catalog as CatalogData, CatalogBundle, Channel, ChannelEntry, Package, Property } from './model/catalog.js';
export { type Cluster, cluster } from './model/cluster.js';
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
} from './model/cluster-service-version.js';
export type {
  Covered,
  Differs,
  FailOn,
  FieldOfInput,
  Finding,
  FindingRule,
  Presence,
  RuleDocumentation,
  Severity,
  Tier,
} from './model/finding.js';
export type { Namespace, OperatorGroup as OperatorGroupData } from './model/operator-group.js';
export type { PlatformSetting } from './model/platform.js';
export type { Subscription as SubscriptionData } from './model/subscription.js';
export type { UnreadFile, UnreadReason } from './model/unread-file.js';
export { allGrants } from './questions/all-grants.js';
export { type AskedAccess, askedAccess } from './questions/asked-access.js';
export { type AskedAs, type AskedIdentity, askedIdentity } from './questions/asked-identity.js';
export { type CanI, canI, type PerhapsRight, type Rights, rightsOf } from './questions/can-i.js';
export { EXPLAINED_KINDS, explain, type WantedRights } from './questions/explain.js';
export type { Explanation, Fact } from './questions/explanation.js';
export { type Allowed, type AskedWhere, type Perhaps, whoCan, whoPerhapsCan } from './questions/who-can.js';
export type { Grant, GrantPath, GrantScope, GrantSubject, Right } from './rbac/grant.js';
export type { Step } from './rbac/step.js';
export { PROFILES, type ProfileName } from './render/index.js';
export type { EmitSet, Rendered } from './render/rendered.js';
export { type Background, backgroundOf } from './report/background.js';
export { htmlReport } from './report/html/page.js';
export { jsonReport } from './report/json.js';
export { markdownReport } from './report/markdown.js';
export { sarifReport } from './report/sarif.js';
export { type Summary, summarise } from './report/summary.js';
export { accept } from './review/accept.js';
export { review } from './review/compare.js';
export type { Review } from './review/review.js';

export type { UnmetRequirement } from './rules/requirements.js';
export type { Certainty, ReplacedCsv, Resolution, ResolvedCsv, ResolvedGroup } from './rules/resolution.js';
export type { ResolveOptions } from './rules/resolve.js';

export type { Phase, Reason, Verdict } from './rules/verdict.js';
export type { Input, ReadOptions } from './source/read-input.js';
export type { State } from './state/state.js';
