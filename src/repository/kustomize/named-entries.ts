/** What a kustomization names, field by field, and what each text leads to. */
import type { FieldPath } from '../../base/manifest/field-path.js';
import { folderOfPath, oncePerPath } from '../trees/file-tree.js';
import { type Entry, entryAt, readKustomization } from './kustomization.js';
import { textsNamed } from './kustomization-fields.js';

/** Fields whose files start a program unless kustomize has their kind built in. */
export const PLUGINS: ReadonlySet<string> = new Set(['generators', 'transformers', 'validators']);
/** Fields whose texts can be what is meant itself, in several lines. */
const INLINE: ReadonlySet<string> = new Set([...PLUGINS, 'patches', 'patchesStrategicMerge']);

/** A text of a kustomization that names what it loads. */
export interface NamedEntry {
  readonly field: string;
  readonly text: string;
  /** Of a field that is a list of texts, its place there. */
  readonly index?: number;
  /** Absent where the text is what is meant itself. */
  readonly entry?: Entry;
}

/** What a kustomization names by itself, field by field. */
export const entriesOf = oncePerPath((tree, file): readonly NamedEntry[] => {
  const folder = folderOfPath(file);
  return [...textsNamed(readKustomization(tree, file) ?? {})].map(([field, text, index]) => {
    const named = { field, text, ...(index === undefined ? {} : { index }) };
    // A patch in the text is longer than a line, and may well contain a URL.
    return INLINE.has(field) && text.includes('\n') ? named : { ...named, entry: entryAt(tree, folder, text) };
  });
});

/** Where the text stands in its kustomization. */
export function pathOf({ field, index }: NamedEntry): FieldPath {
  return index === undefined ? [field] : [field, index];
}
