/** The wording of risks whose permissions changed, and the baseline entries that accept what is new. */
import { isChange } from '../findings/changed/index.js';
import { formatReference, groupBy } from '../kubernetes/object.js';
import type { Finding } from '../model/finding.js';
import { reported } from '../review/reported.js';
import type { Review } from '../review/review.js';
import { joined, verbsText, whereText } from '../wording/phrases.js';

/** The added permissions, as a sentence. */
export function grownText({ subject, came = [], scope }: Finding): string {
  return `${formatReference(subject)} can now also ${cameText({ came })}${scope === undefined ? '' : ` ${whereText(scope)}`}`;
}

/** The added permissions in words. */
export function cameText({ came = [] }: Pick<Finding, 'came'>): string {
  return inWords(came);
}

/** Permissions on one object together: `create and update pods`. */
function inWords(permissions: readonly string[]): string {
  const pairs = permissions.map((permission): [string, string] => {
    const [verb = '', ...object] = permission.split(' ');
    return [verb, object.join(' ')];
  });
  const objects = groupBy(pairs, ([, object]) => object);
  return joined([...objects].map(([object, list]) => `${verbsText(list.map(([verb]) => verb))} ${object}`));
}

/** The added and removed permissions, after the message of the risk. */
export function changeText({ came = [], went = [] }: Pick<Finding, 'came' | 'went'>): string {
  return [
    ...(came.length > 0 ? [`new: ${inWords(came)}`] : []),
    ...(went.length > 0 ? [`removed: ${inWords(went)}`] : []),
    ...(came.length + went.length === 0 ? ['in fewer namespaces'] : []),
  ].join('; ');
}

/**
 * Entries for the baseline that accept the new and grown risks unchanged, and those changes that are no notes, to copy and paste.
 *
 * @param isWanted which of them; by default, all
 * @returns YAML; empty where there is nothing to accept
 */
export function acceptingEntries(review: Review, isWanted: (finding: Finding) => boolean = () => true): string {
  const changes = [...reported(review, 'new', 'reach'), ...reported(review, 'new', 'change')];
  const weighty = changes.filter((change) => change.severity !== 'info' && isChange(change));
  const entries = [...reported(review, 'new', 'risk'), ...reported(review, 'grown'), ...weighty].filter(isWanted).map(acceptingEntry);
  return entries.length === 0 ? '' : `accept:\n${[...new Set(entries)].join('')}`;
}

/** The entry that accepts a risk or finding and nothing more, as an item of the list `accept`. */
export function acceptingEntry(finding: Pick<Finding, 'id' | 'subject' | 'permissions' | 'fingerprint'>): string {
  const { id, subject, permissions, fingerprint } = finding;
  const only = isChange(finding) ? [`    fingerprint: ${fingerprint}`] : [];
  const list = permissions === undefined ? [] : [`    permissions: [${permissions.map(pattern).join(', ')}]`];
  return [`  - id: ${id}`, `    subject: ${pattern(formatReference(subject))}`, ...list, ...only, '    reason: "why this is accepted"']
    .map((line) => `${line}\n`)
    .join('');
}

/** As a glob that means this text alone, in quotes: JSON is YAML. */
function pattern(text: string): string {
  return JSON.stringify(text.replace(/[\\*?{}!+@"]/g, '\\$&'));
}
