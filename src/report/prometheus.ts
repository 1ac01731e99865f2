/**
 * Writes the result of a check as metrics in the text format of Prometheus, for the textfile collector of node_exporter or a Pushgateway.
 * All metrics are gauges of one run and have no time: who collects them knows it.
 */
import { compareText } from '../base/kubernetes/object.js';
import { printable } from '../base/manifest/printable.js';
import { upgradeWaits } from '../olm/model/resolver-note.js';
import type { CheckedJson } from './check-json.js';

type Operator = CheckedJson['operators'][number];

type Labels = Readonly<Record<string, string>>;

/** Seconds since 1970, by the names of files. */
export type CommitTimes = Readonly<Record<string, number>>;

interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
  /** Whether samples with the same labels are added up; otherwise the highest counts. */
  readonly counts?: boolean;
}

/** The value of `cdk8s_olm_operator_worst_risk`; an operator that is not known may have any risk. */
const RISKS: ReadonlyMap<string | undefined, number> = new Map([
  ['error', 3],
  ['warning', 2],
  ['info', 1],
]);

/**
 * The metrics of a check, sorted.
 *
 * @param committed when locks were last committed, by their files
 * @example
 * prometheusMetrics(checked) // '# HELP cdk8s_olm_operator …\n# TYPE cdk8s_olm_operator gauge\ncdk8s_olm_operator{…} 1\n'
 */
export function prometheusMetrics(checked: CheckedJson, committed: CommitTimes = {}): string {
  return metricsOf(checked, committed).map(metricText).join('');
}

function metricsOf(checked: CheckedJson, committed: CommitTimes): Metric[] {
  const { findings, problems, units = [], unexpanded = [] } = checked;
  return [
    ...operatorMetrics(checked, committed),
    {
      name: 'cdk8s_olm_findings',
      help: 'Findings by rule and severity.',
      counts: true,
      samples: findings.flatMap((finding) => inUnits(finding, { id: finding.id, severity: finding.severity })),
    },
    {
      name: 'cdk8s_olm_problems',
      help: 'Problems of the input by code and severity: files that were not read, and unknown values.',
      counts: true,
      samples: problems.flatMap((problem) => inUnits(problem, { code: problem.code, severity: problem.severity })),
    },
    {
      name: 'cdk8s_olm_units',
      help: 'Units of a repository by their state.',
      counts: true,
      samples: [
        ...units.map(({ state }) => ({ labels: { state }, value: 1 })),
        ...unexpanded.map(() => ({ labels: { state: 'not-expanded' }, value: 1 })),
      ],
    },
  ];
}

function operatorMetrics({ operators, findings, locks = [] }: CheckedJson, committed: CommitTimes): Metric[] {
  const waits = findings
    .filter(({ id }) => id === upgradeWaits.id)
    .flatMap(({ subject: { namespace = '', name }, ...finding }) => inUnits(finding, { namespace, name }));
  const waiting = new Set(waits.map(({ labels }) => labelsText(labels)));
  const each = (name: string, help: string, toValue: (operator: Operator, unit: string) => number): Metric => ({
    name: `cdk8s_olm_operator_${name}`,
    help,
    samples: operators.flatMap((operator) => {
      const { namespace, name: of, version } = operator;
      return inUnits(operator, { namespace, name: of ?? '', version: version ?? '' }, (unit) => toValue(operator, unit));
    }),
  });
  return [
    {
      name: 'cdk8s_olm_operator',
      help: 'Operators, with the request for them and the verdict of OLM in the labels.',
      samples: operators.flatMap((operator) => {
        const { namespace, name, version, channel, source, approval, verdict, reason = '' } = operator;
        const asked = { package: operator.package ?? '', channel: channel ?? '', source: source ?? '', approval: approval ?? '' };
        return inUnits(operator, { namespace, name: name ?? '', version: version ?? '', ...asked, verdict, reason });
      }),
    },
    each('worst_risk', 'The worst risk of the accounts of an operator: 3 error, 2 warning, 1 note, 0 none, -1 not known.', ({ power }) =>
      riskOf(power),
    ),
    each('locked', 'Whether a lock names the version of an operator.', ({ locked }) => Number(locked !== undefined)),
    each('waiting', 'Whether a later version of an operator waits for approval.', ({ namespace, name }, unit) =>
      Number(waiting.has(labelsText({ unit, namespace, name: name ?? '' }))),
    ),
    {
      name: 'cdk8s_olm_lock_commit_seconds',
      help: 'When a lock was last committed, in seconds since 1970; absent without the history of git.',
      samples: locks.flatMap((lock) => {
        const time = committed[lock.file];
        return time === undefined ? [] : inUnits(lock, { file: lock.file }, () => time);
      }),
    },
  ];
}

/** A sample for each unit with the entry; the label is empty for an input that is judged as a whole. */
function inUnits(
  { units = [''] }: { readonly units?: readonly string[] | undefined },
  labels: Labels,
  toValue = (_: string) => 1,
): Sample[] {
  return units.map((unit) => ({ labels: { unit, ...labels }, value: toValue(unit) }));
}

function riskOf(power: string | null): number {
  return power === null ? 0 : (RISKS.get(power.split(' ')[0]) ?? -1);
}

function metricText({ name, help, samples, counts = false }: Metric): string {
  const values = new Map<string, number>();
  for (const { labels, value } of samples) {
    const key = labelsText(labels);
    values.set(key, counts ? (values.get(key) ?? 0) + value : Math.max(values.get(key) ?? value, value));
  }
  const lines = [...values].toSorted(([a], [b]) => compareText(a, b)).map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function labelsText(labels: Labels): string {
  const texts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${texts.join(',')}}`;
}

/** The escapes of the format. What would control a terminal is shown as text, as in other reports. */
function escaped(value: string): string {
  return printable(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
