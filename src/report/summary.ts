/** The result of a review in one line, for a reader who stops there. */

import { BASELINE_CHANGED } from '../findings/baseline/apply.js';
import {
  COMES_OR_GOES,
  FIELDS_NOT_REVIEWED,
  NOT_REVIEWED,
  notReviewedText,
  OBJECT_CHANGED,
  presenceTexts,
} from '../findings/changed/documents/not-reviewed.js';
import { IMAGE_CHANGED } from '../findings/changed/pods/images.js';
import { TARGETS_WIDENED } from '../findings/changed/reach/groups.js';
import { SOURCE_ADDED, SOURCE_CHANGED, VERSION_UNKNOWN } from '../findings/changed/sources/sources.js';
import { groupBy } from '../kubernetes/group-by.js';
import { formatReference, type ObjectReference } from '../kubernetes/object.js';
import { type Finding, SEVERITIES, type Severity } from '../model/finding.js';
import type { Grant, GrantPath } from '../rbac/grant.js';
import type { Review } from '../review/review.js';
import { toDecide, told } from '../review/told.js';
import { aboutText, counted, listed, permissionTexts, subjectText, whereText } from '../wording/phrases.js';
import { crdsAlike, crdText, isCrdChange } from './crds.js';
import { byDanger } from './danger.js';
import { cameText, grownText } from './grown.js';
import { PARTS, type Part, type PartName, partOf } from './parts.js';
import { renameTexts } from './renames.js';

/** What the reader should do: nothing, check what is removed, decide, or stop. */
export type Tone = 'same' | 'less' | 'look' | 'stop';

/** How a tone and a severity look without colour. */
export const TONE_SIGN: Readonly<Record<Tone, string>> = { same: '✅', less: 'ℹ️', look: '⚠️', stop: '⛔' };
export const SEVERITY_SIGN: Readonly<Record<Severity, string>> = { error: '⛔', warning: '⚠️', info: 'ℹ️' };

/** The first screen of every report. */
export interface Summary {
  readonly tone: Tone;
  /** The verdict, such as `Grants more: …`. */
  readonly headline: string;
  /** One sentence: what to do. */
  readonly advice: string;
  /** The finding whose sentence the verdict is: nothing has to say it again. */
  readonly told?: Finding;
  /** The permission that it says is granted, as tables have it. */
  readonly grants?: string;
  /** Whether it tells of the first account that is renamed. */
  readonly isRename?: true;
  /** What matters next, highest severity first. */
  readonly points: readonly Point[];
  /** Kinds without any are left out. */
  readonly counts: readonly Count[];
}

/** How much there is of something, and which section of the page has it. */
export interface Count {
  /** `1 change of reach`, `2 new risks` … */
  readonly text: string;
  readonly section: string;
}

/** One statement of the first screen. */
export interface Point {
  readonly severity: Severity;
  readonly text: string;
  /** The finding that it is the sentence of; none where it tells of several. */
  readonly of?: Finding;
  readonly grants?: string;
  readonly isRename?: true;
}

/** A statement, and where it comes among those of all severities. */
interface Statement extends Point {
  /** @default its severity */
  readonly rank?: Severity;
  /** Of a risk: who holds which permissions where. */
  readonly held?: readonly string[];
}

/** Begins the verdict where nothing is granted, and nothing of it is unknown. */
const NOTHING_GRANTED = 'No new permissions. ';
/** Begins it where an operator can come in another version, of which this review may know nothing. */
const OTHER_VERSION = 'Permissions may change: ';

const SHOWN_POINTS = 4;

/** Of permissions with a longer text, only the number is shown. */
const LONGEST_PERMISSION = 160;

const ADVICE: Readonly<Record<Tone, string>> = {
  same: 'All permissions, target namespaces and verdicts are unchanged.',
  less: 'Approve the change if it is meant to do this.',
  look: 'Approve the change if it is meant to do this.',
  stop: 'Do not approve the change until the errors are fixed or accepted.',
};

const CHECK_LOST = 'Check that nobody needs what it removes.';
const LOOK_AT_REST = 'Look at what was not reviewed: nothing here says what it does.';
const LOOK_AT_SOURCE = 'Look at what new operators and catalogs bring: this review does not know it.';
const LOOK_AT_VERSION = 'Look at what the other version may do.';

/** Of so many permissions by one role, the role says more than the first of them. */
const MANY_PERMISSIONS = 20;
const ROLES: ReadonlySet<string> = new Set(['Role', 'ClusterRole']);

