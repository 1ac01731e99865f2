/** A review as one HTML page, which needs no network: it can be kept, attached and opened from a disk. */
import type { Grant } from '../../rbac/grant.js';
import type { Review } from '../../review/review.js';
import { told } from '../../review/told.js';
import type { Background } from '../background.js';
import { byDanger } from '../danger.js';
import { matrixOf } from '../matrix.js';
import { type PartName, partOf } from '../parts.js';
import type { Landscape } from '../reach-graph.js';
import { renameTexts } from '../renames.js';
import { type Summary, summarise } from '../summary.js';
import { type Content, element, fragment, type Html } from './element.js';
import { filterForm } from './filters.js';
import { pageOf } from './frame.js';
import { matrixTable } from './matrix-table.js';
import { landscapePicture, pathPicture, riskPicture } from './pictures.js';
import { newRows, type Rows } from './rows.js';
import { SCRIPT } from './script.js';
import {
  acceptance,
  findingSection,
  foldedSection,
  type GrantTable,
  grantTable,
  part,
  profileSection,
  section,
  severityMark,
  unreadList,
} from './sections.js';

/**
 * The page.
 *
 * @example
 * htmlReport(review, { held: [], reachGraph: landscapeOf(base.resolution, head.resolution) })
 */
export function htmlReport(review: Review, { held, reachGraph }: Background): string {
  const rows = newRows();
  const summary = summarise(review);
  const content = main(review, held, reachGraph, rows);
  const body = element(
    'body',
    {},
    verdict(review, summary),
    element('main', {}, filterForm(rows), content),
    element('footer', {}, 'Created by cdk8s-olm from two states of the repository, without access to a cluster.'),
    element('script', { type: 'application/json', id: 'data' }, { html: embeddedJson([...rows.all]) }),
    element('script', {}, { html: SCRIPT }),
  );
  return pageOf(`Review: ${summary.headline}`, body, SCRIPT);
}

function verdict({ base, head }: Review, { tone, headline, advice, points, counts }: Summary): Html {
  return element(
    'header',
    {},
    element(
      'div',
      { class: `verdict ${tone}` },
      element('h1', {}, headline),
      element('p', { class: 'advice' }, advice),
      points.length > 0 && element('ul', {}, ...points.map(({ severity, text }) => element('li', {}, severityMark(severity), ' ', text))),
      element('p', { class: 'compared' }, element('code', {}, base), ' → ', element('code', {}, head)),
    ),
    counts.length > 0 &&
      element(
        'ul',
        { class: 'counts', 'aria-label': 'In numbers' },
        ...counts.map(({ text, section: id }) => element('li', {}, element('a', { href: `#${id}` }, text))),
      ),
  );
}

function main(review: Review, held: readonly Grant[], reachGraph: Landscape, rows: Rows): Html {
  const { gained, lost } = review;
  const listed = (...names: PartName[]): Content[] => names.map((name) => findingSection(name, partOf(review, name), rows));
  const [comes, goes] = [gained, lost].map((grants) => grantTable(byDanger(grants).flat(), rows)) as [GrantTable, GrantTable];
  const matrix = matrixTable(matrixOf(gained, lost, held), rows);
  const pictures = [landscapePicture(reachGraph), riskPicture(told(review, 'new', 'risk')), pathPicture(review)].filter(
    (picture) => picture !== undefined,
  );
  return fragment(
    listed('verdicts'),
    review.profiles.map((profile, index) => profileSection(profile, index)),
    listed('risks', 'grown-risks'),
    section('gained', 'Gained', comes.count, comes.content),
    section('lost', 'Lost', goes.count, goes.content),
    section('renamed', 'Renamed', review.renames.length, element('ul', {}, ...renameTexts(review).map((text) => element('li', {}, text)))),
    listed('reach', 'changes'),
    part('pictures', 'Pictures', legend(), pictures),
    matrix && part('matrix', 'Who can do what', matrix),
    acceptance(review),
    listed('smaller-risks', 'fixed-risks', 'fixed-verdicts', 'accepted', 'unchanged'),
    foldedSection('unread', 'Files that were not read, and did not change', review.unread.length, unreadList(review.unread)),
  );
}

function legend(): Content {
  const line = (kind: string, words: string): Html =>
    element(
      'li',
      {},
      element(
        'svg',
        { class: 'graph sample', width: 44, height: 10, 'aria-hidden': 'true' },
        element('path', { class: `arrow ${kind}`, d: 'M1 5H43' }),
      ),
      words,
    );
  return element(
    'ul',
    { class: 'legend' },
    line('', 'unchanged'),
    line('gained', 'new'),
    line('lost', 'removed'),
    line('conflict', 'in conflict'),
  );
}

/** JSON that cannot end its element, nor begin another. */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
