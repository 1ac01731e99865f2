/** Workloads that run as an account of which the input says nothing: what it can do is not known. */

import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { bindingOf } from '../../kubernetes/rbac.js';
import { subjectKey, subjectsOf } from '../../rbac/subject.js';
import type { State } from '../../state/state.js';
import { accountSubject, type Workload, workloadsOf } from '../../state/workloads.js';
import type { Access } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { NSA_TOKENS } from '../rule.js';

export const unknownAccount = riskRule({
  id: 'unknown-account',
  severity: 'error',
  title: 'Runs as a ServiceAccount that is not in the input',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  documentation: {
    meaning:
      'The change lets a Pod, or something that creates Pods, run as a ServiceAccount that the input neither declares nor binds, other than default. What the author of the image can do with it is not known.',
    attack: 'A CI system installed from elsewhere has a powerful account in the namespace. A new Job runs as it.',
    fix: 'Give the workload its own account, or add the account and its bindings to the input.',
  },
  compare: ({ state: base }, head) => {
    const before = new Set(foreignWorkloads(base).map(workloadKey));
    const known = accountsOf(head.state);
    return foreignWorkloads(head.state)
      .filter((workload) => !before.has(workloadKey(workload)) && !known.has(accountKey(workload)) && !isPowerful(workload, head))
      .map(({ reference, source, account, pod }) => ({
        subject: source,
        message: `${formatReference(reference)} runs as ${formatReference(accountSubject({ reference, account }))}, which is not in the input: what it can do is not known`,
        fix: 'give it an account of its own, or add the account and its bindings to the input',
        at: pod.at,
        identity: [formatReference(reference), account],
      }));
  },
});

/** Those of the input. OLM makes the accounts of a CSV. */
function foreignWorkloads(state: State): Workload[] {
  return workloadsOf(state).filter(({ csv, account }) => csv === undefined && account !== 'default');
}

function workloadKey(workload: Workload): string {
  return `${formatReference(workload.reference)} ${accountKey(workload)}`;
}

function accountKey(workload: Workload): string {
  return subjectKey(accountSubject(workload));
}

/** Then that is told. */
function isPowerful(workload: Workload, head: Access): boolean {
  return powerOf(head, accountSubject(workload)) !== undefined;
}

/** Declared, rendered, or the subject of a binding. */
function accountsOf({ given, objects, copied, made = [], untouched }: State): ReadonlySet<string> {
  const all: readonly KubernetesObject[] = [
    ...(untouched?.objects ?? []),
    ...given,
    ...objects,
    ...made.map(({ object }) => object),
    ...copied.map(({ object }) => object),
  ];
  return new Set(
    all.flatMap((object) => {
      const { kind, apiVersion } = object;
      if (kind === 'ServiceAccount' && apiVersion === 'v1') {
        const { namespace = 'default', name } = referenceTo(object);
        return [subjectKey({ kind: 'ServiceAccount', namespace, name })];
      }
      const binding = bindingOf(object);
      return binding ? subjectsOf(binding, object.metadata.namespace).map(subjectKey) : [];
    }),
  );
}
