/** What kinds of changes there are, by the ids of rules: which of them let somebody do more, and which say next to nothing. */
import type { Finding } from '../../model/finding.js';
import type { FindingKind } from '../../review/review.js';

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
  const { id, severity, subject, presence, permissions } = finding;
  if (OPEN.has(id)) return presence === 'removed' || (id === 'not-compared' && severity === 'info') ? 'none' : 'perhaps';
  const name = classOf(finding, kind);
  if (kind === 'check' || name === 'breaks') return 'none';
  if (isMore && name === 'permissions' && (permissions !== undefined || GRANTEES.has(subject.kind))) return 'more';
  if (GIVING.has(id) && (severity !== 'info' || kind === 'reach')) return 'more';
  if (severity === 'info') return 'none';
  return kind === 'risk' || name !== 'code' ? 'perhaps' : 'none';
}
