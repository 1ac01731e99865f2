/**
 * Finds the versions of operators in the old packagemanifests format: a file that names the package, and a folder with a CSV for each version.
 * Only a review of a folder of bundles reads them, where nothing is installed: in any other input, such files are manifests.
 */
import { basename, dirname, join } from 'node:path';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { FoundFile } from '../input/found-file.js';
import { builtFile, documentsIn } from '../input/found-texts.js';
import { type BundleFolder, textsByFolder } from './bundle-folders.js';

const PACKAGE_FILE = /\.package\.ya?ml$/;
const CSV_FILE = /\.clusterserviceversion\.ya?ml$/;

/** Whether a file can make its folder a version in the old format. */
export function isOldCsv(file: string): boolean {
  return CSV_FILE.test(basename(file));
}

/** Finds the files of versions: nobody applies their folders. */
export function isOfVersion(files: readonly Pick<FoundFile, 'file'>[]): (file: string) => boolean {
  const packages = new Set(files.filter(({ file }) => PACKAGE_FILE.test(basename(file))).map(({ file }) => dirname(file)));
  const versions = new Set(files.filter(({ file }) => isOldCsv(file)).map(({ file }) => dirname(file)));
  return (file) => packages.has(dirname(dirname(file))) && versions.has(dirname(file));
}

/** The versions as bundle folders: the same files, with annotations that name the package. */
export function oldBundles(files: readonly FoundFile[]): BundleFolder<FoundFile>[] {
  const byFolder = textsByFolder(files);
  return [...byFolder].flatMap(([folder, members]): BundleFolder<FoundFile>[] => {
    const packageFile = byFolder.get(dirname(folder))?.find(({ file }) => PACKAGE_FILE.test(basename(file)));
    const packageName = packageFile && dirname(folder) !== folder && members.some(({ file }) => isOldCsv(file)) && nameIn(packageFile);
    if (!packageName) return [];
    const annotations = builtFile({ file: join(folder, 'metadata', 'annotations.yaml'), text: annotationsOf(packageName) });
    return [{ folder, manifests: members.map((found) => ofBundle(folder, found)), annotations, templates: [] }];
  });
}

/** The package that a file names; undefined unless it is one of the old format. */
function nameIn(file: FoundFile): string | undefined {
  const values = documentsIn(file).map(({ value }) => value);
  const [first] = values;
  const isPackage = values.length === 1 && isMapping(first) && Array.isArray(first.channels) && !('kind' in first);
  return isPackage && typeof first.packageName === 'string' && first.packageName !== '' ? first.packageName : undefined;
}

/** A file of a version, at the place of a bundle's manifest; problems and findings name its own place. */
function ofBundle(folder: string, found: FoundFile): FoundFile {
  const { file } = found;
  const read = (): string => {
    const text = found.text();
    return 'text' in text ? text.text : '';
  };
  return {
    ...found,
    file: join(folder, 'manifests', basename(file)),
    originOf: ({ document }, path) => [{ file, text: read(), document, path }],
  };
}

function annotationsOf(packageName: string): string {
  const of = 'operators.operatorframework.io.bundle';
  return JSON.stringify({
    annotations: {
      [`${of}.mediatype.v1`]: 'registry+v1',
      [`${of}.manifests.v1`]: 'manifests/',
      [`${of}.metadata.v1`]: 'metadata/',
      [`${of}.package.v1`]: packageName,
      [`${of}.channels.v1`]: 'stable',
    },
  });
}
