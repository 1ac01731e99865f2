/** The answer of a review: the first line reports whether the change grants more; then follow breaks and unreviewed changes. */

import { formatReference, groupBy } from '../base/kubernetes/object.js';
import { aboutText } from '../base/wording/permissions.js';
import { counted, listed } from '../base/wording/phrases.js';
import { crowdedNamespaces } from '../olm/checks/groups.js';
import { type Finding, SEVERITIES, type Severity } from '../olm/model/finding.js';
import { worstOf } from '../olm/model/finding-order.js';
import type { FindingClass } from '../olm/model/rule-facts.js';
import {
  FIELDS_NOT_REVIEWED,
  IMAGE_CHANGED,
  LEFT,
  LOCK_NOT_VERIFIED,
  LOCKED_CHANNEL,
  NO_LONGER_BROKEN,
  NO_LONGER_RUN,
  NOT_REVIEWED,
  notReviewedText,
  presenceTexts,
  type ReportedFinding,
  type Review,
  reported,
  ruleOf,
  SOURCE_ADDED,
  SOURCE_REMOVED,
  TARGET_RULES,
  toDecide,
  VERSION_UNKNOWN,
} from '../review/index.js';
import type { Tone } from './blocks.js';
import { crdsAlike, crdText, grownText, isCrdChange, renameTexts } from './change-words.js';
import { firstOf, NO_LONGER } from './first-grants.js';
import { firstLine } from './first-line.js';
import { type Alike, alikeFindings, sameOfOthers } from './review/alike-findings.js';
import { changesProgram, changesText, filesText, unsaidFields } from './review/changes.js';
import {
  classOf,
  effectByHolders,
  effectOf,
  type Holders,
  holdersOf,
  isRoutine,
  PARTS,
  type Part,
  type PartName,
  partOf,
} from './review/classes.js';
import { fileOrder } from './review/people-files.js';
import { unboundTexts } from './unbound.js';

/** The answers of the first line about permissions. */
export const ANSWERS = {
  more: 'Grants more',
  perhaps: 'Permissions may change',
  breaks: 'Breaks',
  less: 'Grants less',
  none: 'No new permissions',
  same: 'No change',
} as const;

export type Answer = keyof typeof ANSWERS;

/** The first screen of every report. */
export interface Summary {
  readonly tone: Tone;
  readonly answer: Answer;
  /** The answer, such as `Grants more: …`. */
  readonly headline: string;
  /** Things that may stop working, worst first; without the headline. */
  readonly breaks: readonly string[];
  /** Changes that may grant permissions and are more than notes; without the headline. */
  readonly perhaps: readonly string[];
  /** Changes that were not reviewed; without the headline. */
  readonly notReviewed: readonly string[];
  /** The advice, in one sentence; absent where nothing must be done. */
  readonly advice?: string;
  /** The next statements, the most important first. */
  readonly points: readonly Point[];
  /** `1 change of reach`, `2 new risks` …; kinds without findings are left out. */
  readonly counts: readonly string[];
}

/** One statement of the first screen. */
export interface Point {
  readonly severity: Severity;
  readonly text: string;
}

/** A statement with its effect on permissions and its subject. */
interface Statement extends Point {
  readonly effect: 'more' | 'perhaps' | 'less' | 'none';
  /** The beginning of its text, if nothing else names the kind of the statement. */
  readonly verb?: typeof BREAKS | 'New risk: ';
  readonly isBreak?: boolean;
  readonly isUnread?: boolean;
  readonly isOfFile?: boolean;
  /** It says what its change means better than the fields that differ. */
  readonly isRename?: true;
  /** It is a warning about an object that differs: the fields say more. */
  readonly isChange?: boolean;
  /** The names alone, for a place that already says that the objects were not reviewed. */
  readonly names?: string;
  /**
   * The severity that sorts it among the statements.
   * @default its severity
   */
  readonly rank?: Severity;
  /** The permissions of a risk: subject, scope and permission. */
  readonly held?: readonly string[];
  /** The object of the statement, and its name in the text. */
  readonly about?: string;
  readonly name?: string;
  /** Objects that have no effect because of this finding: the statement comes before those about these objects. */
  readonly voids?: readonly string[];
}

const BREAKS = 'Breaks: ';

const SHOWN_POINTS = 4;

