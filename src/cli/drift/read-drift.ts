/** Compares inputs with a snapshot of a cluster; lists the differences, and the kinds that were not compared. */

import { valuesOf } from '../../base/inside/index.js';
import { expand } from '../../base/kubernetes/copies.js';
import { isFromCluster, isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import { evaluateFiles } from '../../olm/evaluate/evaluate-files.js';
import type { EvaluateOptions, Evaluation } from '../../olm/evaluate/evaluation.js';
import { judgedContent } from '../../olm/lock/bundle-content.js';
import { type Versions, versionsOf } from '../../olm/model/versions.js';
import { ofSets, type Wanted } from '../../olm/render/index.js';
import { type Input, readDocuments } from '../../repository/index.js';
import { type Account, type Drift, driftOf, type LockedOperator } from './drift.js';

/**
 * Compares a cluster with the read sources.
 *
 * @param input an input without errors among its problems
 * @param texts the output of `kubectl get --output=json` or `--output=yaml`
 */
export function driftFrom(
  input: Input,
  texts: readonly SourceText[],
  options: EvaluateOptions & Wanted,
): { problems: readonly Problem[]; drift: readonly Drift[]; versions?: Versions; notCompared?: readonly string[] } {
  const parsed = texts.map((text) => parseDocuments(text));
  const unparsed = parsed.flatMap(({ problems }) => problems);
  if (unparsed.length > 0) return { problems: unparsed, drift: [] };
  const documents = parsed.flatMap((text) => text.documents);
  const snapshot = readDocuments(documents, []);
  const problems = snapshot.problems.filter((problem) => isError(problem) && problem.code !== 'NO_MANIFESTS');
  if (problems.length > 0) return { problems, drift: [] };
  // The user's versions override the cluster's.
  const versions = { ...snapshot.cluster.versions, ...input.cluster.versions };
  const evaluated = ({ cluster }: Input): Evaluation => evaluateFiles({ ...cluster, versions }, options);
  const sources = evaluated(input);
  const wanted = [...expand(ofSets(sources.rendered, options))];
  const locked = input.cluster.clusterServiceVersions.flatMap(({ namespace, name, bundle }): LockedOperator[] =>
    bundle?.locked ? [{ namespace, csv: name, ...(bundle.packageName === undefined ? {} : { packageName: bundle.packageName }) }] : [],
  );
  const isLocked = ({ kind, metadata }: KubernetesObject): boolean =>
    kind === 'ClusterServiceVersion' && locked.some(({ namespace, csv }) => namespace === metadata.namespace && csv === metadata.name);
  // A lock only contains the judged fields of a CSV.
  const judged = (object: KubernetesObject): KubernetesObject => (isLocked(object) ? { ...object, spec: judgedSpec(object) } : object);
  const live = objectsIn(documents);
  return {
    problems: [],
    versions: versionsOf(versions),
    drift: driftOf({
      wanted: wanted.map(judged),
      // Objects that other tools make can be on another cluster.
      given: objectsIn(input.documents.filter(({ inside }) => !inside)).filter((object) => !isFromCluster(object)),
      own: [...expand(ofSets(evaluated(snapshot).rendered, { profile: options.profile, only: ['rbac'] }))],
      live: live.map(judged),
      accounts: accountsOf(sources),
      locked,
    }),
    notCompared: notCompared(live, options),
  };
}

/** The service accounts that the CSVs of the sources use or request permissions for. */
function accountsOf({ resolution }: Evaluation): Account[] {
  return resolution.csvs.flatMap(({ csv: { namespace, permissions, clusterPermissions, deploymentAccounts } }) =>
    [...deploymentAccounts.values(), ...[...permissions, ...clusterPermissions].map((one) => one.serviceAccountName)].map((name) => ({
      namespace,
      name,
    })),
  );
}

function judgedSpec(csv: KubernetesObject): unknown {
  return judgedContent({ csv, customResourceDefinitions: [], others: [] }).spec;
}

function objectsIn(documents: readonly ParsedDocument[]): KubernetesObject[] {
  return valuesOf(documents).filter(isNamedObject);
}

/** Kinds of objects in every cluster. */
const ALWAYS_THERE = ['Namespace', 'ServiceAccount', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'] as const;

const NEVER: readonly string[] = [
  'running Pods and their images',
  'Secrets and ConfigMaps',
  'CRDs, webhooks and APIServices',
  'Subscriptions and catalogs',
  'roles and bindings unrelated to the operators of the sources',
];

/** @param live the objects read from the cluster */
function notCompared(live: readonly KubernetesObject[], { only }: Pick<Wanted, 'only'>): string[] {
  const kinds = new Set(live.map(({ kind }) => kind));
  const missing = ALWAYS_THERE.filter((kind) => !kinds.has(kind));
  return [
    ...missing.map((kind) => `${kind}s: none were read`),
    ...(only === undefined || only.includes('olm') ? [] : ['OperatorGroups and CSVs of the sources']),
    ...NEVER,
  ];
}
