/** The files of a rendering: one for each namespace, one for the cluster, and what makes a folder of them easy to apply. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valuesOf } from '../../base/inside/index.js';
import type { ObjectOrCopies } from '../../base/kubernetes/copies.js';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { FORMAT_WRITERS, type Format } from '../../base/manifest/format.js';
import { parseDocuments } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { type Layout, layOut } from '../../olm/render/layout.js';
import { OWNED_FILES, ownedFiles, RENDERED_DOCKERFILE } from '../input/owned-files.js';
import type { OutputFile } from './folder.js';

/** The files of what an administrator applies, which no tool can apply for itself. */
const APPLIER_FILE = 'applier';
const INSTALLERS_FILE = 'installers';

/** A rendering that is to be written. */
export interface Rendering<T extends ObjectOrCopies = ObjectOrCopies> {
  readonly rendered: readonly T[];
  /** For the ServiceAccount that applies all that; none where nobody asked. */
  readonly applier: readonly KubernetesObject[];
  /** For the ServiceAccounts with which OLM installs. @default none: nobody asked */
  readonly installers?: readonly KubernetesObject[];
  readonly format: Format;
  /** @default OLM_LAYOUT */
  readonly layout?: Layout;
  /** Whether a kustomization lists the files. @default true */
  readonly kustomization?: boolean;
}

/**
 * The files of a rendering. A `kustomization.yaml` lists them, but for what an administrator applies, unless somebody else's
 * kustomization is in the folder.
 *
 * @param onDocument is called for each object that is written
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

/** The objects in files that are to be written. */
export function objectsIn(files: readonly OutputFile[]): KubernetesObject[] {
  return files.flatMap(({ name, text }) => objectsOf(name, [...text()].join('')));
}

/** The objects in the files that an earlier rendering wrote into a folder. */
export function objectsWritten(folder: string): KubernetesObject[] {
  return [...ownedFiles(folder)].sort().flatMap((name) => objectsOf(name, readFileSync(join(folder, name), 'utf8')));
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

/** The `kustomization.yaml` of a rendered folder: `kubectl kustomize`, Flux and Argo CD then apply exactly what was written. */
export const KUSTOMIZATION_NAME = 'kustomization.yaml';

/** Kustomize takes one file a folder, by any of these names. */
const KUSTOMIZATION_NAMES_OF_OTHERS = [KUSTOMIZATION_NAME, 'kustomization.yml', 'Kustomization'] as const;

/** The text, with files in the order in which they are to be applied. @param files names relative to the folder */
export function kustomizationText(files: readonly string[]): string {
  const resources = files.length === 0 ? 'resources: []\n' : `resources:\n${files.map((file) => `  - ${file}\n`).join('')}`;
  return `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${resources}`;
}

/** The file, to be written beside the others. */
export function kustomizationFile(files: readonly string[]): OutputFile {
  return { name: KUSTOMIZATION_NAME, text: () => [kustomizationText(files)] };
}

// A rendering as a plain bundle (RukPak's format `plain+v0`): a flat folder `manifests/` with nothing but static manifests, at least one,
// and the Dockerfile of its image.

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
