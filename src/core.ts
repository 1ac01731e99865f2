/**
 * The rules, the rendering and the review without cdk8s: pure functions on plain data, and what reads it.
 *
 * @example
 * import { expand, readInput, study } from 'cdk8s-olm/core';
 *
 * const { rendered } = study(readInput(['clusters/prod']).cluster);
 * for (const object of expand(rendered)) console.log(object.kind, object.metadata.name);
 */
export { formatProblem } from './manifest/format-problem.js';
export { isError, type Problem, type ProblemCode, ProblemError } from './manifest/problem.js';
export { PROBLEM_GUIDE } from './manifest/problem-guide.js';
export type { ProblemGuide } from './manifest/problem-guide-entry.js';
export type { Bundle, BundleDependency } from './model/bundle.js';
export { type Cluster, cluster } from './model/cluster.js';
export type { ClusterServiceVersion } from './model/cluster-service-version.js';
export type { FailOn, Finding, FindingId, Severity } from './model/finding.js';
export type { KubernetesObject, ObjectReference } from './model/kubernetes-object.js';
export type { Namespace } from './model/namespace.js';
export type { OperatorGroup } from './model/operator-group.js';
export type { ProvidedApi } from './model/provided-api.js';
export type { Subscription } from './model/subscription.js';
export { readSide } from './read-side.js';
export { PROFILES, type ProfileName } from './render/index.js';
export { type EmitSet, expand, type Rendered } from './render/rendered.js';
export { allGrants } from './review/all-grants.js';
export { type AskedAccess, askedAccess } from './review/asked-access.js';
export { review } from './review/compare.js';
export { type Background, backgroundOf } from './review/report/background.js';
export { htmlReport } from './review/report/html/page.js';
export { jsonReport } from './review/report/json.js';
export { markdownReport } from './review/report/markdown.js';
export { sarifReport } from './review/report/sarif.js';
export { type Summary, summarise } from './review/report/summary.js';
export type {
  Grant,
  GrantPath,
  GrantScope,
  GrantSubject,
  Review,
  ReviewSide,
  Right,
  Risk,
  ScopeChange,
  SourcePlace,
} from './review/review.js';
export { riskFinders } from './review/risks/index.js';
export { type Allowed, whoCan } from './review/who-can.js';
export type { Certainty, Resolution, ResolvedCsv, ResolvedGroup, ResolveOptions } from './rules/resolve.js';
export type { Phase, Reason, Verdict } from './rules/verdict.js';
export { type Input, readInput } from './source/read-input.js';
export { type Study, type StudyOptions, study } from './study.js';
