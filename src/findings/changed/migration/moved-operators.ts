/** Operators that OLM installs in one state of a change, and that the other state installs without OLM or with OLM v1. */
import { formatReference, type ObjectReference } from '../../../kubernetes/object.js';
import type { ClusterExtension } from '../../../model/cluster-extension.js';
import { csvReference } from '../../../model/references.js';
import { isAllNamespaces } from '../../../rules/namespace-set.js';
import type { ResolvedCsv } from '../../../rules/resolution.js';
import { csvPairs, packageOf } from '../../../state/csv-pairs.js';
import type { State } from '../../../state/state.js';

/** One operator, as OLM runs it and as it runs afterwards. */
export interface MovedOperator {
  readonly before: ResolvedCsv;
  /** Its CSV, of which nothing but what runs it is left, or its ClusterExtension. */
  readonly after: ObjectReference;
  /** `['']` for all namespaces; absent where the groups decide on both sides. */
  readonly watches?: readonly string[];
}

/** The operators that move, in the order of BASE. */
export function movedOperators(base: State, head: State): MovedOperator[] {
  // What a CSV waits for can be on the cluster all the same.
  const runs = base.resolution.csvs.filter(({ verdict }) => verdict.phase !== 'Failed');
  const pairs = new Map(csvPairs(base, head).map(({ before, after }) => [before, after]));
  return runs.flatMap((before): MovedOperator[] => {
    const extension = head.cluster.clusterExtensions.find((candidate) => installs(candidate, before));
    if (extension) {
      const after = { kind: 'ClusterExtension', name: extension.name };
      const watches = watchedBy(after, head);
      return watches ? [{ before, after, watches }] : [];
    }
    const kept = pairs.get(before);
    return kept && isMade(csvReference(kept.csv), head) ? [{ before, after: csvReference(kept.csv) }] : [];
  });
}

function installs({ bundle, packageName }: ClusterExtension, before: ResolvedCsv): boolean {
  return bundle?.name === before.csv.name || packageName === (before.csv.bundle?.packageName ?? packageOf(before));
}

/** Pods are told what they watch in an annotation. Without Deployments, nobody watches anything. */
function watchedBy(owner: ObjectReference, { made = [] }: State): readonly string[] | undefined {
  const own = made.filter((item) => formatReference(item.owner) === formatReference(owner));
  const [deployment] = own.filter(({ object }) => object.kind === 'Deployment');
  const { template } = (deployment?.object.spec ?? {}) as { template?: { metadata?: { annotations?: Record<string, string> } } };
  const text = template?.metadata?.annotations?.['olm.targetNamespaces'];
  return text === undefined ? (own.length === 0 ? undefined : []) : text.split(',');
}

/** Whether a CSV runs without OLM. */
export function isMade(csv: ObjectReference, { made = [] }: State): boolean {
  return made.some(({ owner, object }) => object.kind === 'Deployment' && formatReference(owner) === formatReference(csv));
}

/** The namespaces of BASE in the same words. */
export function watchedBefore({ group }: ResolvedCsv): readonly string[] {
  const namespaces = group?.namespaces ?? [];
  return isAllNamespaces(namespaces) ? [''] : namespaces;
}
