/** Writes changes other than permissions, one line for each fact; objects that are only added or removed share a line. */

import { formatReference, groupBy } from '../base/kubernetes/object.js';
import { aboutText } from '../base/wording/permissions.js';
import { joined } from '../base/wording/phrases.js';
import type { Finding, Severity } from '../olm/model/finding.js';
import { bySeverity } from '../olm/model/finding-order.js';
import { COMES_OR_GOES, isPresence } from '../review/index.js';

/** One line. */
export interface ChangeLine {
  readonly severity: Severity;
  readonly text: string;
  /** The finding of the line; absent for a line that only names objects. */
  readonly of?: Finding;
}

/** The longest line of names: reports cut longer lines, which would hide names. */
const LONGEST_LINE = 900;

/** The lines, worst first. */
export function changeLines(found: readonly Finding[]): ChangeLine[] {
  const sentences = found.filter((finding) => !isName(finding));
  return [
    ...sentences.map((of): ChangeLine => ({ severity: of.severity, text: aboutText(of), of })),
    ...nameLines(found.filter(isName)),
  ].toSorted(bySeverity);
}

/** Whether the finding reports only that the object is added or removed. */
export function isName(finding: Finding): boolean {
  return isPresence(finding) && finding.severity === 'info';
}

function nameLines(found: readonly Finding[]): ChangeLine[] {
  const titleOf = ({ id, presence }: Finding): string =>
    `${presence === 'added' ? 'New' : 'Removed'}${id === COMES_OR_GOES.id ? '' : ', and not reviewed'}`;
  return [...groupBy(found, titleOf)].flatMap(([title, alike]) => {
    const names = alike.map(({ subject }) => formatReference(subject));
    return chunks(names).map(
      (some): ChangeLine => ({
        severity: 'info',
        text: `${title}: ${joined(some)}`,
      }),
    );
  });
}

/** Splits the names into lines of at most LONGEST_LINE characters. */
function chunks(names: readonly string[]): string[][] {
  const lines: string[][] = [];
  let left = 0;
  for (const name of names) {
    left -= name.length + 2;
    if (left < 0) {
      lines.push([]);
      left = LONGEST_LINE - name.length - 2;
    }
    lines.at(-1)?.push(name);
  }
  return lines;
}
