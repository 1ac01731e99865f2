/** Groups findings that say the same of several objects, so that a report says it once. */

import { formatReference, groupBy } from '../../base/kubernetes/object.js';
import { aboutText } from '../../base/wording/permissions.js';
import { counted } from '../../base/wording/phrases.js';
import type { Finding } from '../../olm/model/finding.js';
import type { ReportedFinding } from '../../review/index.js';

/** The most findings with the same sentence that keep an item each. */
const FEW_ALIKE = 2;
export type Alike = readonly [ReportedFinding, ...ReportedFinding[]];

/** The sentence without its subject and units; undefined where a path or values belong to the subject. */
function sentenceOf(one: ReportedFinding): string | undefined {
  const { finding, kind } = one;
  const text = kind === 'risk' ? finding.message : aboutText(finding);
  const name = formatReference(finding.subject);
  const isWhole =
    one.acceptance !== undefined || (finding.path ?? []).length > 0 || fromTo(finding) !== undefined || !text.startsWith(name);
  return isWhole ? undefined : text.slice(name.length).replace(/ \(in [^()]*\)$/, '');
}

/** Findings with the same sentence together, if there are several; any other finding alone. */
export function alikeFindings(told: readonly ReportedFinding[]): readonly Alike[] {
  const groups = [...groupBy(told, (one) => sentenceOf(one) ?? one).values()] as unknown as Alike[];
  return groups.flatMap((group) => (group.length > FEW_ALIKE ? [group] : group.map((one): Alike => [one])));
}

/** The end of a sentence that is true of others, too. */
export function sameOfOthers(others: readonly ReportedFinding[]): string {
  if (others.length === 0) return '';
  const kinds = new Set(others.map(({ finding: { subject } }) => subject.kind));
  return `; the same of ${counted(others.length, kinds.size === 1 ? `more ${[...kinds].join('')}` : 'more object')}`;
}

/** Both values; undefined if the message of the finding contains them. */
export function fromTo({ message, before, after }: Finding): readonly [before: string, after: string] | undefined {
  if (before === undefined || after === undefined) return undefined;
  return [before, after].every((value) => message.includes(value)) ? undefined : [before, after];
}
