/**
 * Finds the objects that a kustomization loads and generates, each with its final name and namespace: these identify a built object's
 * source files.
 */
import { groupOf } from '../../base/kubernetes/kinds.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { type FileTree, oncePerPath, textAt } from '../trees/file-tree.js';
import { documentsAt } from '../trees/tree-paths.js';
import { readKustomization } from './kustomization.js';
import { entriesOf } from './named-entries.js';

/** A kustomization that an object passes through. */
export interface Layer {
  readonly file: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An object of a file or a generator. */
export interface KustomizedObject {
  /** The object's file; for a generated object, the kustomization. */
  readonly file: string;
  readonly document: number;
  readonly path: FieldPath;
  /** The object; for a generated object, the entry of the generator. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly isGenerated: boolean;
  readonly group: string;
  readonly kind: string;
  /** All names of the object through the layers, the final one last. */
  readonly names: readonly string[];
  readonly namespace: string | undefined;
  /** The kustomizations that the object passes through, from the inside out. */
  readonly layers: readonly Layer[];
}

/** The text and the documents of a file, read and parsed once: many objects and fields are searched in it. */
export const textOnce = oncePerPath(textAt);
export const documentsOnce = oncePerPath(documentsAt);

/**
 * The maximum number of steps, and the number of steps of a kustomization: kustomizations that load the next level twice would take
 * exponential time.
 */
const MOST = 1_000_000;
const OF_KUSTOMIZATION = 100;

/** Fields that load objects. */
const LOADED: ReadonlySet<string> = new Set(['resources', 'bases']);
const GENERATED = { configMapGenerator: 'ConfigMap', secretGenerator: 'Secret' } as const;
/** Kinds whose names kustomize does not change (its name transformers' configuration). */
const KEEP_THEIR_NAME: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'APIService', 'Namespace']);

/**
 * The source objects of a kustomization's build; empty if finding them would take too long.
 *
 * @example
 * kustomizedObjects(tree, 'prod/kustomization.yaml')
 */
export function kustomizedObjects(tree: FileTree, start: string): readonly KustomizedObject[] {
  let steps = 0;
  const isTooMuch = (): boolean => steps > MOST;

  /** Follows kustomize's order: loaded objects, then the components on all of them, then generated objects, then the changes. */
  const accumulate = (file: string, around: readonly string[], all: KustomizedObject[]): KustomizedObject[] => {
    const fields = readKustomization(tree, file);
    steps += OF_KUSTOMIZATION;
    if (!fields || around.includes(file) || isTooMuch()) return all;
    const layer = { file, fields };
    const inside = [...around, file];
    const found = [...all];
    const entries = entriesOf(tree, file);
    for (const { entry } of entries.filter(({ field }) => LOADED.has(field)))
      if (entry?.is === 'kustomization') found.push(...accumulate(entry.path, inside, []));
      else if (entry?.is === 'file') found.push(...objectsOf(tree, entry.path));
    let made = found;
    for (const { field, entry } of entries)
      if (field === 'components' && entry?.is === 'kustomization') made = accumulate(entry.path, inside, made);
    made = [...made, ...generatedBy(layer)];
    steps += made.length;
    return made.map((object) => through(object, layer));
  };

  const objects = accumulate(start, [], []);
  return isTooMuch() ? [] : objects;
}

/** The objects of a file; kustomize splits Lists. */
function objectsOf(tree: FileTree, file: string): KustomizedObject[] {
  const objectsIn = (value: unknown, document: number, path: FieldPath): KustomizedObject[] => {
    if (!isMapping(value)) return [];
    const { apiVersion, kind, metadata, items } = value;
    if (typeof kind !== 'string') return [];
    if (kind.endsWith('List') && Array.isArray(items))
      return items.flatMap((item, index) => objectsIn(item, document, [...path, 'items', index]));
    const { name, namespace } = isMapping(metadata) ? metadata : {};
    const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
    return [
      {
        file,
        document,
        path,
        value,
        isGenerated: false,
        group,
        kind,
        names: typeof name === 'string' ? [name] : [],
        namespace: typeof namespace === 'string' ? namespace : undefined,
        layers: [],
      },
    ];
  };
  return documentsOnce(tree, file).flatMap(({ value, source }) => objectsIn(value, source.document, []));
}

function generatedBy({ file, fields }: Layer): KustomizedObject[] {
  return Object.entries(GENERATED).flatMap(([field, kind]) =>
    (Array.isArray(fields[field]) ? fields[field] : []).flatMap((entry: unknown, index) => {
      if (!isMapping(entry) || typeof entry.name !== 'string') return [];
      const namespace = typeof entry.namespace === 'string' ? entry.namespace : undefined;
      return [
        {
          file,
          document: 0,
          path: [field, index],
          value: entry,
          isGenerated: true,
          group: '',
          kind,
          names: [entry.name],
          namespace,
          layers: [],
        },
      ];
    }),
  );
}

/** The object with the name and the namespace that a kustomization gives it. */
function through(object: KustomizedObject, layer: Layer): KustomizedObject {
  const { namePrefix, nameSuffix, namespace } = layer.fields;
  const { kind, group, names } = object;
  const [prefix, suffix] = [namePrefix, nameSuffix].map((affix) => (typeof affix === 'string' && !KEEP_THEIR_NAME.has(kind) ? affix : ''));
  const isMoved = typeof namespace === 'string' && namespace !== '';
  const name = names.at(-1) ?? '';
  const renamed = isMoved && kind === 'Namespace' && group === '' ? namespace : `${prefix}${name}${suffix}`;
  return {
    ...object,
    names: renamed === name ? names : [...names, renamed],
    namespace: isMoved ? namespace : object.namespace,
    layers: [...object.layers, layer],
  };
}

/** The hash of ten characters at the end of generated names, unless it is disabled. */
const HASH = /^-[a-z0-9]{10}$/;

/** The source of a built object; nothing if it is ambiguous. */
export function objectBuilt(objects: readonly KustomizedObject[], built: unknown): KustomizedObject | undefined {
  const { apiVersion, kind, metadata } = isMapping(built) ? built : {};
  const { name, namespace } = isMapping(metadata) ? metadata : {};
  if (typeof apiVersion !== 'string' || typeof name !== 'string') return undefined;
  const alike = objects.filter((object) => object.kind === kind && object.group === groupOf(apiVersion));
  const named = alike.filter(({ names, isGenerated }) => {
    const last = names.at(-1) ?? '';
    return name === last || (isGenerated && name.startsWith(last) && HASH.test(name.slice(last.length)));
  });
  const isThere = (object: KustomizedObject): boolean => namespace === undefined || object.namespace === namespace;
  const there = named.filter(isThere);
  const candidates = [there, named, alike].find((some) => some.length > 0) ?? [];
  // A patch can change the name; then the only object of its kind is the source.
  if (candidates === alike && named.length === 0) return alike.length === 1 ? alike[0] : undefined;
  // A generator that merges into another one's object comes last.
  const [first, ...others] = candidates.toReversed();
  return others.reduce<KustomizedObject | undefined>(
    (best, other) => (best && sameFields(best.value, built) >= sameFields(other.value, built) ? best : other),
    first,
  );
}

/** The number of equal scalars at the same places of two values. */
function sameFields(one: unknown, other: unknown): number {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other ? 1 : 0;
  let count = 0;
  for (const [key, value] of Object.entries(one))
    if (Object.hasOwn(other, key)) count += sameFields(value, (other as Record<string, unknown>)[key]);
  return count;
}
