/** Recognises what changed lines add to the rules of roles: in templates that are not rendered, and in programs. */

import { groupBy } from '../../../../base/kubernetes/object.js';
import type { TextChange } from './text-changes.js';

const VERBS =
  /(?<![\w-])(\*|create|get|list|watch|update|patch|delete|deletecollection|use|bind|escalate|impersonate|approve|sign)(?![\w-])/g;

/** Rules of roles in a program: client-go's type, or the lists in one. */
export const RULES = /\bPolicyRules?\b|\b(?:APIGroups|Verbs)\s*:/;
/** A line that lists quoted verbs alone, or names them. */
const OF_VERBS = /^["'`][\w*]+["'`],?$|\bverbs?\b/i;
const QUOTED = /["'`][\w*]+["'`]/g;

/** The changes that give a program with rules of roles more verbs. */
export function verbsIn(changes: readonly TextChange[], text = ''): readonly TextChange[] {
  if (!RULES.test(text)) return [];
  const quoted = (line: string): string => (line.match(QUOTED) ?? []).join(' ');
  return changes.filter(
    ({ field, before = '', after = '' }) => OF_VERBS.test(`${field} ${after}`.trim()) && hasMore(quoted(before), quoted(after), VERBS),
  );
}

const ROLE = /^[ \t\f\v\u00a0\ufeff"'-]*kind["']?\s*:\s*["']?(?:Cluster)?Role["']?[^\S\r\n]*$/m;
const OF_RULE = /(?:^|[.\]])(?:verbs|resources|apiGroups|nonResourceURLs)(?:\[\d+\])?$/;
/** An entry of a list in lines, which has no field there. */
const ENTRY = /^-\s*["']?([\w.*/-]+)["']?$/;
const WORDS = /[\w.*/-]+/g;

const LIST_ENTRY = /\[\d+\]$/;

/** The changes without those by which a list of a role's rule only loses entries, or gets another order. */
export function withoutFewer(changes: readonly TextChange[]): readonly TextChange[] {
  const keyOf = ({ of, field }: TextChange): string => JSON.stringify([of, field.replace(LIST_ENTRY, '')]);
  const lists = groupBy(changes, keyOf);
  const isFewer = (change: TextChange): boolean => {
    const { of = '', field, before, after } = change;
    if (!/^(?:Cluster)?Role /.test(of) || !OF_RULE.test(field) || after === undefined) return false;
    const known = LIST_ENTRY.test(field) ? (lists.get(keyOf(change)) ?? []).map((one) => one.before ?? '') : [before ?? ''];
    return known.some((value) => value !== '') && !hasMore(known.join(' '), after, WORDS);
  };
  return changes.filter((change) => !isFewer(change));
}

/** The changes of a template with a role whose rules get more: as text, because a template need not be YAML. */
export function rulesIn(changes: readonly TextChange[], text = ''): readonly TextChange[] {
  if (!ROLE.test(text)) return [];
  const listOf = (field: string): string => field.replace(/\[\d+\]$/, '');
  // The entries of one list can only change places.
  const known = groupBy(changes, ({ field }) => listOf(field));
  const beforeIn = (field: string): string => (known.get(listOf(field)) ?? []).map(({ before = '' }) => before).join(' ');
  return changes.filter(({ of, field, before = '', after = '' }) => {
    if (of !== undefined) return false;
    if (OF_RULE.test(field)) return hasMore(field.endsWith(']') ? beforeIn(field) : before, after, WORDS);
    const [, entry = ''] = (field === '' && ENTRY.exec(after.trim())) || [];
    return entry !== '' && hasMore(before, entry, VERBS);
  });
}

function hasMore(before: string, after: string, words: RegExp): boolean {
  const known = new Set(before.match(words) ?? []);
  return (after.match(words) ?? []).some((word) => !known.has(word));
}
