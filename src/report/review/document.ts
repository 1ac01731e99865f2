/** Builds the report of a review from blocks: the answer, one row for each operator, one line for each other change; details are folded. */

import { groupBy } from '../../base/kubernetes/object.js';
import { once } from '../../base/manifest/once.js';
import type { Grant } from '../../base/rbac/grant.js';
import { aboutText, placeText, placeTexts, subjectText } from '../../base/wording/permissions.js';
import { counted, joined, targetsText } from '../../base/wording/phrases.js';
import { FINDING_CLASSES } from '../../olm/model/rule-facts.js';
import { UNREAD_REASONS, type UnreadFile } from '../../olm/model/unread-file.js';
import { NOT_REVIEWED, type OperatorChange, type ReportedFinding, type Review, reported, toDecide } from '../../review/index.js';
import type { Background } from '../background.js';
import type { Block, Content, Fold, Item, Report } from '../blocks.js';
import { changeLines, isName } from '../change-lines.js';
import { acceptingEntries, countsBySeverity, renameTexts } from '../change-words.js';
import { byDanger, grantRows } from '../grant-rows.js';
import { matrixOf } from '../matrix.js';
import { pathGraph } from '../path-graph.js';
import { landscapePicture, pathPicture, riskPicture } from '../pictures.js';
import { ANSWERS, type Summary, summarise } from '../summary.js';
import { changesFold } from './changes.js';
import { CLASSES, classOf, isRoutine, PARTS, type PartName, partOf } from './classes.js';
import { acceptedText, findingItems } from './finding-items.js';
import { type OperatorRow, operatorRows } from './operator-rows.js';

/** The options of a review report. */
export interface ReviewView {
  /** Data for the pictures of the HTML page. */
  readonly background?: Background;
  /**
   * The most resources that a permission names.
   * @default all
   */
  readonly resources?: number;
  /**
   * Whether the report includes unchanged findings and files.
   * @default true
   */
  readonly hasUnchanged?: boolean;
  /** Whether the report includes the baseline entries that accept the new findings. */
  readonly hasEntries?: boolean;
  /** How the run ends, and why. */
  readonly exit?: string | undefined;
}

/** Longer tables of permissions are folded. */
const OPEN_ROWS = 10;
/** The fewest rows of permissions that are worth a picture. */
const GRAPH_ROWS = 3;
/** The most requests of an operator that its row names. */
const SHOWN_ASKS = 3;
const SHOWN_BESIDES = 2;
const SHOWN_TARGETS = 2;

export function reviewDocument(
  review: Review,
  { background, resources, hasUnchanged = true, hasEntries = false, exit }: ReviewView = {},
): Report {
  const summary = summarise(review);
  const { rows, found, gained, lost, shared, renames } = operatorRows(review);
  const [own, ...others] = rows;
  const view = { resources, isTogether: rows.length > 0, isFolded: others.length > 0 };
  return {
    tone: summary.tone,
    headline: summary.headline,
    lead: leadOf(summary),
    compared: [{ code: review.base }, ' → ', { code: review.head }],
    blocks: [
      ...acceptedByHand(review),
      ...operatorTable(rows),
      ...(own && others.length === 0 ? operatorBlocks(own, review, resources) : []),
      ...classBlocks(found),
      ...grantBlocks('gained', rows.length > 0 ? 'Gained by others' : 'Gained', gained, view),
      ...grantBlocks('lost', rows.length > 0 ? 'Lost by others' : 'Lost', lost, view),
      ...listOf('Renamed', renameTexts(review, renames)),
      ...changesFold(review),
      ...(others.length > 0 ? rows.flatMap((row, index) => operatorFold(row, index, review, resources)) : []),
      ...(shared.length > 0 ? [sharedFold(grantTable(shared, resources))] : []),
      ...folds(review, lost, resources),
      ...(hasUnchanged ? unchangedFolds(review) : []),
      ...pictureFolds(review, background),
      ...(hasEntries ? entriesFold(review) : []),
    ],
    end: [[countsText(review)], ...(exit === undefined ? [] : [[exit]])],
  };
}

