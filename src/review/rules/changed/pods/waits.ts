/** Finds times of a workload with which its Pods are never ready, are killed before they can answer, or are never replaced. */

import { containersOf } from '../../../../base/kubernetes/containers.js';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { podSpecOf } from '../../../../base/tools/pod-specs.js';

/** One time that is far from those of any program. */
export interface Wait {
  readonly says: string;
  readonly at: FieldPath;
  /** Whether nothing that waits for the Pods goes on. */
  readonly isForever: boolean;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** The shortest time in which programs start, or answer again, in seconds. */
const SHORTEST = 3;

/** The defaults of the API server for probes. */
const DEFAULTS = { initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3 } as const;
const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;

/** The times of an object that the earlier one did not have. Times that only get shorter towards the usual ones are none. */
export function longWaits(before: KubernetesObject | undefined, after: KubernetesObject): Wait[] {
  const known = new Map((before ? waitsOf(before) : []).map((each) => [each.key, each.seconds]));
  return waitsOf(after).flatMap(({ key, seconds, says, at, isKill, isHeld = false }) => {
    const was = known.get(key);
    const isNew = isKill ? seconds < SHORTEST && (was ?? SHORTEST) > seconds : seconds > HOUR && (was ?? 0) < seconds;
    return isNew ? [{ says: key === 'paused' ? says : `${says} ${inWords(seconds)}`, at, isForever: isHeld && seconds > DAY }] : [];
  });
}

interface Timed {
  readonly key: string;
  readonly seconds: number;
  readonly says: string;
  readonly at: FieldPath;
  readonly isKill?: true;
  /** Whether the Pods are not ready for so long. */
  readonly isHeld?: boolean;
}

function waitsOf(object: KubernetesObject): Timed[] {
  const pod = podSpecOf(object);
  if (!pod) return [];
  const spec = fieldsOf(object.spec);
  const whole = (field: string, seconds: unknown, says: string, at: FieldPath, isHeld = false): Timed[] =>
    isNumber(seconds) ? [{ key: field, seconds: Number(seconds), says, at, isHeld }] : [];
  return [
    ...whole('minReadySeconds', spec.minReadySeconds, 'counts its Pods as available only after', ['spec', 'minReadySeconds'], true),
    ...whole('progressDeadlineSeconds', spec.progressDeadlineSeconds, 'counts as failed only after', ['spec', 'progressDeadlineSeconds']),
    ...whole('terminationGracePeriodSeconds', pod.fields.terminationGracePeriodSeconds, 'lets its old Pods run on for', [
      ...pod.at,
      'terminationGracePeriodSeconds',
    ]),
    ...(spec.paused === true
      ? whole('paused', Number.MAX_SAFE_INTEGER, 'is paused, so that no new version comes', ['spec', 'paused'])
      : []),
    ...containersOf(pod).flatMap(({ name, fields, at }) => [
      ...PROBES.flatMap((probe) => ofProbe(fieldsOf(fields[probe]), probe, name, [...at, probe])),
      ...whole(`postStart of ${name}`, sleepOf(fields, 'postStart'), `starts ${name} only after`, [...at, 'lifecycle', 'postStart'], true),
      ...whole(`preStop of ${name}`, sleepOf(fields, 'preStop'), `stops ${name} only after`, [...at, 'lifecycle', 'preStop']),
    ]),
  ];
}

function ofProbe(probe: Fields, kind: (typeof PROBES)[number], name: string, at: FieldPath): Timed[] {
  if (Object.keys(probe).length === 0) return [];
  const number = (field: keyof typeof DEFAULTS): number => (isNumber(probe[field]) ? Number(probe[field]) : DEFAULTS[field]);
  const [delay, period, timeout] = [number('initialDelaySeconds'), number('periodSeconds'), number('timeoutSeconds')];
  // The kubelet asks once in each period, and counts answers; a liveness probe holds up nothing before it fails.
  const isHeld = kind !== 'livenessProbe';
  const toPass = isHeld ? Math.max(delay + period * (number('successThreshold') - 1), period > HOUR ? timeout : 0) : 0;
  const toFail = delay + period * number('failureThreshold');
  const late = { key: `${kind} passes for ${name}`, seconds: toPass, at, isHeld, says: `lets the ${kind} of ${name} pass only after` };
  const blind = { key: `${kind} fails for ${name}`, seconds: toFail, at, says: `lets the ${kind} of ${name} fail only after` };
  const kills = { key: `${kind} kills ${name}`, seconds: toFail, at, says: `kills ${name} if its ${kind} has no answer within` };
  return [toPass > HOUR ? late : blind, ...(kind === 'readinessProbe' ? [] : [{ ...kills, isKill: true as const }])];
}

function sleepOf(container: Fields, hook: 'postStart' | 'preStop'): unknown {
  return fieldsOf(fieldsOf(fieldsOf(container.lifecycle)[hook]).sleep).seconds;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A time in the largest unit that it fills. */
function inWords(seconds: number): string {
  const [unit, count] =
    seconds > 2 * 365 * DAY
      ? ['years', 365 * DAY]
      : seconds > 2 * DAY
        ? ['days', DAY]
        : seconds > 2 * HOUR
          ? ['hours', HOUR]
          : ['seconds', 1];
  return `${Math.floor(seconds / (count as number))} ${unit}`;
}
