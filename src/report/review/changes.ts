/** The section of a report that lists everything that differs: alike objects in one line, objects of a bundle under their operator. */

import { formatReference, groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { counted, listed } from '../../base/wording/phrases.js';
import { withoutVersion } from '../../olm/model/csv-version.js';
import { compareVersions } from '../../olm/model/version-range.js';
import { type Changed, type ChangedField, partsThatDiffer, type Review } from '../../review/index.js';
import type { Content, Detail, Fold, Item } from '../blocks.js';
import { fileOrder, isForPeople } from './people-files.js';

/** The most lines of the section in a text; the rest is counted by kind. */
export const SHOWN_CHANGES = 40;
/** The most fields and names in a line; the details have all. */
const SHOWN_FIELDS = 3;
const SHOWN_NAMES = 5;
/** The longest value in a line. */
const LONGEST_VALUE = 60;
/** The longest value without a blank, such as an image: cut within its names, it says nothing. */
const LONGEST_WORD = 120;

/** The section; nothing if nothing differs. */
export function changesFold({ changes }: Pick<Review, 'changes'>): Fold[] {
  if (changes.length === 0) return [];
  const items = [
    ...ofOperators(changes.filter(({ operator }) => operator !== undefined)),
    ...alikeItems(changes.filter(({ operator }) => operator === undefined)),
  ];
  return [
    {
      kind: 'fold',
      id: 'changes',
      title: [{ strong: 'Changes' }],
      brief: 'changes',
      count: changes.length,
      most: SHOWN_CHANGES,
      blocks: [{ kind: 'list', items }],
    },
  ];
}

/**
 * The fields of an object that both sides have, with their values.
 *
 * @param said a text that may say them already
 * @returns nothing if the text has one of the values, or if no field differs
 */
export function unsaidFields({ changes }: Pick<Review, 'changes'>, about: string, said: string): string | undefined {
  const change = changes.find(({ object, presence }) => presence === undefined && formatReference(object) === about);
  const isSaid = ({ before = '', after = '' }: ChangedField): boolean =>
    [before, after].some((value) => value.length > 2 && said.includes(value.replace(/^"|"$/g, '')));
  return change === undefined || change.fields.length === 0 || change.fields.some(isSaid)
    ? undefined
    : fieldsText(change, SAID_FIELDS, () => LONGEST_VALUE);
}

/** The most groups and fields in a sentence. */
const SHOWN_GROUPS = 3;
const SAID_FIELDS = 2;

/** Whether a change is one of a file that holds no object. */
function isFile({ object, operator }: Changed): boolean {
  return object.kind === 'File' && operator === undefined;
}

/** The files that change, in one sentence; those with a finding come first, and those for people last. */
export function filesText({ changes, findings }: Pick<Review, 'changes' | 'findings'>): string {
  const told = new Set(findings.flatMap(({ finding: { subject }, state }) => (state === 'new' ? [subject.name] : [])));
  const isTold = ({ object: { name } }: Changed): boolean => told.has(name);
  const files = changes
    .filter(isFile)
    .toSorted((a, b) => Number(isTold(b)) - Number(isTold(a)) || fileOrder(a.object.name) - fileOrder(b.object.name));
  const [one, ...others] = files;
  if (!one) return '';
  // A whole object that comes or goes says more than a field of another.
  const first = { ...one, fields: one.fields.toSorted((a, b) => Number(isOfWhole(b)) - Number(isOfWhole(a))) };
  const more = others.length > 0 ? `; and ${counted(others.length, 'more file')}` : '';
  const said = groupText([first]) + more;
  return said.length <= LONGEST_SENTENCE ? said : groupText([first], 1) + more;
}

/** Whether a changed file could be run, built or applied: none of the changed objects shows what it does. */
export function changesProgram({ changes }: Pick<Review, 'changes'>): boolean {
  return changes.some(
    (change) => isFile(change) && !isForPeople(change.object.name) && !change.fields.some(({ field }) => WITHOUT_EFFECT.has(field)),
  );
}

const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['blank lines', 'blanks or comments']);

function isOfWhole({ before, after }: ChangedField): boolean {
  return (after === 'new' && before === undefined) || (before === 'removed' && after === undefined);
}

/**
 * What changes in one sentence: objects by kind and fields; files are left to the section. Empty if no object changes.
 *
 * @param first the object that comes first
 */
