/**
 * Documents → Cluster. Every document is checked; all problems come back at once.
 *
 * Kinds that the rules do not look at are passed over, but not misspelt ones (see kinds.ts).
 */
import type { ParsedDocument } from '../manifest/parse.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import { describe } from './check.js';
import { type Cluster, cluster } from './cluster.js';
import { checkEnvelope } from './envelope.js';
import { groupOf, groupWithKind, knownKinds } from './kinds.js';
import { namespace } from './namespace.js';
import { nearest } from './nearest.js';
import { type BundleInputs, placeBundles } from './place-bundles.js';
import { READERS } from './readers.js';
import { newReading, type Reading, readObject } from './reading.js';

/** Namespaces that every cluster has: they need not be declared where they are named. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['default', 'kube-node-lease', 'kube-public', 'kube-system']);

/**
 * Reads what a cluster is asked to be.
 *
 * @param inputs what its Subscriptions choose from
 * @returns the cluster of all readable documents, and what is wrong with the others
 */
export function readCluster(
  documents: Iterable<ParsedDocument>,
  inputs: BundleInputs = {},
): { cluster: Cluster; problems: UnlocatedProblem[] } {
  const reading = newReading();
  for (const document of documents) readDocument(document.value, document.source, reading);
  placeBundles(reading, inputs);
  requireNamespaces(reading);
  return { cluster: cluster(reading.parts), problems: reading.problems };
}

function readDocument(value: unknown, source: SourceReference, reading: Reading): void {
  const envelope = checkEnvelope(value, source);
  if (!envelope.value) {
    reading.problems.push(...envelope.problems);
    return;
  }
  const { apiVersion, kind } = envelope.value;
  if (kind.endsWith('List') && 'items' in envelope.value) {
    readList(envelope.value.items, source, reading);
    return;
  }
  const group = groupOf(apiVersion);
  const reader = READERS.find((candidate) => candidate.kind === kind && candidate.groups.includes(group));
  if (reader) readObject(reader, envelope.value, source, reading);
  else refuseMisspelt(apiVersion, kind, source, reading);
}

function readList(items: unknown, source: SourceReference, reading: Reading): void {
  if (Array.isArray(items)) {
    for (const [index, item] of items.entries()) readDocument(item, { ...source, path: [...source.path, 'items', index] }, reading);
  } else if (items !== null) {
    reading.problems.push({
      code: 'WRONG_TYPE',
      message: 'the value has the wrong type',
      found: describe(items),
      expected: 'a list',
      fix: 'write each object after "- "',
      source,
      at: ['items'],
    });
  }
}

/** A kind that its group does not have, or a well-known kind in a group that is not quite its own. */
function refuseMisspelt(apiVersion: string, kind: string, source: SourceReference, reading: Reading): void {
  const group = groupOf(apiVersion);
  const known = knownKinds(group);
  if (known?.includes(kind)) return;
  const home = groupWithKind(kind);
  const isForeign = known === undefined && (home === undefined || nearest(group, [home]) === undefined);
  if (isForeign) return;
  const likely = home === undefined ? nearest(kind, known ?? []) : undefined;
  reading.problems.push({
    code: 'UNKNOWN_KIND',
    message: `${group === '' ? 'the core API group' : `the API group ${group}`} has no kind ${JSON.stringify(kind)}`,
    found: `${apiVersion} ${kind}`,
    expected: home === undefined ? `one of ${known?.join(', ')}` : `apiVersion ${home === '' ? 'v1' : `${home}/…`}`,
    fix: home !== undefined ? 'correct apiVersion' : likely ? `did you mean ${likely}?` : 'correct kind or apiVersion',
    source,
    at: [home === undefined ? 'kind' : 'apiVersion'],
  });
}

/** The API server refuses objects in namespaces that do not exist. */
function requireNamespaces({ parts, problems, namespaces }: Reading): void {
  const named = new Set([
    ...parts.operatorGroups.flatMap(({ namespace, targetNamespaces }) => [namespace, ...targetNamespaces]),
    ...[...parts.clusterServiceVersions, ...parts.subscriptions].map(({ namespace }) => namespace),
  ]);
  for (const name of ALWAYS_THERE) {
    if (!named.has(name) || namespaces.has(name)) continue;
    namespaces.add(name);
    parts.namespaces.push(namespace(name));
  }
  // What a Subscription brings stands where the Subscription does.
  const ownCsvs = parts.clusterServiceVersions.filter(({ bundle }) => !bundle);
  for (const { namespace: name, source } of [...parts.operatorGroups, ...parts.subscriptions, ...ownCsvs]) {
    if (!source || namespaces.has(name)) continue;
    const likely = nearest(name, [...namespaces]);
    problems.push({
      code: 'NAMESPACE_NOT_FOUND',
      message: `the namespace ${name} does not exist`,
      found: name,
      expected: 'a namespace that the input declares',
      fix: `${likely ? `did you mean ${likely}? Otherwise ` : ''}add\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}`,
      source,
      at: ['metadata', 'namespace'],
    });
  }
}