/** The advice of a tone. A report never says that a change may be merged: the exit code is the gate. */
const ADVICE: Readonly<Record<Tone, string | undefined>> = {
  same: 'All permissions, target namespaces and verdicts are unchanged.',
  less: undefined,
  look: undefined,
  stop: 'The errors stop the change until they are fixed or accepted.',
};

const CHECK_LOST = 'Check that nobody needs what it removes.';
const LOOK_AT_REST = 'Check what was not reviewed: its effect is not known.';
const LOOK_AT_SOURCE = 'Check the new operators and catalogs: their content is not known.';
const VERIFY_LOCK = 'Run cdk8s-olm lock --verify: this review shows the content of the lock, which was not compared with the bundles.';
const LOOK_AT_VERSION = 'Check what the other version can do.';

/** Rules for changes whose effect on permissions is not fully known. */
const UNREVIEWED: ReadonlySet<string> = new Set([NOT_REVIEWED.id, FIELDS_NOT_REVIEWED.id]);

/**
 * The answer of a review: its first line, the other main points, and advice.
 *
 * @example
 * summarise(review).headline // 'No change in meaning'
 */
export function summarise(review: Review): Summary {
  const tone = toneOf(review);
  const all = sortedStatements([...statements(review)]);
  const answer = answerOf(all, review);
  const [first, ...others] = headlineFirst(all, answer);
  const advice = adviceOf(review, tone, answer).join(' ');
  const changes = answer === 'none' && (!first || isLessThanChanges(first, review)) ? changesOf(review, first) : '';
  // A first line with all changes does not say what was not reviewed, or what a change means.
  const told = first && changes !== '' && (first.severity !== 'info' || isUnreadOnly(first)) ? [first, ...others] : others;
  return {
    tone,
    answer,
    headline: headlineOf(answer, first, review, changes),
    breaks: others.filter(isBreaking).map(({ text }) => text),
    perhaps: others
      .filter(({ effect, severity, isUnread }) => effect === 'perhaps' && severity !== 'info' && !isUnread)
      .map(({ text }) => text),
    notReviewed: told.filter(({ isUnread }) => isUnread).map(({ text, names = text }) => names),
    ...(advice === '' ? {} : { advice }),
    points: told
      .slice(0, SHOWN_POINTS)
      .map(({ severity, text, effect, verb = '' }) => ({ severity, text: `${PREFIXES[effect]}${verb}${text}` })),
    counts: counts(review),
  };
}

const PREFIXES: Readonly<Record<Statement['effect'], string>> = {
  more: `${ANSWERS.more}: `,
  perhaps: `${ANSWERS.perhaps}: `,
  less: `${ANSWERS.less}: `,
  none: '',
};

function answerOf(all: readonly Statement[], review: Review): Answer {
  const has = (wanted: Statement['effect']): boolean => all.some(({ effect }) => effect === wanted);
  if (has('more')) return 'more';
  if (has('perhaps')) return 'perhaps';
  if (all.some(isBreaking)) return 'breaks';
  // An error about a change that was read, such as another program, comes before what is lost.
  if (has('less') && !all.some(({ severity }) => severity === 'error')) return 'less';
  // A redundant or renamed role grants nothing now, but stays when the wider one goes.
  return all.length > 0 || changesText(review) !== '' || changesProgram(review) ? 'none' : 'same';
}

/** Whether something that runs will not, or is refused. */
function isBreaking({ isBreak = false, verb, severity }: Statement): boolean {
  return (isBreak || verb === BREAKS) && severity !== 'info';
}

/** @param changes all changes in a sentence, if it says more than the first statement */
function headlineOf(answer: Answer, first: Statement | undefined, review: Review, changes: string): string {
  if (answer === 'same') return `${ANSWERS.same} in meaning`;
  const end = stillRunning(answer, first, review);
  if (first?.voids && answer !== 'none') return firstLine(`${ANSWERS.breaks}: `, first, end);
  if (first && answer !== 'none') return firstLine(`${ANSWERS[answer]}: `, answer === 'perhaps' ? withFields(first, review) : first, end);
  if (changes !== '') return firstLine(`${ANSWERS.none}. Changes: `, { text: changes }, end);
  return firstLine(`${ANSWERS.none}. ${first?.verb ?? ''}`, first ? { ...first, text: asSentence(first) } : { text: '' }, end);
}

