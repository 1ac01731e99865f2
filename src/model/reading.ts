/** A cluster while it is being read: one object after another is checked and taken in. */
import { isError, type SourceReference, type UnlocatedProblem } from '../manifest/problem.js';
import { EMPTY_CLUSTER } from './cluster.js';
import { COPIED_FROM_LABEL } from './cluster-service-version.js';
import { formatReference } from './kubernetes-object.js';
import { checkMetadata } from './metadata.js';
import type { ClusterParts, Reader } from './readers.js';

/** What was read so far. */
export interface Reading {
  readonly parts: ClusterParts;
  readonly problems: UnlocatedProblem[];
  /** Names of Namespaces, also of those that are not valid. */
  readonly namespaces: Set<string>;
  /** Where each object was first met. */
  readonly seen: Map<string, SourceReference>;
}

/** Nothing yet. */
export function newReading(): Reading {
  return { parts: structuredClone(EMPTY_CLUSTER) as ClusterParts, problems: [], namespaces: new Set(), seen: new Map() };
}

/** Takes an object in, or notes what is wrong with it. */
export function readObject(reader: Reader, object: Record<string, unknown>, source: SourceReference, reading: Reading): void {
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
