/** What changes besides permissions, one line for each fact: an operator that comes or goes is one paragraph with all that comes or goes with it. */
import { COMES_OR_GOES, isPresence } from '../findings/changed/documents/not-reviewed.js';
import { SOURCE_ADDED, SOURCE_REMOVED } from '../findings/changed/sources/sources.js';
import { formatReference, groupBy } from '../kubernetes/object.js';
import { bySeverity, type Finding, type Presence, type Severity, worstOf } from '../model/finding.js';
import { aboutText, joined } from '../wording/phrases.js';

/** One line. */
export interface ChangeLine {
  readonly severity: Severity;
  readonly text: string;
  /** The finding that it is about first; none where it only names objects. */
  readonly of?: Finding;
}

/** Reports shorten what is longer than a line can bear, and nobody shall hide a name behind others. */
const LONGEST_LINE = 900;

const OPERATOR_MOVES: ReadonlySet<string> = new Set([SOURCE_ADDED, SOURCE_REMOVED].map(({ id }) => id));

/** The lines, worst first. @param told the finding that the verdict tells: only what comes or goes with it is left to say */
export function changeLines(found: readonly Finding[], told?: Finding): ChangeLine[] {
  const operators = groupBy(
    found.filter(({ id, subject }) => OPERATOR_MOVES.has(id) && subject.namespace !== undefined),
    ({ subject }) => subject.namespace,
  );
  const companions = new Map<Finding, readonly Finding[]>();
  for (const [operator, ...others] of operators.values()) {
    const own = operator && others.length === 0 ? found.filter((finding) => isWith(operator, finding)) : [];
    const isShort = operator && own.length > 0 && aboutText(operator).length + withText(operator, own).length <= LONGEST_LINE;
    if (isShort) companions.set(operator, own);
  }
  const taken = new Set([...companions.values()].flat());
  const [names, sentences] = [true, false].map((named) =>
    found.filter((finding) => !taken.has(finding) && finding !== told && isName(finding) === named),
  ) as [Finding[], Finding[]];
  const beside = told ? (companions.get(told) ?? []) : [];
  const lines = [
    ...(told && beside.length > 0 ? [{ severity: worstOf(beside), text: withText(told, beside) }] : []),
    ...sentences.map((of): ChangeLine => {
      const own = companions.get(of) ?? [];
      return { severity: of.severity, text: own.length === 0 ? aboutText(of) : `${aboutText(of)}. ${withText(of, own)}`, of };
    }),
    ...nameLines(names),
  ];
  return lines.toSorted(bySeverity);
}

/** Whether it tells what comes or goes in the namespace of an operator that comes or goes, and is no worse than that. */
function isWith(operator: Finding, finding: Finding): boolean {
  if (finding === operator || bySeverity(finding, operator) < 0) return false;
  const { kind, namespace, name } = finding.subject;
  const isThere = (kind === 'Namespace' ? name : namespace) === operator.subject.namespace;
  return isThere && presenceOf(finding) === presenceOf(operator);
}

function presenceOf({ presence, before, after }: Finding): Presence | undefined {
  if (presence !== undefined || (before === undefined) === (after === undefined)) return presence;
  return before === undefined ? 'added' : 'removed';
}

/** Whether all that is known is that the object comes or goes. */
export function isName(finding: Finding): boolean {
  return isPresence(finding) && finding.severity === 'info';
}

/** `Added with it: …`: what has a sentence, then the names of the rest. */
function withText(operator: Finding, own: readonly Finding[]): string {
  const sentences = own
    .filter((finding) => !isName(finding))
    .map(({ subject, message }) => `${formatReference(subject)}, which ${message}`);
  const names = own.filter(isName).map(({ subject }) => formatReference(subject));
  return `${presenceOf(operator) === 'removed' ? 'Removed' : 'Added'} with it: ${[...sentences, ...names].join('; ')}`;
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
