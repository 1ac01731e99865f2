/** Maps built objects back to their source files, field by field; anything without a source file comes from the kustomization. */

import { groupOf } from '../../base/kubernetes/kinds.js';
import { type FieldPath, valueAt } from '../../base/manifest/field-path.js';
import type { Origin, OriginOf } from '../../base/manifest/locator.js';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping, sortedText, textsIn } from '../../base/manifest/plain-data.js';
import { type FileTree, folderOfPath } from '../trees/file-tree.js';
import { isFile } from '../trees/tree-paths.js';
import { readKustomization } from './kustomization.js';
import { closureOf } from './kustomization-graph.js';
import { documentsOnce, type KustomizedObject, kustomizedObjects, type Layer, objectBuilt, textOnce } from './kustomized-objects.js';
import { resolvedPath } from './refused-kustomization.js';

/** Finds the origins of the built texts of a tree's kustomizations. */
export type BuiltOrigins = (kustomization: string, built: SourceText) => OriginOf;

/** The lines of a file at the other revision of a review; nothing if the file is missing there. */
export type OtherSide = (path: string) => ReadonlySet<string> | undefined;

/**
 * Reads nothing until the first place is requested, and then each file once.
 *
 * @example
 * builtOrigins(tree)('prod/kustomization.yaml', { file: 'kustomize build prod', text })
 */
export function builtOrigins(tree: FileTree, other?: OtherSide): BuiltOrigins {
  return (kustomization, built) => {
    let parsed: { values: ReadonlyMap<number, unknown>; objects: readonly KustomizedObject[] } | undefined;
    const open = (): NonNullable<typeof parsed> => {
      parsed ??= {
        values: new Map(parseDocuments(built).documents.map(({ value, source }) => [source.document, value])),
        objects: kustomizedObjects(tree, kustomization),
      };
      return parsed;
    };
    const known = new Map<unknown, KustomizedObject | undefined>();
    return ({ document, path }, at) => {
      const { values, objects } = open();
      const whole = valueAt(values.get(document), path);
      if (!known.has(whole)) known.set(whole, objectBuilt(objects, whole));
      const object = known.get(whole);
      const found: readonly FoundOrigin[] = object
        ? [fieldOrigin(tree, object, whole, at), ...(other ? broughtBy(tree, object) : [])]
        : [chartsOf(tree, kustomization) ?? { file: kustomization, document: 0, path: [] }];
      return found.map((origin) => ({
        ...origin,
        file: tree.nameOf(origin.file),
        text: textOnce(tree, origin.file),
        ...(other ? { isNew: (line: string) => !other(origin.file)?.has(line) } : {}),
      }));
    };
  };
}

/** The origin of an object without a source file, if a kustomization renders charts. */
function chartsOf(tree: FileTree, start: string): FoundOrigin | undefined {
  for (const file of closureOf(tree, start).kustomizations) {
    const { helmCharts } = readKustomization(tree, file) ?? {};
    if (Array.isArray(helmCharts)) return { file, document: 0, path: helmCharts.length === 1 ? ['helmCharts', 0] : ['helmCharts'] };
  }
  return undefined;
}

// The origin of a field's value: the outermost kustomization whose patch or setting has that value, otherwise the object's file. Each
// patch and setting is compared with the built value, so that no patch or setting with another value is named.

/** A field of a built object. */
interface Wanted {
  readonly object: KustomizedObject;
  readonly built: unknown;
  readonly at: FieldPath;
  /** Undefined if the built object lacks the field. */
  readonly value: unknown;
}

/** A place in a file of the tree, by the file's path in the tree. */
export type FoundOrigin = Omit<Origin, 'file' | 'text'> & { readonly path: FieldPath; readonly file: string };

/**
 * The place of a built object's field in the source files.
 *
 * @param built the whole built object
 */
