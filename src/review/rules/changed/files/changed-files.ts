/** Reports changed files that are not read, with their changed lines, because no other rule reports them. */

import { compareText, groupBy } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { jsonText } from '../../../../base/manifest/format.js';
import { parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import { isNoPlainText } from '../../../../base/manifest/plain-text.js';
import { printable } from '../../../../base/manifest/printable.js';
import { listed } from '../../../../base/wording/phrases.js';
import { LOCK_FILE } from '../../../../olm/lock/lock-name.js';
import { CODE_OWNERS } from '../../../../olm/model/code-owners.js';
import { DEFAULT_BASELINE } from '../../../../olm/model/default-baseline.js';
import { rule, type Severity } from '../../../../olm/model/finding.js';
import { OF_PROGRAMS } from '../../../../olm/model/program-files.js';
import { folderOf, TOLD_BY_LINES, UNREAD_REASONS, type UnreadFile } from '../../../../olm/model/unread-file.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { otherSources } from './file-sources.js';
import { programChanges } from './program-changes.js';
import { type TextChange, textChanges } from './text-changes.js';

const ABOUT = {
  meaning:
    "A file changes that the review does not read: values, a patch, a template, a script, a playbook, or a program that names something of OLM or a role. Its effect depends on the tool that uses the file. Warning if changed lines name a channel, catalog, version, approval, namespace or OLM object; or the source of an image, chart, module or role on another host or in another repository; error if they grant permissions in a template. CODEOWNERS decides who approves changes of the baseline, the lock and the review's workflow: warning, unless only comments, files for people or unowned patterns differ.",
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
  },
);

