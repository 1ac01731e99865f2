/** What ids of rules mean to a reader: which let somebody do more, which say next to nothing, and the lists and words that name them. */

import type { Finding } from '../../olm/model/finding.js';
import type { FindingKind, FindingState, ReportedFinding, Review } from '../../review/compare/review.js';
import { FINDING_RULES } from '../../review/rules/all-rules.js';
import { OF_OLM } from '../../review/rules/changed/files/changed-files.js';

/** What a finding is about, for a reader: the titles of the lists in a report. */
export const CLASSES = {
  permissions: 'Permissions',
  cluster: 'Cluster-wide changes',
  code: 'Run code',
  breaks: 'Break',
  unread: 'Not reviewed',
  other: 'Other changes',
} as const;

export type ClassName = keyof typeof CLASSES;

const IDS: Readonly<Record<Exclude<ClassName, 'permissions' | 'other'>, readonly string[]>> = {
  cluster: [
    ...['cluster-setting', 'guard-undone', 'olm-setting', 'kept-object', 'outside-source', 'bundle-image', 'applied-differently'],
    ...['delivery-moved', 'unit-moved'],
    ...['group-widened', 'group-beyond-input', 'group-added', 'group-removed', 'targets-widened', 'targets-narrowed', 'targets-moved'],
    ...['selector-targets', 'source-added', 'source-changed', 'unknown-version', 'upgrades-approved', 'subscription-removed'],
    ...['webhook-added', 'webhook-widened', 'webhook-changed', 'webhook-removed'],
    ...['api-service-added', 'api-service-changed', 'api-service-removed', 'platform-upgraded', 'head-moved', 'lock-behind-cluster'],
    'catalog-platforms-not-read',
    ...['baseline-changed', 'secret-in-input', 'migration-step', 'foreign-configuration'],
  ],
  code: [
    ...['account-used', 'token-mounted', 'powerful-image', 'powerful-input', 'embedded-pod', 'applied-now', 'unknown-account'],
    ...['pod-security', 'workload-added', 'workload-removed', 'account-changed', 'image-added', 'image-changed', 'command-changed'],
    'runtime-class',
  ],
  breaks: [
    ...['verdict-changed', 'crd-changed', 'crd-removed', 'api-removed', 'upgrade-blocked', 'upgrade-refuses-pods', 'aggregation-lost'],
    ...['no-longer-made', 'left-behind', 'role-renamed', 'member-removed'],
  ],
  unread: [
    ...['unread-file', 'raw-file', 'left-variable', 'unknown-role', 'uncounted-role', 'unrendered-permission', 'unknown-rbac-field'],
    ...['unknown-kind', 'unknown-metadata', 'object-not-reviewed', 'fields-not-reviewed', 'crd-not-compared', 'lock-not-verified'],
    ...['file-changed', 'operator-file-changed', 'not-compared'],
  ],
};

const CLASS_OF: ReadonlyMap<string, ClassName> = new Map(
  Object.entries(IDS).flatMap(([name, ids]) => ids.map((id) => [id, name as ClassName] as const)),
);

/** Of a risk that is in no list, somebody can do something; what `check` finds keeps something from running. */
export function classOf({ id }: Pick<Finding, 'id'>, kind: FindingKind): ClassName {
  return CLASS_OF.get(id) ?? (kind === 'risk' ? 'permissions' : kind === 'check' ? 'breaks' : 'other');
}

/** Notes that most changes of a version have, and that nobody decides by: reports count them. */
const ROUTINE: ReadonlySet<string> = new Set([
  ...['member-upgraded', 'image-changed', 'image-added', 'copies-changed', 'object-changed', 'object-comes-or-goes', 'fields-not-reviewed'],
  ...['crd-added', 'crd-compatible', 'left-behind', 'role-renamed'],
]);

/** Whether a report only counts a finding. */
export function isRoutine({ id, severity }: Pick<Finding, 'id' | 'severity'>): boolean {
  return severity === 'info' && ROUTINE.has(id);
}

/** Who can be granted something; a ClusterRole stands for anyone bound to it. */
const GRANTEES: ReadonlySet<string> = new Set(['User', 'Group', 'ServiceAccount', 'ClusterRole']);

/** By which somebody can do more, though no role grants it. */
const GIVING: ReadonlySet<string> = new Set([
  ...['account-used', 'token-mounted', 'group-member', 'admin-named', 'embedded-manifest', 'embedded-pod', 'applied-now'],
  ...['account-in-tenant-namespace', 'group-widened', 'group-beyond-input', 'targets-widened', 'pod-security', 'workload-added'],
  ...['account-changed', 'webhook-added', 'webhook-widened', 'api-service-added', 'api-service-changed', 'locked-step'],
]);

/** What a new finding says of who can do what: somebody can do more, somebody may, or nobody. */
export type Effect = 'more' | 'perhaps' | 'none';

/** Nobody knows what these do, or whether they do it, whatever their severity. */
const OPEN: ReadonlySet<string> = new Set([
  'order-dependent-permission',
  'not-compared',
  'unknown-version',
  'object-not-reviewed',
  'file-changed',
  'operator-file-changed',
]);

/** Each id that a list of this file has: there must be a rule of it. */
export const LISTED_IDS: readonly string[] = [...CLASS_OF.keys(), ...ROUTINE, ...GIVING, ...OPEN];

