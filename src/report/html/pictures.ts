/** The pictures of the page: groups among namespaces and APIs, the ways to risks, and the changed paths. */
import type { Finding } from '../../model/finding.js';
import type { Review } from '../../review/review.js';
import { type PathGraph, pathGraph } from '../path-graph.js';
import type { Landscape, Tie } from '../reach-graph.js';
import { stepTexts } from '../steps.js';
import { type Content, element } from './element.js';
import { type Arrow, type Box, drawGraph, type Graph } from './graph.js';

/** More boxes are a wall, not a picture. */
const MAX_BOXES = 150;

/** Groups in the middle, namespaces on the left, APIs on the right. */
export function landscapePicture({ groups, namespaces, apis, ties }: Landscape): Content {
  const boxes = [
    ...namespaces.map((name): Box => ({ id: `namespace ${name}`, kind: 'namespace', lines: [name], column: 0 })),
    ...groups.map((name): Box => ({ id: `group ${name}`, kind: 'owner', lines: [name], column: 1 })),
    ...apis.map((name): Box => ({ id: `api ${name}`, kind: 'rights', lines: apiLines(name), column: 2 })),
  ];
  return picture({
    name: 'OperatorGroups, the namespaces that they target and the APIs that they provide',
    titles: ['Namespaces', 'OperatorGroups', 'APIs'],
    boxes,
    arrows: ties.map(tieArrow),
  });
}

/** The ways to new risks; those that begin alike run together. */
export function riskPicture(risks: readonly Finding[]): Content {
  const boxes = new Map<string, Box>();
  const arrows = new Map<string, Arrow>();
  for (const { path = [] } of risks) {
    const steps = stepTexts(path);
    for (const [column, step] of steps.entries()) {
      const id = `${column} ${step}`;
      boxes.set(id, { id, kind: column === steps.length - 1 ? 'danger' : column === 0 ? 'subject' : 'role', lines: [step], column });
      if (column > 0)
        arrows.set(`${column - 1} ${steps[column - 1]} ${id}`, { from: `${column - 1} ${steps[column - 1]}`, to: id, says: 'leads to' });
    }
  }
  return picture({ name: 'The paths to the new risks', titles: [], boxes: [...boxes.values()], arrows: [...arrows.values()] });
}

/** Who comes to what, and who no longer does. */
export function pathPicture(review: Review): Content {
  const { nodes, edges }: PathGraph = pathGraph(review);
  const last = Math.max(0, ...nodes.map(({ depth }) => depth));
  return picture({
    name: 'The changed paths',
    titles: ['Created for', 'Who', 'Path'],
    boxes: nodes.map(({ id, kind, lines, depth }) => ({ id, kind, lines, column: kind === 'rights' ? last : depth })),
    arrows: edges.map((edge) => ({ ...edge, says: 'leads to' })),
  });
}

function picture(graph: Graph): Content {
  if (graph.arrows.length === 0) return undefined;
  const heading = element('h3', {}, graph.name);
  if (graph.boxes.length > MAX_BOXES)
    return [heading, element('p', { class: 'note' }, `${graph.boxes.length} boxes are too many to show.`)];
  return element('figure', {}, element('figcaption', {}, heading), drawGraph(graph));
}

function tieArrow({ group, to, kind, change }: Tie): Arrow {
  return {
    from: `group ${group}`,
    to: kind === 'reaches' ? `namespace ${to}` : `api ${to}`,
    says: kind === 'conflicts' ? 'cannot provide, because of another group,' : kind === 'reaches' ? 'targets' : kind,
    ...(change ? { change } : {}),
    ...(kind === 'conflicts' ? { conflict: true } : {}),
  };
}

/** `Kind.version.group` in two lines. */
function apiLines(api: string): string[] {
  const [kind = '', version = '', ...group] = api.split('.');
  return [kind, `${group.join('.')}/${version}`];
}
