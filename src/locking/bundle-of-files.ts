/** The files of a bundle's image → the bundle. */
import { basename, dirname } from 'node:path';
import type { SourceText } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { BundleFiles } from '../registry/image/bundle-files.js';
import { bundleFolder, textsByFolder } from '../source/bundle-folders.js';
import { isManifestFile } from '../source/manifest-files.js';
import { readBundleFolder } from '../source/read-bundle-folder.js';

/** The texts of a bundle, as the files of a folder. */
export function textsOf({ files }: Pick<BundleFiles, 'files'>, folder: string): SourceText[] {
  return [...files]
    .filter(([path]) => dirname(path) === 'manifests' || isManifestFile(basename(path)))
    .map(([path, bytes]) => ({ file: `${folder}/${path}`, text: new TextDecoder().decode(bytes) }));
}

/** Reads a bundle. @param folder as messages name it */
export function bundleOfFiles(files: Pick<BundleFiles, 'files'>, folder: string): { bundle?: Bundle; problems: readonly Problem[] } {
  const read = readBundleFolder(bundleFolder(folder, textsByFolder(textsOf(files, folder))), { lenient: true });
  const unlocated = read.unlocated.map(({ source, at: _, ...problem }): Problem => ({ ...problem, file: source.file }));
  return { ...(read.bundle ? { bundle: read.bundle } : {}), problems: [...read.problems, ...unlocated] };
}
