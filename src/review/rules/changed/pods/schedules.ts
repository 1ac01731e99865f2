/** Finds CronJobs, Jobs and other workloads that no longer run, or run now: by their days, by switches such as `suspend`, or without replicas. */

import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';

/** The days of each month that come each year. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/** The schedule with which a CronJob never starts any more, or only on 29 February, and its days in words; undefined if it starts, or did not before. */
export function emptySchedule(
  before: KubernetesObject,
  after: KubernetesObject,
): { readonly schedule: string; readonly days: string } | undefined {
  if (after.kind !== 'CronJob') return undefined;
  const [was, schedule] = [before, after].map(({ spec }) => textOf(fieldsOf(spec).schedule));
  const days = schedule === undefined ? undefined : daysOf(schedule);
  return schedule !== undefined && days !== undefined && (was === undefined || daysOf(was) === undefined) ? { schedule, days } : undefined;
}

/** Why a workload ran nothing. */
interface Idleness {
  readonly why: string;
  /** The path in its spec. */
  readonly field: readonly string[];
}

/** Why a workload ran nothing before and runs now, in words; undefined if it ran, or still does not. */
export function begins(before: KubernetesObject, after: KubernetesObject): Idleness | undefined {
  const [was, is] = [before, after].map(idleness);
  return is === undefined ? was : undefined;
}

/** Workloads with replicas, and with a switch that stops them, by the start of their apiVersion. */
const SCALED: readonly (readonly [group: string, kinds: RegExp, isPausable: RegExp])[] = [
  ['apps/', /^(?:Deployment|StatefulSet|ReplicaSet)$/, /^Deployment$/],
  ['v1', /^ReplicationController$/, /^$/],
  ['apps.openshift.io/', /^DeploymentConfig$/, /^DeploymentConfig$/],
  // Rollouts of Argo: no other kind of this name runs Pods.
  ['', /^Rollout$/, /^Rollout$/],
];

/** Labels that Kubernetes, its providers or OpenShift give to nodes; some node has another one only if somebody sets it. */
const OF_NODES = /^(?:[\w-]+\.)*(?:kubernetes\.io|k8s\.io|openshift\.io|amazonaws\.com|azure\.com|google\.com)\//;

function idleness({ apiVersion, kind, spec }: KubernetesObject): Idleness | undefined {
  const fields = fieldsOf(spec);
  const [, , pausable] = SCALED.find(([group, kinds]) => apiVersion.startsWith(group) && kinds.test(kind)) ?? [];
  if (pausable) {
    if (fields.replicas === 0) return { why: 'it had no replica', field: ['replicas'] };
    return fields.paused === true && pausable.test(kind)
      ? { why: 'it was paused, so that no change of its Pods had an effect', field: ['paused'] }
      : undefined;
  }
  if (kind === 'DaemonSet' && apiVersion.startsWith('apps/')) return idleDaemon(fields);
  if (kind === 'Pod' && apiVersion === 'v1') return gatedPod(fields);
  if (!apiVersion.startsWith('batch/')) return undefined;
  if (kind === 'Job') return idleJob(fields, 'it', []);
  if (kind !== 'CronJob') return undefined;
  const text = textOf(fields.schedule);
  const days = text === undefined ? undefined : daysOf(text);
  if (days !== undefined) return { why: `its schedule ${JSON.stringify(text)} had ${days}`, field: ['schedule'] };
  if (fields.suspend === true) return { why: 'it was suspended', field: ['suspend'] };
  return idleJob(fieldsOf(fieldsOf(fields.jobTemplate).spec), 'its Jobs', ['jobTemplate', 'spec']);
}

function idleJob(fields: Readonly<Record<string, unknown>>, who: string, at: readonly string[]): Idleness | undefined {
  const had = who === 'it' ? 'it was' : `${who} were`;
  if (fields.suspend === true) return { why: `${had} suspended`, field: [...at, 'suspend'] };
  const none = ['parallelism', 'completions'].find((field) => fields[field] === 0);
  return none === undefined ? undefined : { why: `${who} had 0 ${none}`, field: [...at, none] };
}

/** A DaemonSet runs nowhere if it asks for nodes with a label that no node has; which labels nodes have is not known here. */
function idleDaemon({ template }: Readonly<Record<string, unknown>>): Idleness | undefined {
  const { nodeSelector } = fieldsOf(fieldsOf(template).spec);
  const label = Object.keys(fieldsOf(nodeSelector)).find((key) => !OF_NODES.test(key));
  return label === undefined
    ? undefined
    : { why: `it asked for nodes with ${label}, which may be none`, field: ['template', 'spec', 'nodeSelector'] };
}

function gatedPod({ schedulingGates }: Readonly<Record<string, unknown>>): Idleness | undefined {
  return Array.isArray(schedulingGates) && schedulingGates.length > 0
    ? { why: 'its schedulingGates kept it from nodes', field: ['schedulingGates'] }
    : undefined;
}

/**
 * The days of a schedule in words, if it has none or only 29 February (robfig/cron, which Kubernetes uses: with a day of the week, either of
 * both days counts).
 */
function daysOf(schedule: string): string | undefined {
  const [, , days, months, weekdays, ...more] = schedule
    .replace(/^(?:CRON_)?TZ=\S+\s+/, '')
    .trim()
    .split(/\s+/);
  if (days === undefined || months === undefined || more.length > 0 || !/^[*?](?:\/\d+)?$/.test(weekdays ?? '')) return undefined;
  const [named, among] = [numbersIn(days, 1, 31), numbersIn(months, 1, 12)];
  const isEmpty = named.length > 0 && among.length > 0 && among.every((month) => named.every((day) => day > (DAYS[month - 1] ?? 0)));
  return !isEmpty ? undefined : among.includes(2) && named.includes(29) ? 'only 29 February' : 'no day';
}

/** The numbers of a field; none if it is not understood. */
function numbersIn(field: string, least: number, most: number): readonly number[] {
  const parts = field
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [, all, first = '', last, step] = /^(?:([*?])|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part) ?? [];
      const from = all ? least : numberOf(first);
      const to = all || (step && last === undefined) ? most : numberOf(last ?? first);
      return Number.isNaN(from + to)
        ? []
        : Array.from({ length: most }, (_, index) => index + 1).filter(
            (one) => one >= from && one <= to && (one - from) % Number(step ?? 1) === 0,
          );
    });
  return parts.some((numbers) => numbers.length === 0) ? [] : parts.flat();
}

function numberOf(text: string): number {
  const month = (MONTHS as readonly string[]).indexOf(text);
  return month >= 0 ? month + 1 : /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
