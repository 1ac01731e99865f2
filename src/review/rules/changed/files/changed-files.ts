/** Reports changed files that are not read, with their changed lines, because no other rule reports them. */

import { isMapping } from '../../../../base/manifest/plain-data.js';
import { printable } from '../../../../base/manifest/printable.js';
import { listed } from '../../../../base/wording/phrases.js';
import { CODE_OWNERS } from '../../../../olm/model/code-owners.js';
import { rule, SEVERITIES, type Severity } from '../../../../olm/model/finding.js';
import { OF_PROGRAMS } from '../../../../olm/model/program-files.js';
import {
  folderOf,
  isLockFile,
  isToldByLines,
  OF_UNIT,
  UNREAD_REASONS,
  type UnreadFile,
  type UnreadReason,
} from '../../../../olm/model/unread-file.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { onlyImageVersions } from '../documents/image-versions.js';
import { areCrds, areEmpty, areVersions, isOfLibraries, onlyGave } from './changes-of-nothing.js';
import { isInTemplates, isSameTemplate } from './chart-templates.js';
import { isOfTests, severityOf, VALUES } from './file-severity.js';
import { otherSources } from './file-sources.js';
import { commandsIn } from './gate-parts.js';
import { type Gate, gateOf } from './gates.js';
import { replacedGenerators } from './generators.js';
import { type OwnersChange, ownersChanged } from './owners-changes.js';
import { doesMore, isEverydayStep, isOfGate, isOfRobot, reaches, reachesCluster, runsMore } from './pipelines.js';
import { onlyPlainJobsDiffer } from './plain-jobs.js';
import { onlyNextVersions } from './plain-values.js';
import { cloudRightsIn, programChanges } from './program-changes.js';
import { isBound, isCompiled, movedPrograms, otherPlaces, renames } from './renamed-files.js';
import { bringsNothing, isPlainTask } from './role-files.js';
import { rulesIn, verbsIn } from './role-rules.js';
import { isExpectation, testsOf } from './test-steps.js';
import { commandChanges, type TextChange, textChanges } from './text-changes.js';
import { documentsOf } from './text-documents.js';
import { namedTexts } from './unnamed-files.js';
import { holdsRights, isOfCloud, reachesMore } from './values-of-rights.js';
import { valuesOfRoles } from './values-of-roles.js';
import { byWeight, CHART, changesText, isOwnVersion, SHOWN, shown } from './weighed-changes.js';
import { bringsOrdinary, isOfPrograms, onlyLists, patchBringsPower, templateBringsPower } from './without-power.js';

const ABOUT = {
  meaning:
    "A file changes that the review does not read: values, a patch, a template, a script, a playbook, or a program that names something of OLM or a role. Its effect depends on the tool that uses the file. It is a warning if changed lines name a channel, catalog, version, approval, namespace or OLM object, or the source of an image, chart, module or role on another host or in another repository, or give rights in a cloud; and for any file of a kustomization that could not be built before or after the change, except for later versions of its images and charts. It is an error if they grant permissions in a template. CODEOWNERS decides who approves changes of the baseline, the lock and the review's workflow: warning, unless only comments, files for people or unowned patterns differ.",
  attack: 'A patch of a remote base gives its Subscription another catalog. The base is not available, so no object shows it.',
  fix: 'Read the lines: the review does not know their effect.',
};

export const FILE_CHANGED = rule('file-changed', 'info', 'A file that is not read changes', {
  ...ABOUT,
  class: 'unread',
  effect: 'none',
  order: 1,
});
export const OPERATOR_FILE_CHANGED = rule(
  'operator-file-changed',
  'warning',
  'A file that is not read changes and can affect what is installed',
  {
    ...ABOUT,
    class: 'unread',
    effect: 'unknown',
    order: 1,
  },
);