/** Changes of which no rule knows all that they may grant. */
const UNREVIEWED: ReadonlySet<string> = new Set([NOT_REVIEWED, FIELDS_NOT_REVIEWED].map(({ id }) => id));
const SOURCES: ReadonlySet<string> = new Set([SOURCE_ADDED, SOURCE_CHANGED].map(({ id }) => id));

/** Changes that have a place of their own among the statements. */
const TOLD_APART: ReadonlySet<string> = new Set(
  [BASELINE_CHANGED, IMAGE_CHANGED, NOT_REVIEWED, FIELDS_NOT_REVIEWED, OBJECT_CHANGED, COMES_OR_GOES].map(({ id }) => id),
);

/** Nobody knows what these do: what is known to be as bad comes first. */
const UNKNOWN: ReadonlySet<string> = new Set(['unknown-kind', 'unknown-metadata']);

/** Who can be granted something; a ClusterRole stands for anyone bound to it. */
const GRANTEES: ReadonlySet<string> = new Set(['User', 'Group', 'ServiceAccount', 'ClusterRole']);

/** Findings that follow from others; their cause is shown first. */
const CONSEQUENCES: ReadonlySet<string> = new Set(['ambiguous-outcome', 'unstable-outcome']);

/**
 * The summary of a review.
 *
 * @example
 * summarise(review).headline // 'No change in meaning'
 */
export function summarise(review: Review): Summary {
  const tone = toneOf(review);
  // What breaks comes first. A group that targets more is the cause of what follows, whatever its severity.
  const causes = told(review, 'new', 'reach').filter(isWidening).map(widening);
  const [first, ...others] = [...breaking(review), ...causes, ...bySeverity([...statements(review)])];
  return {
    tone,
    headline: first ? `${answer(review, first)}${first.text}` : 'No change in meaning',
    advice: adviceOf(review, tone, first),
    ...(first?.of ? { told: first.of } : {}),
    ...(first?.grants === undefined ? {} : { grants: first.grants }),
    ...(first?.isRename ? { isRename: first.isRename } : {}),
    points: others.slice(0, SHOWN_POINTS).map(({ severity, text }) => ({ severity, text })),
    counts: counts(review),
  };
}

/** A note by itself is no reason to stop at; that somebody may do more is, whatever its severity. */
function toneOf(review: Review): Tone {
  const found = toDecide(review);
  if (found.some(({ severity }) => severity === 'error')) return 'stop';
  if (grantsMore(review) || found.some(({ severity }) => severity === 'warning')) return 'look';
  const isLess =
    review.lost.length + review.renames.length > 0 || review.findings.some(({ state }) => state === 'fixed' || state === 'smaller');
  return found.length > 0 || isLess ? 'less' : 'same';
}

function grantsMore(review: Review): boolean {
  return (
    review.gained.length > 0 || review.findings.some(({ finding, state }) => state === 'grown' || (state === 'new' && isWidening(finding)))
  );
}

function isWidening({ id }: Finding): boolean {
  return id === TARGETS_WIDENED.id;
}

function isUnknownSource({ id, severity }: Finding): boolean {
  return id === SOURCE_ADDED.id && severity === 'warning';
}

/** What the verdict says before its first sentence: whether the change grants more, as far as that is known. */
function answer(review: Review, first: Point): string {
  if (first.of?.id === VERSION_UNKNOWN.id) return OTHER_VERSION;
  const isKnown =
    told(review, 'new', 'risk').length === 0 &&
    toDecide(review).every(
      ({ id, severity, presence }) =>
        severity !== 'error' &&
        !(UNREVIEWED.has(id) && presence !== 'removed') &&
        !(SOURCES.has(id) && severity !== 'info') &&
        id !== VERSION_UNKNOWN.id &&
        id !== BASELINE_CHANGED.id,
    );
  return isKnown && !grantsMore(review) ? NOTHING_GRANTED : '';
}

/** Nobody is told to approve what nobody has looked at. */
function adviceOf(review: Review, tone: Tone, first: Point | undefined): string {
  if (tone === 'same') return `${ADVICE.same}${rewritten(review)}${unread(review)}`;
  if (tone === 'stop') return ADVICE.stop;
  const found = toDecide(review);
  if (found.some(isUnknownSource)) return LOOK_AT_SOURCE;
  if (first?.of?.id === VERSION_UNKNOWN.id) return LOOK_AT_VERSION;
  const isUnreviewed = found.some(({ id }) => UNREVIEWED.has(id));
  if (tone === 'less' && isUnreviewed && found.every(({ id }) => UNREVIEWED.has(id))) return LOOK_AT_REST;
  return [ADVICE[tone], ...(isUnreviewed ? [LOOK_AT_REST] : []), ...(tone === 'less' && review.lost.length > 0 ? [CHECK_LOST] : [])].join(
    ' ',
  );
}

