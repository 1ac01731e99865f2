/** The severity of the changed lines of a file that is not read. */

import { isNoPlainText } from '../../../../base/manifest/plain-text.js';
import type { Severity } from '../../../../olm/model/finding.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { GUARD_PROGRAMS } from '../guard-names.js';
import { HELM_IGNORE, IGNORED_ANYWAY, isInTemplates } from './chart-templates.js';
import type { Gate } from './gates.js';
import { forgeSeverity, isOfGate } from './pipelines.js';
import { isNextVersion } from './plain-values.js';
import { asksServer } from './role-files.js';
import { rulesIn, withoutFewer } from './role-rules.js';
import type { TextChange } from './text-changes.js';
import { holdsRights, isOfCloud, switchesRights } from './values-of-rights.js';
import { decides, grants, isWider, withoutDeletions } from './weighed-changes.js';

/** Values of charts, which can be in a folder next to the chart. */
export const VALUES = /(?:^|\/)[^/]*values[^/]*\.ya?ml$/i;

/** Expected results of chart tests at the top of a repository: a file there that repeats objects of another file is read nowhere else. */
const EXPECTED = /^tests?\//;

/** Expected results and values of chart tests: Helm does not read them. */
const OF_TESTS = /(?:^|\/)(?:tests?|testdata|__snapshots__|ci)\//;

export function isOfTests(path: string): boolean {
  return OF_TESTS.test(path) && !isInTemplates(path);
}

/** Providers and modules of Terraform, which it pins by their versions. */
const TERRAFORM = /\.tf$|\.terraform\.lock\.hcl$/;

/** Scripts of tests. */
const IN_TESTS = /(?:^|\/)tests?\//;
/** A version among values of a chart; those of an operator, a catalog or another chart are a source. */
const OF_VALUE = /(?:^|[.\]])(?:version|tag|appVersion)$/;
const OF_SOURCE = /operator|subscription|catalog|channel|csv|chart|release|source|bundle/i;

/** What a pattern installs and applies, by the name that its values give it (clustergroup-chart of Validated Patterns). */
const ENTRY = /^((?:\w+\.)*(?:subscriptions|applications)(?:\.[\w-]+|\[[^\]]+\]))\.(.+)$/;

/** Lines of values without whole entries that go, unless one names a guard: what the others installed or applied goes. */
function withoutGoneEntries(changes: readonly TextChange[]): readonly TextChange[] {
  const entryOf = ({ of, field }: TextChange): string | undefined => (of === undefined ? ENTRY.exec(field)?.[1] : undefined);
  const gone = new Set(changes.flatMap((change) => (ENTRY.exec(change.field)?.[2] === 'name' ? (entryOf(change) ?? []) : [])));
  for (const change of changes)
    if (change.after !== undefined || GUARD_PROGRAMS.test(`${change.field} ${change.before}`)) gone.delete(entryOf(change) ?? '');
  return gone.size === 0 ? changes : changes.filter((change) => !gone.has(entryOf(change) ?? ''));
}

function isValueOfNext(change: TextChange): boolean {
  return OF_VALUE.test(change.field) && !OF_SOURCE.test(change.field) && isNextVersion(change);
}