/** A statement with the fields that differ, if it only says of an object that it is another one. */
function withFields(statement: Statement, review: Review): Statement {
  const { text, about, isOfFile = false } = statement;
  const fields = isOfFile || about === undefined || text.includes('; changes ') ? undefined : unsaidFields(review, about, text);
  return fields === undefined ? statement : { ...statement, text: `${text}; ${fields}` };
}

/** Whether all changes in one sentence say more than a statement. */
function isLessThanChanges(statement: Statement, review: Review): boolean {
  const { severity, isChange = false, isOfFile = false, isRename = false, about } = statement;
  if (isUnreadOnly(statement)) return true;
  if (isRename || severity === 'info' || !isChange) return !isRename && severity === 'info';
  // The statement of a file has its lines.
  return isOfFile ? changesText(review) !== '' : review.changes.some(({ object }) => formatReference(object) === about);
}

/** All changes in one sentence: those of the first statement come first, or its file last. */
function changesOf(review: Review, first: Statement | undefined): string {
  const text = changesText(review, first?.about);
  if (text === '' || first?.isOfFile !== true || first.severity === 'info') return text || filesText(review);
  return `${text}; and ${first.about}`;
}

/** Whether a statement only says that an object was not read: its fields say more. That of a file names what is in it. */
function isUnreadOnly({ isUnread = false, effect, severity, isOfFile = false }: Statement): boolean {
  return isUnread && effect === 'none' && severity !== 'error' && !(isOfFile && severity === 'warning');
}

