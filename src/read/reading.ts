/** A cluster while it is being read: each object is checked and added. */

import { formatReference } from '../kubernetes/object.js';
import { jsonText } from '../manifest/format.js';
import { isError, type SourceReference, type UnlocatedProblem } from '../manifest/problem.js';
import { type Cluster, EMPTY_CLUSTER } from '../model/cluster.js';
import { COPIED_FROM_LABEL } from '../model/cluster-service-version.js';
import { checkMetadata } from './metadata.js';
import type { ClusterParts, Reader } from './readers.js';

/** What was read so far. */
export interface Reading {
  readonly parts: ClusterParts;
  readonly problems: UnlocatedProblem[];
  /** Names of Namespaces, including invalid ones. */
  readonly namespaces: Set<string>;
  /** Where each object was found first. */
  readonly seen: Map<string, SourceReference>;
  /** Default sources of OpenShift that its OperatorHub turns off, and where. */
  readonly disabledSources: Map<string, SourceReference>;
}

/** An empty start. */
export function newReading(): Reading {
  return {
    parts: structuredClone(EMPTY_CLUSTER) as ClusterParts,
    problems: [],
    namespaces: new Set(),
    seen: new Map(),
    disabledSources: new Map(),
  };
}

/** Goes on with a cluster that was read. */
export function readingOf(read: Cluster): Reading {
  const parts = Object.fromEntries(Object.entries(read).map(([name, part]) => [name, Array.isArray(part) ? [...part] : part]));
  return { ...newReading(), parts: parts as unknown as ClusterParts, namespaces: new Set(read.namespaces.map(({ name }) => name)) };
}

/** Adds an object, or its problems. */
export function readObject(reader: Reader, written: Readonly<Record<string, unknown>>, source: SourceReference, reading: Reading): void {
  const { parts, problems, namespaces, seen } = reading;
  const { object, problems: changed } = reader.asRead?.(written, source) ?? { object: written, problems: [] };
  const { labels, name: givenName } = (object.metadata ?? {}) as { labels?: unknown; name?: unknown };
  if (reader.kind === 'Namespace' && typeof givenName === 'string') namespaces.add(givenName);
  const isCopy = reader.kind === 'ClusterServiceVersion' && typeof labels === 'object' && Object.hasOwn(labels ?? {}, COPIED_FROM_LABEL);
  if (isCopy) return;

  const wrong = [...checkMetadata(reader, object, source), ...reader.check(object, source)];
  const found = onceEach(wrong, changed);
  problems.push(...found);
  if (found.some((problem) => isError(problem) && problem.code !== 'NAMESPACE_NOT_GIVEN')) return;

  const { name, namespace } = object.metadata as { name: string; namespace?: string | null };
  const isOpen = found.some(({ code }) => code === 'NAMESPACE_NOT_GIVEN');
  const key = formatReference({ kind: reader.kind, name, namespace: reader.namespace === 'none' ? undefined : namespace || 'default' });
  const first = seen.get(key);
  if (!first) {
    seen.set(key, source);
    if (isOpen) parts.withoutNamespace.push({ kind: reader.kind, name });
    reader.add(isOpen ? { ...object, metadata: { ...(object.metadata as object), namespace: 'default' } } : object, source, parts);
    return;
  }
  problems.push({
    code: 'DUPLICATE_OBJECT',
    message: `the input contains ${key} twice`,
    found: `also in ${first.file}, document ${first.document + 1}`,
    expected: 'one document for each object',
    fix: 'remove one of them; which one a cluster keeps depends on the order in which they are applied',
    source,
    at: ['metadata', 'name'],
  });
}

/** Of two errors about one field, the one at the key as it was written; of two at the same key, the first. */
function onceEach(wrong: readonly UnlocatedProblem[], changed: readonly UnlocatedProblem[]): UnlocatedProblem[] {
  const places = (problems: readonly UnlocatedProblem[]) => new Set(problems.filter(isError).map(({ at }) => jsonText(at)));
  const [ours, theirs] = [places(wrong), places(changed)];
  const inAnyCase = new Set([...theirs].filter((place) => !ours.has(place)).map((place) => place.toLowerCase()));
  return [
    ...wrong.filter((problem) => !isError(problem) || !inAnyCase.has(jsonText(problem.at).toLowerCase())),
    ...changed.filter((problem) => !isError(problem) || !ours.has(jsonText(problem.at))),
  ];
}
