/** The example of each rule: its files in examples/rules, and what the command line reports of the rule about them. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatReference, type ObjectReference } from '../../src/base/kubernetes/object.js';
import { cli, inFolder } from './command-line.js';

export const EXAMPLES = join(import.meta.dirname, '../../examples/rules');

/** One example. */
export interface RuleExample {
  /** Why there is none; then it has nothing else. */
  readonly whyNot?: string;
  /** As somebody types it in its folder. */
  readonly command: string;
  /** Texts by path; of a change, below `base/` and `head/`. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether it is a change from `base/` to `head/`. */
  readonly isChange: boolean;
  /** What is reported, a line each. */
  readonly expected: string;
}

const EXPECTED = 'expected.txt';
const OPTIONS = 'options.txt';
const WHY_NOT = 'why-not.txt';

/** The example of a rule; nothing where its folder is missing. */
export function exampleOf(id: string): RuleExample | undefined {
  const folder = join(EXAMPLES, id);
  if (!existsSync(folder)) return undefined;
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
  const textOf = (path: string): string => (paths.includes(path) ? readFileSync(join(folder, path), 'utf8') : '');
  const files = Object.fromEntries(
    paths.filter((path) => ![EXPECTED, OPTIONS, WHY_NOT].includes(path)).map((path) => [path, textOf(path)] as const),
  );
  const isChange = Object.keys(files).some((path) => /^(?:base|head)\//.test(path));
  const given = textOf(OPTIONS)
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  // The options may begin with a command other than check.
  const [name, ...options] = given[0]?.startsWith('-') === false ? given : [isChange ? 'review' : 'check', ...given];
  return {
    ...(paths.includes(WHY_NOT) ? { whyNot: textOf(WHY_NOT).trim() } : {}),
    command: [name, ...(isChange ? ['base', 'head'] : ['.']), ...options].join(' '),
    files,
    isChange,
    expected: textOf(EXPECTED),
  };
}

/** The path of what is expected of a rule. */
export function expectedFileOf(id: string): string {
  return join(EXAMPLES, id, EXPECTED);
}

interface Reported {
  readonly id: string;
  readonly severity: string;
  readonly subject: ObjectReference;
  readonly message: string;
}

/** A copy of all examples, where no repository is around them. */
export function examplesApart(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-rules-'));
  cpSync(EXAMPLES, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What a run reports of one rule, a line each, and its exit code. @param folder the example, in a copy */
export function reportedIn(folder: string, id: string, { command }: RuleExample): { readonly code: number | null; readonly text: string } {
  const [name = ''] = command.split(' ');
  const asData = name === 'check' || name === 'review' ? ['--format', 'json'] : [];
  const { code, out, err } = inFolder(folder, () => cli([...command.split(' '), ...asData]));
  const found = asData.length > 0 && out !== '' ? findingsIn(JSON.parse(out) as object) : [];
  const lines = [
    ...found.filter((finding) => finding.id === id).map(lineOf),
    // Some findings are only among the diagnostics, where they have a place.
    ...err
      .split('\n')
      .filter((line) => line.includes(`[${id}] `))
      .map((line) => line.replace(/ \([^()]*:\d+:\d+\)(?=: )/, '')),
  ];
  return { code, text: lines.map((line) => `${line}\n`).join('') };
}

/** Of a review, what is new or grew. */
function findingsIn({
  findings = [],
}: {
  findings?: readonly Reported[] | Readonly<Record<string, readonly Reported[]>>;
}): readonly Reported[] {
  if (Array.isArray(findings)) return findings as readonly Reported[];
  const { new: brought = [], grown = [] } = findings as Readonly<Record<string, readonly Reported[]>>;
  return [...brought, ...grown];
}

function lineOf({ id, severity, subject, message }: Reported): string {
  const about = formatReference(subject);
  return `${severity}[${id}] ${message.startsWith(about) ? '' : `${about}: `}${message}`;
}
