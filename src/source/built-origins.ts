/** From what was built back to the files that it was made of: an object that is found in none of them is the kustomization's. */

import { valueAt } from '../manifest/field-path.js';
import type { OriginOf } from '../manifest/locate.js';
import { parseDocuments, type SourceText } from '../manifest/parse.js';
import { fieldOrigin } from './field-origin.js';
import type { FileTree } from './file-tree.js';
import { type KustomizedObject, kustomizedObjects, objectBuilt, parsedFiles } from './kustomized-objects.js';

/** Finds the origins of what kustomizations of a tree were built to. */
export type BuiltOrigins = (kustomization: string, built: SourceText) => OriginOf;

/**
 * Nothing is read until the first place is asked for, and then each file once.
 *
 * @example
 * builtOrigins(tree)('prod/kustomization.yaml', { file: 'kustomize build prod', text })
 */
export function builtOrigins(tree: FileTree): BuiltOrigins {
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
      const origin = object ? fieldOrigin(files, object, whole, at) : { file: kustomization, document: 0, path: [] };
      return { ...origin, file: tree.nameOf(origin.file), text: files.text(origin.file) };
    };
  };
}
