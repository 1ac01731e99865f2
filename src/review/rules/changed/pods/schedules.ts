/** Finds CronJobs, Jobs and other workloads that no longer run, or run now: by their days, by `suspend`, or without replicas. */

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

function idleness({ apiVersion, kind, spec }: KubernetesObject): Idleness | undefined {
  const { schedule, suspend, jobTemplate, replicas } = fieldsOf(spec);
  if (apiVersion.startsWith('apps/') && SCALED.test(kind))
    return replicas === 0 ? { why: 'it had no replica', field: ['replicas'] } : undefined;
  if (!/^(?:CronJob|Job)$/.test(kind) || !apiVersion.startsWith('batch/')) return undefined;
  const text = kind === 'CronJob' ? textOf(schedule) : undefined;
  const days = text === undefined ? undefined : daysOf(text);
  if (days !== undefined) return { why: `its schedule ${JSON.stringify(text)} had ${days}`, field: ['schedule'] };
  if (suspend === true) return { why: 'it was suspended', field: ['suspend'] };
  const isOfJobs = kind === 'CronJob' && fieldsOf(fieldsOf(jobTemplate).spec).suspend === true;
  return isOfJobs ? { why: 'its Jobs were suspended', field: ['jobTemplate', 'spec', 'suspend'] } : undefined;
}

const SCALED = /^(?:Deployment|StatefulSet|ReplicaSet)$/;

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
