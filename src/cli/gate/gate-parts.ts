/** Decides what the result of each command means for a change: errors that BASE has too do not fail the gate. */
import { formatReference } from '../../base/kubernetes/object.js';
import { printable } from '../../base/manifest/printable.js';
import { counted } from '../../base/wording/phrases.js';
import { type FailOn, type FailOnRules, type Finding, failsOn } from '../../olm/model/finding.js';
import { type CheckedJson, type GatePart, repositoryPath } from '../../report/index.js';
import { baselineOf, readBaseline } from '../../repository/index.js';
import { applyBaseline } from '../../review/index.js';
import { EXIT_BAD_INPUT, EXIT_OK } from '../outcome.js';

/** How a command ended, and what it printed. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What decides on the errors of a check. */
interface Accepting {
  readonly base: string;
  /** The file of accepted errors. @default that of BASE */
  readonly baseline: string | undefined;
  readonly failOn: FailOn | FailOnRules;
  readonly day: string;
}

/** One error that makes a check fail. */
interface Failure {
  readonly key: string;
  readonly text: string;
  readonly finding?: Finding;
}

/** The first line of the diagnostics, as the reason of a command that has no answer. */
const reasonOf = ({ err }: Ran): string => err.split('\n').find((line) => /^error\b/.test(line)) ?? 'it has no answer';

/**
 * The result of `check`.
 *
 * @param before runs the check of BASE, which is only needed if HEAD has errors
 */
export function checkedPart(ran: Ran, before: () => Ran, accepting: Accepting): GatePart {
  const head = dataOf<CheckedJson>(ran);
  const told = counted(head?.operators.length ?? 0, 'operator');
  if (ran.code === EXIT_OK) return { name: 'check', state: 'passed', told, details: [] };
  const failures = head ? failuresOf(head, accepting.failOn) : [];
  // An input that cannot be read, and in which no operator was found, was not judged.
  const isJudged = head !== undefined && (ran.code !== EXIT_BAD_INPUT || head.operators.length > 0);
  if (!isJudged || failures.length === 0)
    return { name: 'check', state: 'failed', told: reasonOf(ran), details: failures.map(({ text }) => text) };
  const base = dataOf<CheckedJson>(before());
  const known = new Set(base ? failuresOf(base, accepting.failOn).map(({ key }) => key) : []);
  const brought = failures.filter(({ key }) => !known.has(key));
  const left = unaccepted(brought, accepting);
  const parts = [
    told,
    ...(left.length > 0 ? [`${counted(left.length, 'new error')}`] : []),
    ...(brought.length < failures.length ? [`${failures.length - brought.length} that BASE has too`] : []),
    ...(left.length < brought.length ? [`${brought.length - left.length} that the baseline accepts`] : []),
  ];
  return { name: 'check', state: left.length > 0 ? 'failed' : 'passed', told: parts.join(', '), details: left.map(({ text }) => text) };
}

/** The findings that make the check fail, and the errors of the input, for each unit. */
function failuresOf({ findings, problems }: CheckedJson, failOn: FailOn | FailOnRules): Failure[] {
  const unitsOf = (entry: object): readonly string[] => (entry as { units?: readonly string[] }).units ?? [''];
  const within = (unit: string): string => (unit === '' ? '' : `${printable(unit)}: `);
  const ofFindings = findings
    .filter((finding) => failsOn(finding, failOn))
    .flatMap((finding) =>
      unitsOf(finding).map((unit): Failure => {
        const { id, severity, subject, object, message, fingerprint, rights } = finding;
        const text = printable(`${severity}[${id}] ${formatReference(subject)}: ${message}`);
        const asFound = { ...finding, ...(rights ? { permissions: rights } : {}) } as unknown as Finding;
        return { key: JSON.stringify([unit, id, subject, object, message, fingerprint]), text: `${within(unit)}${text}`, finding: asFound };
      }),
    );
  const ofInput = problems
    .filter(({ severity }) => severity === 'error')
    .flatMap((problem) =>
      unitsOf(problem).map((unit): Failure => {
        const { code, message, found, path, place } = problem;
        const file = repositoryPath(place?.file ?? '');
        return {
          key: JSON.stringify([unit, code, file, path, message, found]),
          text: `${within(unit)}${printable(`error[${code}] ${file}: ${message}`)}`,
        };
      }),
    );
  return [...ofInput, ...ofFindings];
}

