/**
 * Documents → Cluster. Every document is checked; all problems come back at once.
 *
 * Kinds that the rules do not look at are passed over, but not misspelt ones (see kinds.ts).
 */
import { z } from 'zod';
import type { ParsedDocument } from '../manifest/parse.js';
import { isError, type SourceReference, type UnlocatedProblem } from '../manifest/problem.js';
import { check, describe } from './check.js';
import { type Cluster, cluster, EMPTY_CLUSTER } from './cluster.js';
import { COPIED_FROM_LABEL } from './cluster-service-version.js';
import { groupOf, groupWithKind, knownKinds } from './kinds.js';
import { formatReference } from './kubernetes-object.js';
import { withoutOlmsOwn } from './made-by-olm.js';
import { checkMetadata } from './metadata.js';
import { namespace } from './namespace.js';
import { nearest } from './nearest.js';
import { type ClusterParts, READERS, type Reader } from './readers.js';

/** Namespaces that every cluster has: they need not be declared where they are named. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['default', 'kube-node-lease', 'kube-public', 'kube-system']);

interface Reading {
  readonly parts: ClusterParts;
  readonly problems: UnlocatedProblem[];
  /** Names of Namespaces, also of those that are not valid. */
  readonly namespaces: Set<string>;
  /** Where each object was first met. */
  readonly seen: Map<string, SourceReference>;
}

/**
 * Reads what a cluster is asked to be.
 *
 * @returns the cluster of all readable documents, and what is wrong with the others
 */
export function readCluster(documents: Iterable<ParsedDocument>): { cluster: Cluster; problems: UnlocatedProblem[] } {
  const reading: Reading = { parts: structuredClone(EMPTY_CLUSTER) as ClusterParts, problems: [], namespaces: new Set(), seen: new Map() };
  for (const document of documents) readDocument(document.value, document.source, reading);
  requireNamespaces(reading);
  return { cluster: withoutOlmsOwn(cluster(reading.parts)), problems: reading.problems };
}

const envelopeSchema = z.looseObject({ apiVersion: z.string(), kind: z.string() });

function readDocument(value: unknown, source: SourceReference, reading: Reading): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reading.problems.push({
      code: 'NOT_A_MANIFEST',
      message: 'this document is no Kubernetes object',
      found: describe(value),
      expected: 'a mapping with apiVersion, kind and metadata',
      fix: 'remove the document, or name only the folders that hold manifests',
      source,
      at: [],
    });
    return;
  }
  const envelope = check(envelopeSchema, value, source);
  if (!envelope.value) {
    reading.problems.push(
      ...envelope.problems.map((problem) => ({
        ...problem,
        code: 'NOT_A_MANIFEST' as const,
        message: 'this document is no Kubernetes object',
      })),
    );
    return;
  }
  const { apiVersion, kind } = envelope.value;
  if (kind.endsWith('List') && 'items' in value) {
    readList(value.items, source, reading);
    return;
  }
  const group = groupOf(apiVersion);
  const reader = READERS.find((candidate) => candidate.kind === kind && candidate.groups.includes(group));
  if (reader) readObject(reader, value as Record<string, unknown>, source, reading);
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

function readObject(reader: Reader, object: Record<string, unknown>, source: SourceReference, reading: Reading): void {
  const { parts, problems, namespaces, seen } = reading;
  const { labels, name: givenName } = (object.metadata ?? {}) as { labels?: unknown; name?: unknown };
  if (reader.kind === 'Namespace' && typeof givenName === 'string') namespaces.add(givenName);
  const isCopy = reader.kind === 'ClusterServiceVersion' && typeof labels === 'object' && Object.hasOwn(labels ?? {}, COPIED_FROM_LABEL);
  if (isCopy) return;

  const found = [...checkMetadata(reader, object, source), ...reader.check(object, source)];
  problems.push(...found);
  if (found.some(isError)) return;

  const { name, namespace } = object.metadata as { name: string; namespace?: string | null };
  const key = formatReference({ kind: reader.kind, name, ...(reader.namespace === 'none' ? {} : { namespace: namespace || 'default' }) });
  const first = seen.get(key);
  if (!first) {
    seen.set(key, source);
    reader.add(object, source, parts);
    return;
  }
  problems.push({
    code: 'DUPLICATE_OBJECT',
    message: `${key} is given twice`,
    found: `also in ${first.file}, document ${first.document + 1}`,
    expected: 'one document for one object',
    fix: 'remove one of the two; which of them a cluster would keep depends on the order',
    source,
    at: ['metadata', 'name'],
  });
}

/** The API server refuses objects in namespaces that do not exist. */
function requireNamespaces({ parts, problems, namespaces }: Reading): void {
  const named = new Set([
    ...parts.operatorGroups.flatMap(({ namespace, targetNamespaces }) => [namespace, ...targetNamespaces]),
    ...parts.clusterServiceVersions.map(({ namespace }) => namespace),
  ]);
  for (const name of ALWAYS_THERE) {
    if (!named.has(name) || namespaces.has(name)) continue;
    namespaces.add(name);
    parts.namespaces.push(namespace(name));
  }
  for (const { namespace: name, source } of [...parts.operatorGroups, ...parts.clusterServiceVersions]) {
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
