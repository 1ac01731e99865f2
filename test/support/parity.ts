/** Holds what this project makes of a cluster against what OLM's own code left of it, in every order that was tried. */
import { isDeepStrictEqual } from 'node:util';
import { evaluate } from '../../src/evaluate/evaluate.js';
import { expand } from '../../src/kubernetes/copies.js';
import { type KubernetesObject, namespacedName } from '../../src/kubernetes/object.js';
import { isError } from '../../src/manifest/problem.js';
import { desiredCluster } from '../../src/subscriptions/desired-cluster.js';
import { comparableByKey, NOT_COMPARED } from './golden.js';
import type { OlmRun } from './olm-outcome.js';

/** How a cluster compares. */
export interface Parity {
  /** Why the cluster is refused here, where it is. */
  readonly refused?: string;
  /** By key of an object on which all orders agree, and this project does not: what OLM has, and what is rendered. */
  readonly differing: Readonly<Record<string, { readonly olm: unknown; readonly ours: unknown }>>;
  /** The same for objects on which the orders do not agree, where what is rendered is none of what OLM left. */
  readonly elsewhere: readonly string[];
  readonly objects: number;
  readonly csvs: number;
  /** CSVs that end differently in some order, or never settle. */
  readonly open: readonly string[];
  /** Those that are reported to be uncertain. */
  readonly reported: readonly string[];
}

/** Compares one cluster. */
export function parityOf(documents: readonly KubernetesObject[], runs: readonly OlmRun[]): Parity {
  const source = { file: 'cluster', document: 0, path: [] };
  const { cluster, problems } = desiredCluster(documents.map((value) => ({ value, source })));
  const refused = problems.find(isError);
  const nothing = { differing: {}, elsewhere: [], objects: 0, csvs: 0, open: [], reported: [] };
  if (refused) return { ...nothing, refused: `${refused.code} ${refused.message}` };

  const { resolution, rendered } = evaluate(cluster, { profile: 'olm' });
  const ours = comparableByKey(expand(rendered));
  const theirs = runs.map(({ objects }) => comparableByKey(objects.filter(({ kind }) => !NOT_COMPARED.has(kind))));
  const unsettled = new Set(runs.flatMap(({ moving = [] }) => moving.map(nameOf)));
  const keys = [...new Set([...theirs, ours].flatMap((objects) => Object.keys(objects)))].sort();
  const differing: Record<string, { olm: unknown; ours: unknown }> = {};
  const elsewhere: string[] = [];
  for (const key of keys) {
    if (isGiven(key, documents)) continue;
    // An object that OLM goes on changing has no state to compare.
    if (key.startsWith('ClusterServiceVersion ') && unsettled.has(key.slice('ClusterServiceVersion '.length))) continue;
    const agreed = theirs.every((other) => isDeepStrictEqual(other[key], theirs[0]?.[key]));
    if (agreed && !isDeepStrictEqual(theirs[0]?.[key], ours[key])) differing[key] = { olm: theirs[0]?.[key], ours: ours[key] };
    if (!agreed && !theirs.some((other) => isDeepStrictEqual(other[key], ours[key]))) elsewhere.push(key);
  }
  const originals = cluster.clusterServiceVersions.map(namespacedName);
  const verdicts = runs.map(verdictsOf);
  const open = originals.filter((name) =>
    verdicts.some((all) => all.get(name) === NEVER_SETTLES || all.get(name) !== verdicts[0]?.get(name)),
  );
  const reported = [...resolution.csvs, ...resolution.replaced].flatMap((entry) =>
    'certainty' in entry && entry.certainty !== 'certain' ? [namespacedName(entry.csv)] : [],
  );
  return { differing, elsewhere, objects: keys.length, csvs: originals.length, open, reported };
}

/** What is rendered does not repeat what the input gives, CSVs and groups aside. */
function isGiven(key: string, documents: readonly KubernetesObject[]): boolean {
  return documents.some(
    ({ kind, metadata }) =>
      kind !== 'ClusterServiceVersion' && kind !== 'OperatorGroup' && key === `${kind} ${metadata.namespace ?? '-'}/${metadata.name}`,
  );
}

/** `resource|namespace/name` → `namespace/name`. */
function nameOf(key: string): string {
  return key.slice(key.indexOf('|') + 1);
}

const NEVER_SETTLES = 'never settles';

/** `phase/reason` of each CSV that is no copy. */
function verdictsOf({ objects, movingv = [] }: OlmRun): Map<string, string> {
  const moving = new Set(movingv.map(nameOf));
  return new Map(
    objects
      .filter(({ kind, metadata }) => kind === 'ClusterServiceVersion' && !metadata.labels?.['olm.copiedFrom'])
      .map(({ metadata, status }) => {
        const { phase = '', reason = '' } = (status ?? {}) as { phase?: string; reason?: string };
        const name = namespacedName(metadata);
        return [name, moving.has(name) ? NEVER_SETTLES : `${phase}/${reason}`];
      }),
  );
}
