/** Objects that lose what kept them from being applied. */

import { keyWithGroup } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf } from '../../kubernetes/pod-spec.js';
import { bindingOf, roleOf } from '../../kubernetes/rbac.js';
import { sortedText } from '../../manifest/plain-data.js';
import { listed } from '../../wording/phrases.js';
import type { RiskRule } from '../rule.js';

/** Annotations and labels by which kustomize, Flux and Argo CD leave an object alone, or apply it at other times. */
const MARKS =
  /^(?:config\.kubernetes\.io\/local-config|(?:argocd\.argoproj\.io|helm\.sh)\/hook|kustomize\.toolkit\.fluxcd\.io\/(?:reconcile|ssa))$/;

export const appliedNow: RiskRule = {
  id: 'applied-now',
  severity: 'error',
  title: 'An object is applied that was left alone before',
  references: ['CWE-693: Protection Mechanism Failure'],
  documentation: {
    meaning:
      'An object loses or changes an annotation that can keep it from being applied: `config.kubernetes.io/local-config` for kustomize, `kustomize.toolkit.fluxcd.io/reconcile` and `kustomize.toolkit.fluxcd.io/ssa` for Flux, hooks for Argo CD. The review takes every object of the input to be applied, on both sides, so it shows nowhere else. An error for roles and bindings, a warning for other objects.',
    attack:
      'One change brings a binding to cluster-admin that kustomize leaves out, as an example. The next one removes the annotation, and no permission changes.',
    fix: 'Review the object as if it were new, and accept it in the baseline if it is meant.',
  },
  compare: ({ state: base }, { state: head }) => {
    const before = new Map(base.given.map((object) => [keyWithGroup(object), marksOf(object)]));
    return head.given.flatMap((object) => {
      const marks = marksOf(object);
      const gone = (before.get(keyWithGroup(object)) ?? []).filter((mark) => !marks.includes(mark));
      if (gone.length === 0) return [];
      const subject = referenceTo(object);
      return [
        {
          severity: roleOf(object) || bindingOf(object) ? ('error' as const) : ('warning' as const),
          subject,
          message: `${formatReference(subject)} no longer has ${listed(gone)}, which can keep it from being applied`,
          path: [],
          fix: 'review it as if it were new, and accept it in the baseline if it is meant',
          place: head.placeOf(subject, ['metadata']) ?? head.placeOf(subject),
          identity: [...gone, sortedText(object)],
        },
      ];
    });
  },
};

function marksOf({ metadata: { annotations, labels } }: KubernetesObject): string[] {
  return Object.entries({ ...fieldsOf(labels), ...fieldsOf(annotations) })
    .filter(([name]) => MARKS.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`);
}