/** The text as a sentence of its own, unless it begins with a name. */
function asSentence({ text, verb }: Statement): string {
  return verb === undefined && /^(?:the|a|an|kind|annotation|label) /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** The operators that lose their Subscription and keep running, behind a sentence about something worse. */
function stillRunning(answer: Answer, first: Statement | undefined, review: Review): string {
  // A sentence of all changes names them.
  if (answer !== 'less' && (answer !== 'none' || first === undefined || first.severity === 'info')) return '';
  const gone = reported(review, 'new', 'change').filter(({ id }) => id === SOURCE_REMOVED.id);
  const names = [...new Set(gone.map(({ subject }) => formatReference(subject)))].filter((name) => name !== first?.about);
  if (names.length === 0) return '';
  const [is, its] = names.length === 1 ? ['is removed', 'its operator keeps'] : ['are removed', 'their operators keep'];
  return `; ${listed(names)} ${is}, and ${its} running`;
}

/** Moves the headline to the front: a statement that voids all worse ones, else the worst one with the effect of the answer. */
function headlineFirst(all: readonly Statement[], answer: Answer): Statement[] {
  const isFirst = (statement: Statement): boolean => (answer === 'breaks' ? isBreaking(statement) : statement.effect === answer);
  // What was read says more than a kind that no rule reads.
  const isRead = (statement: Statement): boolean => isFirst(statement) && !isUnreadOnly(statement) && statement.severity !== 'info';
  const isKnown = answer === 'none' ? all.find(isRead) : undefined;
  const first = all.find((statement) => isCause(statement, all)) ?? isKnown ?? all.find(isFirst) ?? all[0];
  return first ? [first, ...all.filter((statement) => statement !== first)] : [];
}

/** Whether there are statements of a gain, and each is about an object that has no effect because of this statement. */
function isCause({ voids }: Statement, all: readonly Statement[]): boolean {
  // Saves time: few statements have `voids`, and each is compared with all others.
  if (voids === undefined) return false;
  const isWorse = ({ effect, severity }: Statement): boolean => effect === 'more' || (effect === 'perhaps' && severity === 'error');
  const worse = all.filter(isWorse);
  return worse.length > 0 && worse.every(({ about = '' }) => voids.includes(about));
}

/** The tone. A note alone needs no decision; a gain of permissions does, whatever its severity. */
function toneOf(review: Review): Tone {
  const found = toDecide(review);
  if (found.some(({ severity }) => severity === 'error')) return 'stop';
  const isMore = review.gained.length > 0 || review.findings.some(({ state }) => state === 'grown') || widenings(review).length > 0;
  if (isMore || found.some(({ severity }) => severity === 'warning')) return 'look';
  const isLess =
    review.lost.length + review.renames.length > 0 || review.findings.some(({ state }) => state === 'fixed' || state === 'smaller');
  return found.length > 0 || isLess ? 'less' : 'same';
}

function widenings(review: Review): Finding[] {
  return reported(review, 'new', 'reach').filter(({ id }) => id === TARGET_RULES.widened.id);
}

/** The advice of a report, in sentences; it adds what has to be looked at because it was not reviewed. */
function adviceOf(review: Review, tone: Tone, answer: Answer): readonly string[] {
  const own = ADVICE[tone] === undefined ? [] : [ADVICE[tone]];
  if (tone === 'same') return [`${own.join('')}${rewritten(review)}${unread(review)}`];
  if (tone === 'stop') return own;
  const found = toDecide(review);
  if (found.some(({ id }) => id === LOCK_NOT_VERIFIED.id || id === LOCKED_CHANNEL.id)) return [VERIFY_LOCK];
  if (found.some(({ id, severity }) => id === SOURCE_ADDED.id && severity === 'warning')) return [LOOK_AT_SOURCE];
  if (answer === 'perhaps' && found.some(({ id }) => id === VERSION_UNKNOWN.id)) return [LOOK_AT_VERSION];
  const isUnreviewed = found.some(({ id }) => UNREVIEWED.has(id));
  if (tone === 'less' && isUnreviewed && found.every(({ id }) => UNREVIEWED.has(id))) return [LOOK_AT_REST];
  return [...(isUnreviewed ? [LOOK_AT_REST] : []), ...(tone === 'less' && review.lost.length > 0 ? [CHECK_LOST] : [])];
}

/** Sorts statements by rank; equal ranks keep their order. Two risks with the same permissions become one statement. */
function sortedStatements(all: readonly Statement[]): Statement[] {
  const rankOf = ({ severity, rank = severity }: Statement): number => SEVERITIES.indexOf(rank);
  const said = new Set<string>();
  const isNews = ({ held = [] }: Statement): boolean => {
    const isSaid = held.length > 0 && held.every((permission) => said.has(permission));
    for (const permission of held) said.add(permission);
    return !isSaid;
  };
  return all.toSorted((a, b) => rankOf(a) - rankOf(b)).filter(isNews);
}

function heldBy({ subject, scope }: Finding, permissions: readonly string[] = []): readonly string[] {
  return permissions.map((permission) => JSON.stringify([formatReference(subject), scope ?? null, permission]));
}

/** All statements; for equal severities, the most important first. */
function* statements(review: Review): Generator<Statement> {
  const { gained, lost } = review;
  // A group that targets more namespaces causes the statements after it, whatever its severity.
  for (const of of widenings(review))
    yield {
      severity: of.severity,
      rank: 'error',
      effect: 'more',
      text: widenedText(of),
      about: formatReference(of.subject),
      name: of.subject.name,
    };
  const changes = reported(review, 'new', 'change');
  const crds = changes.filter(isCrdChange);
  const alone = review.findings.filter(
    ({ state, finding }) =>
      state === 'new' && finding.id !== TARGET_RULES.widened.id && !ruleOf(finding.id)?.isSummedUp && !crds.includes(finding),
  );
  const mended = changes
    .filter(({ after, subject }) => subject.kind === 'File' && after === NO_LONGER_BROKEN)
    .map(({ subject }) => subject.name.replace(/: .*$/s, ''));
  const holders = holdersOf(review);
  // A group that OLM refuses is compared with each finding by its object.
  const isApart = alone.some(({ finding }) => finding.id === crowdedNamespaces.id);
  const groups = isApart ? alone.map((one): Alike => [one]) : alikeFindings(alone);
  const found = groups.map(([one, ...others]) => {
    const { text, ...rest } = withMended(statementOf(one, holders), one.finding, mended);
    return { ...rest, text: `${text}${sameOfOthers(others)}` };
  });
  const ofEffect = (wanted: Statement['effect']): OfFinding[] => found.filter(({ effect }) => effect === wanted);
  yield* ofEffect('more');
  const isGain = (risk: Finding): boolean => (effectByHolders(risk, holders) ?? (gained.length > 0 ? 'more' : 'none')) === 'more';
  for (const risk of reported(review, 'grown').filter(isGain))
    yield { severity: risk.severity, effect: 'more', text: grownText(risk), held: heldBy(risk, risk.added), name: risk.subject.name };
  if (gained.length > 0) yield { severity: 'info', rank: 'warning', effect: 'more', ...firstOf(gained, 'can', 'gets') };
  for (const { finding, kind, isOpen } of review.findings)
    if (isOpen && effectOf(finding, kind, holders) !== 'none') yield acceptedAnew(finding);
  yield* ofEffect('perhaps').sort((a, b) => a.order - b.order || leadOrder(a) - leadOrder(b));
  yield* notReviewed(changes);
  if (lost.length > 0) yield { severity: 'info', effect: 'less', ...firstOf(lost, NO_LONGER, 'loses') };
  for (const text of unboundTexts(review)) yield { severity: 'info', effect: 'less', text };
  const rest = ofEffect('none');
  yield* rest.filter(({ isBreak }) => isBreak).sort((a, b) => Number(a.isConsequence) - Number(b.isConsequence));
  yield* breakingCrds(crds);
  yield* images(changes);
  yield* rest.filter(({ isBreak, isRoutine: isLast }) => !isBreak && !isLast);
  for (const text of renameTexts(review)) yield { severity: 'info', effect: 'none', text, isRename: true };
  yield* rest.filter(({ isBreak, isRoutine: isLast }) => !isBreak && isLast);
  for (const text of presenceTexts(changes)) yield { severity: 'info', effect: 'none', text };
  for (const { message } of reported(review, 'fixed', 'risk'))
    yield { severity: 'info', effect: 'none', text: `Removes a risk: ${message}` };
  for (const of of reported(review, 'fixed', 'check')) yield { severity: 'info', effect: 'none', text: `Fixes ${aboutText(of)}` };
}

/** What a change brings, and an entry without a fingerprint accepts, whatever it is. */
function acceptedAnew(finding: Finding): Statement {
  const text = `${aboutText(finding)}; the baseline accepts it without a fingerprint`;
  return { severity: 'info', effect: 'perhaps', text, about: formatReference(finding.subject), name: finding.subject.name };
}

interface OfFinding extends Statement {
  readonly isConsequence: boolean;
  readonly isRoutine: boolean;
  readonly order: number;
}

/** More than any rule's order: a file that goes says less than any that comes or changes. */
const ORDERS = 10;

function statementOf({ finding, kind }: ReportedFinding, holders: Holders): OfFinding {
  const isBroken = kind === 'check' && finding.severity === 'error';
  const name = classOf(finding, kind);
  const effect = effectOf(finding, kind, holders);
  const rule = ruleOf(finding.id);
  return {
    severity: finding.severity,
    // What comes with the next version weighs no less than a file that nobody reads.
    ...(effect === 'perhaps' && finding.severity === 'info' ? { rank: 'warning' as const } : {}),
    // Without what runs the review, nobody is told of the next change.
    ...(finding.after === NO_LONGER_RUN
      ? { rank: 'error' as const, order: Number.NEGATIVE_INFINITY }
      : { order: (rule?.order ?? 0) + (finding.after === LEFT ? ORDERS : 0) }),
    effect,
    ...(isBroken
      ? { verb: BREAKS }
      : kind === 'risk' && effect === 'none' && name === 'permissions'
        ? { verb: 'New risk: ' as const }
        : {}),
    text: kind === 'risk' ? finding.message : aboutText(finding),
    held: kind === 'risk' ? heldBy(finding, finding.permissions) : [],
    about: formatReference(finding.subject),
    name: finding.subject.name,
    // OLM uses none of several OperatorGroups in one namespace.
    ...(finding.id === crowdedNamespaces.id ? { voids: [finding.subject, ...(finding.related ?? [])].map(formatReference) } : {}),
    isBreak: name === 'breaks' || finding.effect === 'breaks',
    isUnread: name === 'unread' && finding.effect !== 'breaks' && !isRoutine(finding),
    isOfFile: ['File', 'Folder'].includes(finding.subject.kind),
    isChange: isOfFields(finding, name) && effect === 'none',
    isConsequence: rule?.isConsequence === true,
    isRoutine: isRoutine(finding),
  };
}

/** Whether a warning is about an object that both sides have, and says no more than which of its fields differ. */
function isOfFields({ severity, presence, effect }: Finding, name: FindingClass): boolean {
  return severity === 'warning' && presence === undefined && effect !== 'breaks' && (name === 'cluster' || name === 'unread');
}

/** The place of a statement about a file among those of the same order. */
function leadOrder({ isOfFile = false, name = '' }: Statement): number {
  return isOfFile ? fileOrder(name) : 0;
}

/** An object that looks new may be old: its file could not be read before. */
function withMended(statement: OfFinding, { place, presence }: Finding, mended: readonly string[]): OfFinding {
  const file = presence === 'added' && mended.find((name) => place?.file === name || place?.file.endsWith(`:${name}`));
  return file ? { ...statement, text: `${statement.text}; ${file} was broken before, and is read now` } : statement;
}

/** One statement for all objects that were not reviewed. */
function* notReviewed(changes: readonly Finding[]): Generator<Statement> {
  const found = changes.filter(({ id }) => id === NOT_REVIEWED.id);
  const text = notReviewedText(found);
  if (text === undefined) return;
  const severity = worstOf(found);
  // Only an unread role, binding or operator could bring permissions.
  const isOpen = found.some((change) => change.severity === 'error' && change.presence !== 'removed');
  const names = listed([...new Set(found.map(({ subject }) => formatReference(subject)))], 'objects');
  yield { severity, effect: isOpen ? 'perhaps' : 'none', text, names, isUnread: true };
}

function* breakingCrds(changes: readonly Finding[]): Generator<Statement> {
  for (const alike of crdsAlike(changes)) {
    const [first] = alike;
    const { severity } = first;
    // A possible break for users comes after gained permissions.
    const rank = severity === 'warning' ? { rank: 'info' as const } : {};
    yield {
      severity,
      effect: 'none',
      text: crdText(alike),
      isBreak: severity !== 'info',
      isUnread: classOf(first, 'change') === 'unread',
      ...rank,
    };
  }
}

/** One statement for all image changes of a severity. */
function* images(changes: readonly Finding[]): Generator<Statement> {
  const found = groupBy(
    changes.filter(({ id }) => id === IMAGE_CHANGED.id),
    ({ severity }) => severity,
  );
  for (const [severity, alike] of found) {
    const [of] = alike;
    const names = [...new Set(alike.map(({ subject }) => formatReference(subject)))];
    const text = alike.length === 1 ? aboutText(of) : `Images change in ${counted(names.length, 'object')}: ${listed(names)}`;
    yield { severity, effect: 'none', text };
  }
}

function widenedText(of: Finding): string {
  const { subject, before, after } = of;
  return before === undefined || after === undefined ? aboutText(of) : `${formatReference(subject)} targets ${after} instead of ${before}`;
}

function rewritten({ objects: { added, removed, changed } }: Review): string {
  const parts = [
    ...(added > 0 ? [`${counted(added, 'object')} added`] : []),
    ...(removed > 0 ? [`${counted(removed, 'object')} removed`] : []),
    ...(changed > 0 ? [`${counted(changed, 'object')} changed`] : []),
  ];
  return parts.length > 0 ? ` ${parts.join(', ')}, with the same effect.` : '';
}

/** A file that was not read may be harmful even if it did not change. */
function unread({ unread: files }: Review): string {
  if (files.length === 0) return '';
  return files.length === 1 ? ' 1 file was not read; it did not change.' : ` ${files.length} files were not read; they did not change.`;
}

/** The counts, in order: parts with findings, and the other lists of a review. */
function counts(review: Review): string[] {
  const { gained, lost, renames, unread: files } = review;
  const notes = partOf(review, 'changes').filter(({ finding }) => finding.id === NOT_REVIEWED.id).length;
  const count = (number: number, noun: string, plural?: string): string[] =>
    number === 0 ? [] : [number > 1 && plural !== undefined ? `${number} ${plural}` : counted(number, noun)];
  const found = (...names: PartName[]): string[] =>
    names.flatMap((name) => {
      const { noun, plural }: Part = PARTS[name];
      return count(partOf(review, name).length - (name === 'changes' ? notes : 0), noun, plural);
    });
  return [
    ...found('reach', 'risks', 'grown-risks', 'changes'),
    ...count(notes, 'unreviewed change'),
    ...count(renames.length, 'renamed account'),
    ...count(gained.length, 'gained grant'),
    ...count(lost.length, 'lost grant'),
    ...found('verdicts', 'smaller-risks', 'fixed-risks', 'fixed-verdicts', 'unchanged', 'accepted'),
    ...count(files.length, 'unread file'),
  ];
}
