/** Lists the entries of a kustomization, field by field, with their targets. */
import type { FieldPath } from '../../base/manifest/field-path.js';
import { folderOfPath, oncePerPath } from '../trees/file-tree.js';
import { readKustomization } from './kustomization.js';
import { textsNamed } from './kustomization-fields.js';
import { type Entry, entryAt } from './refused-kustomization.js';

/** Fields whose files start a program, unless their kind is built into kustomize. */
export const PLUGINS: ReadonlySet<string> = new Set(['generators', 'transformers', 'validators']);
/** Fields whose texts can be inline content of several lines. */
const INLINE: ReadonlySet<string> = new Set([...PLUGINS, 'patches', 'patchesStrategicMerge']);

/** A text of a kustomization that names a file or folder to load. */
export interface NamedEntry {
  readonly field: string;
  readonly text: string;
  /** The text's index, in a field that is a list of texts. */
  readonly index?: number;
  /** Absent for inline content. */
  readonly entry?: Entry;
}

/** The entries of a kustomization itself, field by field. */
export const entriesOf = oncePerPath((tree, file): readonly NamedEntry[] => {
  const folder = folderOfPath(file);
  return [...textsNamed(readKustomization(tree, file) ?? {})].map(([field, text, index]) => {
    const named = { field, text, ...(index === undefined ? {} : { index }) };
    // An inline patch has several lines, and can contain a URL.
    return INLINE.has(field) && text.includes('\n') ? named : { ...named, entry: entryAt(tree, folder, text) };
  });
});

/** The path of the entry in its kustomization. */
export function pathOf({ field, index }: NamedEntry): FieldPath {
  return index === undefined ? [field] : [field, index];
}
