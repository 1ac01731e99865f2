/**
 * Splits blobs into the catalogs of a repository. A catalog does not contain its name, and `opm` reads a whole folder as one catalog; a
 * repository has a folder for each catalog if it serves several versions of a platform.
 */
import { groupBy } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';

/** A package is in the folder with its name, or in a folder or file of the catalog. */
interface PackageFile {
  readonly name: string;
  readonly file: string;
  readonly folder: string;
}

/**
 * The blobs by the folder of their catalog, relative to nothing: as in the names of the files. One catalog has the empty name.
 *
 * Blobs are one catalog, unless a package is in two files: then each folder that has the package is a catalog; or each file, if they are in
 * one folder.
 *
 * @example
 * catalogFolders(blobs).keys() // 'v4.18', 'v4.19' for v4.18/op/catalog.yaml and v4.19/op/catalog.yaml
 */
export function catalogFolders(blobs: readonly ParsedDocument[]): ReadonlyMap<string, readonly ParsedDocument[]> {
  const packages = blobs.flatMap(packageFile);
  const roots = rootsOf(packages);
  if (roots.length < 2) return new Map(blobs.length > 0 ? [['', blobs]] : []);
  const rootOf = (file: string): string => roots.find((root) => file === root || file.startsWith(`${root}/`)) ?? '';
  return groupBy(blobs, ({ source }) => rootOf(slashes(source.file)));
}

/** The folders or files that are catalogs, the deepest first; none if all packages can be in one catalog. */
function rootsOf(packages: readonly PackageFile[]): string[] {
  const byName = groupBy(packages, ({ name }) => name);
  const isSeveral = [...byName.values()].some((same) => new Set(same.map(({ file }) => file)).size > 1);
  if (!isSeveral) return [];
  const roots = [...groupBy(packages, ({ folder }) => folder)].flatMap(([folder, members]) => {
    const files = new Set(members.map(({ file }) => file));
    const isOne = [...groupBy(members, ({ name }) => name).values()].every((same) => new Set(same.map(({ file }) => file)).size === 1);
    return isOne ? [folder] : [...files];
  });
  return [...new Set(roots)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

function packageFile({ value, source }: ParsedDocument): PackageFile[] {
  if (!isMapping(value) || value.schema !== 'olm.package' || typeof value.name !== 'string') return [];
  const file = slashes(source.file);
  const steps = file.split('/').slice(0, -1);
  const isOwn = steps.at(-1) === value.name;
  return [{ name: value.name, file, folder: (isOwn ? steps.slice(0, -1) : steps).join('/') }];
}

function slashes(file: string): string {
  return file.replaceAll('\\', '/');
}
