/** Objects that lose or get what keeps them from being applied. */
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { bindingOf, roleOf } from '../../kubernetes/rbac.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { State } from '../../state/state.js';
import { listed } from '../../wording/phrases.js';
import type { Discovery, RiskRule } from '../rule.js';
import { ofObjects } from './change.js';
import { weightOf } from './guard-undone.js';
import { marksWith } from './marks.js';

export const appliedNow: RiskRule = {
  id: 'applied-now',
  severity: 'error',
  title: 'An object is applied that was left alone before',
  references: ['CWE-693: Protection Mechanism Failure'],
  documentation: {
    meaning:
      'An object loses or changes an annotation that can keep it from being applied: `config.kubernetes.io/local-config` (kustomize), `kustomize.toolkit.fluxcd.io/reconcile` and `kustomize.toolkit.fluxcd.io/ssa` (Flux), hooks (Argo CD, Helm), `kapp.k14s.io/noop`. The review treats every object as applied on both sides, so nothing else shows it. Error for roles and bindings, else warning, also for an existing object that gets such an annotation.',
    attack:
      'One change adds a binding to cluster-admin that kustomize ignores. The next one removes the annotation, and no permission changes.',
    fix: 'Review the object as new, and accept it in the baseline if it is intended.',
  },
  compare: ofObjects(({ before, after }, head) => (before ? [...applied(before, after, head), ...leftAlone(before, after, head)] : [])),
};

function applied(old: KubernetesObject, object: KubernetesObject, head: State): Discovery[] {
  const gone = marksOnlyIn(old, object);
  if (gone.length === 0) return [];
  const severity = roleOf(object) || bindingOf(object) ? 'error' : 'warning';
  const says = `no longer has ${listed(gone)}, which can keep it from being applied`;
  const fix = 'review it as if it were new, and accept it in the baseline if it is meant';
  return [discovery(severity, object, says, fix, [...gone, sortedText(object)], head)];
}

/** A guard that gets a mark has a rule of its own. */
function leftAlone(old: KubernetesObject, object: KubernetesObject, head: State): Discovery[] {
  const came = weightOf(object) === undefined ? marksOnlyIn(object, old) : [];
  if (came.length === 0) return [];
  const says = `has ${listed(came)}, by which it is not applied any more, or removed again`;
  return [discovery('warning', object, says, 'check that it is meant, and accept it in the baseline', came, head)];
}

function marksOnlyIn(object: KubernetesObject, other: KubernetesObject): string[] {
  const known = new Set(marksWith(['left-alone'], other).map(({ text }) => text));
  return marksWith(['left-alone'], object).flatMap(({ text }) => (known.has(text) ? [] : [text]));
}

function discovery(
  severity: Discovery['severity'],
  object: KubernetesObject,
  says: string,
  fix: string,
  identity: readonly string[],
  head: State,
): Discovery {
  const subject = referenceTo(object);
  return {
    severity,
    subject,
    message: `${formatReference(subject)} ${says}`,
    fix,
    place: head.placeOf(subject, ['metadata']) ?? head.placeOf(subject),
    identity,
  };
}