const find: FindChanges = (base, head) => {
  const left = new Set(head.unread.map(({ path }) => path));
  const gate = gateOf(base.unread, base.started);
  // The lines of a hidden pipeline are not reported while it exists; once it is removed, nothing else reports that the review stops.
  const isGone = (file: UnreadFile): boolean => HIDDEN.has(file.reason) && !left.has(file.path) && gate.isRunBy(file);
  const toldOf = (files: readonly UnreadFile[]): ReadonlyMap<string, UnreadFile> =>
    new Map(files.flatMap((file) => ((isToldByLines(file) || isGone(file)) && !CODE_OWNERS.test(file.path) ? [[file.path, file]] : [])));
  const texts = textsOfGate(base, head, gate);
  const [before, after] = [toldOf([...texts.before, ...base.unread]), toldOf([...texts.after, ...head.unread])];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const isChartGone = chartsGone(before, after);
  const testData = testDataOf(base.unread);
  const tests = testsOf(base.unread, head.unread);
  const renamed = renames(before, after, gate.isRunBy);
  const moved = movedPrograms(before, after, renamed, gate.isRunBy);
  const earlier = new Set([...renamed.values(), ...moved.values()]);
  const elsewhere = otherPlaces(base.unread, head.unread);
  const newObject = newObjects(base, head);
  const readsFiles = fileReaders(base, head);
  const isOfRoles = valuesOfRoles(head.unread);
  const refused = base.unread.flatMap(({ reason, isRefused, path }) => (OF_UNIT.has(reason) && isRefused ? [path] : []));
  const found = (path: string, from = path): FoundChange[] =>
    changeOf(before.get(from), after.get(path), {
      testData,
      tests,
      gate,
      elsewhere,
      newObject,
      readsFiles,
      isOfRoles,
      isChartGone: isChartGone(path),
      wasRefused: (one) => refused.some((folder) => one.startsWith(`${folder}/`)),
    });
  return [
    ...paths
      .filter((path) => !earlier.has(path))
      .flatMap((path) => {
        const [from, origin] = [renamed.get(path), moved.get(path)];
        if (origin !== undefined) return ofMoved(origin, after.get(path), found(path, origin));
        if (from === undefined) return found(path);
        const both = [...found(path), ...found(from)];
        const is = after.get(path);
        const isSame = isSameTemplate(from, path, head.unread) || (is !== undefined && isCompiled(is, from));
        return ofRenamed(from, is, isSame ? both.map(asNote) : both);
      }),
    ...ownersChanged(base.unread, head.unread).map(ofOwners),
  ];
};

/** The changed texts, which nobody applies, that are part of what runs this review, or that a script for a cluster names. */
function textsOfGate(base: State, head: State, gate: Gate): Readonly<Record<'before' | 'after', readonly UnreadFile[]>> {
  const asOther = ({ path, file, content, text }: UnreadFile): UnreadFile => ({ path, file, content, text, reason: 'other' });
  const [was, is] = [base, head].map(({ beside = [] }) => new Map(beside.map((file) => [file.path, file])));
  const isNamed = namedTexts(base, head);
  const counts = (file: UnreadFile): boolean => {
    const { path, reason } = file;
    const [old, now] = [was?.get(path), is?.get(path)];
    if (gate.isRead(path) || gate.isStarted(path)) return true;
    if (reason === 'no-object' && old?.content !== now?.content && isNamed(file)) return true;
    // Only locks are compared, of which a change has few.
    return gate.isSetBy(path, /\.lockb?$/.test(path) ? [old?.text, now?.text] : undefined);
  };
  const paths = new Set([
    ...(base.beside ?? []).flatMap((file) => (gate.isRunBy(file) || counts(file) ? [file.path] : [])),
    ...(head.beside ?? []).flatMap((file) => (counts(file) ? [file.path] : [])),
  ]);
  const of = ({ beside = [] }: State): readonly UnreadFile[] => beside.filter(({ path }) => paths.has(path)).map(asOther);
  return { before: of(base), after: of(head) };
}

/** Whether a file of HEAD has an object that it had not in BASE; a hidden one has a text. */
function newObjects(base: State, head: State): Around['newObject'] {
  const objectAt = ({ unread, raw }: State, path: string): { readonly text?: string | undefined } | undefined => {
    const isObject = (value: unknown): boolean => isMapping(value) && 'apiVersion' in value && 'kind' in value;
    const of = [...(raw?.plain ?? []), ...(raw?.built ?? [])].find((file) => file.path === path);
    return of?.values()?.some(isObject) ? {} : unread.find((file) => file.path === path && HIDDEN.has(file.reason));
  };
  return (path) => (objectAt(base, path) ? undefined : objectAt(head, path));
}