function bySeverity(statements: readonly Statement[]): Point[] {
  const rankOf = ({ severity, rank = severity }: Statement): number => SEVERITIES.indexOf(rank);
  const said = new Set<string>();
  // Two risks can be about the same permissions: the first screen says them once.
  const isNews = ({ held = [] }: Statement): boolean => {
    const isSaid = held.length > 0 && held.every((permission) => said.has(permission));
    for (const permission of held) said.add(permission);
    return !isSaid;
  };
  return statements
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .filter(isNews)
    .map(({ rank: _, held: __, ...point }) => point);
}

function heldBy({ subject, scope }: Finding, permissions: readonly string[] = []): readonly string[] {
  return permissions.map((permission) => JSON.stringify([formatReference(subject), scope ?? null, permission]));
}

function breaking(review: Review): Point[] {
  return told(review, 'new', 'check')
    .filter(({ severity }) => severity === 'error')
    .toSorted((a, b) => Number(CONSEQUENCES.has(a.id)) - Number(CONSEQUENCES.has(b.id)))
    .map((of) => ({ severity: of.severity, text: `Breaks ${aboutText(of)}`, of }));
}

/** All other statements; of equal severity, earlier ones matter more. */
function* statements(review: Review): Generator<Statement> {
  const { gained, lost } = review;
  const risks = told(review, 'new', 'risk');
  const checks = told(review, 'new', 'check');
  const changes = told(review, 'new', 'change');
  // What somebody may do comes before all else of equal severity.
  const isGranted = ({ subject }: Finding): boolean => gained.length > 0 && GRANTEES.has(subject.kind);
  for (const of of risks)
    if (isGranted(of)) yield { severity: of.severity, text: `Grants more: ${of.message}`, of, held: heldBy(of, of.permissions) };
  for (const risk of told(review, 'grown'))
    yield { severity: risk.severity, text: `Grants more: ${grownText(risk)}`, grants: cameText(risk), held: heldBy(risk, risk.came) };
  if (gained.length > 0) {
    const { text, permission } = firstOf(gained, 'can', 'gets');
    yield { severity: 'info', rank: 'warning', text: `Grants more: ${text}`, ...(permission === undefined ? {} : { grants: permission }) };
  }
  // What later reviews accept weighs more than what this one tells of equal severity.
  for (const of of changes) if (of.id === BASELINE_CHANGED.id) yield { severity: of.severity, text: aboutText(of), of };
  // A new operator that is not known is the cause of what comes with it.
  for (const of of changes) if (isUnknownSource(of)) yield { severity: of.severity, text: aboutText(of), of };
  for (const of of risks) if (!isGranted(of) && !UNKNOWN.has(of.id)) yield { severity: of.severity, text: `New risk: ${of.message}`, of };
  if (lost.length > 0) yield { severity: 'info', text: `Grants less: ${firstOf(lost, 'can no longer', 'loses').text}` };
  for (const alike of crdsAlike(changes)) {
    const [of] = alike;
    const { severity } = of;
    // What may break for users comes after what somebody gains.
    const rank = severity === 'warning' ? { rank: 'info' as const } : {};
    yield { severity, text: crdText(alike), ...rank, ...(alike.length === 1 ? { of } : {}) };
  }
  yield* images(changes);
  for (const of of changes)
    if (!TOLD_APART.has(of.id) && !isCrdChange(of) && !isUnknownSource(of)) yield { severity: of.severity, text: aboutText(of), of };
  for (const of of risks) if (!isGranted(of) && UNKNOWN.has(of.id)) yield { severity: of.severity, text: `New risk: ${of.message}`, of };
  for (const of of checks) if (of.severity !== 'error') yield { severity: of.severity, text: aboutText(of), of };
  for (const text of renameTexts(review)) yield { severity: 'info', text, isRename: true };
  for (const of of told(review, 'new', 'reach')) if (!isWidening(of)) yield { severity: of.severity, text: aboutText(of), of };
  const notReviewed = notReviewedText(changes);
  if (notReviewed !== undefined) yield { severity: 'info', text: notReviewed };
  for (const text of presenceTexts(changes)) yield { severity: 'info', text };
  for (const of of changes)
    if (of.id === FIELDS_NOT_REVIEWED.id || of.id === OBJECT_CHANGED.id) yield { severity: of.severity, text: aboutText(of), of };
  for (const { message } of told(review, 'fixed', 'risk')) yield { severity: 'info', text: `Removes a risk: ${message}` };
  for (const of of told(review, 'fixed', 'check')) yield { severity: 'info', text: `Fixes ${aboutText(of)}` };
}

