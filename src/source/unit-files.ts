/** Units → their files: followed, built or rendered, each with what of it is not read. */
import { tmpdir } from 'node:os';
import type { Problem } from '../manifest/problem.js';
import type { UnreadFile } from '../model/unread-file.js';
import type { BuildCache } from './build-cache.js';
import { builtOrigins, type OtherSide } from './built-origins.js';
import { doubtfulFiles } from './chart-files.js';
import { type UnitFiles, unitKey } from './cluster-units.js';
import { type FileTree, nearest } from './file-tree.js';
import { isPart, type UnreadPart } from './kustomization.js';
import { followKustomization } from './kustomization-graph.js';
import { notApplied, notBuiltFile, notFollowed, partNotRead, readKustomized, unreadParts } from './kustomization-text.js';
import { buildKustomizations } from './kustomize-build.js';
import { madeOf } from './made-of.js';
import { plainChart } from './plain-chart.js';
import { progress } from './progress.js';
import { builtFile, type FoundFile, fileIn, problemFile } from './read-files.js';
import { readChart } from './render-chart.js';
import { folderOf, kustomizationOf, placeOf, type Unit } from './unit.js';

/** The files of units, by `unitKey`. @param how.helm where Helm is installed */
export function readUnits(
  tree: FileTree,
  units: readonly Unit[],
  {
    cache,
    other,
    helm,
    identityOf,
  }: {
    readonly cache: BuildCache | undefined;
    readonly other?: OtherSide | undefined;
    readonly helm?: string | undefined;
    readonly identityOf: (unit: Unit) => string;
  },
): ReadonlyMap<string, UnitFiles> {
  const contentOf = (unit: Unit): string => {
    const start = kustomizationOf(tree, unit);
    return start === undefined ? identityOf(unit) : madeOf(tree, start);
  };
  const fileOf = (path: string, isUnlisted: boolean): FoundFile => ({
    ...fileIn(tree, path),
    ...(isUnlisted ? { isUnlisted } : {}),
  });
  const followed = units.map((unit) => ({
    unit,
    ...(unit.kind === 'kustomization' ? followKustomization(tree, folderOf(unit.name)) : {}),
  }));
  const toBuild = followed.flatMap(({ unit, isBuilt }) => (isBuilt ? [folderOf(unit.name)] : []));
  const outcomes = buildKustomizations(tree, toBuild, { path: process.env.PATH ?? '', temporary: tmpdir(), cache });
  const origins = builtOrigins(tree, other);
  const charts = units.filter(({ release }) => release);
  return new Map(
    followed.map(({ unit, isBuilt, files = [], refused = [], parts: beside = [] }) => {
      const given = (
        found: readonly FoundFile[],
        parts: readonly UnreadPart[] = [],
        notBuilt: readonly Problem[] = [],
        unread: readonly UnreadFile[] = [],
        isTold = notBuilt.length === 0,
      ): readonly [string, UnitFiles] => [
        unitKey(unit),
        {
          name: unit.name,
          ...(notBuilt.length > 0 ? { notBuilt } : {}),
          files: [...found, ...notBuilt.map(problemFile), ...parts.map((part) => problemFile(partNotRead(tree, part)))],
          unread: [
            ...(isTold ? [] : [notBuiltFile(unit.name, contentOf(unit), notBuilt)]),
            ...unreadParts(tree, '', parts),
            ...unread,
            ...(helm === undefined ? [] : doubtfulFiles(tree, unit.files)),
          ],
          near: (name) => {
            const path = nearest(tree, placeOf(unit), name);
            return path === undefined ? undefined : tree.nameOf(path);
          },
        },
      ];
      if (unit.release) {
        progress({ doing: 'rendering', done: charts.indexOf(unit), all: charts.length });
        const rendered = helm === undefined ? undefined : readChart(tree, unit.release, helm, other);
        if (rendered && 'text' in rendered) return given([builtFile(rendered.text)]);
        // Nobody applies a chart that nothing names with its own values.
        if (rendered && unit.appliedBy) return given([], [], [rendered.problem]);
        const { text, unread } = plainChart(tree, unit.release);
        return given([builtFile(text)], [], [], unread);
      }
      if (unit.kind === 'folder') return given(unit.files.map((path) => fileOf(path, true)));
      if (!isBuilt) {
        // Of what is elsewhere, all of it, another revision is a change; of what else cannot be followed, each line of its files is.
        const isElsewhere = refused.every(isPart);
        return given(
          files.map((path) => fileOf(path, false)),
          beside,
          refused.map((one) => notFollowed(tree, one)),
          isElsewhere ? unreadParts(tree, '', refused) : notApplied(tree, kustomizationOf(tree, unit) ?? unit.name, { isBuilt: false }),
          isElsewhere,
        );
      }
      const folder = folderOf(unit.name);
      const read = readKustomized(tree, folder, outcomes.get(folder), { origins, partsAlone: true });
      return given(read.texts.map(builtFile), read.parts, read.problems, read.unread);
    }),
  );
}