export function changesText({ changes, operators }: Pick<Review, 'changes' | 'operators'>, first?: string): string {
  const isFirst = ({ object }: Changed): boolean => formatReference(object) === first;
  const objects = changes.filter((change) => !isFile(change)).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const groups = [
    ...groupBy(objects, ({ object, presence, fields, operator }) =>
      JSON.stringify([operator ?? object.kind, presence, operator === undefined ? fields.map(({ field }) => field) : []]),
    ).values(),
  ] as unknown as Alike[];
  const upgrades = upgradesIn(operators);
  const said = (shown: number, fields?: number): string => {
    const texts = groups.slice(0, shown).map((group) => groupText(group, fields, upgrades.get(group[0].operator ?? '')));
    const more = groups.slice(shown).reduce((sum, { length }) => sum + length, 0);
    return [...texts, ...(more > 0 ? [`and ${counted(more, 'more object')}`] : [])].join('; ');
  };
  // The number of what is left out is part of the sentence, so the sentence is not cut later.
  const shorter = [said(SHOWN_GROUPS), said(2), said(1), said(1, 1)];
  return shorter.find(({ length }) => length <= LONGEST_SENTENCE) ?? shorter.at(-1) ?? '';
}

/** The longest sentence about all changes. */
const LONGEST_SENTENCE = 185;

/** Operators of which another version is installed, each in a few words, by the name of its bundle without the version. */
function upgradesIn(operators: Review['operators']): ReadonlyMap<string, string> {
  return new Map(
    operators.flatMap(({ operator, name, before, after, isUnknown }) =>
      isUnknown || before === undefined || after === undefined || before === after
        ? []
        : [[withoutVersion(operator.name), `${name} is ${order(before, after)} from ${before} to ${after}`] as const],
    ),
  );
}

/** `upgraded`, or another word where the other version is not a later one. */
function order(before: string, after: string): string {
  const compared = compareVersions(before, after);
  return compared === undefined || compared === 0 ? 'changed' : compared < 0 ? 'upgraded' : 'downgraded';
}

function groupText(group: Alike, shown = SAID_FIELDS, upgrade?: string): string {
  const [first] = group;
  if (first.operator !== undefined && group.length > 1) return operatorText(first.operator, group, upgrade);
  const areAlike = group.every(({ fields }) => JSON.stringify(fields) === JSON.stringify(first.fields));
  const fields = areAlike ? first.fields : first.fields.map(({ field }) => ({ field }));
  return `${upgrade ?? titleOf(group)}: ${fieldsText({ ...first, fields }, shown)}`;
}

/** The most kinds of an operator's objects in a sentence. */
const SAID_KINDS = 2;

/** What changes of an operator: its images if nothing else differs, otherwise its objects by kind if there are few kinds. */
function operatorText(operator: string, group: Alike, upgrade: string | undefined): string {
  const start = upgrade ?? `operator ${operator}`;
  const isOfImages = ({ presence, fields }: Changed): boolean =>
    presence === undefined && fields.length > 0 && fields.every(({ field }) => IMAGE_FIELD.test(field));
  if (group.every(isOfImages)) {
    const images = new Set(group.flatMap(({ fields }) => fields.map(({ before, after }) => JSON.stringify([before, after]))));
    return `${start}: ${counted(images.size, 'image')}`;
  }
  const kinds = [...groupBy(group, ({ object: { kind }, presence = 'changed' }) => JSON.stringify([kind, presence])).values()];
  if (kinds.length > SAID_KINDS)
    return upgrade ? `${start}: ${counted(group.length, 'object')}` : `${counted(group.length, 'object')} of ${start}`;
  const texts = kinds.map((own) => {
    const [{ object, presence }] = own as unknown as Alike;
    return `${counted(own.length, object.kind)}${presence === undefined ? '' : presence === 'added' ? ' new' : ' removed'}`;
  });
  return `${start}: ${texts.join(', ')}`;
}

/** The field of a container's image. */
const IMAGE_FIELD = /(?:^|[.\]])image$/;

/** One item for each operator, with a line for each group of alike objects of its bundle. */
function ofOperators(changes: readonly Changed[]): Item[] {
  return [...groupBy(changes, ({ operator = '' }) => operator)].map(([operator, own]) => ({
    content: [{ strong: `Operator ${operator}` }],
    noun: 'operator',
    details: alike(own).map((group): Detail => ({ content: [`${titleOf(group)}: ${fieldsText(group[0], Number.POSITIVE_INFINITY)}`] })),
    isOpen: true,
  }));
}

/** The change that all of a group have. */
function ofGroup([first, ...others]: Alike): Changed {
  return others.length > 0 && isWithFile(first.presence, first.object) ? { ...first, fields: [] } : first;
}

