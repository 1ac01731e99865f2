/** Reports changes of container programs outside of the image: commands, arguments, hooks, variables, and the RuntimeClass. */

import { isDeepStrictEqual } from 'node:util';
import { containersOf, hasProgramInArguments } from '../../../../base/kubernetes/containers.js';
import { repositoryOf } from '../../../../base/kubernetes/image-owner.js';
import { formatReference } from '../../../../base/kubernetes/object.js';
import { type Fields, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { rule } from '../../../../olm/model/finding.js';
import type { State } from '../../../state/state.js';
import { partOf, type Workload } from '../../../state/workloads.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { partsThatDiffer } from '../documents/parts-that-differ.js';
import { redacted } from '../documents/redacted.js';
import { commandsIn, POD_FIELDS } from './pod-fields.js';
import { renamedContainers, workloadPairs } from './workload-pairs.js';

export const COMMAND_CHANGED = rule('command-changed', 'warning', 'A container runs another program', {
  class: 'code',
  short: 'other commands',
  meaning: 'A container has another command, arguments, hooks, probes or variables. It is a note if these do not name a program.',
  attack: "An operator's command becomes a shell that sends its account's token to the attacker.",
  fix: 'Check which program it runs now.',
});

/** Finds these changes in containers with the same name in both states, and the programs of new containers. */
const find: FindChanges = (base, head) =>
  workloadPairs(base, head).flatMap(({ before, after }) => (before && after ? changesOf(before, after, head) : []));

export const commands = ofStates([COMMAND_CHANGED], find);

function changesOf(before: Workload, after: Workload, head: State): FoundChange[] {
  const names = renamedContainers(before.pod, after.pod);
  const earlier = new Map(containersOf(before.pod).map(({ name, fields }) => [names.get(name) ?? name, fields]));
  return containersOf(after.pod).flatMap(({ name, fields, at }): FoundChange[] => {
    const old = earlier.get(name);
    return POD_FIELDS.flatMap(({ field, decides, changed }) => {
      if (!changed) return [];
      // Nearly every upgrade of an operator changes variables; image rules report variables with images.
      if (decides === 'input' && (!old || before.source.name !== after.source.name)) return [];
      const [worst, other, first] = changed;
      const [was, is] = [programIn(old ?? {}, field), programIn(fields, field)];
      if (isDeepStrictEqual(was ?? [], is ?? [])) return [];
      const severity = isDeepStrictEqual(withoutVersions(was), withoutVersions(is)) ? 'info' : worst;
      const [shownBefore, shownAfter] = fromTo(was, is);
      // The new value is short and the most useful part.
      const shown = severity === 'warning' ? `: ${partsThatDiffer(shownValue(was), shownValue(is))[1]}` : '';
      return [
        {
          rule: COMMAND_CHANGED,
          object: partOf(after),
          identity: [formatReference(after.reference), name, field, textOfValue(is)],
          severity: field === 'args' && hasProgramInArguments(fields) ? 'warning' : severity,
          subject: after.source,
          message: `${old ? '' : 'the new '}container ${name} of ${formatReference(after.reference)} has ${old ? other : first}${shown}`,
          before: shownBefore,
          after: shownAfter,
          place: head.placeOf(after.source, [...at, field]) ?? head.placeOf(after.source, at),
          claims: [[...at, field, ...(field.endsWith('Probe') ? ['exec', 'command'] : [])]],
        },
      ];
    });
  });
}

/** Ignores another version of the same image in a flag: the program's own new version explains it. */
function withoutVersions(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry) => {
    const [, flag = '', image] = /^(-[\w-]+=)(\S+\/\S+)$/.exec(String(entry)) ?? [];
    return image === undefined ? (entry as unknown) : flag + repositoryOf(image);
  });
}

/** The program in a field: for a probe, only its command; its timing and network requests are reported with other differences. */
function programIn(fields: Fields, field: string): unknown {
  return field.endsWith('Probe') ? commandsIn(fields, field)[0] : fields[field];
}

/** The entries that only one of two lists has, if there are any: a long command line can differ in one flag. */
function fromTo(old: unknown, now: unknown): readonly [before: string, after: string] {
  const [gone, came] = [without(old, now), without(now, old)];
  if (gone.length + came.length === 0) return partsThatDiffer(shownValue(old), shownValue(now));
  return partsThatDiffer(shownValue(gone.length > 0 ? gone : undefined), shownValue(came.length > 0 ? came : undefined));
}

function without(list: unknown, other: unknown): unknown[] {
  const [own, others] = [list, other].map((value): unknown[] => (Array.isArray(value) ? value : []));
  return (own ?? []).filter((entry) => !others?.some((known) => isDeepStrictEqual(known, entry)));
}

function shownValue(value: unknown): string {
  return textOfValue(redacted(value));
}

function textOfValue(value: unknown): string {
  return value === undefined ? 'none' : sortedText(value);
}

// The rule about the RuntimeClass, which decides the isolation between a container and its node.

const RUNTIME_CLASS = rule('runtime-class', 'warning', 'Pods run with another RuntimeClass', {
  class: 'code',
  meaning:
    "A workload's runtimeClassName changes. A RuntimeClass such as gVisor or Kata protects the node's kernel; the default one does not. It is a note if a workload without a RuntimeClass gets one.",
  attack: 'A workload that runs untrusted programs loses its sandbox. One of the programs exploits the kernel and controls the node.',
  fix: 'Keep the class, or check the isolation of the other class.',
  references: ['Kubernetes RuntimeClass'],
});

const NONE = 'none';

/** Compares workloads of both states. */
export const runtimeClass = ofStates([RUNTIME_CLASS], (base, head) =>
  workloadPairs(base, head).flatMap(({ before: old, after: now }): FoundChange[] => {
    if (!old || !now) return [];
    const [before, after] = [old, now].map(({ pod }) => textOf(pod.fields.runtimeClassName) || NONE);
    if (before === after) return [];
    const at = [...now.pod.at, 'runtimeClassName'];
    return [
      {
        rule: RUNTIME_CLASS,
        severity: before === NONE ? 'info' : 'warning',
        subject: now.source,
        object: partOf(now),
        message: `${formatReference(now.reference)} runs with the RuntimeClass ${after} instead of ${before}`,
        before,
        after,
        identity: [formatReference(now.reference), after ?? NONE],
        place: head.placeOf(now.source, at) ?? head.placeOf(now.source, now.pod.at),
        claims: [at],
      },
    ];
  }),
);
