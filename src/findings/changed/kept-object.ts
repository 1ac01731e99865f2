/** Objects that are removed from the input and stay in the cluster, as they say that tools shall keep them. */
import { keyWithGroup } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf } from '../../kubernetes/pod-spec.js';
import type { State } from '../../state/state.js';
import type { RiskRule } from '../rule.js';

export const keptObject: RiskRule = {
  id: 'kept-object',
  severity: 'warning',
  title: 'A removed object stays in the cluster',
  references: ['CWE-459: Incomplete Cleanup'],
  documentation: {
    meaning:
      'An object is removed from the input, and in BASE it has a mark by which GitOps tools keep it: `Prune=false` or `Delete=false` among the sync options of Argo CD, `prune: disabled` of Flux, `keep` as the resource policy of Helm, or `detach` of cli-utils. What it grants is not lost.',
    attack:
      'A binding to cluster-admin is removed in a pull request that looks like a clean-up. It stays, and nobody looks for it in Git any more.',
    fix: 'Remove the mark first, and the object with the next change; or remove it from the cluster by hand.',
  },
  compare: ({ state: base }, { state: head }) =>
    keptObjects(base, head).map(({ object, mark }) => {
      const subject = referenceTo(object);
      return {
        severity: 'warning' as const,
        subject,
        message: `${formatReference(subject)} is removed from the input and stays in the cluster (${mark})`,
        path: [],
        fix: 'remove the mark first, and the object with the next change',
        place: base.placeOf(subject),
        identity: [mark],
      };
    }),
};

/** An object that stays, and what says so. */
export interface KeptObject {
  readonly object: KubernetesObject;
  readonly mark: string;
}

/** Those of BASE that HEAD does not have, and that stay. */
export function keptObjects(base: Pick<State, 'given'>, head: Pick<State, 'given'>): KeptObject[] {
  const after = new Set(head.given.map((object) => keyWithGroup(object)));
  return base.given.flatMap((object) => {
    const mark = after.has(keyWithGroup(object)) ? undefined : markOf(object);
    return mark === undefined ? [] : [{ object, mark }];
  });
}

const MARKS: readonly (readonly [key: string, value: RegExp])[] = [
  ['argocd.argoproj.io/sync-options', /(?:^|[\s,])(?:Prune|Delete)=false/],
  ['kustomize.toolkit.fluxcd.io/prune', /^disabled$/],
  ['helm.sh/resource-policy', /^keep$/],
  ['client.lifecycle.config.k8s.io/deletion', /^detach$/],
  ['cli-utils.sigs.k8s.io/on-remove', /^keep$/],
];

function markOf({ metadata }: KubernetesObject): string | undefined {
  const annotations = fieldsOf(metadata.annotations);
  const [key] = MARKS.find(([name, value]) => value.test(String(annotations[name] ?? ''))) ?? [];
  return key === undefined ? undefined : `${key}: ${String(annotations[key])}`;
}