/** Reasons of pipelines that a forge runs and that are objects: other rules report their content. */
const HIDDEN: ReadonlySet<UnreadReason> = new Set(['hidden', 'pipeline']);

export const changedFiles = ofStates([FILE_CHANGED, OPERATOR_FILE_CHANGED], find);

/** One change for a file that comes and one that goes: as severe as the worse of both, because the path can decide who reads the file. */
function ofRenamed(from: string, is: UnreadFile | undefined, both: readonly FoundChange[]): FoundChange[] {
  const rankOf = ({ rule: { severity: usual }, severity = usual }: FoundChange): number => SEVERITIES.indexOf(severity);
  const [worst] = both.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (!worst || !is) return [];
  const { effect: _, ...rest } = worst;
  const isHarmless = both.every((one) => (one.effect ?? one.rule.effect) === 'none');
  return [
    {
      ...rest,
      ...(isHarmless ? { effect: 'none' as const } : {}),
      subject: { kind: 'File', name: is.path },
      message: `is renamed from ${printable(from)}, with the same content; it was not read, because ${UNREAD_REASONS[is.reason]}`,
      place: { file: is.file },
      identity: [from, is.path, is.content],
    },
  ];
}

/** A program that moves: what changes in it, or that nothing does which counts. */
function ofMoved(from: string, is: UnreadFile | undefined, changes: readonly FoundChange[]): FoundChange[] {
  const place = `is moved from ${printable(from)}`;
  if (changes.length > 0 || !is) return changes.map((change) => ({ ...change, message: `${place}, and ${change.message}` }));
  const subject = { kind: 'File', name: is.path };
  const message = `${place}, with the same roles and objects`;
  return [{ rule: FILE_CHANGED, severity: 'info', effect: 'none', subject, message, place: { file: is.file }, identity: [from, is.path] }];
}

function asNote(change: FoundChange): FoundChange {
  return { ...change, rule: FILE_CHANGED, severity: 'info', effect: 'none' };
}

/** A change of CODEOWNERS: approvers of the named files decide what the review stops. */
function ofOwners({ by, of, lines }: OwnersChange): FoundChange {
  const what = of.length === 0 ? 'what' : `changes of ${listed(of, 'files')}, on which it depends what this review stops`;
  return {
    rule: OPERATOR_FILE_CHANGED,
    severity: 'warning',
    subject: { kind: 'File', name: by.path },
    message: printable(`changes who has to approve ${what}: ${listed(lines.map(shown), 'lines', SHOWN)}`),
    place: { file: by.file },
    identity: [by.path, ...lines],
  };
}

/** The folders of test data. */
function testDataOf(unread: readonly UnreadFile[]): ReadonlySet<string> {
  return new Set(unread.flatMap(({ path, reason }) => (reason === 'test-data' ? [folderOf(path)] : [])));
}

/** Folders of BASE. */
interface TestFolders {
  readonly testData: ReadonlySet<string>;
  readonly tests: ReadonlyMap<string, readonly string[]>;
}

/** The value of `after` for a broken file that is repaired or removed. */
export const NO_LONGER_BROKEN = 'no longer broken';

/** The value of `after` for any other file that goes. */
export const LEFT = 'gone';

/** The value of `after` for a file that ran this review, and is gone. */
export const NO_LONGER_RUN = 'no longer runs this review';

/** Tests whether a file is part of a chart that HEAD no longer has. */
function chartsGone(before: ReadonlyMap<string, UnreadFile>, after: ReadonlyMap<string, UnreadFile>): (path: string) => boolean {
  const gone = [...before.keys()].filter((path) => CHART.test(path) && !after.has(path)).map((path) => path.replace(/[^/]*$/, ''));
  return (path) => gone.some((folder) => path.startsWith(folder));
}

/** Tests whether a chart's template reads files of its chart, such as a text. */
function fileReaders(...states: readonly State[]): () => boolean {
  let reads: boolean | undefined;
  return () => {
    reads ??= states.some(({ unread }) => unread.some(({ reason, text }) => reason === 'chart-source' && text?.includes('.Files')));
    return reads;
  };
}