/** The number of findings to decide on, of permissions gained and lost, and of accepted findings. */
function countsText(review: Review): string {
  const accepted = partOf(review, 'accepted').length;
  const permissions = [
    ...(review.gained.length > 0 ? [`${review.gained.length} gained`] : []),
    ...(review.lost.length > 0 ? [`${review.lost.length} lost`] : []),
  ];
  return [
    joined(countsBySeverity(toDecide(review))) || 'nothing to decide',
    ...(permissions.length > 0 ? [`permissions: ${permissions.join(', ')}`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
  ].join('; ');
}

/** The lines below the headline: breaks, possible new permissions, unreviewed changes, advice. */
function leadOf({ answer, breaks, perhaps, notReviewed, advice }: Summary): Content[] {
  const line = (title: string, texts: readonly string[]): Content[] => {
    const [first, ...more] = texts;
    return first === undefined ? [] : [[{ strong: title }, `: ${first}${more.length > 0 ? `; and ${more.length} more` : ''}`]];
  };
  return [
    ...line('Breaks', breaks),
    ...(answer === 'more' ? line(ANSWERS.perhaps, perhaps) : []),
    ...line('Not reviewed', notReviewed),
    ...(advice === undefined ? [] : [[{ strong: advice }]]),
  ];
}

/** The findings that a person accepted for this review; findings that the baseline accepts are not repeated. */
function acceptedByHand({ findings }: Review): Block[] {
  const lines = findings.flatMap(({ finding, acceptance }) =>
    acceptance?.by === undefined ? [] : `${aboutText(finding)}; accepted by ${acceptance.by} for this review`,
  );
  return listOf('Accepted', lines);
}

function listOf(title: string, texts: readonly string[]): Block[] {
  if (texts.length === 0) return [];
  return [
    { kind: 'heading', content: [title] },
    { kind: 'list', items: texts.map((text) => ({ content: [text] })) },
  ];
}

const ASKS = 'Asks for more';
const OPERATOR_HEAD = ['Operator', 'Version', ASKS, 'Worst', 'Watches', 'Approval'];

function operatorTable(rows: readonly OperatorRow[]): Block[] {
  if (rows.length === 0) return [];
  const named = groupBy(rows, ({ operator }) => operator.name);
  const cells = (row: OperatorRow): Content[] => {
    const { operator, worst } = row;
    const where = named.get(operator.name)?.length === 1 ? '' : ` in ${operator.operator.namespace}`;
    return [
      [
        { part: partOfRow(rows.indexOf(row)), text: `${operator.name}${where}` },
        ...(operator.units === undefined ? [] : [` (in ${operator.units})`]),
      ],
      [versionText(operator)],
      asksContent(row),
      worst ? [{ severity: worst }] : [],
      [operator.targets ? targets(operator.targets) : ''],
      [operator.approval?.toLowerCase() ?? ''],
    ];
  };
  const all = rows.map(cells);
  // Leaves out columns that are empty in every row.
  const shown = OPERATOR_HEAD.filter((_, index) => all.some((row) => row[index]?.some((part) => part !== '')));
  const place = shown.indexOf(ASKS);
  return [
    {
      kind: 'table',
      head: shown,
      ...(place === -1 ? {} : { below: place }),
      rows: rows.map((row, index) => ({
        cells: shown.map((title) => [all[index]?.[OPERATOR_HEAD.indexOf(title)] ?? []]),
        marks: { subject: row.operator.operator },
      })),
    },
  ];
}

function versionText({ before, after }: OperatorChange): string {
  if (before === undefined) return `new: ${after ?? ''}`;
  if (after === undefined) return `${before}, removed`;
  return before === after ? before : `${before} → ${after}`;
}

function targets(namespaces: readonly string[]): string {
  return namespaces.length > SHOWN_TARGETS ? counted(namespaces.length, 'namespace') : targetsText(namespaces);
}

function asksContent({ operator, asks, besides }: OperatorRow): Content {
  const asked = asks.length > 0 ? some(asks, SHOWN_ASKS) : operator.isUnknown ? 'not known' : 'nothing';
  const more = besides.length > 0 ? `; also: ${some(besides, SHOWN_BESIDES)}` : '';
  if (asks.length > 0) return [{ strong: asked }, more];
  return asked === 'nothing' && more === '' ? [] : [asked, more];
}

function some(texts: readonly string[], shown: number): string {
  const more = texts.length - shown;
  return more <= 1 ? joined(texts) : `${texts.slice(0, shown).join(', ')} and ${more} more`;
}

/** The id of an operator's fold; a number, so no name from the input is in it. */
function partOfRow(index: number): string {
  return `operator-${index + 1}`;
}

function operatorFold(row: OperatorRow, index: number, review: Review, resources: number | undefined): Fold[] {
  const { operator, found, gained } = row;
  const blocks = operatorBlocks(row, review, resources);
  const count = found.length + grantRows(gained).length;
  if (blocks.length === 0) return [];
  return [
    {
      kind: 'fold',
      id: partOfRow(index),
      title: [{ strong: operator.name }, ` ${versionText(operator)}`],
      brief: 'operator',
      count,
      blocks,
    },
  ];
}

/** The new findings of an operator, each once, and its other new permissions. */
function operatorBlocks({ found, gained, renames }: OperatorRow, review: Review, resources: number | undefined): Block[] {
  return [
    ...renameTexts(review, renames).map((text): Block => ({ kind: 'paragraph', content: [text] })),
    ...(found.length > 0 ? [{ kind: 'list' as const, items: findingItems(found) }] : []),
    ...(gained.length > 0 ? [{ kind: 'heading' as const, content: ['Other permissions gained'] }, grantTable(gained, resources)] : []),
  ];
}

/** The new findings that belong to no operator, by class. */
function classBlocks(found: readonly ReportedFinding[]): Block[] {
  const classes = groupBy(found, ({ finding, kind }) => classOf(finding, kind));
  return FINDING_CLASSES.flatMap((name): Block[] => {
    const own = classes.get(name) ?? [];
    if (own.length === 0) return [];
    return [
      { kind: 'heading', content: [CLASSES[name]] },
      { kind: 'list', items: [...findingItems(own.filter(({ finding }) => !isName(finding))), ...nameItems(own)] },
    ];
  });
}

function nameItems(found: readonly ReportedFinding[]): Item[] {
  return changeLines(found.map(({ finding }) => finding).filter(isName)).map(({ severity, text }) => ({
    content: [{ severity, rule: NOT_REVIEWED.id }, ' ', text],
  }));
}

interface GrantView {
  readonly resources: number | undefined;
  readonly isTogether: boolean;
  readonly isFolded: boolean;
}

function grantBlocks(id: string, title: string, grants: readonly Grant[], { resources, isTogether, isFolded }: GrantView): Block[] {
  if (grants.length === 0) return [];
  const table = grantTable(grants, resources, isTogether, id === 'lost' ? 'Could' : 'Can');
  if (table.rows.length <= OPEN_ROWS && !isFolded) return [{ kind: 'heading', content: [title] }, table];
  return [{ kind: 'fold', id, title: [{ strong: title }], brief: title.toLowerCase(), count: table.rows.length, blocks: [table] }];
}

function sharedFold(table: Extract<Block, { kind: 'table' }>): Fold {
  return fold('gained-by-apis', 'User access to the APIs of several operators', [table], table.rows.length);
}

/** A table of grants, the most dangerous first. */
function grantTable(
  grants: readonly Grant[],
  resources: number | undefined,
  isTogether = false,
  can = 'Can',
): Extract<Block, { kind: 'table' }> {
  return {
    kind: 'table',
    head: ['Who', 'Where', can, 'Path', 'Source'],
    rows: grantRows(byDanger(grants).flat(), resources, isTogether).map((row) => ({
      get cells() {
        return [
          [[subjectText(row.subject)]],
          [[row.where]],
          row.permissions.map((code) => [{ code }]),
          row.through.map((text) => [text]),
          placeTexts(row.places).map((code) => [{ code }]),
        ];
      },
      marks: { subject: row.subject, scope: row.scope },
    })),
  };
}

/** The folds: lost permissions of operators, routine notes, smaller, fixed and accepted findings. */
function folds(review: Review, shownLost: readonly Grant[], resources: number | undefined): Fold[] {
  const shown = new Set(shownLost);
  const lost = review.lost.filter((grant) => !shown.has(grant));
  const table = grantTable(lost, resources, false, 'Could');
  const notes = reported(review, 'new').filter(isRoutine);
  const lines = changeLines(notes).map(
    ({ text, of, severity }): Item => ({
      content: [{ severity, ...(of ? { rule: of.id } : {}) }, ' ', text],
      ...(of?.place ? { place: placeText(of.place) } : {}),
    }),
  );
  return [
    ...(lost.length > 0 ? [fold('lost-by-operators', 'Lost by operators', [table], table.rows.length)] : []),
    ...itemsFold('notes', 'Notes', lines),
    ...(['smaller-risks', 'fixed-risks', 'fixed-verdicts'] as const).flatMap((name) => partFold(name, review)),
    ...itemsFold('accepted', PARTS.accepted.title, acceptedItems(review)),
  ];
}

function unchangedFolds(review: Review): Fold[] {
  const files = review.unread.map((file): Item => ({ content: [unreadText(file)] }));
  return [...partFold('unchanged', review), ...itemsFold('unread', 'Unread files that did not change', files)];
}

function itemsFold(id: string, title: string, items: readonly Item[]): Fold[] {
  return items.length === 0 ? [] : [fold(id, title, [{ kind: 'list', items }], items.length)];
}

function partFold(name: PartName, review: Review): Fold[] {
  return itemsFold(name, PARTS[name].title, findingItems(partOf(review, name)));
}

function acceptedItems(review: Review): Item[] {
  return partOf(review, 'accepted').map(({ finding, kind, acceptance }) => ({
    content: [kind === 'risk' ? finding.message : aboutText(finding)],
    details: acceptance ? [{ content: [acceptedText(acceptance)] }] : [],
    marks: { severity: finding.severity, subject: finding.subject },
  }));
}

function fold(id: string, title: string, blocks: readonly Block[], count?: number): Fold {
  return {
    kind: 'fold',
    id,
    title: [title],
    brief: title.toLowerCase(),
    isBackground: true,
    blocks,
    ...(count === undefined ? {} : { count }),
  };
}

function pictureFolds(review: Review, background: Background | undefined): Fold[] {
  const { gained, lost } = review;
  const graph = once(() => pathGraph(review));
  if (!background) {
    const isWorth = grantRows([...gained, ...lost]).length >= GRAPH_ROWS;
    return isWorth ? [fold('paths', 'Graph of the changed paths', [{ kind: 'graph', graph }])] : [];
  }
  const pictures = [landscapePicture(background.reachGraph), riskPicture(reported(review, 'new', 'risk')), pathPicture(graph())].filter(
    (picture) => picture !== undefined,
  );
  const matrix = matrixOf(gained, lost, background.held);
  return [
    ...(pictures.length > 0 ? [fold('pictures', 'Pictures', [{ kind: 'pictures', pictures }])] : []),
    ...(matrix.rows.length > 0 ? [fold('matrix', 'Who can do what', [{ kind: 'matrix', matrix }])] : []),
  ];
}

function entriesFold(review: Review): Fold[] {
  const text = acceptingEntries(review);
  return text === ''
    ? []
    : [
        {
          ...fold('accepting', 'Baseline entries that accept the new findings', [{ kind: 'code', language: 'yaml', text }]),
          isWanted: true,
        },
      ];
}

function unreadText({ file, entry, reason }: UnreadFile): string {
  return `${file}: ${entry === undefined ? '' : `${entry}: `}${UNREAD_REASONS[reason]}`;
}
