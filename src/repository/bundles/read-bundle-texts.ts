/** Reads a bundle from texts, such as the files of an image. */
import type { SourceText } from '../../base/manifest/parse.js';
import { bundleFolder, textsByFolder } from './bundle-folders.js';
import { readBundleFolder } from './read-bundle-folder.js';

/** Reads a bundle from the texts of its folder, as far as possible. */
export function readBundleTexts(texts: readonly SourceText[], folder: string): ReturnType<typeof readBundleFolder> {
  return readBundleFolder(bundleFolder(folder, textsByFolder(texts)), { lenient: true });
}
