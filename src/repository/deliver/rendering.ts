/** Makes the files of a rendering: one per namespace, one for the cluster, and files that make the folder easy to apply. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valuesOf } from '../../base/inside/index.js';
import type { ObjectOrCopies } from '../../base/kubernetes/copies.js';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { FORMAT_WRITERS, type Format } from '../../base/manifest/format-writers.js';
import { parseDocuments } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { layOut } from '../../olm/render/lay-out.js';
import type { Layout } from '../../olm/render/layout.js';
import { OWNED_FILES, RENDERED_DOCKERFILE } from '../input/owned-files.js';
import { ownedFiles } from '../input/owned-files-on-disk.js';
import type { OutputFile } from './folder.js';

/** The names of files for an administrator: no tool can apply its own permissions. */
const APPLIER_FILE = 'applier';
const INSTALLERS_FILE = 'installers';

/** A rendering to write. */
export interface Rendering<T extends ObjectOrCopies = ObjectOrCopies> {
  readonly rendered: readonly T[];
  /** Objects for the ServiceAccount that applies the rendering; empty if not requested. */
  readonly applier: readonly KubernetesObject[];
  /** Objects for the ServiceAccounts with which OLM installs. @default none: not requested */
  readonly installers?: readonly KubernetesObject[];
  readonly format: Format;
  /** @default OLM_LAYOUT */
  readonly layout?: Layout;
  /** Whether a kustomization lists the files. @default true */
  readonly kustomization?: boolean;
}

/**
 * The files of a rendering. A `kustomization.yaml` lists them, except those for an administrator, unless the folder has another
 * kustomization.
 *
 * @param onDocument is called for each written object
 */
export function renderingFiles(
  folder: string,
  { rendered, applier, installers = [], format, layout, kustomization = true }: Rendering,
  onDocument: () => void = () => undefined,
): OutputFile[] {
  const writer = FORMAT_WRITERS[format];
  const fileOf = (name: string, documents: () => Iterable<string>): OutputFile => ({
    name: `${name}.k8s${writer.extension}`,
    text: () => writer.file(counted(documents(), onDocument)),
  });
  const files = layOut(rendered, writer, layout).map(({ name, documents }) => fileOf(name, documents));
  const own = existsSync(join(folder, OWNED_FILES)) ? ownedFiles(folder) : new Set();
  const isTaken = KUSTOMIZATION_NAMES_OF_OTHERS.some((name) => !own.has(name) && existsSync(join(folder, name)));
  return [
    ...files,
    ...[
      { name: APPLIER_FILE, objects: applier },
      { name: INSTALLERS_FILE, objects: installers },
    ].flatMap(({ name, objects }) => (objects.length > 0 ? [fileOf(name, () => objects.map((object) => writer.value(object)))] : [])),
    ...(kustomization && files.length > 0 && !isTaken ? [kustomizationFile(files.map(({ name }) => name))] : []),
  ];
}

/** The objects in the files to write. */
export function objectsIn(files: readonly OutputFile[]): KubernetesObject[] {
  return files.flatMap(({ name, text }) => objectsOf(name, [...text()].join('')));
}

/** The objects in the files that an earlier rendering wrote into a folder. */
export function objectsWritten(folder: string): KubernetesObject[] {
  // A link is no file that an earlier rendering wrote.
  const names = [...ownedFiles(folder)].sort().filter((name) => lstatSync(join(folder, name)).isFile());
  return names.flatMap((name) => objectsOf(name, readFileSync(join(folder, name), 'utf8')));
}

function objectsOf(file: string, text: string): KubernetesObject[] {
  return valuesOf(parseDocuments({ file, text }).documents)
    .map((value) => (isMapping(value) && value.kind === 'Kustomization' ? { ...value, metadata: { name: 'kustomization.yaml' } } : value))
    .filter(isNamedObject);
}

function* counted<T>(items: Iterable<T>, count: () => void): Generator<T> {
  for (const item of items) {
    count();
    yield item;
  }
}

/** The `kustomization.yaml` of a rendered folder: `kubectl kustomize`, Flux and Argo CD then apply exactly the written files. */
export const KUSTOMIZATION_NAME = 'kustomization.yaml';

/** The names of a kustomization; kustomize allows one per folder. */
const KUSTOMIZATION_NAMES_OF_OTHERS = [KUSTOMIZATION_NAME, 'kustomization.yml', 'Kustomization'] as const;

/** The text of a kustomization, with files in the order of their application. @param files names relative to the folder */
export function kustomizationText(files: readonly string[]): string {
  const resources = files.length === 0 ? 'resources: []\n' : `resources:\n${files.map((file) => `  - ${file}\n`).join('')}`;
  return `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${resources}`;
}

/** The kustomization as a file to write. */
export function kustomizationFile(files: readonly string[]): OutputFile {
  return { name: KUSTOMIZATION_NAME, text: () => [kustomizationText(files)] };
}

// A rendering as a plain bundle (RukPak's format `plain+v0`): a flat folder `manifests/` with static manifests only, at least one, and
// the Dockerfile of its image.

/** The folder of a plain bundle's manifests. */
export function plainManifests(folder: string): string {
  return join(folder, 'manifests');
}

/** The Dockerfile. Leaves out the list of written files: a bundle with other files than manifests cannot be applied. */
export function plainDockerfile(format: Format): OutputFile {
  const files = `*.k8s${FORMAT_WRITERS[format].extension}`;
  return { name: RENDERED_DOCKERFILE, text: () => [`FROM scratch\nCOPY manifests/${files} /manifests/\n`] };
}

/**
 * The violations of the format's rules for a plain bundle: it has an object, no subfolder, and no file except manifests. The list of
 * written files is not copied into the image.
 *
 * @param objects the number of objects to write
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
