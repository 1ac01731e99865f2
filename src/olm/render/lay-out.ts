/** Lays rendered objects out in files. */
import { copyInto, namespaceOccurrences, type ObjectOrCopies } from '../../base/kubernetes/copies.js';
import { compareText } from '../../base/kubernetes/object.js';
import type { FormatWriter } from '../../base/manifest/format.js';
import { type Template, template } from '../../base/manifest/format.js';
import { once } from '../../base/manifest/once.js';
import { inReadingOrder, type Layout, OLM_LAYOUT } from './layout.js';

/** The documents of one file. */
export interface FileDocuments {
  /** The name without folder and extension: `cluster`, or `ns-` and the namespace. */
  readonly name: string;
  /** The texts, created on demand. */
  documents(): Generator<string>;
}

/** The content of one file. Two lists need a fraction of the memory of one object per document: there is one document per copy. */
interface FileTexts {
  readonly texts: (() => Template)[];
  /** The namespace of each text, by the same index. */
  readonly namespaces: string[];
}

/**
 * The files of a rendering, the cluster-scoped one first, then by namespace. Each distinct object is converted to text once, however
 * many copies it has.
 */
export function layOut(rendered: readonly ObjectOrCopies[], writer: FormatWriter, layout: Layout = OLM_LAYOUT): FileDocuments[] {
  const files = new Map<string, FileTexts>();
  const put = (file: string, text: () => Template, namespace = ''): void => {
    const { texts, namespaces } = files.get(file) ?? { texts: [], namespaces: [] };
    if (texts.length === 0) files.set(file, { texts, namespaces });
    texts.push(text);
    namespaces.push(namespace);
  };
  for (const item of rendered.toSorted((a, b) => layout.compare(a.object, b.object))) {
    if (item.copies) {
      const text = once(() => template((namespace) => inReadingOrder(copyInto(item, namespace)), namespaceOccurrences(item), writer));
      for (const namespace of item.copies.namespaces) put(layout.fileOf(item.object, namespace), text, namespace);
    } else {
      put(layout.fileOf(item.object, item.object.metadata.namespace), () => () => writer.value(inReadingOrder(item.object)));
    }
  }
  return [...files]
    .sort(([a], [b]) => layout.rank(a) - layout.rank(b) || compareText(a, b))
    .map(([name, { texts, namespaces }]) => ({
      name,
      *documents() {
        for (const [index, text] of texts.entries()) yield text()(namespaces[index] ?? '');
      },
    }));
}
