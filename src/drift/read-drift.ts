/** Inputs and a snapshot of a cluster → their differences. */
import { type EvaluateOptions, evaluate } from '../evaluate/evaluate.js';
import { expand } from '../kubernetes/copies.js';
import { isFromCluster } from '../kubernetes/from-cluster.js';
import { listItems } from '../kubernetes/list-items.js';
import { isNamedObject, type KubernetesObject } from '../kubernetes/object.js';
import { judgedContent } from '../lock/judged-content.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../manifest/parse.js';
import { isError, type Problem } from '../manifest/problem.js';
import { type Versions, versionsOf } from '../model/versions.js';
import { ofSets, type Wanted } from '../render/index.js';
import { type Input, readDocuments } from '../source/read-input.js';
import { type Drift, driftOf, type LockedOperator } from './drift.js';

/**
 * Compares a cluster with what was read of the sources.
 *
 * @param input without errors among its problems
 * @param texts what `kubectl get --output=json` or `--output=yaml` gave
 */
export function driftFrom(
  input: Input,
  texts: readonly SourceText[],
  options: EvaluateOptions & Wanted,
): { problems: readonly Problem[]; drift: readonly Drift[]; versions?: Versions } {
  const parsed = texts.map((text) => parseDocuments(text));
  const unparsed = parsed.flatMap(({ problems }) => problems);
  if (unparsed.length > 0) return { problems: unparsed, drift: [] };
  const documents = parsed.flatMap((text) => text.documents);
  const snapshot = readDocuments(documents, []);
  const problems = snapshot.problems.filter((problem) => isError(problem) && problem.code !== 'NO_MANIFESTS');
  if (problems.length > 0) return { problems, drift: [] };
  // What the user says of the versions counts more than what the cluster shows.
  const versions = { ...snapshot.cluster.versions, ...input.cluster.versions };
  const rendered = ({ cluster }: Input, sets: Wanted): KubernetesObject[] => [
    ...expand(ofSets(evaluate({ ...cluster, versions }, options).rendered, sets)),
  ];
  const wanted = rendered(input, options);
  const locked = input.cluster.clusterServiceVersions.flatMap(({ namespace, name, bundle }): LockedOperator[] =>
    bundle?.locked ? [{ namespace, csv: name, ...(bundle.packageName === undefined ? {} : { packageName: bundle.packageName }) }] : [],
  );
  const isLocked = ({ kind, metadata }: KubernetesObject): boolean =>
    kind === 'ClusterServiceVersion' && locked.some(({ namespace, csv }) => namespace === metadata.namespace && csv === metadata.name);
  // A lock has no more of a CSV than is judged.
  const judged = (object: KubernetesObject): KubernetesObject => (isLocked(object) ? { ...object, spec: judgedSpec(object) } : object);
  return {
    problems: [],
    versions: versionsOf(versions),
    drift: driftOf({
      wanted: wanted.map(judged),
      given: objectsIn(input.documents).filter((object) => !isFromCluster(object)),
      own: rendered(snapshot, { profile: options.profile, only: ['rbac'] }),
      live: objectsIn(documents).map(judged),
      locked,
    }),
  };
}

function judgedSpec(csv: KubernetesObject): unknown {
  return judgedContent({ csv, customResourceDefinitions: [], others: [] }).spec;
}

function objectsIn(documents: readonly ParsedDocument[]): KubernetesObject[] {
  return documents.flatMap(({ value }) => listItems(value) ?? [value]).filter(isNamedObject);
}