/** Whether a variable of a script stays the number of a version, which names no channel and no source. */
function isNumber({ of, field, before = '', after = '' }: TextChange): boolean {
  const isVersion = (text: string): boolean => /^["']?v?\d{1,5}(?:\.\d{1,5}){0,3}["']?$/.test(text);
  return of === undefined && /^(?!.*(?:catalog|channel))\w*version$/i.test(field) && isVersion(before) && isVersion(after);
}

function isSameMajor({ before = '', after = '' }: TextChange): boolean {
  const [was, is] = [before, after].map((text) => /\d+/.exec(text)?.[0]);
  return was === is;
}

/** The severity of changed lines. Templates become manifests as they are written; a script with grants must first be run. */
export function severityOf(
  { reason, path, text = '' }: UnreadFile,
  all: readonly TextChange[],
  isGone: boolean,
  was: UnreadFile | undefined,
  gate: Gate,
): Severity {
  const isPlain = (change: TextChange): boolean =>
    (TERRAFORM.test(path) && isNextVersion(change) && isSameMajor(change)) ||
    (reason === 'other' && IN_TESTS.test(path) && isNumber(change)) ||
    (VALUES.test(path) && isValueOfNext(change));
  const changes = withoutDeletions(VALUES.test(path) ? withoutGoneEntries(all) : all).filter((change) => !isPlain(change));
  if (reason === 'forge') return forgeSeverity(path, text, was, isGone);
  // The API server refuses such a file, or a person must check it; a template is no object yet.
  if (!isGone && reason === 'not-judged') return 'error';
  if (!isGone && reason === 'broken' && !isNoPlainText(text) && !EXPECTED.test(path)) return 'error';
  if (reason === 'chart-source' && isOfTests(path)) return 'info';
  // Without its patch, the OperatorGroup is as in its base.
  if (!isGone && changes.some(isWider)) return 'error';
  const isMore = withoutFewer(changes).some(grants) || (!isGone && rulesIn(changes, text).length > 0);
  if (isMore && reason !== 'other' && reason !== 'source-code') return reason === 'broken' && EXPECTED.test(path) ? 'warning' : 'error';
  const isOpen =
    (reason === 'chart-source' && switches(path, changes)) ||
    (reason === 'settings' && VALUES.test(path) && changes.some((change) => holdsRights(change))) ||
    ENCRYPTED.test(text) ||
    INDEX_OF_CHARTS.test(text) ||
    (reason === 'broken' && !EXPECTED.test(path) && beginsWithObject(text));
  // A change of what runs this review decides whether it stops anything.
  const isGate = was !== undefined && changes.some((change) => isOfGate(change, gate));
  // Without its list, Helm renders what the list left out.
  const counts = !isGone || HELM_IGNORE.test(path);
  const isRight = !isGone && changes.some((change) => isOfCloud(path, change));
  return isGate || isRight || changes.some(asksServer) || changes.some(decides) || (counts && isOpen) ? 'warning' : 'info';
}

/** Values or files that somebody encrypted, and pointers to files elsewhere: whoever has the public key can have made them. */
const ENCRYPTED = /ENC\[AES256_GCM|\$ANSIBLE_VAULT;|^version https:\/\/git-lfs\.github\.com\/spec|BEGIN (?:AGE ENCRYPTED|PGP)/m;
/** The index of a repository of charts names where tools get each chart. */
const INDEX_OF_CHARTS = /^(?:entries:|\{"apiVersion":"v\d+","entries":)/m;

/** Whether the first document is an object, which kubectl applies although a later one is broken. */
function beginsWithObject(text: string): boolean {
  const first = text.split(/^---/m).find((document) => document.split('\n').some((line) => !isNoContent(line))) ?? '';
  return /^apiVersion:/m.test(first) && /^kind:/m.test(first) && !/^[^\S\r\n]*\{\{/m.test(first);
}

/** Whether a line is blank, a comment, or the rest of a line that begins a document. */
function isNoContent(line: string): boolean {
  return /^\s*(?:#.*|-*|%.*)$/.test(line);
}

/**
 * Whether a file of a chart changes what Helm renders in a way that no changed value shows: a switch of its values, values in a file that
 * only its name brings, or files that Helm leaves out.
 */
function switches(path: string, changes: readonly TextChange[]): boolean {
  if (HELM_IGNORE.test(path)) return changes.some(({ before, after }) => !IGNORED_ANYWAY.test((after ?? before ?? '').trim()));
  if (isInTemplates(path)) return false;
  return /(?:^|\/)\.[^/]*\.ya?ml$/.test(path) || changes.some(switchesRights);
}
