/** Which files are manifests, by their names. */

/** Also of hidden files. */
export const MANIFEST_FILE = /\.(?:yaml|yml|json)$/i;

/** Whether a file is a manifest by its name; in a bundle, one of any other name can be a manifest, too. */
export function isManifestFile(name: string): boolean {
  return MANIFEST_FILE.test(name) && !name.startsWith('.');
}
