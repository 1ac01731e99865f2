/** Finds CronJobs and Jobs that no longer run, or run now: their schedule names days that no month has, or they are suspended. */

import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';

/** The days of each month; the 29th of February comes once in four years. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/** The schedule with which a CronJob never starts any more; undefined if it starts, or did not before. */
export function emptySchedule(before: KubernetesObject, after: KubernetesObject): string | undefined {
  if (after.kind !== 'CronJob') return undefined;
  const [was, is] = [before, after].map(({ spec }) => textOf(fieldsOf(spec).schedule));
  return is !== undefined && isEmpty(is) && !(was !== undefined && isEmpty(was)) ? is : undefined;
}

/** Why a CronJob or Job ran nothing before and runs now, in words, and its field; undefined if it ran, or still does not. */
export function begins(before: KubernetesObject, after: KubernetesObject): { readonly why: string; readonly field: string } | undefined {
  if (!/^(?:CronJob|Job)$/.test(after.kind) || !after.apiVersion.startsWith('batch/')) return undefined;
  const [was, is] = [before, after].map(idleness);
  return is === undefined ? was : undefined;
}

function idleness({ kind, spec }: KubernetesObject): { readonly why: string; readonly field: string } | undefined {
  const { schedule, suspend } = fieldsOf(spec);
  const text = textOf(schedule);
  if (kind === 'CronJob' && text !== undefined && isEmpty(text))
    return { why: `its schedule ${JSON.stringify(text)} had no day`, field: 'schedule' };
  return suspend === true ? { why: 'it was suspended', field: 'suspend' } : undefined;
}

/** Whether no day of a schedule exists (robfig/cron, which Kubernetes uses: with a day of the week, either of both days counts). */
function isEmpty(schedule: string): boolean {
  const [, , days, months, weekdays, ...more] = schedule
    .replace(/^(?:CRON_)?TZ=\S+\s+/, '')
    .trim()
    .split(/\s+/);
  if (days === undefined || months === undefined || more.length > 0 || !/^[*?](?:\/\d+)?$/.test(weekdays ?? '')) return false;
  const [named, among] = [numbersIn(days, 1, 31), numbersIn(months, 1, 12)];
  return named.length > 0 && among.length > 0 && among.every((month) => named.every((day) => day > (DAYS[month - 1] ?? 0)));
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