function alikeItems(changes: readonly Changed[]): Item[] {
  const groups = alike(changes);
  return groups.map((group): Item => {
    const [first] = group;
    const isOpen = group.length > 1 && group.some(({ fields }) => fields.length > 0) && isWithFile(first.presence, first.object);
    const isMore = isOpen || first.fields.length > SHOWN_FIELDS || group.length > SHOWN_NAMES || isLong(first);
    return {
      content: [{ strong: titleOf(group) }, `: ${fieldsText(ofGroup(group), SHOWN_FIELDS)}`, ...namesContent(group)],
      noun: first.object.kind,
      details: isMore ? detailsOf(group) : [],
    };
  });
}

/** Changes of one kind with the same fields and values. */
type Alike = readonly [Changed, ...Changed[]];

function alike(changes: readonly Changed[]): Alike[] {
  const groups = groupBy(changes, ({ object, presence, fields }) =>
    JSON.stringify([
      object.kind,
      presence,
      fields.length === 0 && presence === undefined ? object.name : isWithFile(presence, object) ? [] : fields,
    ]),
  );
  return [...groups.values()] as unknown as Alike[];
}

/** Whether fields only name what a file contains that comes or goes: several such files are one line. */
function isWithFile(presence: Changed['presence'], { kind }: Changed['object']): boolean {
  return presence !== undefined && kind === 'File';
}

function titleOf(group: Alike): string {
  const [{ object, units }] = group;
  return group.length === 1
    ? `${formatReference(object)}${units === undefined ? '' : ` (in ${units})`}`
    : counted(group.length, object.kind);
}

function namesContent(group: Alike): Content {
  return group.length === 1 ? [] : [`: ${listed(group.map(nameOf), undefined, SHOWN_NAMES)}`];
}

function nameOf({ object, units }: Changed): string {
  return `${object.namespace === undefined ? object.name : namespacedName(object)}${units === undefined ? '' : ` (in ${units})`}`;
}

function fieldsText({ presence, fields }: Changed, shown: number, longest = longestOf): string {
  const how = presence === undefined ? [] : [presence === 'added' ? 'new' : 'removed'];
  if (fields.length === 0) return how[0] ?? 'differs';
  // What a file contains comes or goes with it.
  const isWithin = presence !== undefined && fields.every(isOfWhole);
  if (isWithin)
    return `${how.join('')}: ${listed(
      fields.map(({ field }) => field),
      undefined,
      SHOWN_NAMES,
    )}`;
  const texts = fields.slice(0, shown).map((field) => fieldText(field, longest(field)));
  const more = fields.length - texts.length;
  const noun = fields.slice(shown).every((field) => isLine(field, fields)) ? 'line' : 'field';
  return [...how, ...texts, ...(more > 0 ? [`and ${counted(more, `more ${noun}`)}`] : [])].join('; ');
}

/** Whether a change is one line of a text: the text, or the field that holds it, has others. */
function isLine({ field }: ChangedField, fields: readonly ChangedField[]): boolean {
  return field === '' || fields.filter((other) => other.field === field).length > 1;
}

function longestOf({ before = '', after = '' }: ChangedField): number {
  // The first signs of a digest say as much as all of it.
  return /^(?!sha256:)[^\s{[]*$/.test(before + after) ? LONGEST_WORD : LONGEST_VALUE;
}

/** Such as `spec.replicas 1 → 2`. */
export function fieldText({ field, before, after }: ChangedField, longest = Number.POSITIVE_INFINITY): string {
  if (before !== undefined && after !== undefined) return `${start(field)}${partsThatDiffer(before, after, longest).join(' → ')}`;
  if (after !== undefined)
    return after === 'new' ? `${field} new` : `${start(field, 'line ')}new: ${partsThatDiffer(after, '', longest)[0]}`;
  if (before !== undefined)
    return before === 'removed' ? `${field} removed` : `${start(field, 'line ')}removed: ${partsThatDiffer(before, '', longest)[0]}`;
  return field;
}

function start(field: string, otherwise = ''): string {
  return field === '' ? otherwise : `${field} `;
}

function isLong({ fields }: Changed): boolean {
  return fields.some((field) => [field.before, field.after].some((value = '') => value.length > longestOf(field)));
}

function detailsOf(group: Alike): Detail[] {
  const [{ fields, presence, object }] = group;
  if (group.length > 1 && isWithFile(presence, object) && group.some((one) => one.fields.length > 0))
    return group.map((one): Detail => ({ content: [`${nameOf(one)}: ${fieldsText(one, Number.POSITIVE_INFINITY)}`] }));
  return [
    ...fields.map((field): Detail => ({ content: [fieldText(field)] })),
    ...(group.length > 1 ? [{ content: [group.map(nameOf).join(', ')] }] : []),
  ];
}