/** Images that change are one statement for each severity. */
function* images(changes: readonly Finding[]): Generator<Statement> {
  const found = groupBy(
    changes.filter(({ id }) => id === IMAGE_CHANGED.id),
    ({ severity }) => severity,
  );
  for (const [severity, alike] of found) {
    const [of] = alike;
    if (of && alike.length === 1) yield { severity, text: aboutText(of), of };
    else
      yield {
        severity,
        text: `Images change in ${alike.length} objects: ${listed([...new Set(alike.map(({ subject }) => formatReference(subject)))])}`,
      };
  }
}

function widening(of: Finding): Point {
  const { severity, subject, before, after } = of;
  if (before === undefined || after === undefined) return { severity, text: aboutText(of), of };
  return { severity, text: `Widens ${formatReference(subject)} from ${before} to ${after}`, of };
}

/** What the first subject gets or loses, and how many others do; and the permission that this names. */
function firstOf(grants: readonly Grant[], can: string, gets: string): { text: string; permission?: string } {
  const [own, ...others] = byDanger(grants);
  if (!own) return { text: '' };
  const [{ subject, scope }] = own;
  const rights = own.map(({ right }) => right);
  const [first = '', ...rest] = permissionTexts(rights);
  const where = whereText(scope, rights);
  const more = others.length > 0 ? `, and ${counted(others.flat().length, 'more permission')}` : '';
  const through = new Map(own.flatMap(({ paths }) => paths.map(meansOf)).map((means) => [means ? formatReference(means) : '', means]));
  const [[name, only] = []] = through.size === 1 ? through : [];
  const isByRole = subject.kind !== 'RoleHolder' && only !== undefined && ROLES.has(only.kind) && own.length >= MANY_PERMISSIONS;
  if (first.length <= LONGEST_PERMISSION && !isByRole)
    return { text: `${subjectText(subject)} ${can} ${first}${rest.length > 0 ? ' and more' : ''} ${where}${more}`, permission: first };
  const means = subject.kind === 'RoleHolder' || name === undefined ? '' : ` through ${name}`;
  const [sample = ''] = permissionTexts([own[0].right]);
  return {
    text: `${subjectText(subject)} ${gets} ${counted(own.length, 'permission')} ${where}${means}, such as ${sample}${more}`,
  };
}

/** What grants a permission: the role that people are bound to, or the object that a role was created for. */
function meansOf({ roles, owner }: GrantPath): ObjectReference | undefined {
  return owner && roles.length === 1 ? owner : roles[0];
}

function rewritten({ objects: { added, removed, changed } }: Review): string {
  const parts = [
    ...(added > 0 ? [`${counted(added, 'object')} added`] : []),
    ...(removed > 0 ? [`${counted(removed, 'object')} removed`] : []),
    ...(changed > 0 ? [`${counted(changed, 'object')} changed`] : []),
  ];
  return parts.length > 0 ? ` ${parts.join(', ')}, with the same effect.` : '';
}

/** What nobody read is not known to be harmless, even if it did not change. */
function unread({ unread: files }: Review): string {
  if (files.length === 0) return '';
  return files.length === 1 ? ' 1 file was not read; it did not change.' : ` ${files.length} files were not read; they did not change.`;
}

/** What is counted, in this order: parts with findings, and what else a review has. */
function counts(review: Review): Count[] {
  const { gained, lost, renames, unread: files } = review;
  const notReviewed = partOf(review, 'changes').filter(({ finding }) => finding.id === NOT_REVIEWED.id);
  const count = (section: string, number: number, noun: string, plural?: string): Count[] =>
    number === 0 ? [] : [{ text: number > 1 && plural !== undefined ? `${number} ${plural}` : counted(number, noun), section }];
  const found = (...names: PartName[]): Count[] =>
    names.flatMap((name) => {
      const { noun, plural }: Part = PARTS[name];
      return count(name, partOf(review, name).length - (name === 'changes' ? notReviewed.length : 0), noun, plural);
    });
  return [
    ...found('reach', 'risks', 'grown-risks', 'changes'),
    ...count('changes', notReviewed.length, 'unreviewed change'),
    ...count('renamed', renames.length, 'renamed account'),
    ...count('gained', gained.length, 'gained grant'),
    ...count('lost', lost.length, 'lost grant'),
    ...found('verdicts', 'smaller-risks', 'fixed-risks', 'fixed-verdicts', 'unchanged', 'accepted'),
    ...count('unread', files.length, 'unread file'),
  ];
}