export function fieldOrigin(tree: FileTree, object: KustomizedObject, built: unknown, at: FieldPath): FoundOrigin {
  const own = { file: object.file, document: object.document, path: object.path };
  if (at.length === 0) return own;
  const wanted = { object, built, at, value: valueAt(built, at) };
  for (const layer of object.layers.toReversed()) {
    const found = setBy(tree, layer, wanted);
    if (found) return found;
  }
  if (object.isGenerated) return generatedFrom(tree, wanted) ?? own;
  const aligned = alignedPath(object.value, built, at);
  const replaced = isWithin(valueAt(object.value, aligned), wanted.value) ? undefined : replacedBy(object.layers, wanted);
  return replaced ?? { ...own, path: [...own.path, ...aligned] };
}

/** The patches of an object, and the entries that load its file or folder, from the inside out. */
export function broughtBy(tree: FileTree, object: KustomizedObject): FoundOrigin[] {
  const inside = new Set([object.file]);
  return object.layers.flatMap((layer) => {
    const patches = patchesOf(tree, layer).filter((patch) => isAbout(patch, object));
    const entries = LOADING.flatMap((field) =>
      [layer.fields[field] ?? []].flat().flatMap((entry, index): FoundOrigin[] => {
        const path = typeof entry === 'string' ? resolvedPath(folderOfPath(layer.file), entry) : undefined;
        return path !== undefined && inside.has(path) ? [{ file: layer.file, document: 0, path: [field, index] }] : [];
      }),
    );
    inside.add(folderOfPath(layer.file));
    return [...patches.map(({ place }) => place), ...entries];
  });
}

/** Fields that load objects or Components. */
const LOADING = ['resources', 'bases', 'components'] as const;

/** The place where a kustomization sets the field to the built value. */
function setBy(tree: FileTree, layer: Layer, wanted: Wanted): FoundOrigin | undefined {
  for (const patch of patchesOf(tree, layer).toReversed()) {
    const path = isMapping(patch.value) ? mergedFrom(patch, wanted) : operationOf(patch, wanted);
    if (!path) continue;
    const { within } = patch.place;
    return within ? { ...patch.place, within: { ...within, path } } : { ...patch.place, path };
  }
  const path = settingOf(layer.fields, wanted);
  return path && { file: layer.file, document: 0, path };
}

/** One document of a patch. */
export interface Patch {
  readonly value: unknown;
  readonly target: unknown;
  readonly place: FoundOrigin;
}

export function patchesOf(tree: FileTree, { file, fields }: Layer): Patch[] {
  const listOf = (field: string): unknown[] => (Array.isArray(fields[field]) ? fields[field] : []);
  const inFile = (path: unknown, target: unknown): Patch[] => {
    const resolved = typeof path === 'string' ? resolvedPath(folderOfPath(file), path) : undefined;
    if (resolved === undefined || !isFile(tree, resolved)) return [];
    return documentsOnce(tree, resolved).map(({ value, source }) => ({
      value,
      target,
      place: { file: resolved, document: source.document, path: [] },
    }));
  };
  const inText = (text: string, target: unknown, path: FieldPath): Patch[] =>
    parseDocuments({ file, text }).documents.map(({ value, source: { document } }) => ({
      value,
      target,
      place: { file, document: 0, path, within: { text, document, path: [] } },
    }));
  const listed = ['patches', 'patchesJson6902'].flatMap((field) =>
    listOf(field).flatMap((entry, index) => {
      const { path, patch, target } = isMapping(entry) ? entry : { path: undefined, patch: undefined, target: undefined };
      return typeof patch === 'string' ? inText(patch, target, [field, index, 'patch']) : inFile(path, target);
    }),
  );
  const merged = listOf('patchesStrategicMerge').flatMap((entry, index) =>
    typeof entry === 'string' && entry.includes('\n')
      ? inText(entry, undefined, ['patchesStrategicMerge', index])
      : inFile(entry, undefined),
  );
  return [...merged, ...listed];
}

/** Whether a patch can target the object. Regular expressions and selectors count as a match: the value decides. */
function isAbout({ value, target }: Patch, { kind, group, names }: KustomizedObject): boolean {
  const isNamed = (name: unknown): boolean => typeof name !== 'string' || !/^[\w-]+$/.test(name) || names.includes(name);
  if (isMapping(target)) {
    const isKind = target.kind === undefined || target.kind === kind || (typeof target.kind === 'string' && !/^\w+$/.test(target.kind));
    return isKind && (target.group === undefined || target.group === group) && isNamed(target.name);
  }
  const { kind: own, apiVersion, metadata } = isMapping(value) ? value : {};
  const { name } = isMapping(metadata) ? metadata : {};
  return own === kind && (typeof apiVersion !== 'string' || groupOf(apiVersion) === group) && isNamed(name);
}

