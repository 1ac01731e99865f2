/**
 * Reads the files of kustomizations that only list, and finds the faults for which kustomize refuses their objects: a missing kind or
 * name, or a duplicate id. If kustomize reads a file differently from the API server, or checks more of it, only a build is reliable.
 */
import { decode } from '../../base/go-yaml/decode.js';
import type { YamlNode } from '../../base/go-yaml/parser.js';
import { readNodes } from '../../base/go-yaml/read.js';
import { resolvePlainScalar } from '../../base/go-yaml/resolve.js';
import { groupOf } from '../../base/kubernetes/kinds.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import { scopeOf } from '../../base/tools/kinds.js';
import { type FileTree, textAt } from '../trees/file-tree.js';
import { hasNameReferences } from './name-references.js';
import { entriesOf, type NamedEntry, pathOf } from './named-entries.js';
import type { KustomizationFault } from './refused-kustomization.js';

/** The listed files. */
export interface Listed {
  /** The files, in the order of the lists. */
  readonly files: readonly string[];
  readonly faults: readonly KustomizationFault[];
  /** Whether only a build is reliable. */
  readonly isDoubtful: boolean;
  /** Whether kustomize writes words or dates of the files differently, and so changes the applied text. */
  readonly hasOtherText: boolean;
}

/** Follows a kustomization that only lists, and the kustomizations that it lists. */
export function listedObjects(tree: FileTree, start: string): Listed {
  const files: string[] = [];
  const faults: KustomizationFault[] = [];
  const known = new Map<string, FoundObject>();
  /** Whether there is an object in each file, and in each kustomization. */
  const loaded = new Map<string, boolean>();
  let [isDoubtful, hasOtherText] = [false, false];

  const add = (object: FoundObject): void => {
    const first = known.get(object.id);
    if (first) faults.push({ ...duplicateFault(object.name, tree.nameOf(first.at.file)), at: object.at });
    else if (object.isClusterWide && known.has(object.idAnywhere)) isDoubtful = true;
    for (const id of [object.id, object.idAnywhere]) if (!known.has(id)) known.set(id, object);
  };
  const read = (path: string): boolean => {
    const found = objectsOf(tree, path);
    files.push(path);
    found.objects.forEach(add);
    faults.push(...found.faults);
    isDoubtful ||= found.isDoubtful;
    hasOtherText ||= found.hasOtherText;
    return found.objects.length > 0;
  };
  const follow = (file: string): boolean => {
    let hasObjects = false;
    for (const named of entriesOf(tree, file)) {
      const { field, entry } = named;
      if (!OF_OBJECTS.has(field) || (entry?.is !== 'file' && entry?.is !== 'kustomization')) continue;
      // A kustomization can be listed as a file, too.
      const key = `${entry.is} ${entry.path}`;
      const before = loaded.get(key);
      if (before) faults.push({ ...twiceFault(named), at: { file, document: 0, path: pathOf(named) } });
      // A cycle is refused elsewhere.
      loaded.set(key, before ?? false);
      const own = before ?? (entry.is === 'file' ? read : follow)(entry.path);
      loaded.set(key, own);
      hasObjects ||= own;
    }
    return hasObjects;
  };

  follow(start);
  return { files, faults, isDoubtful, hasOtherText };
}

/** Fields that list objects. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['resources', 'bases']);

function twiceFault({ text }: NamedEntry): Omit<KustomizationFault, 'at'> {
  return {
    message: 'a file or folder is loaded twice, which kustomize refuses',
    found: `${JSON.stringify(printable(text))}, which another entry loads already`,
    expected: 'each object once',
    fix: 'remove one of the entries',
  };
}

/** @param name the object's name in messages @param other the name of the other file with the object */
export function duplicateFault(name: string, other: string): Omit<KustomizationFault, 'at'> {
  return {
    message: 'two files that this kustomization loads have the same object',
    found: `${printable(name)}, also in ${printable(other)}`,
    expected: 'each object once',
    fix: 'remove one of them, or change it by a patch',
  };
}

/** @param field the missing field */
export function incompleteFault(field: string): Omit<KustomizationFault, 'at'> {
  return {
    message: 'this kustomization loads a document that is not a Kubernetes object',
    found: `no ${field}`,
    expected: 'apiVersion, kind and metadata.name',
    fix: `add ${field}, or take the file out of the resources`,
  };
}

// One file, in kustomize's reading (its api/resource/factory.go, kyaml/kio/byteio_reader.go and kyaml/resid).

interface FoundObject {
  /** kustomize accepts only one object per id. */
  readonly id: string;
  /** The id without the namespace. */
  readonly idAnywhere: string;
  readonly isClusterWide: boolean;
  /** The object's name in messages. */
  readonly name: string;
  readonly at: KustomizationFault['at'];
}

interface FileObjects extends Omit<Listed, 'files'> {
  readonly objects: readonly FoundObject[];
}