const find: FindChanges = (base, head) => {
  const toldOf = (files: readonly UnreadFile[]): ReadonlyMap<string, UnreadFile> =>
    new Map(files.flatMap((file) => (TOLD_BY_LINES.has(file.reason) && !CODE_OWNERS.test(file.path) ? [[file.path, file]] : [])));
  const [before, after] = [toldOf(base.unread), toldOf(head.unread)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const isChartGone = chartsGone(before, after);
  const testData = testDataOf(base.unread);
  return [
    ...paths.flatMap((path) => changeOf(before.get(path), after.get(path), testData, isChartGone(path))),
    ...ownersChanged(base.unread, head.unread).map(ofOwners),
  ];
};

export const changedFiles = ofStates([FILE_CHANGED, OPERATOR_FILE_CHANGED], find);

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

/** The folders of test data, and those whose subfolders are kuttl tests. */
function testDataOf(unread: readonly UnreadFile[]): ReadonlySet<string> {
  return new Set(
    unread.flatMap(({ path, reason }) =>
      reason === 'test-data' ? [folderOf(path)] : reason === 'test-step' ? [`${folderOf(folderOf(path))}/*`] : [],
    ),
  );
}

/** The value of `after` for a broken file that is repaired or removed. */
export const NO_LONGER_BROKEN = 'no longer broken';

/** Tests whether a file is part of a chart that HEAD no longer has. */
function chartsGone(before: ReadonlyMap<string, UnreadFile>, after: ReadonlyMap<string, UnreadFile>): (path: string) => boolean {
  const gone = [...before.keys()].filter((path) => CHART.test(path) && !after.has(path)).map((path) => path.replace(/[^/]*$/, ''));
  return (path) => gone.some((folder) => path.startsWith(folder));
}

/**
 * The change of one file.
 * @param testData folders of BASE that nobody applies: renaming an applied folder does not make it test data
 * @param isChartGone whether its chart is removed
 */
function changeOf(
  was: UnreadFile | undefined,
  is: UnreadFile | undefined,
  testData: ReadonlySet<string>,
  isChartGone: boolean,
): FoundChange[] {
  const file = is ?? was;
  if (!file || was?.content === is?.content) return [];
  // A broken file had no effect; other rules report the effect of the repaired one.
  const isMended = is === undefined && (file.reason === 'broken' || file.reason === 'not-judged');
  const isProgram = file.reason === 'source-code';
  const found = isMended ? [] : (isProgram ? programChanges : textChanges)(was?.text, is?.text);
  // A new file has no source that changes; whatever makes a tool read it is reported.
  const sources = was && is ? otherSources(file.path, was.text ?? '', found) : [];
  const all = byWeight(found, sources);
  const [own, rest] = [all.filter(isOwnVersion), all.filter((change) => !isOwnVersion(change))];
  const changes = CHART.test(file.path) ? [...rest, ...own] : all;
  // Only comments and blanks differ; a binary file may contain anything.
  const isRead = (side: UnreadFile | undefined): boolean => (isProgram && !side) || side?.text !== undefined;
  if (changes.length === 0 && isRead(was) && isRead(is)) return [];
  if (was && is && file.reason === 'forge' && changes.length > 0 && changes.every(isEverydayStep)) return [];
  if (file.reason === 'forge' && OF_PROGRAMS.test(file.path) && !changes.some(isOfGateOrRobot) && !buildsGate(was, changes, sources))
    return [];
  // A removed chart brings nothing, but it can have refused or limited something.
  const isGone = is === undefined && isChartGone && file.reason === 'chart-source';
  // A new gate can only stop more.
  const severity =
    file.reason === 'gate'
      ? was
        ? 'warning'
        : 'info'
      : isNote(was, is, testData)
        ? 'info'
        : isGone || isOfLibraries(file)
          ? 'warning'
          : withSources(severityOf(file, CHART.test(file.path) ? rest : all, is === undefined, was), file, sources);
  const how = was && is ? 'changes' : is ? 'is new' : isMended ? 'is removed, or read now' : 'is removed';
  const what = changesText(changes);
  return [
    {
      rule: severity === 'info' ? FILE_CHANGED : OPERATOR_FILE_CHANGED,
      severity,
      // A pipeline that reaches no cluster brings no permission there.
      ...(isGone || (file.reason === 'forge' && !reachesCluster(was, is)) ? { effect: 'none' as const } : {}),
      subject: { kind: 'File', name: file.path },
      message: `${how}${what === '' ? '' : `: ${what}`}; it was not read, because ${UNREAD_REASONS[file.reason]}`,
      place: { file: file.file },
      ...(isMended ? { after: NO_LONGER_BROKEN } : {}),
      identity: [was?.content ?? '', is?.content ?? ''],
    },
  ];
}

/** A file that names another source is a warning where a tool can apply what comes from there. */
function withSources(severity: Severity, { path, reason }: UnreadFile, sources: readonly TextChange[]): Severity {
  const isOfTest = reason === 'chart-source' && isOfTests(path);
  return severity === 'info' && sources.length > 0 && !isOfTest && reason !== 'forge' ? 'warning' : severity;
}

/** A file that says what an image contains. */
const IMAGE_FILE = /(?:^|\/)(?:[^/]+\.)?(?:Dockerfile|Containerfile)$/;

/** Whether a build file that installs this program gets other steps, or a part from elsewhere. */
function buildsGate(was: UnreadFile | undefined, changes: readonly TextChange[], sources: readonly TextChange[]): boolean {
  if (!GATE.test(was?.text ?? '')) return false;
  const isStep = ({ before, after }: TextChange): boolean =>
    [before, after].some((line) => /^(?:RUN|COPY|ADD|ENV|ENTRYPOINT|CMD|SHELL|ONBUILD)\b/i.test(line ?? ''));
  return sources.length > 0 || (IMAGE_FILE.test(was?.path ?? '') && changes.some(isStep));
}

/** Libraries of Jsonnet programs, which jsonnet-bundler fetches; Argo CD does not. */
const LIBRARIES = /(?:^|\/)jsonnetfile(?:\.lock)?\.json$/;
function isOfLibraries(file: UnreadFile | undefined): boolean {
  return file?.reason === 'settings' && LIBRARIES.test(file.path);
}

/** Whether a file never reaches a cluster, or whether its change grants nothing. */
function isNote(was: UnreadFile | undefined, is: UnreadFile | undefined, testData: ReadonlySet<string>): boolean {
  const { path = '', reason, wasRead = false } = is ?? was ?? {};
  const isTest =
    reason === 'test-data'
      ? testData.has(folderOf(path))
      : reason === 'test-step' && !wasRead && testData.has(`${folderOf(folderOf(path))}/*`);
  return reason === 'excluded' || isTest || (isOfLibraries(is ?? was) && areVersions(was, is)) || areCrds(was, is);
}

/** Whether only the versions of Jsonnet libraries differ, and not where they come from. */
function areVersions(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  const [before, after] = [was, is].map((side) => side && documentsOf(side.text)?.map(withoutVersions));
  return before !== undefined && sortedText(before) === sortedText(after ?? null);
}

function withoutVersions(value: unknown): unknown {
  // The order of dependencies has no meaning.
  if (Array.isArray(value)) return value.map(withoutVersions).sort((a, b) => compareText(sortedText(a ?? null), sortedText(b ?? null)));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (key === 'version' || key === 'sum' ? [] : [[key, withoutVersions(one)]])),
  );
}

