/**
 * A rendering as a plain bundle (RukPak's format `plain+v0`): a flat folder `manifests/` with nothing but static manifests, at
 * least one, and the Dockerfile of its image.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FORMAT_WRITERS, type Format } from '../manifest/format.js';
import { OWNED_FILES, ownedFiles, RENDERED_DOCKERFILE } from '../source/owned-files.js';
import type { OutputFile } from './folder.js';

/** Where the manifests of a plain bundle are. */
export function plainManifests(folder: string): string {
  return join(folder, 'manifests');
}

/** The Dockerfile. It leaves out the list of written files: a bundle with anything but manifests cannot be applied. */
export function plainDockerfile(format: Format): OutputFile {
  const files = `*.k8s${FORMAT_WRITERS[format].extension}`;
  return { name: RENDERED_DOCKERFILE, text: () => [`FROM scratch\nCOPY manifests/${files} /manifests/\n`] };
}

/**
 * What keeps a folder from being a plain bundle, by the format's rules: it has an object, no folder in it, and no file but
 * manifests. The list of written files is not copied into the image.
 *
 * @param objects how many are to be written
 */
export function plainBundleErrors(folder: string, objects: number): string[] {
  const manifests = plainManifests(folder);
  const own = existsSync(manifests) ? ownedFiles(manifests) : new Set<string>();
  const foreign = existsSync(manifests) ? readdirSync(manifests).filter((name) => !own.has(name) && !name.startsWith(OWNED_FILES)) : [];
  return [
    ...(objects === 0 ? ['a plain bundle has at least one object, and there is none to write'] : []),
    ...foreign.sort().map((name) => `a plain bundle has nothing but its manifests, but ${join(manifests, name)} is there`),
  ];
}
