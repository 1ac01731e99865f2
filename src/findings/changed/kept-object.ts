/** Objects that are removed from the input and stay in the cluster, as they say that tools shall keep them. */

import { type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';
import { marksWith } from './marks.js';

export const keptObject = riskRule({
  id: 'kept-object',
  severity: 'warning',
  title: 'A removed object stays in the cluster',
  references: ['CWE-459: Incomplete Cleanup'],
  documentation: {
    meaning:
      'An object is removed from the input, but BASE marks it to be kept: `Prune=false` or `Delete=false` (Argo CD), `prune: disabled` (Flux), `keep` (Helm), `orphan` (kapp), `detach` (kpt, Config Sync), `abandon` (Config Connector). What it grants is not lost.',
    attack: 'A clean-up removes a binding to cluster-admin from Git. It stays on the cluster, and nobody looks for it.',
    fix: 'Remove the mark first and the object with the next change, or delete it on the cluster.',
  },
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
