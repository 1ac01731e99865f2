/** Notes about a rendering for the time after applying it, and the list of all rules about renderings. */
import { formatReference, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { type Finding, report } from '../model/finding.js';
import { IN_THE_WAY } from './findings.js';
import { type Rendered, type RenderedRule, renderedRule } from './rendered.js';

/**
 * CSVs that Argo CD never prunes. For Argo CD, the OperatorGroup in the annotation `olm.operatorGroup` owns the CSV, and objects
 * with an owner are left to the owner (gitops-engine, inferred owner references). The CSV of a removed or upgraded operator stays on
 * the cluster.
 */
const OPERATOR_GROUP_ANNOTATION = 'olm.operatorGroup';

/** One note for the whole rendering. */
export const unprunedCsvs = renderedRule('argocd-never-prunes', 'info', 'Argo CD does not prune CSVs', {
  meaning:
    'Argo CD treats the OperatorGroup as the owner of a CSV with the annotation `olm.operatorGroup`, and does not prune objects with an owner. Removed or upgraded CSVs and their copies stay.',
  fix: 'With Argo CD, render `--only rbac`, or delete old CSVs by hand. Flux and `kubectl apply --prune` remove them.',
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
        message: `Argo CD will not prune ${formatReference(first)}${others}, nor any copy, after a removal or an upgrade: it treats the OperatorGroup as the owner`,
        fix: 'with Argo CD, render --only rbac, or delete old CSVs by hand; Flux and kubectl prune them',
        related: more,
      },
    ];
  },
});

/** All rules about rendered objects. */
export const RENDERED_RULES = [...IN_THE_WAY, unprunedCsvs] satisfies readonly RenderedRule[];

/** The notes for the time after applying; for authors of the files, not for check or review. */
export function deliveryNotes(rendered: readonly Rendered[]): Finding[] {
  return report(unprunedCsvs, rendered);
}
