/** Files that HEAD passes over and BASE does not, and files that were passed over and changed. */

import { groupBy } from '../../kubernetes/object.js';
import { fieldsOf } from '../../kubernetes/pod-spec.js';
import { parseDocuments } from '../../manifest/parse.js';
import { isMapping, sortedText } from '../../manifest/plain-data.js';
import type { Severity } from '../../model/finding.js';
import { DECIDING, HARMLESS, TOLD_BY_LINES, UNREAD_REASONS, type UnreadFile, type UnreadReason } from '../../model/unread-file.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { changesIn } from './files/changed-files.js';

/** Of so many files of one folder, each is a finding of its own. */
const SINGLE = 10;

export const unreadFile = riskRule({
  id: 'unread-file',
  severity: 'error',
  title: 'A file that a GitOps tool could apply is not read',
  references: ['CWE-693'],
  documentation: {
    meaning:
      "The change adds or alters a YAML or JSON file that is not read, or makes a file unread. Warning for another version of remote content, for a file beside kustomizations that none lists (unless it names roles, is new and OLM's, or was read before), for another tool's program or template that names no role, account or operator, and for a chart template that Helm rendered. Note for catalog settings beside a bundle, for files in bundles without an object, and for copies of a bundle's file.",
    attack:
      'Argo CD applies every YAML file of a folder, so it applies the binding to cluster-admin in `.hidden.yaml`, and no reviewer sees it.',
    fix: 'Move the manifests where they are read, remove the file, or look at it and accept it in the baseline.',
  },
  compare: ({ state: base }, { state: head }) => {
    // Where they are told by their lines, other rules do.
    const [of, and] = [base, head].map(({ unread }) => unread.filter(({ reason }) => !TOLD_BY_LINES.has(reason))) as [
      UnreadFile[],
      UnreadFile[],
    ];
    const known = new Map(of.map((file) => [file.path, file]));
    const left = new Set(head.unread.map(({ path }) => path));
    const brought = and.filter((file) => known.get(file.path)?.content !== file.content && !isSame(known.get(file.path), file));
    const gone = of.filter(({ path }) => !left.has(path));
    const bumps = brought.flatMap((file) => bumpOf(file, [...(known.get(file.path) ? [known.get(file.path) as UnreadFile] : []), ...gone]));
    const bumped = new Set(bumps.flatMap(({ was, is }) => [was, is]));
    return [
      ...bumps.map(newerPart),
      ...[
        ...groupBy(
          brought.filter((file) => !bumped.has(file)),
          folderOf,
        ).values(),
      ].flatMap((files) => (files.length > SINGLE ? [several(files, known)] : files.map((file) => single(file, known)))),
      ...removed(gone.filter((file) => !bumped.has(file))),
    ];
  },
});

/** Whether nothing differs but what decides nothing: of the configuration of a plugin, comments. */
function isSame(was: UnreadFile | undefined, is: UnreadFile): boolean {
  const isQuiet =
    was?.text !== undefined && is.text !== undefined && is.reason === 'plugin' && was.reason === 'plugin' && was.entry === is.entry;
  return isEncryptedAnew(was, is) || (isQuiet && changesIn(was, is).text === '');
}

/** Whether nothing differs but what each encryption makes anew: values of SOPS and what it writes beside them, or all that ansible-vault wrote. */
function isEncryptedAnew(was: UnreadFile | undefined, is: UnreadFile): boolean {
  const [before, after] = [was?.text, is.text].map((text) => (text === undefined ? undefined : withoutCiphers(text)));
  return before !== undefined && before === after;
}

