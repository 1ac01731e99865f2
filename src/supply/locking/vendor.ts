/** Writes the bundles of a lock as folders, for tools that need all of their manifests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDnsSubdomain } from '../../base/kubernetes/names.js';
import type { LockFile } from '../../olm/lock/lock-file.js';
import { stepsOf } from '../../olm/lock/lock-steps.js';
import { moveIntoPlace, refuseLinks } from '../../repository/index.js';
import type { Registry } from '../registry/open-registry.js';
import { registryImage } from '../registry/reference.js';

/**
 * Writes the bundles of a lock as `PACKAGE/NAME/manifests` and `PACKAGE/NAME/metadata`. Replaces existing folders of the same names.
 *
 * @returns the number of written bundles; a bundle without an image is in a catalog's folder already
 * @throws ProblemError of the registry
 * @throws LinkError if a folder on the way is a link of a repository
 */
export async function vendor(lock: LockFile, registry: Registry, folder: string): Promise<number> {
  let count = 0;
  const steps = stepsOf(lock);
  for (const { name, package: packageName, image, digest } of lock.bundles.filter((one) => !steps.includes(one))) {
    // Names become folders: the author of the lock must not choose other ones.
    if (image === undefined || !isDnsSubdomain(name) || !isDnsSubdomain(packageName)) continue;
    const { files } = await registry.bundle(pinned(registryImage(image), digest));
    const target = join(folder, packageName, name);
    refuseLinks(target);
    mkdirSync(dirname(target), { recursive: true });
    moveIntoPlace(target, (draft) => {
      for (const [path, bytes] of files) {
        const file = join(draft, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, bytes, { flag: 'wx' });
      }
    });
    count += 1;
  }
  return count;
}

/** The image by the digest of the lock, whatever its tag means now. */
export function pinned(image: string, digest: string | undefined): string {
  return digest === undefined || image.includes('@') ? image : `${image}@${digest}`;
}