/** The field of a strategic merge patch that sets the value. */
function mergedFrom(patch: Patch, { object, built, at, value }: Wanted): FieldPath | undefined {
  if (!isAbout(patch, object)) return undefined;
  const path = alignedPath(patch.value, built, at);
  if (path.length < at.length) return undefined;
  const said = valueAt(patch.value, path);
  if (value === undefined) return said === null ? path : undefined;
  return isWithin(said, value) ? path : undefined;
}

/** The last operation of a JSON patch that sets the value. */
function operationOf(patch: Patch, { object, built, at, value }: Wanted): FieldPath | undefined {
  if (!Array.isArray(patch.value) || !isAbout(patch, object)) return undefined;
  for (const [index, operation] of [...patch.value.entries()].toReversed()) {
    if (!isMapping(operation) || typeof operation.path !== 'string') continue;
    const steps = stepsOf(operation.path);
    if (!steps.every((step, place) => place >= at.length || isStep(step, at[place]))) continue;
    if (operation.op === 'remove') {
      if (valueAt(built, steps.length > at.length ? steps : at) === undefined) return [index, 'path'];
      continue;
    }
    const below = at.slice(steps.length);
    const said = valueAt(operation.value, below);
    const isSaid = steps.length > at.length ? hasWithin(operation.value, value) : isWithin(said, value);
    if (isSaid && operation.value !== undefined) return [index, 'value', ...below];
  }
  return undefined;
}

/** The steps of a JSON pointer (RFC 6901). */
function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether a step of a pointer fits. Indexes in lists shift with other patches, and `-` is the end of a list. */
function isStep(step: string, own: string | number | undefined): boolean {
  return typeof own === 'number' ? /^(?:-|\d+)$/.test(step) : step === own;
}

/** The setting of a kustomization that sets the value: a namespace, annotations, labels, an image, or a number of replicas. */
function settingOf(fields: Layer['fields'], { object, at, value }: Wanted): FieldPath | undefined {
  const [first, second, third] = at;
  if (value === undefined) return undefined;
  if (first === 'metadata' && second === 'namespace' && at.length === 2) return fields.namespace === value ? ['namespace'] : undefined;
  if (first === 'metadata' && second === 'annotations' && third !== undefined)
    return valueAt(fields.commonAnnotations, [third]) === value ? ['commonAnnotations', third] : undefined;
  if (first === 'metadata' && second === 'labels' && third !== undefined) {
    if (valueAt(fields.commonLabels, [third]) === value) return ['commonLabels', third];
    return entryWhere(fields, 'labels', (entry) => valueAt(entry.pairs, [third]) === value, ['pairs', third]);
  }
  if (at.at(-1) === 'image' && typeof value === 'string') return entryWhere(fields, 'images', (entry) => givesImage(entry, value), []);
  if (first === 'spec' && second === 'replicas')
    return entryWhere(fields, 'replicas', ({ name, count }) => count === value && object.names.includes(String(name)), ['count']);
  return undefined;
}

function entryWhere(
  fields: Layer['fields'],
  field: string,
  says: (entry: Readonly<Record<string, unknown>>) => boolean,
  below: FieldPath,
): FieldPath | undefined {
  const index = Array.isArray(fields[field]) ? fields[field].findLastIndex((entry: unknown) => isMapping(entry) && says(entry)) : -1;
  return index === -1 ? undefined : [field, index, ...below];
}

function givesImage({ name, newName, newTag, digest }: Readonly<Record<string, unknown>>, image: string): boolean {
  const ending = digest !== undefined ? `@${String(digest)}` : newTag !== undefined ? `:${String(newTag)}` : '';
  return image.startsWith(String(newName ?? name)) && image.endsWith(ending) && (newName !== undefined || ending !== '');
}