function withoutCiphers(text: string): string | undefined {
  if (/^\$ANSIBLE_VAULT;[^\n]*\n[\da-f\s]*$/.test(text)) return '';
  if (!text.includes('ENC[AES')) return undefined;
  const { documents, problems } = parseDocuments({ file: '', text });
  if (problems.length > 0 || !documents.every(({ value }) => isMapping(value))) return undefined;
  return sortedText(documents.map(({ value }) => ({ ...fieldsOf(value), sops: '' }))).replace(/ENC\[AES[^\]"]*\]/g, '');
}

/** The outermost folder that is passed over, or the file where there is none. */
function folderOf({ path, reason, entry }: UnreadFile): string {
  if (entry !== undefined) return `${reason} ${path}`;
  const steps = path.split('/');
  const hidden = steps.findIndex((step) => step.startsWith('.') || step === 'node_modules');
  return `${reason} ${(hidden === -1 ? steps.slice(0, -1) : steps.slice(0, hidden + 1)).join('/')}`;
}

function single(brought: UnreadFile, known: ReadonlyMap<string, UnreadFile>): Discovery {
  const { path, file, reason, content, entry, fault } = brought;
  const was = known.get(path);
  const { text: lines, isGrant, isOfOlm } = changesIn(was, brought);
  const kind = reason === 'not-built' ? 'kustomization' : entry === undefined ? 'file' : 'part';
  const what = known.has(path) ? 'changed' : `is new among ${entry === undefined ? 'the files that are' : 'what is'} not read`;
  return {
    // What could not be built before either is no way to hide something that was seen. A template counts if somebody runs the tool.
    severity:
      was && (reason === 'not-built' || (reason === 'plugin' && isGrant === false))
        ? 'warning'
        : severityOf(reason, isGrant !== false || (!was && isOfOlm)),
    subject: { kind: 'File', name: path },
    message:
      fault === undefined
        ? `the ${kind} ${path} ${what}: ${lines === '' ? '' : `${lines}; `}it was not read, as ${UNREAD_REASONS[reason]}`
        : `the ${kind} ${path} cannot be built here, and was not read: ${fault}`,
    fix: 'move the manifests in it where they are read, or look at it yourself and accept it in the baseline',
    place: { file },
    identity: [path, content],
  };
}

/** Nobody who is known applies what no kustomization lists: it weighs by what it would grant. Who adds an object of OLM wants it listed. */
function severityOf(reason: UnreadReason, isGrant = true): Severity {
  if (reason === 'unlisted' && !isGrant) return 'warning';
  return HARMLESS.has(reason) ? 'info' : reason === 'template' || reason === 'chart-rendered' ? 'warning' : 'error';
}

function several(files: readonly [UnreadFile, ...UnreadFile[]] | readonly UnreadFile[], known: ReadonlyMap<string, UnreadFile>): Discovery {
  const [first] = files as readonly [UnreadFile];
  const [, folder = ''] = /^\S+ (.*)$/s.exec(folderOf(first)) ?? [];
  const names = files.slice(0, 3).map(({ path }) => path);
  return {
    severity: severityOf(
      first.reason,
      files.some((file) => changesIn(known.get(file.path), file).isGrant ?? true),
    ),
    subject: { kind: 'Folder', name: folder || '.' },
    message: `${files.length} files in ${folder || 'the input'} are new or changed among those that are not read, such as ${names.join(', ')}: ${UNREAD_REASONS[first.reason]}`,
    fix: 'move the manifests in them where they are read, or look at them yourself and accept them in the baseline',
    place: { file: first.file },
    identity: files.flatMap(({ path, content }) => [path, content]),
  };
}

/** Another version of what another host has: neither is known. */
interface Bump {
  readonly was: UnreadFile;
  readonly is: UnreadFile;
}

const VERSION = /\bv?\d+(?:\.\d+)+(?:[-+][\w.]+)?\b/g;

function bumpOf(is: UnreadFile, others: readonly UnreadFile[]): Bump[] {
  const skeleton = ({ path, content }: UnreadFile): string => `${path.replace(/: .*$/s, '')} ${content.replace(VERSION, '*')}`;
  const was = is.reason === 'remote' ? others.find((other) => other.reason === 'remote' && skeleton(other) === skeleton(is)) : undefined;
  return was ? [{ was, is }] : [];
}

function newerPart({ was, is: { path, file, content, reason } }: Bump): Discovery {
  return {
    severity: 'warning',
    subject: { kind: 'File', name: path },
    message: `the part ${path} changed: from ${was.content} to ${content}; it was not read, as ${UNREAD_REASONS[reason]}`,
    fix: 'look at what the other version brings, or give a folder with its content with --remote URL=FOLDER',
    place: { file },
    identity: [path, content],
  };
}

function removed(files: readonly UnreadFile[]): Discovery[] {
  if (files.length === 0) return [];
  const sorted = files.toSorted((a, b) => Number(DECIDING.has(b.reason)) - Number(DECIDING.has(a.reason)));
  const [first] = sorted as unknown as readonly [UnreadFile];
  const names = sorted.slice(0, 3).map(({ path }) => path);
  return [
    {
      severity: files.some(({ reason }) => DECIDING.has(reason)) ? 'error' : 'info',
      subject: { kind: 'File', name: first.path },
      message: `${files.length === 1 ? `the file ${first.path}, which was not read, is` : `${files.length} files that were not read are`} gone or read now${files.length === 1 ? '' : `, such as ${names.join(', ')}`}`,
      fix: 'check what was in it',
      place: undefined,
      identity: files.map(({ path }) => path),
    },
  ];
}
