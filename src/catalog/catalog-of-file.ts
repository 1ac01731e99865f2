/** Which CatalogSource serves a file of blobs. */

/**
 * The CatalogSource that a file belongs to: the one that the file, or the nearest folder around it, is named after.
 * Catalogs do not say their names, so this is a convention of this project.
 *
 * @returns the empty string when there is none
 */
export function catalogOf(file: string, sourceNames: Pick<ReadonlySet<string>, 'has'>): string {
  const steps = file.replace(/\.(?:yaml|yml|json)$/i, '').split(/[\\/]/);
  return steps.findLast((step) => sourceNames.has(step)) ?? '';
}
