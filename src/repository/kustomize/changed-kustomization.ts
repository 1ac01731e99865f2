/**
 * Makes the kustomization that Flux or Argo CD builds: the kustomization of a folder with the fields of the applying object, as both
 * tools write these fields into the file. For a folder without a kustomization, Flux generates one.
 */
import { createHash } from 'node:crypto';
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { emitYaml } from '../../base/manifest/emit.js';
import type { AppliedSettings } from '../applied/applied-settings.js';
import { type FileTree, pathIn } from '../trees/file-tree.js';
import { isFile } from '../trees/tree-paths.js';
import { KUSTOMIZATION_NAMES, kustomizationIn, readKustomization } from './kustomization.js';
import { resolvedPath } from './refused-kustomization.js';

/**
 * The tree in which a folder is built with settings; nothing if Argo CD finds no kustomization in the folder. Each tree is made once,
 * because caches belong to a tree.
 *
 * @param resources the files and folders that Flux lists in a generated kustomization, relative to the folder
 */
export function settledTree(
  tree: FileTree,
  folder: string,
  settings: AppliedSettings,
  resources: () => readonly string[] = () => [],
): FileTree | undefined {
  const known = settled.get(tree) ?? new Map<string, FileTree | undefined>();
  settled.set(tree, known);
  const key = JSON.stringify([folder, settings]);
  if (!known.has(key)) known.set(key, withSettings(tree, folder, settings, resources()));
  return known.get(key);
}

const settled = new WeakMap<FileTree, Map<string, FileTree | undefined>>();

function withSettings(
  tree: FileTree,
  folder: string,
  { tool, by, fields = {} }: AppliedSettings,
  resources: readonly string[],
): FileTree | undefined {
  const own = kustomizationIn(tree, folder);
  if (own === undefined && tool === 'argo-cd') return undefined;
  const before = own === undefined ? { resources } : readKustomization(tree, own);
  const [name] = KUSTOMIZATION_NAMES;
  const file = own ?? pathIn(folder, name);
  // An unreadable kustomization is reported as it is.
  if (!before) return tree;
  const changed = (tool === 'flux' ? changedByFlux : changedByArgoCd)(before, present(tree, folder, fields));
  const bytes = new TextEncoder().encode(emitYaml(changed));
  const others = (paths: readonly string[]): string[] => paths.filter((path) => path !== file);
  return {
    ...tree,
    // The fields are not in the file, so messages name the applying object.
    nameOf: (path) => (path === file ? by : tree.nameOf(path)),
    list: (place) => (place === folder && own === undefined ? [...tree.list(place), { name, kind: 'file' }] : tree.list(place)),
    read: (path) => (path === file ? bytes : tree.read(path)),
    identityOf: (path) => (path === file ? createHash('sha1').update(bytes).digest('hex') : tree.identityOf(path)),
    expect: (paths) => tree.expect?.(others(paths)),
    forget: (paths) => tree.forget?.(others(paths)),
  };
}

/** The fields without missing components, if the applying object ignores those. */
function present(tree: FileTree, folder: string, { ignoreMissingComponents, components, ...fields }: Fields): Fields {
  if (components === undefined) return fields;
  const isThere = (entry: unknown): boolean => {
    const path = typeof entry === 'string' ? resolvedPath(folder, entry) : undefined;
    return path === undefined || isFile(tree, path) || tree.list(path).length > 0;
  };
  return { ...fields, components: ignoreMissingComponents === true ? [components].flat().filter(isThere) : components };
}

/** Lists to which Flux appends. */
const ADDED = ['patches', 'patchesStrategicMerge', 'patchesJson6902', 'components', 'labels', 'transformers'];

/** The fields after Flux's generator (fluxcd/pkg, kustomize/kustomize_generator.go). */
function changedByFlux(before: Fields, fields: Fields): Fields {
  const lists = ADDED.flatMap((field) => (fields[field] === undefined ? [] : [[field, added(before[field], fields[field])] as const]));
  const images = fields.images === undefined ? {} : { images: withImages(before.images, listOf(fields.images)) };
  return { ...before, ...fields, ...Object.fromEntries(lists), ...images };
}

