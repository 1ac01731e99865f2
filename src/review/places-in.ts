/** Where the objects of a cluster stand in the files that it was read from. */
import type { FieldPath } from '../manifest/field-path.js';
import type { SourceReference } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { formatReference } from '../model/kubernetes-object.js';
import { csvReference, groupReference } from '../rules/references.js';
import type { ReviewSide } from './review.js';

/**
 * Finds the places of CSVs and OperatorGroups, and of their fields.
 *
 * @param place the line and column of a field of a document, such as a Locator's
 */
export function placesIn(
  { clusterServiceVersions, operatorGroups }: Cluster,
  place: (source: SourceReference, at?: FieldPath) => { readonly line: number; readonly column: number } | undefined,
): ReviewSide['placeOf'] {
  const sources = new Map<string, SourceReference>();
  for (const csv of clusterServiceVersions) if (csv.source) sources.set(formatReference(csvReference(csv)), csv.source);
  for (const group of operatorGroups) if (group.source) sources.set(formatReference(groupReference(group)), group.source);
  return (subject, field) => {
    const source = sources.get(formatReference(subject));
    if (!source) return undefined;
    const found = place(source, field);
    return { file: source.file, ...(found ? { line: found.line, column: found.column } : {}) };
  };
}