/** What is known around a file. */
interface Around extends TestFolders {
  /** What runs this review in BASE. */
  readonly gate: Gate;
  /** The other path of a file that comes or goes. */
  elsewhere(file: UnreadFile): string | undefined;
  /** Whether a file of HEAD has an object that it had not in BASE; a hidden one has a text. */
  newObject(path: string): { readonly text?: string | undefined } | undefined;
  /** Whether a role or binding of a template uses a value. */
  isOfRoles(change: TextChange): boolean;
  /** Whether its chart is removed. */
  readonly isChartGone: boolean;
  /** Whether a file is in the folder of a kustomization that kustomize refused in BASE, too. */
  wasRefused(path: string): boolean;
  /** Whether a template can read the files of its chart. */
  readsFiles(): boolean;
}

/** Whether the gate reads, starts or runs a file, or runs it in place of another one. */
function isUsed(gate: Gate, path: string, was: UnreadFile | undefined): boolean {
  return gate.isRead(path) || gate.isStarted(path) || (was ? gate.isRunBy(was) : gate.isReplacedBy(path));
}

/** The change of one file. */
function changeOf(was: UnreadFile | undefined, is: UnreadFile | undefined, around: Around): FoundChange[] {
  const { gate, isChartGone } = around;
  const file = is ?? was;
  if (!file || was?.content === is?.content) return [];
  // A broken file had no effect; other rules report the effect of the repaired one.
  const isMended = is === undefined && (file.reason === 'broken' || file.reason === 'not-judged');
  const sides = [was?.text, is?.text] as const;
  const isSetting = gate.isSetBy(file.path, sides);
  const isOfIt = isSetting || isUsed(gate, file.path, was);
  const isGate = isOfIt && !gate.isApart(file.path, sides);
  const isProgram = file.reason === 'source-code' && !isGate;
  const replaced = replacedGenerators(file.path, was?.text, is?.text);
  const object = isGate ? around.newObject(file.path) : undefined;
  const isUnknown = isMended || (object !== undefined && (is ?? object).text === undefined);
  const changed = isProgram ? programChanges : isGate ? ofCommands(file.path) : textChanges;
  const found = isUnknown ? [] : changed(was?.text, (is ?? object)?.text);
  // A new file has no source that changes; whatever makes a tool read it is reported.
  const sources = was && is ? otherSources(file.path, was.text ?? '', found) : [];
  const ofGate = isGate ? found.filter((change) => isOfGate(change, gate)) : [];
  const rights = rightsIn(found, file, is?.text);
  const all = byWeight(found, [...sources, ...ofGate, ...rights]);
  const [own, rest] = [all.filter((one) => isOwnVersion(one, file.path)), all.filter((one) => !isOwnVersion(one, file.path))];
  const isReplaced = replaced.length > 0;
  const changes = isReplaced ? [...replaced, ...besides(replaced, all)] : [...rest, ...own];
  // Only comments and blanks differ; a binary file may contain anything.
  const hasText = (side: UnreadFile | undefined): boolean => (isProgram && !side) || side?.text !== undefined;
  if (changes.length === 0 && object === undefined && hasText(was) && hasText(is)) return [];
  if (!isReplaced && file.reason === 'forge' && isEverydayFile(was, is, changes, sources, gate, isSetting)) return [];
  // A removed chart brings nothing, but it can have refused or limited something.
  const [isGone, isMore] = [!is && isChartGone && file.reason === 'chart-source', file.reason === 'forge' && all.some(runsMore)];
  const severity = ((): Severity => {
    if (isGate || isMore) return 'warning';
    // A new gate can only stop more, unless it does something else as well.
    if (file.reason === 'gate') return was || doesMore(file.text) ? 'warning' : 'info';
    if (isNote(was, is, around) || (isOfIt && !isGate && !all.some(reaches))) return 'info';
    if (isGone || isReplaced || isOfLibraries(file) || (isProgram && rights.length > 0)) return 'warning';
    const own = severityOf(file, rest, is === undefined, was, gate);
    const isOpen = isOpenUnbuilt(was, is, all) || givesMore(is, all, around);
    return withSources(ofLock(file, own === 'info' && isOpen ? 'warning' : own), file, sources);
  })();
  // Neither a pipeline that reaches no cluster brings a permission, nor tasks that are gone, nor a test that nothing named.
  const isQuiet = (is === undefined && isPlainTask(file)) || (severity === 'warning' && isWithoutPower(was, is, sources, all));
  const isBroken = isBrokenBy(was, is, around) && severity !== 'error';
  const isApart = isBroken || isGone || isGoneTest(was, is) || onlyGave(was, is, all) || (!isGate && isQuiet);
  const how = isMended && !isGate && object === undefined ? 'is removed, or read now' : verbOf(was, is, isGate, around);
  const isForge = !isReplaced && !isGate && !isMore && isApartFromCluster(was, is);
  return [
    {
      rule: severity === 'info' ? FILE_CHANGED : OPERATOR_FILE_CHANGED,
      severity,
      ...effectOf(isApart || isForge, is, rights),
      subject: { kind: 'File', name: file.path },
      message:
        [how, changesText(changes, isReplaced || rights.length > 0 ? MOST : SHOWN)].filter(Boolean).join(': ') + `; ${whyNotRead(file)}`,
      place: { file: file.file },
      ...afterwards(object !== undefined || (isGate && is === undefined && roleOf(was, is, gate) === RUNS), isMended, is === undefined),
      identity: [was?.content ?? '', is?.content ?? ''],
    },
  ];
}

