/** Describes changes in words: gained and lost permissions of a risk, renamed accounts, many CRDs in one line; writes baseline entries. */

import { formatReference, groupBy, namespacedName } from '../base/kubernetes/object.js';
import { aboutText, verbsText, whereText } from '../base/wording/permissions.js';
import { counted, joined, listed } from '../base/wording/phrases.js';
import { type Finding, SEVERITIES } from '../olm/model/finding.js';
import { CRD_CHANGED, isChange, type Rename, type Review, reported, ruleOf } from '../review/index.js';

/** The number of findings of each severity, as `2 errors`. */
export function countsBySeverity(findings: readonly Pick<Finding, 'severity'>[]): string[] {
  const nouns = { error: 'error', warning: 'warning', info: 'note' };
  return SEVERITIES.flatMap((severity) => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return number === 0 ? [] : [counted(number, nouns[severity])];
  });
}

/** Changes of CRDs that one line reports together. */
type AlikeCrds = readonly [Finding, ...Finding[]];

/** Whether one line can report the change together with others. */
export function isCrdChange({ id }: Pick<Finding, 'id'>): boolean {
  return pluralOf(id) !== undefined;
}

function pluralOf(id: string): string | undefined {
  return ruleOf(id)?.plural;
}

/** The changes of CustomResourceDefinitions, grouped by rule and severity: one line for each group. */
export function crdsAlike(changes: readonly Finding[]): AlikeCrds[] {
  return [...groupBy(changes.filter(isCrdChange), ({ id, severity }) => `${severity} ${id}`).values()];
}

/**
 * One change as a sentence; for several CRDs: the number, the change, the names.
 * @param shown how many are named
 * @default the first few
 */
export function crdText(alike: AlikeCrds, shown?: number): string {
  const [first] = alike;
  const names = [...new Set(alike.map(({ subject }) => subject.name))];
  if (names.length === 1) return `${aboutText(first)}${alike.length > 1 ? `; and ${alike.length - 1} more` : ''}`;
  // A note of this rule breaks nothing.
  const text =
    first.id === CRD_CHANGED.id && first.severity === 'info' ? 'have new schemas, which break no stored objects' : pluralOf(first.id);
  return `${names.length} CustomResourceDefinitions ${text}: ${listed(names, undefined, shown)}`;
}

/**
 * Each rename as a sentence; other changes of the account are in the lists.
 * @param renames some of the review
 * @default all
 */
export function renameTexts(review: Review, renames = review.renames): string[] {
  return renames.map((rename) => {
    const { from, to } = rename;
    return `${formatReference(from)} is renamed to ${to.kind === from.kind ? namespacedName(to) : formatReference(to)}${isPure(rename, review) ? ', otherwise unchanged' : ''}`;
  });
}

/** Whether the permissions of the account are unchanged. */
function isPure({ to }: Rename, review: Review): boolean {
  const name = formatReference(to);
  const risks = (['new', 'grown', 'smaller'] as const).flatMap((state) => reported(review, state, 'risk'));
  return ![...review.gained, ...review.lost, ...risks].some(({ subject }) => formatReference(subject) === name);
}

/** The added permissions as a sentence. */
export function grownText({ subject, added = [], scope }: Finding): string {
  return `${formatReference(subject)} can now also ${inWords(added)}${scope === undefined ? '' : ` ${whereText(scope)}`}`;
}

/** Joins the verbs on one object: `create and update pods`. */
function inWords(permissions: readonly string[]): string {
  const pairs = permissions.map((permission): [string, string] => {
    const [verb = '', ...object] = permission.split(' ');
    return [verb, object.join(' ')];
  });
  const objects = groupBy(pairs, ([, object]) => object);
  return joined([...objects].map(([object, list]) => `${verbsText(list.map(([verb]) => verb))} ${object}`));
}

/** The added and removed permissions, for the text after the message of the risk. */
export function changeText({ added = [], removed = [] }: Pick<Finding, 'added' | 'removed'>): string {
  return [
    ...(added.length > 0 ? [`new: ${inWords(added)}`] : []),
    ...(removed.length > 0 ? [`removed: ${inWords(removed)}`] : []),
    ...(added.length + removed.length === 0 ? ['in fewer namespaces'] : []),
  ].join('; ');
}

/**
 * Baseline entries, to copy and paste, that accept the new and grown risks unchanged and the changes that are more than notes.
 *
 * @returns YAML; empty if there is nothing to accept
 */
export function acceptingEntries(review: Review): string {
  const changes = [...reported(review, 'new', 'reach'), ...reported(review, 'new', 'change')];
  const weighty = changes.filter((change) => change.severity !== 'info' && isChange(change));
  const entries = [...reported(review, 'new', 'risk'), ...reported(review, 'grown'), ...weighty].map(acceptingEntry);
  return entries.length === 0 ? '' : `accept:\n${[...new Set(entries)].join('')}`;
}

/** The baseline entry that accepts only this risk or finding, as an item of the list `accept`. */
export function acceptingEntry(finding: Pick<Finding, 'id' | 'subject' | 'permissions' | 'fingerprint'>): string {
  const { id, subject, permissions, fingerprint } = finding;
  const only = isChange(finding) ? [`    fingerprint: ${fingerprint}`] : [];
  const list = permissions === undefined ? [] : [`    permissions: [${permissions.map(pattern).join(', ')}]`];
  return [`  - id: ${id}`, `    subject: ${pattern(formatReference(subject))}`, ...list, ...only, '    reason: "why this is accepted"']
    .map((line) => `${line}\n`)
    .join('');
}

/** A glob that matches only this text, in quotes: JSON is YAML. */
function pattern(text: string): string {
  return JSON.stringify(text.replace(/[\\*?{}!+@"]/g, '\\$&'));
}
