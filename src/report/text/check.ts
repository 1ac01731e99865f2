/**
 * Writes the result of `check` as text. One input: its CSVs and all findings. A repository: operators, problems, unread units, a last line.
 */
import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { formatProblem, type Paint } from '../../base/manifest/format-problem.js';
import { printable } from '../../base/manifest/printable.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import { unitsText } from '../../base/wording/permissions.js';
import { counted, listed } from '../../base/wording/phrases.js';
import type { ClusterExtension } from '../../olm/model/cluster-extension.js';
import { extensionSource } from '../../olm/model/extension-source.js';
import { approvalOf } from '../../olm/model/operator-not-known.js';
import type { UnknownOperator } from '../../olm/model/unknown-operator.js';
import { versionsText } from '../../olm/model/versions.js';
import { type RefusedUpgrade, verdictText } from '../../olm/rules/crd-upgrade/refused-upgrades.js';
import { isAllNamespaces } from '../../olm/rules/namespace-set.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import { type CheckedInput, extensionVerdict, NOT_KNOWN, phaseText } from '../check-json.js';
import type { JsonCheck, JsonFinding } from '../schema.js';
import { countFindings, formatFinding } from './finding.js';
import { columns } from './layout.js';

type Powers = ReadonlyMap<string, string>;

/**
 * The operators, all findings, their counts, and the versions that the result is valid for.
 * @param powers the worst power of each operator
 * @param all whether nothing is left out
 * @param warned how many warnings about the input are printed beside it
 */
export function checkText(
  { resolution, findings, cluster, versions, profile, refused }: CheckedInput,
  powers: Powers,
  paint: Paint,
  all = false,
  warned = 0,
): string {
  const rows = resolution.csvs.map((csv) => [
    csv.csv.namespace,
    csv.csv.name,
    csv.group?.group.name ?? '-',
    targets(csv, all ? Number.POSITIVE_INFINITY : SHOWN_TARGETS),
    phaseText(csv),
    csv.verdict.reason || '-',
    powers.get(namespacedName(csv.csv)) ?? '-',
  ]);
  // Other profiles do not read ClusterExtensions.
  const extensions = profile === 'olm-v1' ? cluster.clusterExtensions : [];
  const unknown = cluster.unknownOperators;
  const counts = [
    ...(rows.length > 0 || extensions.length + unknown.length === 0 ? [counted(rows.length, 'CSV')] : []),
    ...(extensions.length > 0 ? [counted(extensions.length, 'ClusterExtension')] : []),
    ...(unknown.length > 0 ? [counted(unknown.length, 'unknown operator')] : []),
  ];
  return [
    ...(rows.length > 0 ? columns(['NAMESPACE', 'CSV', 'GROUP', 'TARGETS', 'VERDICT', 'REASON', 'WORST POWER'], rows) : []),
    ...(extensions.length > 0 ? extensionTable(extensions, powers, refused) : []),
    ...(unknown.length > 0
      ? [...(rows.length + extensions.length > 0 ? [''] : []), 'unknown operators:', ...unknownTable(unknown, cluster.unresolvedNamespaces)]
      : []),
    ...(findings.length > 0 ? [''] : []),
    ...findings.map((finding) => formatFinding(finding, paint)),
    '',
    [...counts, countFindings(findings, powers.size), ...warningsText(warned)].join(', '),
    ...versions.notes,
    `valid for ${versionsText(versions, profile === 'olm-v1')}`,
    '',
  ].join('\n');
}

/** The number of warnings about the input, if there are any. */
export function warningsText(warned: number): string[] {
  return warned > 0 ? [counted(warned, 'input warning')] : [];
}

/** The operators that OLM v1 installs or refuses. */
function extensionTable(extensions: readonly ClusterExtension[], powers: Powers, refused: readonly string[]): string[] {
  // The source of an extension is shown if at least one extension is unknown.
  const hasSource = extensions.some(({ isUnknown }) => isUnknown);
  const rows = extensions.map((extension) => {
    const { name, namespace, packageName, bundle, chosen } = extension;
    const verdict = extensionVerdict(extension, refused);
    const power = verdict === 'known' ? (powers.get(`ClusterExtension ${name}`) ?? '-') : verdict;
    const version = chosen?.name ?? bundle?.name ?? (verdict === 'refused' ? '-' : NOT_KNOWN);
    return [name, packageName, version, namespace, ...(hasSource ? [extensionSource(extension)] : []), power];
  });
  return columns(['CLUSTEREXTENSION', 'PACKAGE', 'BUNDLE', 'NAMESPACE', ...(hasSource ? ['SOURCE'] : []), 'WORST POWER'], rows);
}

const SHOWN_TARGETS = 3;

function targets({ group }: ResolvedCsv, shown: number): string {
  const namespaces = group?.namespaces;
  if (!namespaces) return '-';
  if (isAllNamespaces(namespaces)) return '*';
  const more = namespaces.length - shown;
  return namespaces.slice(0, shown).join(',') + (more > 0 ? `,+${more}` : '');
}

const UNKNOWN_HEAD = ['NAMESPACE', 'SUBSCRIPTION', 'PACKAGE', 'CHANNEL', 'SOURCE', 'APPROVAL', 'VERSION'];