/** Whether all documents that differ are CRDs whose conversion stays: a CRD grants nothing, and OLM or the API server checks it. */
function areCrds(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  const [before, after] = [was, is].map((side) => (side ? documentsOf(side.text) : []));
  if (!before || !after) return false;
  const [texts, others] = [before, after].map((values) => values.map((value) => sortedText(value)));
  const [gone, came] = [
    before.filter((_, index) => !others?.includes(texts?.[index] ?? '')),
    after.filter((_, index) => !texts?.includes(others?.[index] ?? '')),
  ];
  // Two CRDs can swap their webhooks: each conversion belongs to its name.
  const conversions = (crds: readonly unknown[]): string =>
    sortedText(
      crds
        .flatMap((crd) => {
          const { conversion } = fieldsOf(fieldsOf(crd).spec);
          return conversion === undefined ? [] : [sortedText([fieldsOf(fieldsOf(crd).metadata).name, conversion])];
        })
        .toSorted(compareText),
    );
  return gone.length + came.length > 0 && [...gone, ...came].every(isCrd) && conversions(gone) === conversions(came);
}

function isCrd(value: unknown): boolean {
  const { apiVersion, kind } = fieldsOf(value);
  return apiVersion === 'apiextensions.k8s.io/v1' && kind === 'CustomResourceDefinition';
}

/** The documents of a text; undefined if it is no YAML. */
function documentsOf(text: string | undefined): unknown[] | undefined {
  if (text === undefined) return undefined;
  const { documents, problems } = parseDocuments({ file: '', text });
  return problems.length > 0 ? undefined : documents.map(({ value }) => value);
}

const SHOWN = 6;
const LONGEST = 120;

/** @param first changes that decide whatever their words are */
function byWeight(changes: readonly TextChange[], first: readonly TextChange[] = []): readonly TextChange[] {
  const isFirst = new Set(first);
  const weight = (change: TextChange): number => Number(isFirst.has(change) || decides(change));
  return changes.toSorted((a, b) => weight(b) - weight(a));
}

/**
 * The changes of a file in a few words; empty if they cannot be described. Also whether they grant permissions when applied, or belong to
 * OLM.
 */
export function changesIn(
  was: UnreadFile | undefined,
  is: UnreadFile | undefined,
): { readonly text: string; readonly isGrant?: boolean; readonly isOfOlm?: boolean } {
  if (was?.text === undefined && is?.text === undefined) return { text: '' };
  const changes = byWeight(textChanges(was?.text, is?.text));
  return { text: changesText(changes), isGrant: changes.some(grants), isOfOlm: changes.some(({ of = '' }) => OF_OLM.test(of)) };
}

/**
 * The changes of a value with many fields, such as the objects in a policy.
 * @param isHidden whether a value must not be printed
 */
export function changesOfValue(was: unknown, is: unknown, isHidden: (change: TextChange) => boolean): string {
  const [before, after] = [was, is].map((value) => (value === undefined ? undefined : jsonText(value)));
  const hidden = (change: TextChange): TextChange => (isHidden(change) ? { of: change.of, field: change.field } : change);
  return changesText(byWeight(textChanges(before, after)).map(hidden));
}