/** The changes of what runs this review: a build file can look like YAML, in which other comments hide commands. */
function ofCommands(path: string): typeof textChanges {
  return (before, after) => {
    const found = textChanges(before, after);
    const isData = found.length > 0 || /\.(?:ya?ml|json)$/.test(path);
    return isData ? found : commandChanges(commandsIn(before ?? '', path), commandsIn(after ?? '', path));
  };
}

/** A lock decides which versions of its unit are judged: a lock that is not that of the input is never a note. */
function ofLock(file: UnreadFile, severity: Severity): Severity {
  return isLockFile(file) && severity === 'info' ? 'warning' : severity;
}

function afterwards(isGone: boolean, isMended: boolean, isLeft: boolean): Pick<FoundChange, 'after'> {
  if (isLeft && !isGone && !isMended) return { after: LEFT };
  return isGone ? { after: NO_LONGER_RUN } : isMended ? { after: NO_LONGER_BROKEN } : {};
}

function whyNotRead(file: UnreadFile): string {
  if (isLockFile(file)) return 'it is not the lock of this input, and was not used';
  return `it was not read, because ${UNREAD_REASONS[file.reason]}`;
}

/** The most changes of a file of which each decides something. */
const MOST = 40;

/** The changes of a file with replaced packages, without those that their lines show. */
function besides(replaced: readonly TextChange[], all: readonly TextChange[]): readonly TextChange[] {
  const lines = new Set(replaced.flatMap(({ before, after }) => [before, after]));
  return all.filter(({ before, after }) => ![before, after].some((line) => line !== undefined && lines.has(line.trim())));
}

/** The changes by which a file may bring rights: values, verbs of a program, rules of a role in a template. */
function rightsIn(changes: readonly TextChange[], file: UnreadFile, text: string | undefined): readonly TextChange[] {
  if (isOfCharts(file)) return changes.filter((change) => holdsRights(change));
  const rules = file.reason === 'source-code' ? verbsIn(changes, text) : rulesIn(changes, text);
  const more = file.reason === 'chart-source' ? changes.filter(reachesMore) : cloudRightsIn(changes, text);
  return [...rules, ...more, ...changes.filter((change) => isOfCloud(file.path, change))];
}

/**
 * Whether a value is one that a role or binding of a template uses, a template or a patch of an object that is not read gives Pods an account
 * or the node, or a program for a cloud names a right there.
 */
function givesMore(is: UnreadFile | undefined, changes: readonly TextChange[], { isOfRoles }: Around): boolean {
  if (is && isOfCharts(is) && changes.some(isOfRoles)) return true;
  const isTemplate = isTemplateOfChart(is);
  const isAccount = (isTemplate || is?.reason === 'not-applied') && changes.some(reachesMore);
  if ((isTemplate && templateBringsPower(changes)) || (is && patchBringsPower(is, changes))) return true;
  return isAccount || cloudRightsIn(changes, is?.text).length > 0;
}

