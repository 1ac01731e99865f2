/** `check` of a repository as text: its operators, then what is wrong, then what was not read, and one last line. */
import { groupBy } from '../../kubernetes/object.js';
import { formatProblem, type Paint } from '../../manifest/format-problem.js';
import { printable } from '../../manifest/printable.js';
import { isError, type Problem } from '../../manifest/problem.js';
import type { Finding } from '../../model/finding.js';
import { counted, listed, unitsText } from '../../wording/phrases.js';
import { NOT_KNOWN, type OperatorRow } from '../operator-rows.js';
import { columns } from './columns.js';
import { countFindings, formatFinding } from './finding.js';

interface InUnits {
  readonly units: readonly string[];
}

/** What is said of a repository; what is the same in several units once. */
export interface RepositoryReport {
  readonly operators: readonly (OperatorRow & InUnits)[];
  readonly findings: readonly (Finding & InUnits)[];
  /** What is wrong with the input itself. */
  readonly problems: readonly Problem[];
  /** What was not read, or not as one whole, a line each. */
  readonly notRead: readonly string[];
  /** What is assumed. */
  readonly notes: readonly string[];
  /** How many units were judged. */
  readonly judged: number;
  readonly summary: string;
}

/** So many are shown; JSON has all. */
const [SHOWN_FINDINGS, SHOWN_UNREAD] = [8, 6];

/** The text. */
export function repositoryText({ operators, findings, problems, notRead, notes, judged, summary }: RepositoryReport, paint: Paint): string {
  const wrong = findings.filter(({ severity }) => severity !== 'info').sort((a, b) => rank(a) - rank(b));
  const minor = findings.filter(({ severity }) => severity === 'info');
  const errors = problems.filter(isError);
  const warnings = problems.filter((problem) => !isError(problem));
  const entries = [
    ...errors.map((problem) => formatProblem(problem, paint)),
    ...wrong.map((finding) => formatFinding(inUnits(finding, judged), paint)),
  ];
  const powerful = operators.filter(({ power }) => power && power !== NOT_KNOWN).length;
  const parts = [
    operators.length > 0 ? tableOf(operators) : ['no operator'],
    [...entries.slice(0, SHOWN_FINDINGS), ...more(entries.length - SHOWN_FINDINGS, 'finding')],
    [
      ...notRead.slice(0, SHOWN_UNREAD).map(printable),
      ...more(notRead.length - SHOWN_UNREAD, 'unit or file that was not read', 'units or files that were not read'),
    ],
    [
      ...notes.slice(0, 1).map((note) => printable(`${note}${notes.length > 1 ? `; the same of ${notes.length - 1} more` : ''}`)),
      ...(warnings.length > 0 ? [printable(`warnings of the input: ${codesText(warnings)}; --format json has them`)] : []),
      ...(minor.length > 0 ? [printable(`notes: ${listed([...new Set(minor.map(({ id }) => id))])}; --format json has them`)] : []),
      printable(`${counted(operators.length, 'operator')}, ${countFindings(findings, powerful)}; ${summary}`),
    ],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function tableOf(operators: RepositoryReport['operators']): string[] {
  const rows = operators.map(
    ({ units: [first = '', ...others], namespace, package: name, channel, source, version, approval, verdict, power }) =>
      [`${first}${others.length > 0 ? ` +${others.length}` : ''}`, namespace, name, channel, source, version, approval, verdict, power].map(
        (cell) => cell ?? '-',
      ),
  );
  return columns(['IN', 'NAMESPACE', 'PACKAGE', 'CHANNEL', 'SOURCE', 'VERSION', 'APPROVAL', 'VERDICT', 'WORST POWER'], rows);
}

function inUnits(finding: Finding & InUnits, all: number): Finding {
  return all > 1 ? { ...finding, message: `${finding.message} (in ${unitsText(finding.units, all)})` } : finding;
}

/** Each code, and how often. */
function codesText(problems: readonly Problem[]): string {
  const byCode = [...groupBy(problems, ({ code }) => code)];
  return byCode.map(([code, { length }]) => (length > 1 ? `${code} (${length})` : code)).join(', ');
}

function rank({ severity }: Finding): number {
  return severity === 'error' ? 0 : 1;
}

function more(count: number, one: string, many = `${one}s`): string[] {
  return count > 0 ? [`and ${count} more ${count === 1 ? one : many}; --format json has all`] : [];
}