/** The errors that no entry of the baseline accepts; errors of the input are never accepted. */
function unaccepted(failures: readonly Failure[], { base, baseline, day }: Accepting): readonly Failure[] {
  const { entries } = baseline === undefined ? baselineOf(base) : readBaseline(baseline);
  const findings = failures.flatMap(({ finding }) => finding ?? []);
  const accepted = new Set(applyBaseline(findings, entries, day).accepted.map(({ finding }) => finding));
  return failures.filter(({ finding }) => !finding || !accepted.has(finding));
}

/** The result of `review`, whose first line is the answer. */
export function reviewedPart(ran: Ran): GatePart {
  const [headline = ''] = ran.out.split('\n');
  const told = headline === '' ? reasonOf(ran) : headline;
  return { name: 'review', state: ran.code === EXIT_OK ? 'passed' : 'failed', told, details: [] };
}

interface LocksJson {
  readonly locks: readonly {
    readonly file: string;
    readonly differences: readonly { readonly subject: string; readonly message: string }[];
  }[];
}

/**
 * The result of `lock --check`.
 *
 * @param ran absent if neither side has a lock
 * @param before runs the check of BASE, which is only needed if the lock of HEAD does not fit
 * @param removed the units whose lock only BASE has
 */
export function lockedPart(
  ran: Ran | undefined,
  before: () => Ran = () => ({ code: EXIT_BAD_INPUT, out: '', err: '' }),
  removed: readonly string[] = [],
): GatePart {
  if (!ran) return { name: 'lock', state: 'skipped', told: 'there is no olm-lock.yaml', details: [] };
  const head = dataOf<LocksJson>(ran);
  if (!head || ran.code === EXIT_BAD_INPUT) return { name: 'lock', state: 'failed', told: reasonOf(ran), details: [] };
  if (ran.code === EXIT_OK && removed.length === 0)
    return { name: 'lock', state: 'passed', told: `${counted(head.locks.length, 'lock')} checked`, details: [] };
  const found = differencesOf(head);
  const base = found.length > 0 ? dataOf<LocksJson>(before()) : undefined;
  const known = new Set(base ? differencesOf(base).map(({ key }) => key) : []);
  const left = found.filter(({ key }) => !known.has(key));
  const told = [
    ...(removed.length > 0 ? [`${counted(removed.length, 'lock')} removed`] : []),
    ...(left.length > 0 ? [`${counted(left.length, 'new difference')}; run cdk8s-olm lock, and commit the lock`] : []),
    ...(left.length < found.length ? [`${counted(found.length - left.length, 'difference')} that BASE has too`] : []),
  ].join(', ');
  const isFailed = left.length > 0 || removed.length > 0 || found.length === 0;
  const details = [...removed.map((unit) => printable(`${unit}: has operators, and no lock any more`)), ...left.map(({ text }) => text)];
  return { name: 'lock', state: isFailed ? 'failed' : 'passed', told: told || reasonOf(ran), details };
}

function differencesOf({ locks }: LocksJson): Failure[] {
  return locks.flatMap(({ file, differences }) =>
    differences.map(({ subject, message }) => {
      const path = repositoryPath(file);
      return { key: JSON.stringify([path, subject, message]), text: printable(`${path}: ${subject} ${message}`) };
    }),
  );
}

function dataOf<T>({ out }: Ran): T | undefined {
  try {
    return JSON.parse(out) as T;
  } catch {
    return undefined;
  }
}
