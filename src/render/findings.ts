/** What applying a rendering would run into: the rules about rendered objects. */
import { formatReference, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { type Finding, report } from '../model/finding.js';
import { oversizedObjects } from './oversized-objects.js';
import { refusedObjects } from './refused-objects.js';
import type { Rendered } from './rendered.js';
import type { RenderedRule } from './rendered-rule.js';

/**
 * CSVs that Argo CD never prunes. It takes the OperatorGroup that the annotation `olm.operatorGroup` names for the owner of the
 * CSV, and what has an owner is left to that (gitops-engine, inferred owner references). The CSV of an operator that was removed or
 * upgraded stays on the cluster.
 */
const OPERATOR_GROUP_ANNOTATION = 'olm.operatorGroup';

/** One note for the whole rendering. */
export const unprunedCsvs: RenderedRule = {
  id: 'argocd-never-prunes',
  severity: 'info',
  title: 'Argo CD does not prune CSVs',
  references: [],
  documentation: {
    meaning:
      'Argo CD takes the OperatorGroup for the owner of a CSV that is annotated `olm.operatorGroup`, and does not prune what has an owner. When an operator is removed or upgraded, its old CSV and the copies stay on the cluster.',
    fix: 'With Argo CD, render `--only rbac`, or delete the old CSV by hand. Flux and `kubectl apply --prune` remove it.',
  },
  find: (rendered) => {
    const owned = rendered.filter(
      ({ object, copies }) =>
        object.kind === 'ClusterServiceVersion' && !copies && Object.hasOwn(object.metadata.annotations ?? {}, OPERATOR_GROUP_ANNOTATION),
    );
    const [first, ...more] = owned.map(({ object }): ObjectReference => referenceTo(object));
    if (!first) return [];
    const others = more.length > 0 ? ` and ${more.length} other ${more.length === 1 ? 'CSV' : 'CSVs'}` : '';
    return [
      {
        subject: first,
        message: `Argo CD will not prune ${formatReference(first)}${others}, nor any copy, after a removal or an upgrade: it takes the OperatorGroup for the owner`,
        fix: 'with Argo CD, render --only rbac, or delete old CSVs by hand; Flux and kubectl prune them',
        related: more,
      },
    ];
  },
};

/** What stands in the way of applying it. */
const IN_THE_WAY: readonly RenderedRule[] = [refusedObjects, oversizedObjects];

/** Every rule about rendered objects. */
export const RENDERED_RULES: readonly RenderedRule[] = [...IN_THE_WAY, unprunedCsvs];

/** What keeps a rendering from being applied. @param rendered what is to be applied of it */
export function renderedFindings(rendered: readonly Rendered[]): Finding[] {
  return IN_THE_WAY.flatMap((rule) => report(rule, rendered));
}

/** What to know once it is applied; it is told to those who write the files, not to those who check or review. */
export function deliveryNotes(rendered: readonly Rendered[]): Finding[] {
  return report(unprunedCsvs, rendered);
}