/** The effect of a new finding. What no list names, and is no note, may be anything. @param isMore whether anybody gains a permission */
export function effectOf(finding: Finding, kind: FindingKind, isMore: boolean): Effect {
  const { id, severity, subject, presence, permissions, before = '', after = '' } = finding;
  if (OPEN.has(id)) return presence === 'removed' || (id === 'not-compared' && severity === 'info') ? 'none' : 'perhaps';
  const name = classOf(finding, kind);
  if (kind === 'check' || name === 'breaks') return 'none';
  if (isMore && name === 'permissions' && (permissions !== undefined || GRANTEES.has(subject.kind))) return 'more';
  if (GIVING.has(id) && (severity !== 'info' || kind === 'reach')) return 'more';
  if (severity === 'info') return 'none';
  // What a script applies is no object of the input.
  if (id === 'command-changed' && OF_OLM.test(`${before} ${after}`)) return 'perhaps';
  return kind === 'risk' || name !== 'code' ? 'perhaps' : 'none';
}

/** Where the title of a rule is too long for a cell. */
const SHORT: Readonly<Record<string, string>> = {
  'account-changed': 'another account',
  'admission-policy-write': 'write admission policies',
  'api-service-added': 'serves an API',
  'cluster-permissions': 'permissions beyond its namespaces',
  'command-changed': 'other commands',
  'confused-deputy': 'acts for editors with these',
  'crd-changed': 'CRDs break',
  'crd-removed': 'CRDs removed',
  'custom-resource-definition-write': 'write CRDs',
  'dependency-not-met': 'dependency missing',
  'endpoint-write': 'write endpoints',
  'gitops-write': 'change what GitOps deploys',
  'identity-write': 'write users and logins',
  'image-changed': 'images from elsewhere',
  impersonation: 'impersonate',
  'lock-not-verified': 'lock not verified',
  'namespace-write': 'write Namespaces',
  'nodes-proxy': 'call kubelets',
  'object-not-reviewed': 'unreviewed objects',
  'olm-write': 'change what OLM installs',
  'pod-access': 'enter Pods',
  'pod-modify': 'change Pods',
  'pod-security': 'Pods reach their nodes',
  'pod-security-policies': 'use PodSecurityPolicies',
  'powerful-image': 'other programs',
  'powerful-input': 'other input',
  'requirements-not-met': 'requirement not met',
  'role-escalation': 'give itself any permission',
  'security-context-constraints': 'use SCCs',
  'security-context-constraints-write': 'write SCCs',
  'setting-write': 'write cluster settings',
  'source-added': 'a new source',
  'source-changed': 'comes from elsewhere',
  'targets-widened': 'watches more namespaces',
  'token-create': 'create tokens',
  'unknown-kind': 'objects of unknown kinds',
  'unknown-metadata': 'unknown annotations',
  'unknown-version': 'another version',
  'url-access': 'use all URL paths',
  'verdict-changed': 'another verdict',
  'webhook-added': 'a webhook',
  'webhook-changed': 'a webhook changes',
  'webhook-configurations': 'write webhooks',
  'webhook-removed': 'a webhook removed',
  'webhook-widened': 'a webhook sees more',
  'wildcard-rights': 'permissions by wildcard',
  'workload-added': 'a new workload',
};

/** `Can read Secrets` is `read Secrets`. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...FINDING_RULES.map(({ id, title }): [string, string] => {
    const words = title.replace(/^Can /, '');
    return [id, words.replace(/^[A-Z](?=[a-z]*(?: |$))/, (letter) => letter.toLowerCase())];
  }),
  ...Object.entries(SHORT),
]);

/** What a rule is about; the id of one that is not ours. */
export function wordsOf(id: string): string {
  return WORDS.get(id) ?? id;
}

/** One part. */
export interface Part {
  readonly state: FindingState;
  /** @default all */
  readonly kind?: FindingKind;
  readonly title: string;
  /** One of its findings, as the summary counts them; and several, if that is not the same with an `s`. */
  readonly noun: string;
  readonly plural?: string;
}

export const PARTS = {
  verdicts: { kind: 'check', state: 'new', title: 'Verdicts', noun: 'new finding' },
  reach: { kind: 'reach', state: 'new', title: 'Reach', noun: 'change of reach', plural: 'changes of reach' },
  risks: { kind: 'risk', state: 'new', title: 'New risks', noun: 'new risk' },
  'grown-risks': { kind: 'risk', state: 'grown', title: 'Risks that grew', noun: 'risk that grew', plural: 'risks that grew' },
  changes: { kind: 'change', state: 'new', title: 'Other changes', noun: 'other change' },
  'smaller-risks': { kind: 'risk', state: 'smaller', title: 'Smaller risks', noun: 'smaller risk' },
  'fixed-risks': { kind: 'risk', state: 'fixed', title: 'Fixed risks', noun: 'fixed risk' },
  'fixed-verdicts': { kind: 'check', state: 'fixed', title: 'Fixed verdicts', noun: 'fixed finding' },
  accepted: { state: 'accepted', title: 'Accepted risks', noun: 'accepted risk' },
  unchanged: { kind: 'risk', state: 'unchanged', title: 'Risks that existed before', noun: 'unchanged risk' },
} as const satisfies Readonly<Record<string, Part>>;

/** The name of a part, which is also the id of its section of the page. */
export type PartName = keyof typeof PARTS;

/** What a part lists. */
export function partOf({ findings }: Pick<Review, 'findings'>, name: PartName): ReportedFinding[] {
  const { kind, state }: Part = PARTS[name];
  return findings.filter((one) => one.state === state && (kind === undefined || one.kind === kind));
}
