/** Objects that are removed from the input and stay in the cluster, as they say that tools shall keep them. */
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import type { RiskRule } from '../rule.js';
import { marksWith } from './marks.js';

export const keptObject: RiskRule = {
  id: 'kept-object',
  severity: 'warning',
  title: 'A removed object stays in the cluster',
  references: ['CWE-459: Incomplete Cleanup'],
  documentation: {
    meaning:
      'An object is removed from the input, and in BASE it has a mark by which GitOps tools keep it: `Prune=false` or `Delete=false` among the sync options of Argo CD, `prune: disabled` of Flux, `keep` as the resource policy of Helm, `orphan` of kapp, `detach` of kpt and Config Sync, or `abandon` of Config Connector. What it grants is not lost.',
    attack:
      'A binding to cluster-admin is removed in a pull request that looks like a clean-up. It stays, and nobody looks for it in Git any more.',
    fix: 'Remove the mark first, and the object with the next change; or remove it from the cluster by hand.',
  },
  compare: ({ state: base }, { state: head }) =>
    orphanedObjects(base, head).map(({ object, mark }) => {
      const subject = referenceTo(object);
      return {
        severity: 'warning' as const,
        subject,
        message: `${formatReference(subject)} is removed from the input and stays in the cluster (${mark})`,
        fix: 'remove the mark first, and the object with the next change',
        place: base.placeOf(subject),
        identity: [mark],
      };
    }),
};

/** An object that stays, and what says so. */
export interface OrphanedObject {
  readonly object: KubernetesObject;
  readonly mark: string;
}

/** Those of BASE that HEAD does not have, and that stay. */
export function orphanedObjects(base: Pick<State, 'given'>, head: Pick<State, 'given'>): OrphanedObject[] {
  const { twinOf } = objectsOf(head);
  return base.given.flatMap((object) => {
    const [mark] = twinOf(object) ? [] : marksWith(['kept'], object);
    return mark === undefined ? [] : [{ object, mark: mark.text }];
  });
}
