/** Pods that run with another RuntimeClass: it decides what stands between a container and its node. */
import { formatReference } from '../../../kubernetes/object.js';
import { textOf } from '../../../kubernetes/pod-spec.js';
import { partOf } from '../../../state/workloads.js';
import { changeRule, type FoundChange, ofStates } from '../change.js';
import { workloadPairs } from './workload-pairs.js';

const RUNTIME_CLASS = changeRule('runtime-class', 'warning', 'Pods run with another RuntimeClass', {
  meaning:
    "A workload's runtimeClassName changes. A RuntimeClass such as gVisor or Kata protects the node's kernel; the default one does not. Note where a workload without one gets a class.",
  attack: "A workload with strangers' programs loses its sandbox. One of them exploits the kernel and has the node.",
  fix: 'keep the class, or check what the other one protects',
  references: ['Kubernetes RuntimeClass'],
});

const NONE = 'none';

/** Of workloads that stay. */
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
        covers: [at],
      },
    ];
  }),
);
