/** Finds the places of objects in the input files. */

import { withNames } from '../../base/kubernetes/given-objects.js';
import { formatReference, isNamedObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { OuterObject, SourcePlace } from '../../base/manifest/place.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { changed, csvReference, type Finding, groupReference, subscriptionReference } from '../model/finding.js';
import { bundledObjects, refusedObjects } from '../render/bundled-objects.js';

/** The place of an object of the input, or of one of its fields; undefined for an object that is not in the input. */
export type PlaceOf = (subject: ObjectReference, field?: readonly (string | number)[]) => SourcePlace | undefined;

/**
 * Finds the places of objects of the input, and of their fields.
 *
 * @param place returns the line and column of a field of a document, such as a Locator does
 */
export function placesIn(
  { cluster, documents }: { readonly cluster: Cluster; readonly documents: readonly ParsedDocument[] },
  place: (
    source: SourceReference,
    at?: FieldPath,
  ) => { readonly file?: string; readonly line: number; readonly column: number } | undefined,
): PlaceOf {
  const sources = new Map<string, SourceReference>();
  const outers = new Map<string, OuterObject>();
  for (const csv of cluster.clusterServiceVersions) {
    for (const { object, problem } of refusedObjects(csv)) sources.set(formatReference(referenceTo(object)), problem.source);
    for (const { object, source } of bundledObjects(csv)) if (source) sources.set(formatReference(referenceTo(object)), source);
  }
  for (const { value, source, inside } of withNames(documents)) {
    addSources(value, source, sources);
    if (inside && inside.kind !== 'File' && isNamedObject(value)) outers.set(formatReference(referenceTo(value)), inside);
  }
  // The namespace of a CSV may differ from the one in its document.
  for (const csv of cluster.clusterServiceVersions) if (csv.source) sources.set(formatReference(csvReference(csv)), csv.source);
  for (const group of cluster.operatorGroups) if (group.source) sources.set(formatReference(groupReference(group)), group.source);
  for (const subscription of cluster.subscriptions) sources.set(formatReference(subscriptionReference(subscription)), subscription.source);
  return (subject, field) => {
    const name = formatReference(subject);
    const [source, inside] = [sources.get(name), outers.get(name)];
    if (!source) return undefined;
    const found = place(source, field);
    return {
      file: found?.file ?? source.file,
      ...(found ? { line: found.line, column: found.column } : {}),
      ...(inside ? { inside } : {}),
    };
  };
}

/** A finding with the place of its field, or else of its subject. */
export function placed(found: Finding, placeOf: PlaceOf): Finding {
  return changed(found, ({ at, ...finding }) => {
    const place = (at && placeOf(at.object, at.field)) ?? placeOf(finding.subject);
    return place ? { ...finding, place } : finding;
  });
}

/** Records the sources of an object, or of the objects in a List. */
function addSources(value: unknown, source: SourceReference, sources: Map<string, SourceReference>): void {
  const { items } = (value ?? {}) as { items?: unknown };
  if (Array.isArray(items)) {
    for (const [index, item] of items.entries()) addSources(item, { ...source, path: [...source.path, 'items', index] }, sources);
  } else if (isNamedObject(value)) {
    sources.set(formatReference(referenceTo(value)), source);
  }
}
