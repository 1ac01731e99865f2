/** What changes besides permissions, one line for each fact; objects of which nothing else is known than that they come or go are named together. */

import { formatReference, groupBy } from '../base/kubernetes/object.js';
import { aboutText, joined } from '../base/wording/phrases.js';
import { bySeverity, type Finding, type Severity } from '../olm/model/finding.js';
import { COMES_OR_GOES, isPresence } from '../review/index.js';

/** One line. */
export interface ChangeLine {
  readonly severity: Severity;
  readonly text: string;
  /** The finding that it is about; none where it only names objects. */
  readonly of?: Finding;
}

/** Reports shorten what is longer than a line can bear, and nobody shall hide a name behind others. */
const LONGEST_LINE = 900;

/** The lines, worst first. */
export function changeLines(found: readonly Finding[]): ChangeLine[] {
  const sentences = found.filter((finding) => !isName(finding));
  return [
    ...sentences.map((of): ChangeLine => ({ severity: of.severity, text: aboutText(of), of })),
    ...nameLines(found.filter(isName)),
  ].toSorted(bySeverity);
}

/** Whether all that is known is that the object comes or goes. */
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

/** As many in each as fit into a line. */
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
