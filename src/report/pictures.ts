/** Describes the pictures of the page as boxes and arrows: OperatorGroups with namespaces and APIs, paths to risks, and changed paths. */
import type { Finding } from '../olm/model/finding.js';
import type { Landscape, Tie } from './background.js';
import type { Change, PathGraph } from './path-graph.js';
import { stepTexts } from './steps.js';

/** One box. */
export interface Box {
  readonly id: string;
  /** Its colour. */
  readonly kind: string;
  readonly lines: readonly string[];
  readonly column: number;
}

/** One arrow, or a line without a head. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Its label, such as `provides`. */
  readonly says: string;
  readonly change?: Change;
  readonly conflict?: boolean;
}

/** A picture: boxes in columns, with titles that may be empty, and arrows between the boxes. */
export interface Picture {
  readonly name: string;
  readonly titles: readonly string[];
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** OperatorGroups in the middle, namespaces on the left, APIs on the right. */
export function landscapePicture({ groups, namespaces, apis, ties }: Landscape): Picture | undefined {
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

/** The paths to new risks; paths share their common beginning. */
export function riskPicture(risks: readonly Finding[]): Picture | undefined {
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
  return picture({ name: 'Paths to the new risks', titles: [], boxes: [...boxes.values()], arrows: [...arrows.values()] });
}

/** The gained and lost paths to permissions. */
export function pathPicture({ nodes, edges }: PathGraph): Picture | undefined {
  const last = Math.max(0, ...nodes.map(({ depth }) => depth));
  return picture({
    name: 'The changed paths',
    titles: ['Created for', 'Who', 'Path'],
    boxes: nodes.map(({ id, kind, lines, depth }) => ({ id, kind, lines, column: kind === 'rights' ? last : depth })),
    arrows: edges.map((edge) => ({ ...edge, says: 'leads to' })),
  });
}

/** Undefined without arrows. */
function picture(all: Picture): Picture | undefined {
  return all.arrows.length === 0 ? undefined : all;
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
