/** Recognises manifests by file name. */

/** Matches hidden files, too. */
export const MANIFEST_FILE = /\.(?:yaml|yml|json)$/i;

/** Whether a file is a manifest by its name; in a bundle, a file with any other name can be a manifest, too. */
export function isManifestFile(name: string): boolean {
  return MANIFEST_FILE.test(name) && !name.startsWith('.');
}
