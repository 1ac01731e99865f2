/** Says lines of templates in a few words: conditions and loops in one phrase, a new rule of a role in another. */

import { groupBy } from '../../../../base/kubernetes/object.js';
import { counted, joined } from '../../../../base/wording/phrases.js';
import { isControl, type TextChange } from './text-changes.js';

/** Changes that are said by themselves, and the phrases that replace the others. */
export interface Said {
  readonly texts: readonly string[];
  readonly rest: readonly TextChange[];
}

const END = /^\{\{-?\s*(?:end|else)\s*-?\}\}$/;
const CONDITION = /^\{\{-?\s*(?:else )?(?:if|with)\b/;
const LOOP = /^\{\{-?\s*range\b/;
const VARIABLE = /^\{\{-?\s*(\$\w+)\s*:?=(.*?)-?\}\}$/;
/** A line that sets a variable, or writes fields into the object around it. */
const OF_OBJECT = /^\{\{-?\s*(?:\$\w+\s*:?=|.*\bn?indent\s+[1-9]|.*\btoYaml\b)/;

/**
 * The changes without the ends of blocks of a template if anything else changes, and with a variable of it under its name. Lines that are next
 * to each other in two texts need not be versions of each other: those are two changes.
 */
export function withoutEnds(changes: readonly TextChange[]): readonly TextChange[] {
  if (!changes.some(isControl)) return changes;
  const all = changes.flatMap((change) => (isControl(change) ? paired(change) : [change]));
  const rest = all.filter((change) => !isControl(change) || !END.test(lineOf(change)));
  return rest.length > 0 ? rest : all;
}

function lineOf({ before, after }: TextChange): string {
  return (after ?? before ?? '').trim();
}

function paired(change: TextChange): readonly TextChange[] {
  const { field, before, after } = change;
  if (before === undefined || after === undefined) return [change];
  const [was, is] = [VARIABLE.exec(before.trim()), VARIABLE.exec(after.trim())];
  if (was && is && was[1] === is[1]) return [{ field: was[1] ?? '', before: bare(was[2]), after: bare(is[2]) }];
  if ([CONDITION, LOOP].some((kind) => kind.test(before.trim()) && kind.test(after.trim()))) return [change];
  return [
    { field, before },
    { field, after },
  ];
}

function bare(value = ''): string {
  return value.trim().replace(/^"([^"\\]*)"$/, '$1');
}

/**
 * Replaces the lines that only control other lines of a template, if anything else changes.
 *
 * @param shown a value as text
 * @param isMore whether whole objects come or go, which are said already
 */
export function inControls(changes: readonly TextChange[], shown: (value: string) => string, isMore: boolean): Said {
  const all = withoutEnds(changes);
  const isFolded = (change: TextChange): boolean => isControl(change) && (change.before === undefined || change.after === undefined);
  const [folded, rest] = [all.filter(isFolded), all.filter((change) => !isFolded(change))];
  if (folded.length === 0 || (rest.length === 0 && !isMore)) return { texts: [], rest: all };
  const open = folded.filter((change) => !END.test(lineOf(change)) && !(isMore && OF_OBJECT.test(lineOf(change))));
  return { texts: [phrase(open, 'after', shown), phrase(open, 'before', shown)].filter((text) => text !== ''), rest };
}

/** Such as `with the condition if .Values.enabled`. */
function phrase(changes: readonly TextChange[], side: 'before' | 'after', shown: (value: string) => string): string {
  const lines = changes.flatMap((change) => change[side]?.trim() ?? []);
  const words = [
    ...wordsOf(
      lines.filter((line) => CONDITION.test(line)),
      'condition',
      shown,
    ),
    ...wordsOf(
      lines.filter((line) => LOOP.test(line)),
      'loop',
      shown,
    ),
    ...wordsOf(
      lines.filter((line) => !CONDITION.test(line) && !LOOP.test(line)),
      'template line',
      shown,
    ),
  ];
  return words.length === 0 ? '' : `${side === 'after' ? 'with' : 'without'} ${joined(words)}`;
}

/** One line is shown, several are counted. */
function wordsOf(lines: readonly string[], noun: string, shown: (value: string) => string): string[] {
  const [line] = lines;
  if (line === undefined) return [];
  return [lines.length === 1 ? `the ${noun} ${shown(line.replace(/^\{\{-?\s*|\s*-?\}\}$/g, ''))}` : counted(lines.length, noun)];
}

const OF_RULE = /^rules\[(\d+)\]\.(verbs|resources|apiGroups|nonResourceURLs|resourceNames)(?:\[\d+\])?$/;

/**
 * Replaces the fields of rules that a role gets or loses as a whole.
 *
 * @param shown a value as text
 */
export function inRules(changes: readonly TextChange[], shown: (value: string) => string): Said {
  const keyOf = ({ of, field, before, after }: TextChange): string => {
    const [, rule] = (/^(?:Cluster)?Role /.test(of ?? '') && OF_RULE.exec(field)) || [];
    if (rule === undefined || (before === undefined) === (after === undefined)) return '';
    return JSON.stringify([of, rule, before === undefined ? 'new' : 'removed']);
  };
  const rules = groupBy(changes, keyOf);
  const texts: string[] = [];
  const folded = new Set<TextChange>();
  for (const [key, own] of rules) {
    const valuesOf = (name: string): string[] =>
      own.flatMap(({ field, before, after }) => (OF_RULE.exec(field)?.[2] === name ? (after ?? before ?? '') : []));
    const verbs = valuesOf('verbs');
    const things = [...valuesOf('resources'), ...valuesOf('nonResourceURLs')];
    // A part of a rule says nothing about the rest of it.
    if (key === '' || verbs.length === 0 || things.length === 0) continue;
    const [of, , how] = JSON.parse(key) as [string, string, string];
    const groups = valuesOf('apiGroups').filter((group) => group !== '');
    const names = valuesOf('resourceNames');
    const where = `${groups.length === 0 ? '' : ` in ${joined(groups.map(shown))}`}${names.length === 0 ? '' : ` named ${joined(names.map(shown))}`}`;
    texts.push(`${of}: the rule ${joined(verbs.map(shown))} of ${joined(things.map(shown))}${where} is ${how}`);
    for (const change of own) folded.add(change);
  }
  return { texts, rest: changes.filter((change) => !folded.has(change)) };
}
