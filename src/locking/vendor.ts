/** The bundles of a lock as folders, for what needs all of their manifests. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDnsSubdomain } from '../kubernetes/names.js';
import type { LockFile } from '../lock/lock-file.js';
import type { Registry } from '../registry/open-registry.js';

/**
 * Writes the bundles of a lock as `PACKAGE/NAME/manifests` and `PACKAGE/NAME/metadata`. A folder of such a name that is there is
 * replaced.
 *
 * @returns how many were written; a bundle without an image is in a catalog's folder already
 * @throws ProblemError of the registry
 */
export async function vendor({ bundles }: LockFile, registry: Registry, folder: string): Promise<number> {
  let count = 0;
  for (const { name, package: packageName, image, digest } of bundles) {
    // Names become folders: whoever writes the lock must not choose other ones.
    if (image === undefined || !isDnsSubdomain(name) || !isDnsSubdomain(packageName)) continue;
    const { files } = await registry.bundle(pinned(image, digest));
    const target = join(folder, packageName, name);
    rmSync(target, { recursive: true, force: true });
    for (const [path, bytes] of files) {
      const file = join(target, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    count += 1;
  }
  return count;
}

/** By the digest of the lock, whatever a tag means now. */
export function pinned(image: string, digest: string | undefined): string {
  return digest === undefined || image.includes('@') ? image : `${image}@${digest}`;
}