function isTemplateOfChart(is: UnreadFile | undefined): boolean {
  return is?.reason === 'chart-source' && isInTemplates(is.path);
}

function effectOf(isApart: boolean, is: UnreadFile | undefined, rights: readonly TextChange[]): Pick<FoundChange, 'effect'> {
  if (isApart) return { effect: 'none' };
  return isTemplateOfChart(is) && rights.length > 0 ? { effect: 'unknown' } : {};
}

function isOfCharts({ path, reason }: UnreadFile): boolean {
  return (reason === 'chart-source' && !isInTemplates(path)) || (reason === 'settings' && VALUES.test(path));
}

const RUNS = 'runs this review';
const SETS = 'decides how programs are started that run this review';
const READ = 'is read or started where this review runs';

/** What a file is for this review. */
function roleOf(was: UnreadFile | undefined, is: UnreadFile | undefined, gate: Gate): string {
  const path = (is ?? was)?.path ?? '';
  if (gate.isSetBy(path)) return SETS;
  if (gate.isRunBy(was)) return RUNS;
  if (gate.isSetBy(path, [was?.text, is?.text])) return SETS;
  return !was && gate.isReplacedBy(path) ? 'make reads it in place of the file that runs this review' : READ;
}

/** What happens to a file, and to what it ran. */
function verbOf(was: UnreadFile | undefined, is: UnreadFile | undefined, isGate: boolean, around: Around): string {
  const { elsewhere, gate } = around;
  const object = isGate && was ? around.newObject(was.path) : undefined;
  if (object) {
    const isThere = gate.isNamedIn((is ?? object).text ?? '');
    return `has a Kubernetes object now, and ${isThere ? 'may no longer run this review' : NO_LONGER_RUN}`;
  }
  const role = roleOf(was, is, gate);
  if (!was && isGate) return `is new, and ${role}`;
  if (was && is) return isGate ? `${role}, and changes` : 'changes';
  const file = is ?? was;
  const other = file && (isGate || isBound(file)) ? elsewhere(file) : undefined;
  // A file of a kustomization that cannot be built now can have been read before.
  if (is?.reason === 'not-applied') return 'has lines that are not read now';
  if (is) return other === undefined ? 'is new' : `is new, with the content that ${printable(other)} had`;
  const what = !isGate
    ? file?.reason === 'not-applied'
      ? 'no longer has lines that are not read'
      : 'is removed'
    : role === RUNS
      ? `is removed, and ${NO_LONGER_RUN}`
      : `${role}, and is removed`;
  return other === undefined ? what : `${what}, with the same content now in ${printable(other)}`;
}

/** Whether a change brings no permission, whatever else it does. */
function isWithoutPower(
  was: UnreadFile | undefined,
  is: UnreadFile | undefined,
  sources: readonly TextChange[],
  changes: readonly TextChange[],
): boolean {
  const file = is ?? was;
  if (file && bringsNothing(file, sources, changes)) return true;
  if (sources.length > 0) return false;
  return (was !== undefined && is !== undefined && isOfPrograms(is, changes)) || bringsOrdinary(was, is, changes);
}

/** Whether no rule reads the objects of a file, and more differs than later versions of the same images and charts. */
function isOpenUnbuilt(was: UnreadFile | undefined, is: UnreadFile | undefined, changes: readonly TextChange[]): boolean {
  const file = is ?? was;
  if (!file?.isOfUnbuilt || onlyNextVersions(was?.text, is?.text) || onlyLists(file, changes)) return false;
  const [before, after] = [was, is].map((side) => documentsOf(side?.text));
  return before === undefined || after === undefined || !onlyImageVersions(before, after);
}

