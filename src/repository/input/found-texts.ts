/** The texts and documents of found files, by name. */
import type { OriginOf } from '../../base/manifest/locator.js';
import { eachDocument, type ParsedDocument, type SourceText } from '../../base/manifest/parse.js';
import { byTree, type FoundFile, foundFile } from './found-file.js';

/** The documents of a file; empty without a text. */
export function documentsIn(found: FoundFile): readonly ParsedDocument[] {
  return [...eachDocumentIn(found)];
}

/** The same documents, each parsed when it is asked for. */
export function* eachDocumentIn(found: FoundFile): Generator<ParsedDocument> {
  const read = found.text();
  if ('text' in read) yield* eachDocument({ file: found.file, text: read.text });
}

/** Reads the text of a file again by its name. */
export function textByName(files: readonly FoundFile[]): (file: string) => string | undefined {
  const byName = new Map(files.map((found) => [found.file, found]));
  return (file) => {
    const read = byName.get(file)?.text();
    return read && 'text' in read ? read.text : undefined;
  };
}

/** Finds the origins of built texts, by the name of the text. */
export function originsByName(files: readonly Pick<FoundFile, 'file' | 'originOf'>[]): OriginOf {
  const byName = new Map(files.flatMap(({ file, originOf }) => (originOf ? [[file, originOf]] : [])));
  return (source, at) => byName.get(source.file)?.(source, at) ?? [];
}

/** Lets the trees of these files forget them, because no one reads the files again soon. */
export function forget(files: readonly FoundFile[]): void {
  for (const [tree, paths] of byTree(files)) tree.forget?.(paths);
}

/** A built text as a file. */
export function builtFile({ file, text, originOf }: SourceText): FoundFile {
  return { ...foundFile(file, () => Buffer.from(text)), ...(originOf ? { originOf } : {}) };
}