function changesText(changes: readonly TextChange[]): string {
  const said = inWholes(changes).filter((change) => !isOnlySigns(change));
  const times = groupBy((said.length > 0 ? said : changes).map(changeText), (phrase) => phrase);
  return listed(
    [...times].map(([phrase, { length }]) => (length === 1 ? phrase : `${phrase} (${length} times)`)),
    'changes',
    SHOWN,
  );
}

const OF_ROLES = /^(?:roleRef\.name$|rules\b)/;
/** Fields of an object of OLM: the installed package, and the source of a catalog. */
const OF_SOURCES = /^spec\.(?:name|image|address|priority|source\.image\.ref)$/;

/** Replaces the changes of added and removed objects by their names and the fields that decide. */
function inWholes(changes: readonly TextChange[]): readonly TextChange[] {
  const whole = new Map<string, 'before' | 'after'>();
  for (const { of, field, before, after } of changes)
    if (of !== undefined && field === 'kind' && (before === undefined) !== (after === undefined))
      whole.set(of, before === undefined ? 'after' : 'before');
  const isTold = (change: TextChange): boolean =>
    whole.get(change.of ?? '') === undefined || FIELD.test(change.field) || OF_ROLES.test(change.field) || isOfSource(change);
  const names = [...whole].map(([of, side]): TextChange => ({ field: '', [side]: of }));
  return [...names, ...changes.filter((change) => isTold(change) && !isEmpty(change))];
}

/** A null value counts as absent. */
function isEmpty({ before, after }: TextChange): boolean {
  return (before ?? after) === 'null' && (after ?? 'null') === 'null';
}

/** A line of brackets, which ends what another changed line begins. */
function isOnlySigns({ of, field, before = '', after = '' }: TextChange): boolean {
  return of === undefined && field === '' && !/[\p{L}\p{N}_]/u.test(`${before}${after}`);
}

/** The `name` of an entry that is listed by its name, such as a task of a playbook. */
const NAME_OF_ENTRY = /^(.*\["(.*)"\])\.name$/s;

function changeText(change: TextChange): string {
  const { of, before, after } = change;
  const [, entry, name] = NAME_OF_ENTRY.exec(change.field) ?? [];
  if (entry !== undefined && (before === undefined) !== (after === undefined) && JSON.stringify(before ?? after) === `"${name}"`)
    return `${[of, entry].filter(Boolean).join(' ')} ${before === undefined ? 'is new' : 'is removed'}`;
  const { field } = change;
  const where = [of, field].filter(Boolean).join(' ');
  if (before !== undefined && after !== undefined)
    return `${where === '' ? 'a line' : where} changes from ${shown(before)} to ${shown(after)}`;
  if (before === undefined && after === undefined) return `${where} differs`;
  return `${where === '' ? '' : `${where} `}${shown(before ?? after ?? '')} ${before === undefined ? 'is new' : 'is removed'}`;
}

function shown(text: string): string {
  const line = printable(text.trim());
  return line === '' ? '""' : line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Fields and words that install another operator, version or catalog, or the same one elsewhere. */
const FIELD =
  /(?:^|[.\]_-])(?:channel|source|sourceNamespace|defaultNamespace|catalog\w*|version|versions|startingCSV|csv|approval|\w*Approval|namespace|targetNamespaces|packageName|package|upgradeStrategy|complianceType|remediationAction)$/i;
/** Such a field within a line. */
const WRITTEN_FIELD = /(?:^|[\W_])(?:channel|source|sourceNamespace|catalog\w*|startingCSV|\w*Approval)["'`]?\s*[:=]\s*["'`]/i;
export const OF_OLM =
  /operators\.coreos\.com|olm\.operatorframework\.io|\b(?:Subscription|OperatorGroup|CatalogSource|ClusterExtension|OperatorPolicy)\b/;
const GRANTS =
  /cluster-admin|kubernetes_(?:cluster_)?role|\b(?:Cluster)?Role(?:Binding)?\b|rbac\.authorization\.k8s\.io|add-(?:cluster-)?role-to/;

/** Charts: their own version is only a name and decides nothing. */
const CHART = /(?:^|\/)Chart\.ya?ml$/;

function isOwnVersion({ of, field }: TextChange): boolean {
  return of === undefined && /^(?:appVersion|version)$/.test(field);
}

function isOfSource({ of = '', field }: TextChange): boolean {
  return OF_OLM.test(of) && OF_SOURCES.test(field);
}

/** The fields of an Ansible task that only reads objects. */
const READS = /(?:^|\])(?:\["kubernetes\.core\.k8s_info"\]|\.k8s_info)\.[\w.[\]]+$/;

