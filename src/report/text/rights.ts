/** Writes all permissions of a subject as tables of verbs by resource: one for each scope and group, the most dangerous first. */
import { compareText, formatReference, groupBy } from '../../base/kubernetes/object.js';
import type { Paint } from '../../base/manifest/format-problem.js';
import { printable } from '../../base/manifest/printable.js';
import type { Grant, Right } from '../../base/rbac/grant.js';
import { subjectKey } from '../../base/rbac/subject.js';
import { objectText, permissionTexts, subjectText, whereText } from '../../base/wording/permissions.js';
import { joined, listed } from '../../base/wording/phrases.js';
import type { AskedIdentity, PerhapsRight, Rights } from '../../review/index.js';
import { byDanger } from '../grant-rows.js';
import { dependenceText, MORE, unknownText } from './allowed.js';
import { columns, wrapped } from './layout.js';
import { widthOf } from './width.js';

/** The verbs with a column of their own, in the order of kubectl's documentation. */
const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'] as const;

/** The least width at which names of resources are broken. */
const LEAST_WIDTH = 20;

interface Row {
  readonly name: string;
  readonly verbs: readonly string[];
}

/**
 * The permissions of a subject as text.
 * @param width of the terminal; absent: each row is one line
 */
export function rightsText(
  identity: AskedIdentity,
  { grants, everyone, perhaps, unknownOperators }: Rights,
  paint: Paint,
  width?: number,
): string {
  const { subject, groups } = identity;
  const title = (text: string): string => paint.bold(wrapped(printable(text), width));
  const asGroup = (grant: Pick<Grant, 'subject'>): string =>
    subjectKey(grant.subject) === subjectKey(subject) ? '' : `, as ${subjectText(grant.subject)}`;
  const table = (rights: readonly Right[], mark: string): string => verbTable(rowsOf(rights), mark, width).join('\n');
  const held = sortedSections(byDanger(grants), subject).map((own) => {
    const rights = own.map(({ right }) => right);
    const shown = withoutContained(rights);
    const left = rights.length - shown.length;
    const note =
      left === 0 ? '' : `\n${wrapped(`${left} more ${left === 1 ? 'permission is' : 'permissions are'} contained in these`, width)}`;
    return `${title(`${whereText(own[0].scope, rights)}${asGroup(own[0])}`)}\n${table(shown, '✓')}${note}`;
  });
  const open = [...groupBy(perhaps, (entry) => perhapsTitle(entry, asGroup(entry)))].map(([text, same]) => {
    const rights = same.flatMap(({ right }) => right ?? []);
    return [title(text), ...(rights.length > 0 ? [table(rights, '?')] : [])].join('\n');
  });
  const common = sortedSections(byDanger(everyone), subject).map((own) => {
    const texts = permissionTexts(own.map(({ right }) => right)).map((text) => wrapped(printable(`  ${text}`), width));
    return [title(`granted to ${subjectText(own[0].subject)} in every cluster`), ...texts].join('\n');
  });
  const unknown = unknownOperators.length === 0 ? [] : [title(unknownText(unknownOperators, MORE).trim())];
  const nothing = held.length + open.length + unknown.length === 0 ? ['nothing of its own'] : [];
  const head = `${subjectText(subject)}${groups.length === 0 ? '' : `, in the group${groups.length === 1 ? '' : 's'} ${joined(groups)}`}`;
  return `${[title(head), ...nothing, ...held, ...open, ...unknown, ...common].join('\n\n')}\n`;
}

/** Leaves out permissions on resources that a right to all verbs on all resources contains. */
function withoutContained(rights: readonly Right[]): readonly Right[] {
  const isWhole = ({ apiGroup, resource, resourceNames, verbs }: Right): boolean =>
    apiGroup === '*' && resource === '*' && !resourceNames && verbs.includes('*');
  return rights.some(isWhole) ? rights.filter((right) => isWhole(right) || right.nonResourceURL !== undefined) : rights;
}