/** The fields after `kustomize edit`, which Argo CD starts (argo-cd, util/kustomize/kustomize.go). */
function changedByArgoCd(
  before: Fields,
  {
    images,
    replicas,
    commonLabels,
    commonAnnotations,
    labelWithoutSelector,
    labelIncludeTemplates,
    patches,
    components,
    ...fields
  }: Fields,
): Fields {
  const texts = Array.isArray(images) ? images.filter((image) => typeof image === 'string') : [];
  const labels = { pairs: commonLabels, ...(labelIncludeTemplates === true ? { includeTemplates: true } : {}) };
  return {
    ...before,
    ...fields,
    ...(texts.length > 0 ? { images: withNewImages(before.images, texts.map(imageOf)) } : {}),
    ...(replicas === undefined ? {} : { replicas: byName(before.replicas, listOf(replicas).map(withCount)) }),
    ...(commonLabels === undefined
      ? {}
      : labelWithoutSelector === true
        ? { labels: added(before.labels, [labels]) }
        : { commonLabels: { ...fieldsOf(before.commonLabels), ...fieldsOf(commonLabels) } }),
    ...(commonAnnotations === undefined
      ? {}
      : { commonAnnotations: { ...fieldsOf(before.commonAnnotations), ...fieldsOf(commonAnnotations) } }),
    ...(patches === undefined ? {} : { patches: added(before.patches, patches) }),
    ...(components === undefined ? {} : { components: [...new Set(added(before.components, components))] }),
  };
}

function added(before: unknown, more: unknown): unknown[] {
  return [before ?? [], more].flat();
}

/** The images after Flux: a given tag or digest replaces both. */
function withImages(before: unknown, images: readonly Fields[]): Fields[] {
  const all = [...listOf(before)];
  for (const image of images) {
    const { newName, newTag, digest } = image;
    const index = all.findIndex(({ name }) => name === image.name);
    const { newTag: tag, digest: sum, ...one } = all[index] ?? {};
    const own = newTag || digest ? version(newTag, digest) : version(tag, sum);
    if (index === -1) all.push(image);
    else all[index] = { ...one, ...(newName ? { newName } : {}), ...own };
  }
  return all;
}

function version(newTag: unknown, digest: unknown): Fields {
  return { ...(newTag ? { newTag } : {}), ...(digest ? { digest } : {}) };
}

/** Stands for the value in the kustomization. */
const SAME = '*';

/** The images after `kustomize edit set image`, which replaces whole entries. */
function withNewImages(before: unknown, images: readonly Fields[]): Fields[] {
  const known = new Map(listOf(before).map((image) => [image.name, image]));
  for (const image of images) {
    const old = fieldsOf(known.get(image.name));
    const kept = (field: string): unknown => (image[field] === SAME ? old[field] : image[field]);
    const newName = kept('newName');
    known.set(image.name, { name: image.name, ...(newName ? { newName } : {}), ...version(kept('newTag'), kept('digest')) });
  }
  return [...known.values()];
}

/** Parses `name=newName:tag@digest`; only one part is required. */
function imageOf(text: string): Fields {
  const [, name, rest = ''] = /^(?:([^=]+)=)?(.*)$/s.exec(text) ?? [];
  const [, image = '', newTag, digest] = /^(.*?)(?::([^:/@]+))?(?:@(.+))?$/s.exec(rest) ?? [];
  const version = { ...(newTag === undefined ? {} : { newTag }), ...(digest === undefined ? {} : { digest }) };
  return name === undefined ? { name: image, ...version } : { name, newName: image, ...version };
}

function byName(before: unknown, entries: readonly Fields[]): Fields[] {
  return [...new Map([...listOf(before), ...entries].map((entry) => [entry.name, entry])).values()];
}

function withCount(replica: Fields): Fields {
  const text = textOf(replica.count);
  return text === undefined || !/^\d+$/.test(text) ? replica : { ...replica, count: Number(text) };
}
