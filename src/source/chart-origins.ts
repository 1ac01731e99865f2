/** From what Helm rendered back to the template: as its actions stand in the place of values, it is read with others in their place. */
import { valueAt } from '../manifest/field-path.js';
import type { OriginOf } from '../manifest/locate.js';
import { parseDocuments, type SourceText } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import type { OtherSide } from './built-origins.js';
import { CHART_FILE } from './chart-files.js';
import { type FileTree, pathIn } from './file-tree.js';

/** Helm writes it before each object; the first part is the name of the chart. */
const SOURCE = /^# Source: [^/]+\/(.+)$/;

/**
 * @param chart its folder
 * @param rendered by Helm
 */
export function chartOrigins(tree: FileTree, chart: string, rendered: SourceText, other?: OtherSide): OriginOf {
  let known: ReadonlyMap<number, { readonly file: string; readonly value: unknown }> | undefined;
  const open = (): NonNullable<typeof known> => {
    known ??= documentsWithSource(rendered);
    return known;
  };
  return ({ document, path }, at) => {
    const { file: name, value } = open().get(document) ?? {};
    const file = pathIn(chart, name ?? CHART_FILE);
    const bytes = tree.read(file);
    const original = new TextDecoder().decode(bytes);
    const text = name === undefined ? original : withoutActions(original);
    const lines = new Map(text.split('\n').map((line, index) => [line, original.split('\n')[index] ?? line]));
    return [
      {
        file: tree.nameOf(file),
        text,
        ...templateOf(text, valueAt(value, path), at),
        ...(other ? { isNew: (line: string) => !other(file)?.has(lines.get(line) ?? line) } : {}),
      },
    ];
  };
}

/** The objects with the template that each is from. */
function documentsWithSource(rendered: SourceText): Map<number, { readonly file: string; readonly value: unknown }> {
  const starts = rendered.text.split('\n').flatMap((line, index) => {
    const [, file] = SOURCE.exec(line) ?? [];
    return file === undefined ? [] : [{ file, line: index }];
  });
  const lengths = rendered.text.split(/^---.*$/m);
  const found = new Map<number, { readonly file: string; readonly value: unknown }>();
  let line = 0;
  const lineOf = lengths.map((part) => {
    const start = line;
    line += part.split('\n').length - 1;
    return { start, end: line };
  });
  const { documents } = parseDocuments(rendered);
  // The separator begins the text, so the part before the first one is no document.
  const offset = rendered.text.startsWith('---') ? 1 : 0;
  for (const { value, source } of documents) {
    const part = lineOf[source.document + offset];
    const own = part && starts.filter((start) => start.line <= part.end).at(-1);
    if (own) found.set(source.document, { file: own.file, value });
  }
  return found;
}

/** The text with every action of a template replaced, character by character, so that what is left is where it was. */
export function withoutActions(text: string): string {
  const marked = text.replace(/\{\{[\s\S]*?\}\}/g, (action) => action.replace(/[^\n]/g, '\0'));
  return marked
    .split('\n')
    .map((line) => (line.includes('\0') ? line.replaceAll('\0', line.replaceAll('\0', '').trim() === '' ? ' ' : 'x') : line))
    .join('\n');
}

/** The document of a template that an object is of, and the field there. */
function templateOf(
  text: string,
  object: unknown,
  at: readonly (string | number)[],
): { readonly document: number; readonly path: readonly (string | number)[] } {
  const { documents } = parseDocuments({ file: '', text });
  const { kind, metadata } = isMapping(object) ? object : {};
  const alike = documents.filter(({ value }) => isMapping(value) && value.kind === kind);
  const named = alike.find(({ value }) => isMapping(metadata) && valueAt(value, ['metadata', 'name']) === metadata.name);
  const found = named ?? alike[0];
  return found ? { document: found.source.document, path: [...at] } : { document: 0, path: [] };
}
