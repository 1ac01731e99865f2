/** Objects that lose or get what keeps them from being applied. */

import type { KubernetesObject } from '../../kubernetes/object.js';
import { bindingOf, roleOf } from '../../kubernetes/rbac.js';
import { sortedText } from '../../manifest/plain-data.js';
import { listed } from '../../wording/phrases.js';
import { riskRule, type Told } from '../risk-rule.js';
import { weightOf } from './guard-undone.js';
import { marksWith } from './marks.js';

export const appliedNow = riskRule({
  id: 'applied-now',
  severity: 'error',
  title: 'An object that was skipped is now applied',
  references: ['CWE-693: Protection Mechanism Failure'],
  documentation: {
    meaning:
      'An object loses or changes an annotation that can keep it from being applied: `config.kubernetes.io/local-config` (kustomize), `kustomize.toolkit.fluxcd.io/reconcile` and `kustomize.toolkit.fluxcd.io/ssa` (Flux), hooks (Argo CD, Helm), `kapp.k14s.io/noop`. The review treats every object as applied on both sides, so nothing else shows it. Error for roles and bindings, else warning, also for an existing object that gets such an annotation.',
    attack:
      'One change adds a binding to cluster-admin that kustomize ignores. The next one removes the annotation, and no permission changes.',
    fix: 'Review the object as new, and accept it in the baseline if it is intended.',
  },
  pair: ({ before, after }) => (before ? [...applied(before, after), ...leftAlone(before, after)] : []),
});

function applied(old: KubernetesObject, object: KubernetesObject): Told[] {
  const gone = marksOnlyIn(old, object);
  return gone.length === 0
    ? []
    : [
        {
          severity: roleOf(object) || bindingOf(object) ? 'error' : 'warning',
          says: `no longer has ${listed(gone)}, which can keep it from being applied`,
          fix: 'review it as if it were new, and accept it in the baseline if it is meant',
          at: ['metadata'],
          identity: [...gone, sortedText(object)],
        },
      ];
}

/** A guard that gets a mark has a rule of its own. */
function leftAlone(old: KubernetesObject, object: KubernetesObject): Told[] {
  const came = weightOf(object) === undefined ? marksOnlyIn(object, old) : [];
  return came.length === 0
    ? []
    : [
        {
          severity: 'warning',
          says: `has ${listed(came)}, by which it is not applied any more, or removed again`,
          fix: 'check that it is meant, and accept it in the baseline',
          at: ['metadata'],
          identity: came,
        },
      ];
}

function marksOnlyIn(object: KubernetesObject, other: KubernetesObject): string[] {
  const known = new Set(marksWith(['left-alone'], other).map(({ text }) => text));
  return marksWith(['left-alone'], object).flatMap(({ text }) => (known.has(text) ? [] : [text]));
}
