/** What containers run besides their image: another command, other arguments, hooks, other variables. */
import { isDeepStrictEqual } from 'node:util';
import { formatReference } from '../../kubernetes/object.js';
import { containersOf, type Fields, fieldsOf } from '../../kubernetes/pod-spec.js';
import type { Severity } from '../../model/finding.js';
import type { State } from '../../state/state.js';
import type { Workload } from '../../state/workloads.js';
import type { Change, FindChanges } from './change.js';
import { workloadPairs } from './workload-pairs.js';

/** Fields of a container, and how bad it is that one differs: a shell in `command` runs anything, whatever the image. */
const FIELDS: readonly (readonly [field: string, severity: Severity, what: string])[] = [
  ['command', 'warning', 'another command'],
  ['args', 'info', 'other arguments'],
  ['lifecycle', 'warning', 'other hooks at start or stop'],
  ['livenessProbe', 'warning', 'another command in its probe'],
  ['readinessProbe', 'warning', 'another command in its probe'],
  ['startupProbe', 'warning', 'another command in its probe'],
  ['env', 'info', 'other environment variables'],
  ['envFrom', 'info', 'environment variables from elsewhere'],
];

/** What is short and tells most. */
const SHOWN: ReadonlySet<string> = new Set(['command', 'lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']);

/** Nearly every upgrade of an operator changes variables; those with images are told with these. */
const NOT_IN_UPGRADES: ReadonlySet<string> = new Set(['env', 'envFrom']);

const LONGEST = 500;

/** Finds them, for containers of one name in both states. */
export const commandChanges: FindChanges = (base, head) =>
  workloadPairs(base, head).flatMap(({ before, after }) => (before && after ? changesOf(before, after, head) : []));

function changesOf(before: Workload, after: Workload, head: State): Change[] {
  const known = new Map(containersOf(before.pod).map(({ name, fields }) => [name, fields]));
  return containersOf(after.pod).flatMap(({ name, fields, at }): Change[] => {
    const old = known.get(name);
    if (!old) return [];
    return FIELDS.flatMap(([field, severity, what]) => {
      if (before.source.name !== after.source.name && NOT_IN_UPGRADES.has(field)) return [];
      const [was, is] = [programIn(old, field), programIn(fields, field)];
      if (isDeepStrictEqual(was ?? [], is ?? [])) return [];
      const shown = SHOWN.has(field) ? `: ${shortened(is)}` : '';
      return [
        {
          kind: 'command-changed',
          severity,
          subject: after.source,
          message: `container ${name} of ${formatReference(after.reference)} has ${what}${shown}`,
          ...fromTo(was, is),
          place: head.placeOf(after.source, [...at, field]) ?? head.placeOf(after.source, at),
        },
      ];
    });
  });
}

/** Of a probe, what it runs; how often it runs, and what it asks over the network, is left to the list of what differs. */
function programIn(fields: Fields, field: string): unknown {
  return field.endsWith('Probe') ? fieldsOf(fieldsOf(fields[field]).exec).command : fields[field];
}

/** Of two lists, the entries that only one of them has, if there are any: a long command line can differ in one flag. */
function fromTo(old: unknown, now: unknown): { before: string; after: string } {
  const [gone, came] = [without(old, now), without(now, old)];
  return gone.length + came.length > 0
    ? { before: shortened(gone.length > 0 ? gone : undefined), after: shortened(came.length > 0 ? came : undefined) }
    : { before: shortened(old), after: shortened(now) };
}

function without(list: unknown, other: unknown): unknown[] {
  const [own, others] = [list, other].map((value): unknown[] => (Array.isArray(value) ? value : []));
  return (own ?? []).filter((entry) => !others?.some((known) => isDeepStrictEqual(known, entry)));
}

function shortened(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
