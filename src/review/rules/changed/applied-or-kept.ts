/** Reports objects with marks that decide whether tools apply them, or keep them after their removal from the input. */

import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { bindingOf, roleOf } from '../../../base/kubernetes/rbac.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { listed } from '../../../base/wording/phrases.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { accountSubject, workloadsOf } from '../../state/workloads.js';
import type { Access } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { riskRule, type Told } from '../risk-rule.js';
import { weightOf } from './guard-undone.js';
import { marksWith, type PlacedMark } from './marks.js';
import { begins } from './pods/schedules.js';

export const appliedNow = riskRule('applied-now', 'error', 'An object that was skipped is now applied', {
  class: 'code',
  effect: 'more',
  references: ['CWE-693: Protection Mechanism Failure'],
  meaning:
    'An object loses or changes an annotation that can keep it from being applied: `config.kubernetes.io/local-config` (kustomize), `kustomize.toolkit.fluxcd.io/reconcile` and `kustomize.toolkit.fluxcd.io/ssa` (Flux), hooks (Argo CD, Helm), `kapp.k14s.io/noop`. The review treats every object as applied on both sides, so no other finding shows it. It is an error for roles and bindings, and otherwise a warning. An existing object that gets such an annotation is also reported. A CronJob or Job that ran nothing, because its schedule had no day or only 29 February, or it or its Jobs were suspended, and that runs now, is an error if its ServiceAccount is one step from cluster-admin, a note if it was suspended, else a warning. A workload that had no replica is only reported with such a ServiceAccount.',
  attack:
    'One change adds a binding to cluster-admin that kustomize ignores. The next one removes the annotation, and no permission changes.',
  fix: 'Review the object as new, and accept it in the baseline if it is intended.',
  pair: ({ before, after }, head) =>
    before ? [...applied(before, after), ...leftAlone(before, after), ...begun(before, after, head)] : [],
});

function applied(old: KubernetesObject, object: KubernetesObject): Told[] {
  const gone = marksOnlyIn(old, object);
  return gone.length === 0
    ? []
    : [
        {
          severity: roleOf(object) || bindingOf(object) ? 'error' : 'warning',
          says: `no longer has ${listed(gone.map(({ text }) => text))}, which can keep it from being applied`,
          fix: 'review it as if it were new, and accept it in the baseline if it is meant',
          at: ['metadata'],
          identity: [...gone.map(({ text }) => text), sortedText(object)],
          claims: gone.map(({ at }) => at),
        },
      ];
}

/** A workload that ran nothing before, so that nobody minded what it runs. */
function begun(old: KubernetesObject, object: KubernetesObject, head: Access): Told[] {
  const reason = begins(old, object);
  if (!reason) return [];
  const { why, field } = reason;
  const workload = workloadsOf(head.state).find(({ reference }) => formatReference(reference) === formatReference(referenceTo(object)));
  const account = workload && accountSubject(workload);
  const power = account && powerOf(head, account);
  const at = ['spec', ...field];
  // What switches CronJobs and Jobs on is told in any case.
  if (power === undefined && !object.apiVersion.startsWith('batch/')) return [];
  return [
    {
      severity: power === undefined ? (field[0] === 'schedule' ? 'warning' : 'info') : 'error',
      says: `runs now: ${why}${power === undefined || !account ? '' : `; it runs as ${formatReference(account)}, which can ${power}`}`,
      fix: 'review what it runs as if it were new, and accept it in the baseline if it is meant',
      at,
      identity: [why, sortedText(object)],
      claims: [at],
      ...(power === undefined ? { effect: 'none' as const } : {}),
    },
  ];
}

/** `guard-undone` reports guards that get a mark. */
function leftAlone(old: KubernetesObject, object: KubernetesObject): Told[] {
  const came = weightOf(object) === undefined ? marksOnlyIn(object, old) : [];
  return came.length === 0
    ? []
    : [
        {
          severity: 'warning',
          says: `has ${listed(came.map(({ text }) => text))}, so it is no longer applied, or is removed again`,
          fix: 'check that it is meant, and accept it in the baseline',
          at: ['metadata'],
          identity: came.map(({ text }) => text),
          claims: came.map(({ at }) => at),
        },
      ];
}

function marksOnlyIn(object: KubernetesObject, other: KubernetesObject): readonly PlacedMark[] {
  const known = new Set(marksWith(['left-alone'], other).map(({ text }) => text));
  return marksWith(['left-alone'], object).filter(({ text }) => !known.has(text));
}

// Objects that are removed from the input but stay in the cluster.

export const keptObject = riskRule('kept-object', 'warning', 'A removed object stays in the cluster', {
  class: 'cluster',
  effect: 'none',
  references: ['CWE-459: Incomplete Cleanup'],
  meaning:
    'An object is removed from the input, but BASE marks it to be kept: `Prune=false` or `Delete=false` (Argo CD), `prune: disabled` (Flux), `keep` (Helm), `orphan` (kapp), `detach` (kpt, Config Sync), `abandon` (Config Connector). The permissions that it grants are not lost.',
  attack: 'A clean-up removes a binding to cluster-admin from Git. It stays on the cluster, and nobody looks for it.',
  fix: 'Remove the mark first, and the object in a later change; or delete the object on the cluster.',
  compare: ({ state: base }, { state: head }) =>
    orphanedObjects(base, head).map(({ object, mark }) => {
      const subject = referenceTo(object);
      return {
        subject,
        says: `is removed from the input and stays in the cluster (${mark})`,
        fix: 'remove the mark first, and the object with the next change',
        place: base.placeOf(subject),
        identity: [mark],
      };
    }),
});

/** An object that stays, with the mark that keeps it. */
interface OrphanedObject {
  readonly object: KubernetesObject;
  readonly mark: string;
}

/** The objects of BASE that HEAD does not have, but that stay in the cluster. */
export function orphanedObjects(base: Pick<State, 'given'>, head: Pick<State, 'given'>): OrphanedObject[] {
  const { twinOf } = objectsOf(head);
  return base.given.flatMap((object) => {
    const [mark] = twinOf(object) ? [] : marksWith(['kept'], object);
    return mark === undefined ? [] : [{ object, mark: mark.text }];
  });
}