/** Whether it is the title of a task: no name of an object or a role has a blank. */
function isTitle({ field }: TextChange): boolean {
  return /\s/.test(NAME_OF_ENTRY.exec(field)?.[2] ?? '');
}

function decides(change: TextChange): boolean {
  const { of = '', field, before = '', after = '' } = change;
  if (READS.test(field) || isTitle(change)) return false;
  const words = `${of} ${before} ${after}`;
  return FIELD.test(field) || OF_OLM.test(words) || GRANTS.test(words) || (field === '' && WRITTEN_FIELD.test(words));
}

function grants(change: TextChange): boolean {
  const { of = '', field, after } = change;
  return after !== undefined && !READS.test(field) && !isTitle(change) && GRANTS.test(`${of} ${after}`);
}

/** An OperatorGroup without targets targets all namespaces. */
function isWider({ of = '', field, before, after }: TextChange): boolean {
  return (
    /^OperatorGroup\b/.test(of) &&
    /^spec(?:\.targetNamespaces|\.selector)?$/.test(field) &&
    (after === undefined || /^(?:\[\]|\(removed\))$/.test(after)) &&
    before !== after
  );
}

/** Expected results of chart tests at the top of a repository: a file there that repeats objects of another file is read nowhere else. */
const EXPECTED = /^tests?\//;

/** Expected results and values of chart tests: Helm does not read them. */
const OF_TESTS = /(?:^|\/)(?:tests?|testdata|__snapshots__|ci)\//;

function isOfTests(path: string): boolean {
  return OF_TESTS.test(path) && !/(?:^|\/)templates\//.test(path);
}

/** The severity of changed lines. Templates become manifests as they are written; a script with grants must first be run. */
function severityOf(
  { reason, path, text = '' }: UnreadFile,
  changes: readonly TextChange[],
  isGone: boolean,
  was: UnreadFile | undefined,
): Severity {
  if (reason === 'forge') return forgeSeverity(path, text, was, isGone);
  // The API server refuses such a file, or a person must check it; a template is no object yet.
  if (!isGone && reason === 'not-judged') return 'error';
  if (!isGone && reason === 'broken' && !isNoPlainText(text) && !EXPECTED.test(path)) return 'error';
  if (reason === 'chart-source' && isOfTests(path)) return 'info';
  // Without its patch, the OperatorGroup is as in its base.
  if (!isGone && changes.some(isWider)) return 'error';
  if (changes.some(grants) && reason !== 'other' && reason !== 'source-code')
    return reason === 'broken' && EXPECTED.test(path) ? 'warning' : 'error';
  const isOpen =
    (reason === 'chart-source' && switches(path, changes)) ||
    ENCRYPTED.test(text) ||
    INDEX_OF_CHARTS.test(text) ||
    (reason === 'broken' && !EXPECTED.test(path) && beginsWithObject(text));
  // A change of what runs this review decides whether it stops anything.
  const isGate = was !== undefined && changes.some(isOfGate);
  return isGate || changes.some(asksServer) || changes.some(decides) || (!isGone && isOpen) ? 'warning' : 'info';
}

/** Whether the API server asks another server: for a webhook, or for the conversion of a CRD. */
function asksServer({ field }: TextChange): boolean {
  return /(?:^|\.)clientConfig\.(?:service\.\w+|url|caBundle)$/.test(field);
}

