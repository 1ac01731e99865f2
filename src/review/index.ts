/** Two states, what differs, and who can do what: the one door of this wing. */

export { accept } from './compare/accept.js';
export { review } from './compare/compare.js';
export { fileChanges } from './compare/file-changes.js';
export { foldReviews, type UnitReview } from './compare/fold.js';
export { withMigration } from './compare/migration.js';
export { ownersIn } from './compare/operators.js';
export type { Rename } from './compare/renames.js';
export {
  type Changed,
  type ChangedField,
  FINDING_KINDS,
  FINDING_STATES,
  type FindingKind,
  type FindingState,
  type OperatorChange,
  type ReportedFinding,
  type Review,
  reported,
  sortedFindings,
  toDecide,
  toldList,
} from './compare/review.js';
export { askedAccess, type UnknownResource, unknownNamespace, unknownVerb } from './questions/asked-access.js';
export { type AskedIdentity, askedIdentity } from './questions/asked-identity.js';
export { type CanI, canI, type PerhapsRight, type Rights, rightsOf } from './questions/can-i.js';
export { EXPLAINED_KINDS, explain, namedOf, namesOf } from './questions/explain.js';
export type { Explanation } from './questions/explanation.js';
export { type OperatorAccount, ofOperators, operatorAccounts } from './questions/operators.js';
export { perhapsAccountOf, type UnknownAccounts, unknownAccounts } from './questions/unknown-accounts.js';
export { type AllowedVerbs, whoCanVerbs } from './questions/verb-groups.js';
export type { Allowed, Perhaps } from './questions/who-can.js';
export { accountsOf } from './rules/access/access.js';
export { permissionsOf, uncoveredBy } from './rules/access/permission.js';
export { systemNamespaceOf } from './rules/access/system-namespaces.js';
export { ACCEPTABLE_RULES, FINDING_RULES, ruleOf } from './rules/all-rules.js';
export { type Acceptance, applyBaseline } from './rules/baseline/apply.js';
export { baselineChanges, brokenBaseline } from './rules/baseline/changes.js';
export type { RiskConfiguration } from './rules/baseline/configuration.js';
export { type BaselineEntry, baselineEntries } from './rules/baseline/entries.js';
export { addKnown, unknownIn } from './rules/baseline/known.js';
export { CRD_CHANGED } from './rules/changed/crds/crd-versions.js';
export {
  COMES_OR_GOES,
  FIELDS_NOT_REVIEWED,
  isPresence,
  NOT_REVIEWED,
  notReviewedText,
  presenceTexts,
} from './rules/changed/documents/not-reviewed.js';
export { partsThatDiffer } from './rules/changed/documents/parts-that-differ.js';
export { LEFT, NO_LONGER_BROKEN, NO_LONGER_RUN } from './rules/changed/files/changed-files.js';
export { startedFiles } from './rules/changed/files/started-files.js';
export { OF_OLM } from './rules/changed/files/weighed-changes.js';
export { isChange } from './rules/changed/index.js';
export { marksWith } from './rules/changed/marks.js';
export { notCompared } from './rules/changed/not-compared.js';
export { COMMAND_CHANGED } from './rules/changed/pods/commands.js';
export { IMAGE_CHANGED } from './rules/changed/pods/images.js';
export { TARGET_RULES } from './rules/changed/reach/groups.js';
export { LOCK_NOT_VERIFIED, LOCKED_CHANNEL } from './rules/changed/sources/locked.js';
export { SOURCE_ADDED, SOURCE_REMOVED, VERSION_UNKNOWN } from './rules/changed/sources/sources.js';
export { confusedDeputy } from './rules/held/confused-deputy.js';
export { unknownRole } from './rules/held/uncertain-roles.js';
export { RISK_RULES, riskFinders } from './rules/index.js';
export { INVENTORY_COLUMNS, type InventoryColumn } from './rules/rule.js';
export { tierOf } from './rules/tiers.js';
export { evaluatedState } from './state/evaluated-state.js';
export { pathTeller } from './state/grant-path.js';
export { renderedState } from './state/rendered-state.js';
export type { State, Untouched } from './state/state.js';
export { type Asked, askedBy, boundRoles, rolesNamed, untouchedIn } from './state/untouched.js';
