/** Compares the sources of an entry, such as a chart's values, one by one: a text of all of them is no text of any format. */

import type { UnreadFile } from '../../../../olm/model/unread-file.js';

type Side = UnreadFile | undefined;

/** A change of a text, with the field that it is in. */
interface InField {
  readonly of?: string | undefined;
  readonly field: string;
}

/**
 * The changes of a file, or of each source of an entry under the name of the source.
 * @param compare compares two texts
 */
export function changesBySource<Change extends InField>(
  was: Side,
  is: Side,
  compare: (before: string | undefined, after: string | undefined) => readonly Change[],
): readonly Change[] {
  const [old, now] = [was, is].map((side) => side?.sources?.());
  if (!old && !now) return compare(was?.text, is?.text);
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((path) => {
    const [before, after] = [old?.get(path), now?.get(path)];
    if (before === after) return [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    // An object is named by itself.
    return compare(before, after).map((change) =>
      name === '' || change.of !== undefined ? change : { ...change, field: [name, change.field].filter(Boolean).join(': ') },
    );
  });
}

/** Whether all sources that differ are texts, of which a comparison shows every difference in meaning. */
export function areTexts(was: UnreadFile, is: UnreadFile): boolean {
  const [old, now] = [was, is].map((side) => side.sources?.());
  if (!old || !now) return false;
  return [...new Set([...old.keys(), ...now.keys()])].every((path) => {
    const texts = [old.get(path), now.get(path)];
    return (
      texts[0] === texts[1] || (/^$|\.(?:ya?ml|tpl)$/.test(path) && texts.every((text) => text !== undefined && !text.includes('\uFFFD')))
    );
  });
}
