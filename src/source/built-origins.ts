/** From what was built back to the files that it was made of: an object that is found in none of them is the kustomization's. */

import { valueAt } from '../manifest/field-path.js';
import type { OriginOf } from '../manifest/locate.js';
import { parseDocuments, type SourceText } from '../manifest/parse.js';
import { broughtBy, type FoundOrigin, fieldOrigin } from './field-origin.js';
import type { FileTree } from './file-tree.js';
import { readKustomization } from './kustomization.js';
import { closuresIn } from './kustomization-loads.js';
import { type KustomizedObject, kustomizedObjects, objectBuilt, parsedFiles } from './kustomized-objects.js';

/** Finds the origins of what kustomizations of a tree were built to. */
export type BuiltOrigins = (kustomization: string, built: SourceText) => OriginOf;

/** The lines of a file of the other side of a review; nothing where that has none. */
export type OtherSide = (path: string) => ReadonlySet<string> | undefined;

/**
 * Nothing is read until the first place is asked for, and then each file once.
 *
 * @example
 * builtOrigins(tree)('prod/kustomization.yaml', { file: 'kustomize build prod', text })
 */
export function builtOrigins(tree: FileTree, other?: OtherSide): BuiltOrigins {
  const files = parsedFiles(tree);
  return (kustomization, built) => {
    let parsed: { values: ReadonlyMap<number, unknown>; objects: readonly KustomizedObject[] } | undefined;
    const open = (): NonNullable<typeof parsed> => {
      parsed ??= {
        values: new Map(parseDocuments(built).documents.map(({ value, source }) => [source.document, value])),
        objects: kustomizedObjects(files, kustomization),
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
        ? [fieldOrigin(files, object, whole, at), ...(other ? broughtBy(files, object) : [])]
        : [chartsOf(tree, kustomization) ?? { file: kustomization, document: 0, path: [] }];
      return found.map((origin) => ({
        ...origin,
        file: tree.nameOf(origin.file),
        text: files.text(origin.file),
        ...(other ? { isNew: (line: string) => !other(origin.file)?.has(line) } : {}),
      }));
    };
  };
}

/** Where an object that is in no file comes from, if a kustomization renders charts. */
function chartsOf(tree: FileTree, start: string): FoundOrigin | undefined {
  for (const file of closuresIn(tree)(start).kustomizations) {
    const { helmCharts } = readKustomization(tree, file) ?? {};
    if (Array.isArray(helmCharts)) return { file, document: 0, path: helmCharts.length === 1 ? ['helmCharts', 0] : ['helmCharts'] };
  }
  return undefined;
}