/** The outermost replacement that has the field as a target. */
function replacedBy(layers: readonly Layer[], { object, at }: Wanted): FoundOrigin | undefined {
  for (const { file, fields } of layers.toReversed()) {
    const entries = Array.isArray(fields.replacements) ? fields.replacements : [];
    for (const [index, entry] of entries.entries()) {
      const targets = isMapping(entry) && Array.isArray(entry.targets) ? entry.targets : [];
      for (const [place, target] of targets.entries()) {
        const { select, fieldPaths } = isMapping(target) ? target : { select: undefined, fieldPaths: undefined };
        if (
          !isMapping(select) ||
          !Array.isArray(fieldPaths) ||
          !isAbout({ value: {}, target: select, place: { file, document: 0, path: [] } }, object)
        )
          continue;
        const which = fieldPaths.findIndex((text) => typeof text === 'string' && leadsTo(text, at));
        if (which !== -1) return { file, document: 0, path: ['replacements', index, 'targets', place, 'fieldPaths', which] };
      }
    }
  }
  return undefined;
}

/** Whether the path of a replacement fits the field: steps between dots, `*` or `[name=a]` for entries of a list. */
function leadsTo(text: string, at: FieldPath): boolean {
  const steps = text.split(/(?<!\\)\.(?![^[]*\])/).map((step) => step.replaceAll('\\.', '.'));
  return steps.length === at.length && steps.every((step, index) => (typeof at[index] === 'number' ? true : step === at[index]));
}

/** The source of a generated key. */
function generatedFrom(tree: FileTree, { object, at: [field, key] }: Wanted): FoundOrigin | undefined {
  if ((field !== 'data' && field !== 'stringData' && field !== 'binaryData') || typeof key !== 'string') return undefined;
  const literals = textsIn(object.value.literals);
  const literal = literals.findIndex((text) => text.startsWith(`${key}=`));
  if (literal !== -1) return { file: object.file, document: 0, path: [...object.path, 'literals', literal] };
  for (const text of textsIn(object.value.files)) {
    const [name, path] = text.includes('=') ? [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] : [undefined, text];
    const file = resolvedPath(folderOfPath(object.file), path);
    if ((name ?? path.split('/').at(-1)) === key && file !== undefined && isFile(tree, file)) return { file, document: 0, path: [] };
  }
  return undefined;
}

/** The path of a field in a source of the object, as far as the source has it. Equal entries of a list match, or those of one name. */
function alignedPath(part: unknown, built: unknown, at: FieldPath): FieldPath {
  const path: (string | number)[] = [];
  let [here, there] = [part, built];
  for (const step of at) {
    if (typeof here !== 'object' || here === null || typeof there !== 'object' || there === null) return path;
    const next = (there as Record<string | number, unknown>)[step];
    const own = Array.isArray(here) && typeof step === 'number' ? indexOf(here, next) : Object.hasOwn(here, step) ? step : undefined;
    if (own === undefined) return path;
    path.push(own);
    here = (here as Record<string | number, unknown>)[own];
    there = next;
  }
  return path;
}

function indexOf(list: readonly unknown[], entry: unknown): number | undefined {
  const text = sortedText(entry);
  const same = list.findIndex((other) => sortedText(other) === text);
  const name = isMapping(entry) ? entry.name : undefined;
  const index = same !== -1 ? same : name === undefined ? -1 : list.findIndex((other) => isMapping(other) && other.name === name);
  return index === -1 ? undefined : index;
}

/** Whether a value is contained in another one at the same place. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (part === undefined || whole === undefined) return false;
  if (isMapping(part) && isMapping(whole)) {
    const entries = Object.entries(part);
    return entries.every(([key, value]) => Object.hasOwn(whole, key) && isWithin(value, whole[key]));
  }
  if (Array.isArray(part) && Array.isArray(whole)) {
    const texts = new Set(whole.map(sortedText));
    return part.every((entry) => texts.has(sortedText(entry)));
  }
  return sortedText(part) === sortedText(whole);
}

/** Whether a value is contained anywhere in another one. */
function hasWithin(part: unknown, whole: unknown): boolean {
  if (isWithin(part, whole)) return true;
  return typeof whole === 'object' && whole !== null && Object.values(whole).some((entry) => hasWithin(part, entry));
}