/** Text that kustomize reads differently: it has its own separators, no directives, and no surrogate pairs of escapes. */
const DOUBTFUL_TEXT = /^(?:%|\.\.\.|---[^\S\n]*[^\s#])|\r(?!\n)|\\u[dD][89a-fA-F]/m;
/** kustomize keeps these words as they are, and converts a date to a timestamp. */
const OTHER_TEXT = /^(?:y|n|yes|no|on|off)$|^\d{4}-\d{1,2}-\d{1,2}/i;
const TEXT_TAG = 'tag:yaml.org,2002:str';

function objectsOf(tree: FileTree, file: string): FileObjects {
  const text = textAt(tree, file);
  const objects: FoundObject[] = [];
  const faults: KustomizationFault[] = [];
  let [isDoubtful, hasOtherText] = [DOUBTFUL_TEXT.test(text), false];
  const addObject = (value: unknown, at: KustomizationFault['at']): void => {
    const lacking = missingField(value);
    if (lacking === 'unknown') isDoubtful = true;
    else if (lacking !== undefined) faults.push({ ...incompleteFault(lacking), at });
    else if (isMapping(value) && String(value.kind).endsWith('List')) addList(value, at);
    else if (isMapping(value)) {
      objects.push(foundObject(value, at));
      isDoubtful ||= !isPlainObject(value);
    }
  };
  const addList = (list: Readonly<Record<string, unknown>>, at: KustomizationFault['at']): void => {
    const { items } = list;
    if (!Array.isArray(items) || !items.every(isItem) || !Object.keys(list).every((field) => OF_LIST.has(field))) isDoubtful = true;
    else for (const [index, item] of items.entries()) addObject(item, { ...at, path: [...at.path, 'items', index] });
  };
  let document = 0;
  for (const { root, error } of readNodes(text)) {
    const { value, errors } = error ? { value: null, errors: [] } : decode(root);
    isDoubtful ||= root !== undefined && isAnywhere(root, isDoubtfulNode);
    hasOtherText ||= root !== undefined && isAnywhere(root, isOtherText);
    // Reading the file reports YAML errors.
    if (errors.length === 0 && value !== null) addObject(value, { file, document, path: NOWHERE });
    document += 1;
  }
  return { objects, faults, isDoubtful, hasOtherText };
}

const NOWHERE: FieldPath = [];
const OF_LIST: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'items']);

/** Whether an entry of a List is a complete object, to which kustomize adds nothing. */
function isItem(item: unknown): boolean {
  return isMapping(item) && typeof item.apiVersion === 'string' && missingField(item) === undefined;
}

/** The missing field of an incomplete object; `unknown` if kustomize skips or changes the document. */
function missingField(value: unknown): string | undefined {
  if (!isMapping(value)) return Array.isArray(value) && value.length === 0 ? 'unknown' : 'kind';
  if (Object.keys(value).length === 0) return 'unknown';
  const { kind, metadata } = value;
  const name = isMapping(metadata) ? metadata.name : undefined;
  const lacks = (field: unknown): boolean => field === undefined || field === null || field === '' || typeof field === 'object';
  const isList = typeof kind === 'string' && kind.endsWith('List');
  if (lacks(kind)) return 'kind';
  if (!isList && lacks(name)) return 'metadata.name';
  return typeof kind === 'string' && (isList || typeof name === 'string') ? undefined : 'unknown';
}

function foundObject({ apiVersion, kind, metadata }: Readonly<Record<string, unknown>>, at: KustomizationFault['at']): FoundObject {
  const { name, namespace } = metadata as Readonly<Record<string, unknown>>;
  const idAnywhere = JSON.stringify([apiVersion ?? '', kind, name]);
  const own = namespace === undefined || namespace === null || namespace === '' ? undefined : namespace;
  return {
    id: JSON.stringify([idAnywhere, own ?? 'default']),
    idAnywhere,
    isClusterWide: typeof apiVersion === 'string' && scopeOf(groupOf(apiVersion), String(kind)) === 'cluster',
    name: `${kind} ${own === undefined ? '' : `${String(own)}/`}${String(name)}`,
    at,
  };
}

/** Annotations by which kustomize drops or renames an object. */
const OF_KUSTOMIZE = /config\.(?:kubernetes|k8s)\.io\//;

/** Whether kustomize writes an object unchanged. */
function isPlainObject(object: Readonly<Record<string, unknown>>): boolean {
  const { apiVersion, metadata } = object;
  const { namespace, labels, annotations } = metadata as Readonly<Record<string, unknown>>;
  const areAnnotations = annotations === undefined || (isMapping(annotations) && Object.entries(annotations).every(isAnnotation));
  return (
    (apiVersion === undefined || typeof apiVersion === 'string') &&
    (namespace === undefined || typeof namespace === 'string') &&
    (labels === undefined || isMapping(labels)) &&
    areAnnotations &&
    hasNameReferences(object)
  );
}

function isAnnotation([name, value]: readonly [string, unknown]): boolean {
  return typeof value === 'string' && !OF_KUSTOMIZE.test(name);
}

function isAnywhere(node: YamlNode, is: (node: YamlNode) => boolean): boolean {
  return is(node) || node.items.some((item) => isAnywhere(item, is));
}

/** Whether a node has a tag, or a key that is no text, which kustomize refuses or reads differently from the API server. */
function isDoubtfulNode({ kind, tag, items }: YamlNode): boolean {
  return (tag !== undefined && tag !== TEXT_TAG) || (kind === 'map' && items.some((item, index) => index % 2 === 0 && !isTextKey(item)));
}

function isTextKey({ kind, isPlain, text }: YamlNode): boolean {
  return kind === 'scalar' && (!isPlain || OTHER_TEXT.test(text) || typeof resolvePlainScalar(text) === 'string');
}

function isOtherText({ kind, tag, isPlain, text }: YamlNode): boolean {
  return kind === 'scalar' && tag === undefined && isPlain && OTHER_TEXT.test(text);
}