/** Values or files that somebody encrypted, and pointers to files elsewhere: whoever has the public key can have made them. */
const ENCRYPTED = /ENC\[AES256_GCM|\$ANSIBLE_VAULT;|^version https:\/\/git-lfs\.github\.com\/spec|BEGIN (?:AGE ENCRYPTED|PGP)/m;
/** The index of a repository of charts names where tools get each chart. */
const INDEX_OF_CHARTS = /^(?:entries:|\{"apiVersion":"v\d+","entries":)/m;

/** Whether the first document is an object, which kubectl applies although a later one is broken. */
function beginsWithObject(text: string): boolean {
  const first = text.split(/^---/m).find((document) => document.split('\n').some((line) => !isNoContent(line))) ?? '';
  return /^apiVersion:/m.test(first) && /^kind:/m.test(first) && !/^\s*\{\{/m.test(first);
}

/** Whether a line is blank, a comment, or the rest of a line that begins a document. */
function isNoContent(line: string): boolean {
  return /^\s*(?:#.*|-*|%.*)$/.test(line);
}

/**
 * Lines of `.helmignore` that `helm create` writes, and others that name nothing that Helm renders. Helm compares a name without a slash
 * before it at any depth, so that the name of a folder is one below templates/, too.
 */
const IGNORED_ANYWAY =
  /^(?:#.*|\.(?:git|bzr|hg|svn|vscode|idea|github)\/?|\.(?:DS_Store|gitignore|bzrignore|hgignore|project)|\*\.(?:swp|bak|tmp|orig|tmproj|md|png)|\*~|(?:README|OWNERS|LICENSE)(?:\.md)?|\/(?:ci|docs|tests?)\/?)$/;

/**
 * Whether a file of a chart changes what Helm renders in a way that no changed value shows: a switch of its values, values in a file that
 * only its name brings, or files that Helm leaves out.
 */
function switches(path: string, changes: readonly TextChange[]): boolean {
  if (/(?:^|\/)\.helmignore$/.test(path)) return changes.some(({ before, after }) => !IGNORED_ANYWAY.test((after ?? before ?? '').trim()));
  if (/\/templates\//.test(path)) return false;
  return (
    /(?:^|\/)\.[^/]*\.ya?ml$/.test(path) ||
    changes.some(({ before, after }) => isSwitch(before) && isSwitch(after)) ||
    changes.some(isEverything)
  );
}

/** Every resource, verb or group in the values of a chart: some template can make a rule of it. */
function isEverything({ field, after }: TextChange): boolean {
  return after === '*' && !/(?:cors|origin|cron|schedule|host|path)/i.test(field);
}

function isSwitch(text: string | undefined): boolean {
  return text === 'true' || text === 'false';
}

/** Words of programs that reach a cluster, this review or the place that programs come from. */
const REACHES = /cdk8s-olm|kubectl|\boc\b|helm|argocd|flux|kustomize|kubeconfig|terraform|ansible|\bsecrets\b|credential|token/i;
/** Files of approvers, in which fewer names let fewer approve. */
const OF_APPROVERS = /(?:^|\/)OWNERS(?:_ALIASES)?$/;
const OF_PIPELINES = /\.ya?ml$|file[^/]*$/;

const GATE = /cdk8s-olm/;

function isOfGate({ of = '', field, before = '', after = '' }: TextChange): boolean {
  return GATE.test(`${of} ${field} ${before} ${after}`);
}

function isOfGateOrRobot(change: TextChange): boolean {
  return (
    isOfGate(change) ||
    (/auto-?merge|ignoreTests|registr(?:y|ies)/i.test(change.field) && change.after !== undefined && change.after !== 'false')
  );
}

function forgeSeverity(path: string, text: string, was: UnreadFile | undefined, isGone: boolean): Severity {
  if (OF_APPROVERS.test(path)) {
    const known = new Set(wordsOf(was?.text ?? ''));
    return isGone || wordsOf(text).some((word) => !known.has(word)) ? 'warning' : 'info';
  }
  // Pipelines also build and test.
  const isPipeline =
    OF_PIPELINES.test(path) && !/mergify|settings|sops|yarnrc|policy|bulldozer|dependabot/.test(path) && !OF_PROGRAMS.test(path);
  return isPipeline && ![text, was?.text ?? ''].some((each) => REACHES.test(each)) ? 'info' : 'warning';
}

/** Words of pipelines and build files that apply something, or run this review. */
const APPLIES =
  /kubectl|\boc\s+(?:adm|apply|create|login|new-app|process|replace)\b|kubeconfig|argocd|fluxc?d?\b|\bhelm\b(?!\/kind-action@)|kustomize|terraform|ansible-playbook|pulumi|cdk8s|service-?account|\$\{?\{?\s*secrets\.\w*(?:KUBE|OPENSHIFT|OCP|CLUSTER)/i;

function reachesCluster(...sides: readonly (UnreadFile | undefined)[]): boolean {
  return sides.some((side) => side !== undefined && (side.text === undefined || OF_APPROVERS.test(side.path) || APPLIES.test(side.text)));
}

/** Names and limits of time of jobs. */
const STEP_TEXT = /(?:^|\.)(?:name|timeout-minutes|retention-days|fail-fast)$/;
/** The version of a tool that a step installs. */
const TOOL_VERSION = /(?:^|[._-])versions?(?:\[\d+\])?$|^jobs\..*\.matrix\.[\w-]*(?:\[\d+\])?$/;
const PLAIN_VERSION = /^["']?v?\d+(?:\.(?:\d+|x|\*)){0,3}["']?$/;
/** An action at a tag, which only those who can write to its repository move; any fork can make a commit. */
const ACTION = /^([\w.-]+\/[\w./-]+)@(v?\d{1,4}(?:\.\d{1,4}){0,2})$/;

/** The installation of one package of Python by its name. */
const INSTALLS = /^(?:pip3?|python3? -m pip) install [\w.-]+(?:\[[\w,]+\])?(?:==\d[\w.]*)?$/;
const PIN = /==\d[\w.]*$/;

/** Whether a changed line of a pipeline only names a job, a limit of time, or another version of the same tool. */
function isEverydayStep({ of, field, before, after }: TextChange): boolean {
  if (of !== undefined || before === undefined || after === undefined) return false;
  if (/(?:^|\.)uses$/.test(field)) {
    const [was, is] = [before, after].map((text) => ACTION.exec(text)?.[1]);
    return was !== undefined && was === is;
  }
  if ([before, after].some((text) => text.includes('${{'))) return false;
  if (/(?:^|\.)run$/.test(field)) {
    const [was, is] = [before, after].map((text) => (INSTALLS.test(text) ? text.replace(PIN, '') : undefined));
    return was !== undefined && was === is;
  }
  return STEP_TEXT.test(field) || (TOOL_VERSION.test(field) && PLAIN_VERSION.test(before) && PLAIN_VERSION.test(after));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\w.@/-]+/g) ?? [];
}

// Approvers of files.

/** The places where each forge looks, in order, and the size in bytes above which it reads no file (GitHub, About code owners). */
const FORGES: readonly { readonly places: readonly string[]; readonly most: number }[] = [
  { places: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'], most: 3 << 20 },
  { places: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'], most: Number.POSITIVE_INFINITY },
];

/** The baseline, and the name of a lock. */
const OF_GATE = [DEFAULT_BASELINE, LOCK_FILE];

/** A change of the approvers of files. */
interface OwnersChange {
  /** The CODEOWNERS file that applies now, or applied before. */
  readonly by: UnreadFile;
  /** Files of the gate that a changed line may match. */
  readonly of: readonly string[];
  /** The differences, as phrases. */
  readonly lines: readonly string[];
}

/** The changes, each once, by path. */
export function ownersChanged(before: readonly UnreadFile[], after: readonly UnreadFile[]): readonly OwnersChange[] {
  const found = FORGES.flatMap(({ places, most }): OwnersChange[] => {
    const [was, is] = [before, after].map((files) => decidingOf(files, places));
    // Without approvers before, the change only adds some.
    if (!was || (was.path === is?.path && was.content === is.content)) return [];
    const by = is ?? was;
    const isOver = (file: UnreadFile | undefined): boolean => Buffer.byteLength(file?.text ?? '') > most;
    const gate = [...OF_GATE, was.path, ...before.flatMap(({ path, reason }) => (isFileOfGate(path, reason) ? [path] : []))];
    const all = [...new Set(gate)].sort(compareText);
    if (is && [was, is].some(({ text }) => text === undefined)) return [{ by, of: all, lines: ['it is no text'] }];
    if (isOver(was)) return [];
    if (isOver(is)) return [{ by, of: all, lines: ['it has more than 3 MB, so that GitHub reads none of it'] }];
    const [owned, owns] = [linesOf(was.text ?? ''), linesOf(is?.text ?? '')];
    const [gone, added] = [without(owned, owns), without(owns, owned)];
    const areOwned = pathsIn(owned);
    const apart = new Set(added.filter((line) => areOwned.areApartFrom(line)));
    const left = owns.filter((line) => !apart.has(line));
    if (left.length === owned.length && left.every((line, index) => line === owned[index])) return [];
    const news = added.filter((line) => !apart.has(line));
    const changed = [...gone, ...news];
    const touched = pathsIn(changed);
    return [
      {
        by,
        of: all.filter((path) => changed.length === 0 || !touched.areApartFrom(`/${path}`)),
        lines: changed.length === 0 ? ['its lines are in another order'] : [...gone.map(removed), ...news.map((line) => `${line} is new`)],
      },
    ];
  });
  return [...new Map(found.map((one) => [one.by.path, one])).values()].sort((a, b) => compareText(a.by.path, b.by.path));
}

function removed(line: string): string {
  return `${line} is removed`;
}

function decidingOf(files: readonly UnreadFile[], places: readonly string[]): UnreadFile | undefined {
  return places.flatMap((place) => files.find(({ path }) => path === place && CODE_OWNERS.test(path)) ?? []).at(0);
}

function isFileOfGate(path: string, reason: UnreadFile['reason']): boolean {
  return (reason === 'gate' && !CODE_OWNERS.test(path)) || OF_GATE.some((name) => path.endsWith(`/${name}`));
}

/** Files for people, by their ending. */
const FOR_PEOPLE = /^[^[\]!\\^]*\.(?:md|mdx|txt|rst|adoc|png|jpe?g|gif|svg|pdf)$/;

/** Lines without comments, blanks, and files that never reach a cluster. A line that is a comment on only one forge stays. */
function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const words = withoutComment(line)
      .split(/[ \t]+|\r$/)
      .filter((word) => word !== '');
    return words.length === 0 || FOR_PEOPLE.test(words[0] ?? '') ? [] : [words.join(' ')];
  });
}

/** Characters with which the rest of a line is no comment on some forge. */
const NO_COMMENT = /[@\r\v\f\u0085\u2028\u2029]/;

function withoutComment(line: string): string {
  const text = line.replace(/\r$/, '');
  // A whole line that is a comment can contain `@`.
  if (/^[ \t]*#[^\r\v\f\u0085\u2028\u2029]*$/.test(text)) return '';
  let end = text.length;
  while (end > 0 && !NO_COMMENT.test(text.charAt(end - 1))) end -= 1;
  const comment = /(?:^|[ \t])#/.exec(end === 0 ? text : text.slice(end).replace(/^#/, 'x'));
  return comment ? text.slice(0, end + comment.index) : line;
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

/** Plain paths, by their steps. */
interface PathTree {
  readonly steps: Map<string, PathTree>;
  isPath: boolean;
}

/** The steps of a pattern that is a plain path from the top; nothing for any other pattern. */
function stepsOf(line: string): readonly string[] | undefined {
  return /^(?:\/[\w.-]+)+(?=\/?(?: |$))/.exec(line)?.[0].split('/').slice(1);
}

/** The patterns of lines, for finding lines that never match the same file: plain paths from the top of which none contains the other. */
function pathsIn(lines: readonly string[]): { areApartFrom(line: string): boolean } {
  const top: PathTree = { steps: new Map(), isPath: false };
  let arePlain = true;
  for (const line of lines) {
    let at = top;
    const steps = stepsOf(line);
    if (!steps) arePlain = false;
    for (const step of steps ?? []) {
      const next = at.steps.get(step) ?? { steps: new Map(), isPath: false };
      at.steps.set(step, next);
      at = next;
    }
    at.isPath = true;
  }
  return {
    areApartFrom: (line) => {
      const steps = arePlain ? stepsOf(line) : undefined;
      if (!steps) return lines.length === 0;
      let at: PathTree | undefined = top;
      for (const step of steps) {
        at = at?.steps.get(step);
        if (!at) return true;
        if (at.isPath) return false;
      }
      return false;
    },
  };
}