/** The table of unknown operators, with its header. */
function unknownTable(operators: readonly UnknownOperator[], unresolved: readonly string[]): string[] {
  return columns(
    UNKNOWN_HEAD,
    operators.map(({ namespace, subscription, packageName, channel, catalog, neededBy, bundle }) => [
      namespace,
      neededBy ? '-' : subscription.name,
      packageName,
      channel ?? '-',
      catalog.name,
      approvalOf({ subscription, neededBy }),
      unresolved.includes(namespace) ? '-' : (bundle ?? subscription.startingCSV ?? '-'),
    ]),
  );
}

/** The reasons for which OLM v1 refuses the new version of a CRD. */
export function upgradeText({ crd, verdicts }: RefusedUpgrade): string {
  const lines = verdicts.map(
    (verdict) => `  ${verdict.severity.padEnd(7)}  ${printable(verdict.check)}  ${printable(verdictText(verdict))}\n`,
  );
  return `\nOLM v1 would refuse the upgrade of the CRD ${printable(crd)}:\n${lines.join('')}`;
}

/**
 * The number of compared and refused CRDs.
 * @param compared how many CRDs both states have
 */
export function comparedText(compared: number, refused: number): string {
  if (compared === 0) return '\nno CRD is in both states, so none was compared\n';
  return `\n${counted(compared, 'CRD')} compared, OLM v1 would refuse ${refused === 0 ? 'none' : refused}\n`;
}

/** The results for a repository; a result that several units share appears once. */
export interface RepositoryReport {
  readonly operators: JsonCheck['operators'];
  readonly findings: JsonCheck['findings'];
  /** Problems of the input itself. */
  readonly problems: readonly Problem[];
  /** One line for each unit or file that was not read, or not read as one whole. */
  readonly notRead: readonly string[];
  /** Assumptions. */
  readonly notes: readonly string[];
  /** The number of judged units. */
  readonly judged: number;
  readonly summary: string;
}

/** The most lines of findings and of unread units, unless all are asked for. */
const [SHOWN_FINDINGS, SHOWN_UNREAD] = [8, 6];

/** The text. @param all whether nothing is left out */
export function repositoryText(report: RepositoryReport, paint: Paint, all = false): string {
  const { operators, findings, problems, notRead, notes, judged, summary } = report;
  const [shownFindings, shownUnread] = all ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] : [SHOWN_FINDINGS, SHOWN_UNREAD];
  const wrong = findings.filter(({ severity }) => severity !== 'info').sort((a, b) => rank(a) - rank(b));
  const minor = findings.filter(({ severity }) => severity === 'info');
  const errors = problems.filter(isError);
  const warnings = problems.filter((problem) => !isError(problem));
  const entries = [
    ...errors.map((problem) => formatProblem(problem, paint)),
    ...(all ? warnings.map((problem) => formatProblem(problem, paint)) : []),
    ...(all ? [...wrong, ...minor] : wrong).map((finding) => formatFinding(inUnits(finding, judged), paint)),
  ];
  const powerful = operators.filter(({ power }) => power && power !== NOT_KNOWN).length;
  const parts = [
    operators.length > 0 ? tableOf(operators, all) : ['no operators'],
    [...entries.slice(0, shownFindings), ...more(entries.length - shownFindings, 'finding')],
    [
      ...notRead.slice(0, shownUnread).map(printable),
      ...more(notRead.length - shownUnread, 'unit or file that was not read', 'units or files that were not read'),
    ],
    [
      ...(all ? notes.map(printable) : notesLine(notes)),
      ...(warnings.length > 0 && !all ? [printable(`${counted(warnings.length, 'input warning')}: ${codesText(warnings)}${SEE}`)] : []),
      ...(minor.length > 0 && !all ? [printable(`notes: ${listed([...new Set(minor.map(({ id }) => id))])}${SEE}`)] : []),
      printable(`${counted(operators.length, 'operator')}, ${countFindings(findings, powerful)}; ${summary}`),
    ],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** How to see the findings that the text leaves out. */
const SEE = '; see check --all';

function notesLine([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return [];
  return [printable(`${first}${others.length > 0 ? `; and ${counted(others.length, 'more note')}` : ''}`)];
}

function tableOf(operators: RepositoryReport['operators'], all: boolean): string[] {
  const rows = operators.map(({ units = [], namespace, package: name, channel, source, version, approval, verdict, reason, power }) =>
    [
      all ? units.join(',') : unitsCell(units),
      ...[namespace, name, channel, source, version, approval],
      reason === undefined ? verdict : `${verdict} ${reason}`,
      power,
    ].map((cell) => cell ?? '-'),
  );
  return columns(['IN', 'NAMESPACE', 'PACKAGE', 'CHANNEL', 'SOURCE', 'VERSION', 'APPROVAL', 'VERDICT', 'WORST POWER'], rows);
}

function unitsCell([first = '', ...others]: readonly string[]): string {
  return `${first}${others.length > 0 ? ` +${others.length}` : ''}`;
}

function inUnits(finding: JsonCheck['findings'][number], all: number): JsonFinding {
  return all > 1 ? { ...finding, message: `${finding.message} (in ${unitsText(finding.units ?? [], all)})` } : finding;
}

/** Each problem code, with its count. */
function codesText(problems: readonly Problem[]): string {
  const byCode = [...groupBy(problems, ({ code }) => code)];
  return byCode.map(([code, { length }]) => (length > 1 ? `${code} (${length})` : code)).join(', ');
}

function rank({ severity }: JsonFinding): number {
  return severity === 'error' ? 0 : 1;
}

function more(count: number, one: string, many = `${one}s`): string[] {
  return count > 0 ? [`and ${count} more ${count === 1 ? one : many}${SEE}`] : [];
}