/** Sorts sections: all namespaces before some, then the subject's own before its groups'; otherwise by danger, as given. */
function sortedSections(sections: readonly [Grant, ...Grant[]][], subject: Grant['subject']): [Grant, ...Grant[]][] {
  const rank = ([{ scope, subject: holder }]: [Grant, ...Grant[]]): number =>
    (scope === 'cluster' ? 0 : 2) + (subjectKey(holder) === subjectKey(subject) ? 0 : 1);
  return sections.toSorted((a, b) => rank(a) - rank(b));
}

function perhapsTitle({ scope, right, binding, role, dependsOn, isPlaceOpen }: PerhapsRight, asGroup: string): string {
  const where = `${whereText(scope, right ? [right] : [])}${asGroup}`;
  if (isPlaceOpen)
    return `perhaps ${formatReference(role)} ${where}: ${formatReference(binding)} has no namespace and can be applied there`;
  return dependsOn
    ? `perhaps ${where}: it depends on ${dependenceText(dependsOn)}`
    : `perhaps more ${where}: ${formatReference(role)} of ${formatReference(binding)} is neither in the input nor a default role`;
}

/** One row for each resource: several roles can allow verbs for it. The row takes the place of the first. */
function rowsOf(rights: readonly Right[]): Row[] {
  const same = groupBy(rights, (right) => JSON.stringify([objectText(right), right.resourceNames]));
  return [...same.values()].map((all) => {
    const [first] = all;
    const { resourceNames } = first;
    const name = `${objectText(first)}${resourceNames ? ` named ${listed(resourceNames)}` : ''}`;
    return { name, verbs: [...new Set(all.flatMap(({ verbs }) => verbs))] };
  });
}

/** The table of verbs. If it is too wide, long names are broken and verbs without a column are below the name. */
function verbTable(rows: readonly Row[], mark: string, width: number | undefined): string[] {
  const all = rows.map(({ name, verbs }) => ({
    name,
    marks: VERBS.map((verb) => (allows(verbs, verb) ? mark : '')),
    others: othersOf(verbs),
  }));
  const head = ['RESOURCE', ...VERBS.map((verb) => verb.toUpperCase())];
  const hasOthers = all.some(({ others }) => others !== '');
  const wide = columns(
    hasOthers ? [...head, 'OTHER'] : head,
    all.map(({ name, marks, others }) => [name, ...marks, others]),
  );
  if (width === undefined || wide.every((line) => widthOf(line) <= width)) return wide;
  const nameWidth = Math.max(LEAST_WIDTH, width - VERBS.reduce((sum, verb) => sum + 2 + verb.length, 0));
  return columns(
    head,
    all.flatMap(({ name, marks, others }) => {
      const lines = [
        ...broken(printable(name), nameWidth),
        ...(others === '' ? [] : broken(printable(`also ${others}`), nameWidth - 2).map((line) => `  ${line}`)),
      ];
      return lines.map((line, index) => [line, ...(index === 0 ? marks : [])]);
    }),
  );
}

function allows(verbs: readonly string[], verb: string): boolean {
  return verbs.includes('*') || verbs.includes(verb);
}

function othersOf(verbs: readonly string[]): string {
  if (verbs.includes('*')) return 'all others';
  return verbs
    .filter((verb) => !VERBS.some((known) => known === verb))
    .toSorted(compareText)
    .join(', ');
}

/** The lines of a name, broken after a blank or otherwise before a dot; continuation lines are indented. */
function broken(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const piece of text.split(/(?<= )/).flatMap((word) => pieces(word, width))) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last + piece.trimEnd()) <= width) lines[lines.length - 1] = last + piece;
    else lines.push(last === undefined ? piece : `  ${piece}`);
  }
  return lines.map((line) => line.trimEnd());
}

/** Splits a long name before each dot: the resource, then the parts of its API group. */
function pieces(word: string, width: number): string[] {
  const dot = word.indexOf('.', 1);
  return widthOf(word) <= width - 2 || dot === -1 ? [word] : [word.slice(0, dot), ...pieces(word.slice(dot), width)];
}