/** Whether a file of a forge only changes in ways that concern neither this review nor who approves changes. */
function isEverydayFile(
  was: UnreadFile | undefined,
  is: UnreadFile | undefined,
  changes: readonly TextChange[],
  sources: readonly TextChange[],
  gate: Gate,
  isSetting: boolean,
): boolean {
  // The name of a package is no name of a job.
  const isStep = !isSetting || !OF_PROGRAMS.test((is ?? was)?.path ?? '');
  if (isStep && was && is && changes.length > 0 && changes.every(isEverydayStep)) return true;
  if (isSetting) return false;
  const counts = (change: TextChange): boolean => isOfGate(change, gate) || isOfRobot(change);
  return OF_PROGRAMS.test((is ?? was)?.path ?? '') && !changes.some(counts) && !buildsGate(was, is, changes, sources.length, gate);
}

function isApartFromCluster(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  return (is ?? was)?.reason === 'forge' && !reachesCluster(was, is);
}

/** Whether HEAD breaks a file, of which nothing is applied then; a role in it may be applied in another way. */
function isBrokenBy(was: UnreadFile | undefined, is: UnreadFile | undefined, { wasRefused }: Around): boolean {
  return is?.isRefused === true && was?.isRefused !== true && (was !== undefined || !wasRefused(is.path));
}

/** Whether a file is gone that only tests used. */
function isGoneTest(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  return is === undefined && (was?.reason === 'test-step' || was?.reason === 'test-data');
}

/** A file that names another source is a warning where a tool can apply what comes from there. */
function withSources(severity: Severity, { path, reason }: UnreadFile, sources: readonly TextChange[]): Severity {
  const isOfTest = reason === 'chart-source' && isOfTests(path);
  return severity === 'info' && sources.length > 0 && !isOfTest && reason !== 'forge' ? 'warning' : severity;
}

/** A file that says what an image contains. */
export const IMAGE_FILE = /(?:^|\/)(?:[^/]+\.)?(?:Dockerfile|Containerfile)(?:[.-][^/]+)?$/;

/** Whether a build file that installs this program gets other steps, or a part from elsewhere. */
function buildsGate(
  was: UnreadFile | undefined,
  is: UnreadFile | undefined,
  found: readonly TextChange[],
  sources: number,
  gate: Gate,
): boolean {
  if (!gate.isNamedIn(was?.text ?? '') && !gate.isRead((is ?? was)?.path ?? '')) return false;
  const isStep = ({ before, after }: TextChange): boolean =>
    [before, after].some((line) => /^(?:(?:RUN|COPY|ADD|ENV|ENTRYPOINT|CMD|SHELL|ONBUILD)\b|#)/i.test(line ?? ''));
  if (sources > 0 || !IMAGE_FILE.test((is ?? was)?.path ?? '')) return sources > 0;
  if (!was || !is) return true;
  const known = new Set(imagesIn(was?.text));
  return found.some(isStep) || imagesIn(is?.text).some((image) => !known.has(image));
}

/** The images that a build begins with, without their versions. */
function imagesIn(text = ''): readonly string[] {
  return [...text.matchAll(/^[ \t]*FROM[ \t]+(?:--\S+[ \t]+)*(\S+)/gim)].map(([, image = '']) => {
    const ends = [image.indexOf('@'), image.indexOf(':', image.lastIndexOf('/') + 1)].filter((end) => end >= 0);
    return image.slice(0, Math.min(...ends, image.length));
  });
}

/** Whether a file never reaches a cluster, or whether its change grants nothing. */
function isNote(was: UnreadFile | undefined, is: UnreadFile | undefined, { testData, tests, readsFiles }: Around): boolean {
  const { path = '', reason } = is ?? was ?? {};
  const isForPeople = reason === 'chart-source' && /\.md(?:\.gotmpl)?$/.test(path) && !isInTemplates(path) && !readsFiles();
  // kuttl compares these files with the cluster, and applies the others.
  const isExpected = reason === 'test-step' && isExpectation(was, tests) && isExpectation(is, tests);
  const isTest = isExpected || (reason === 'test-data' && testData.has(folderOf(path)));
  const isOfJobs = reason === 'forge' && onlyPlainJobsDiffer(was, is);
  return (
    reason === 'excluded' ||
    isTest ||
    isOfJobs ||
    isForPeople ||
    areEmpty(was, is) ||
    (isOfLibraries(is ?? was) && areVersions(was, is)) ||
    areCrds(was, is)
  );
}
