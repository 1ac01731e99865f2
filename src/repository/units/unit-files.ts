/** Reads the files of units: followed, built or rendered, each unit with its unread files. */
import { createHash } from 'node:crypto';
import { valuesOf } from '../../base/inside/index.js';
import { groupBy } from '../../base/kubernetes/object.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { Watched } from '../../olm/model/progress.js';
import type { UnreadFile } from '../../olm/model/unread-file.js';
import type { AppliedSettings } from '../applied/applied-settings.js';
import { withVariables } from '../applied/with-variables.js';
import { doubtfulFiles } from '../charts/chart-files.js';
import type { Release } from '../charts/chart-release.js';
import { plainChart } from '../charts/plain-chart.js';
import { readChart } from '../charts/render-chart.js';
import { type FoundFile, fileIn, problemFile } from '../input/found-file.js';
import { builtFile, documentsIn } from '../input/found-texts.js';
import { unreadFile } from '../input/manifest-files.js';
import type { GivenFiles } from '../input/read-files.js';
import type { BuildCache } from '../kustomize/build-cache.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { settledTree } from '../kustomize/changed-kustomization.js';
import { type FollowedKustomization, followKustomization } from '../kustomize/kustomization-graph.js';
import {
  areRefused,
  isToldByFiles,
  type KustomizationRead,
  notApplied,
  notBuiltFile,
  notFollowed,
  ofRefused,
  partNotRead,
  readKustomizations,
  unreadParts,
} from '../kustomize/kustomization-text.js';
import { madeOf } from '../kustomize/made-of.js';
import { isPart, type UnreadPart } from '../kustomize/refused-kustomization.js';
import type { FileTree } from '../trees/file-tree.js';
import { nearest } from '../trees/tree-paths.js';
import { joined, partsOf, type UnitFiles, unitKey } from './cluster-units.js';
import { kustomizationOf, placeOf, type Unit } from './unit.js';

/** Reads units, each once. */
export interface UnitReader {
  /**
   * The files of these units, by name; kustomizations are built in parallel.
   *
   * @param other the other revision, in a review
   */
  read(units: readonly Unit[], other?: OtherSide): ReadonlyMap<string, GivenFiles>;
  /**
   * The files of an already read unit, as if these of its parts could not be built: for a review whose other revision cannot build
   * them.
   */
  unbuilt(unit: Unit, names: ReadonlySet<string>): GivenFiles | undefined;
  /** The same for a unit of the revision that cannot: without the objects of those of its parts that kustomize refuses. */
  refused(unit: Unit, names: ReadonlySet<string>): GivenFiles | undefined;
  /** The objects of a unit, if the unit was read completely. */
  wholeObjects(unit: Unit): readonly unknown[] | undefined;
  /** The objects of kustomizations, by their names. */
  objectsOf(units: readonly Unit[]): ReadonlyMap<string, readonly unknown[]>;
}

/** Options for reading units. */
interface Reading extends Watched {
  readonly cache: BuildCache | undefined;
  /** The path of the Helm executable. */
  readonly helm?: string | undefined;
  readonly identityOf: (unit: Unit) => string;
  /** Whether an Application or Flux Kustomization applies this plain file, by its name. */
  readonly isApplied: (file: string) => boolean;
}

export function unitReader(tree: FileTree, how: Reading): UnitReader {
  const given = new Map<string, UnitFiles>();
  return {
    read: (units, other) => {
      const more = partsOf(units).filter((part) => !given.has(unitKey(part)));
      for (const [key, files] of readUnits(tree, more, { ...how, other })) given.set(key, files);
      return new Map(
        units.flatMap((unit): [string, GivenFiles][] => {
          const files = unit.parts ? joined(unit, given) : given.get(unitKey(unit));
          return files ? [[unit.name, files]] : [];
        }),
      );
    },
    unbuilt: (unit, names) => {
      const parts = partsOf([unit]).flatMap((part): [string, UnitFiles][] => {
        const files = given.get(unitKey(part));
        const own = treeOfUnit(tree, part);
        const start = kustomizationOf(own, part);
        if (!files || start === undefined || !names.has(part.name)) return files ? [[unitKey(part), files]] : [];
        const unread = notApplied(own, start, { isBuilt: false });
        return [[unitKey(part), { name: files.name, files: [], near: files.near, unread }]];
      });
      return unit.parts ? joined(unit, new Map(parts)) : parts[0]?.[1];
    },
    refused: (unit, names) => {
      const parts = partsOf([unit]).flatMap((part): [string, UnitFiles][] => {
        const files = given.get(unitKey(part));
        const isRefused = names.has(part.name) && areRefused(files?.notBuilt ?? []);
        return files ? [[unitKey(part), isRefused ? { ...files, files: files.files.filter(({ within }) => !within) } : files]] : [];
      });
      return unit.parts ? joined(unit, new Map(parts)) : parts[0]?.[1];
    },
    wholeObjects: (unit) => {
      const { notBuilt, unread = [], files } = given.get(unitKey(unit)) ?? {};
      return files && !notBuilt && unread.length === 0 ? objectsIn(files) : undefined;
    },
    objectsOf: (units) => {
      const built = readUnits(tree, units, { ...how, helm: undefined });
      return new Map([...built].map(([name, { files }]) => [name, objectsIn(files)]));
    },
  };
}

/** The objects of files; none for files that are not built. */
function objectsIn(files: readonly FoundFile[]): unknown[] {
  return files.flatMap((found) => valuesOf(documentsIn(found)));
}

/** The result of reading one unit. */
interface UnitRead {
  readonly files: readonly FoundFile[];
  /** Parts that need another host, Helm or a plugin. */
  readonly parts?: readonly UnreadPart[];
  /** Why the unit is not built. */
  readonly notBuilt?: readonly Problem[];
  /** Settings with unknown values. */
  readonly open?: readonly OpenSetting[];
  readonly unread?: readonly UnreadFile[];
  /** Whether `unread` covers every change to the unit's sources. @default true if the unit is built */
  readonly isTold?: boolean;
}

/** How units are read, for one side of a review. */
interface Sides extends Reading {
  /** The other side. */
  readonly other?: OtherSide | undefined;
}

/** The files of units, by `unitKey`. */
function readUnits(tree: FileTree, units: readonly Unit[], how: Sides): ReadonlyMap<string, UnitFiles> {
  const { progress } = how;
  const built = builtUnits(tree, units, how);
  const charts = units.filter(({ release }) => release);

  const readOne = (unit: Unit): UnitRead => {
    if (unit.release) {
      progress?.({ doing: 'rendering', done: charts.indexOf(unit), all: charts.length });
      return readRelease(tree, unit, unit.release, how);
    }
    if (unit.kind === 'folder') return readFolder(tree, unit);
    const own = treeOfUnit(tree, unit);
    const read = built.get(unit);
    if (!read) return readFollowed(own, unit, followKustomization(own, placeOf(unit)));
    return builtUnit(unit, read);
  };
  return new Map(units.map((unit) => [unitKey(unit), unitFiles(treeOfUnit(tree, unit), unit, readOne(unit), how)]));
}

/** The built units. A unit with settings is always built, in its own tree, because Argo CD and Flux build it, too. */
function builtUnits(tree: FileTree, units: readonly Unit[], { cache, other, progress }: Sides): ReadonlyMap<Unit, KustomizationRead> {
  const toBuild = units.filter(
    (unit) => unit.kind === 'kustomization' && (unit.settings || followKustomization(tree, placeOf(unit))?.isBuilt),
  );
  const found = [...groupBy(toBuild, (unit) => treeOfUnit(tree, unit))].flatMap(([own, its]) => {
    const read = readKustomizations(own, its.map(placeOf), { cache, other, partsAlone: true, progress });
    return its.flatMap((unit): [Unit, KustomizationRead][] => {
      const one = read.get(placeOf(unit));
      return one ? [[unit, one]] : [];
    });
  });
  return new Map(found);
}

/** The tree that a unit is built in. */
function treeOfUnit(tree: FileTree, unit: Unit): FileTree {
  return (unit.settings && unit.kind === 'kustomization' && settledTree(tree, placeOf(unit), unit.settings)) || tree;
}

/** A built unit after the replacement of variables. */
function builtUnit({ settings }: Unit, { texts, problems, ...read }: KustomizationRead): UnitRead {
  const done = settings && problems.length === 0 ? withVariables(texts, settings) : { texts, unknown: [] };
  if ('problem' in done) return { ...read, files: [], notBuilt: [done.problem] };
  const open = settings ? unknownSettings(settings, done.unknown) : [];
  return { ...read, files: done.texts.map(builtFile), notBuilt: problems, open };
}

/** The settings of which something is unknown, with the unknown variables of the objects. */
function unknownSettings({ by, lacks = [], variables, ...settings }: AppliedSettings, names: readonly string[]): OpenSetting[] {
  const content = sortedText([settings, variables ?? {}]);
  const from = (variables?.from ?? []).join(', ');
  return [
    ...lacks.map((lack) => ({ by, what: 'settings', because: lack, content })),
    ...names.map((name) => ({ by, what: `variable ${name}`, because: `${from} can set the value and is not in the repository`, content })),
  ];
}

/** A setting with an unknown value. */
interface OpenSetting {
  readonly by: string;
  readonly what: string;
  readonly because: string;
  /** Changes with the settings. */
  readonly content: string;
}

function openProblem({ by, what, because }: OpenSetting): Problem {
  return {
    code: 'KUSTOMIZATION_PART_NOT_READ',
    message: `a part of what ${by} applies is not known`,
    file: by,
    found: `${what}: ${because}`,
    expected: 'values in the repository',
    fix: 'add the values to the repository, or build all of it yourself and name the file',
  };
}

function openFile({ by, what, content }: OpenSetting): UnreadFile {
  const hash = createHash('sha1').update(content).digest('hex');
  return { path: `${by}: ${what}`, file: by, entry: what, reason: 'substituted', content: hash };
}

function readRelease(tree: FileTree, unit: Unit, release: Release, { helm, other }: Sides): UnitRead {
  const rendered = helm === undefined ? undefined : readChart(tree, release, helm, other);
  if (rendered && 'text' in rendered) return { files: [builtFile(rendered.text)] };
  // Nobody applies a chart that nothing names with its own values.
  if (rendered && unit.appliedBy) return { files: [], notBuilt: [rendered.problem] };
  const { text, unread } = plainChart(tree, release);
  return { files: [builtFile(text)], unread };
}

function readFolder(tree: FileTree, { files, appliedBy, leftOut = [], settings }: Unit): UnitRead {
  const applied = appliedBy ? { isApplied: true as const } : {};
  return {
    files: files.map((path): FoundFile => ({ ...fileIn(tree, path), isUnlisted: true, ...applied })),
    unread: leftOut.map(([path, reason]) => unreadFile(tree, path, reason)),
    open: settings ? unknownSettings(settings, []) : [],
  };
}

/** A kustomization that only lists files, or that cannot be followed. */
function readFollowed(tree: FileTree, unit: Unit, { files = [], refused = [], parts = [] }: Partial<FollowedKustomization> = {}): UnitRead {
  // Where all is elsewhere, another revision is a change; where something else cannot be followed, each line of its files is.
  const isTold = refused.every(isPart);
  const unread = isTold
    ? unreadParts(tree, '', refused)
    : notApplied(tree, kustomizationOf(tree, unit) ?? unit.name, { isBuilt: false, apart: new Set(files) });
  const notBuilt = refused.map((one) => notFollowed(tree, one));
  const own = areRefused(notBuilt) ? ofRefused(unread) : unread;
  return { files: files.map((path) => fileIn(tree, path)), parts, notBuilt, unread: own, isTold };
}

/** The files of a unit with a problem for each part that is missing. */
function unitFiles(tree: FileTree, unit: Unit, read: UnitRead, { helm, identityOf, isApplied }: Sides): UnitFiles {
  const { files, parts = [], notBuilt = [], unread = [], open = [], isTold = notBuilt.length === 0 } = read;
  const start = kustomizationOf(tree, unit);
  const content = (): string => (start === undefined ? identityOf(unit) : madeOf(tree, start));
  return {
    name: unit.name,
    ...(notBuilt.length > 0 ? { notBuilt, unbuilt: [unit.name] } : {}),
    files: [...files, ...[...notBuilt, ...parts.map((part) => partNotRead(tree, part)), ...open.map(openProblem)].map(problemFile)],
    unread: [
      ...(isTold ? [] : [notBuiltFile(unit.name, content(), notBuilt, start !== undefined && isToldByFiles(tree, start))]),
      ...unreadParts(tree, '', parts),
      ...open.map(openFile),
      ...unread,
      ...(helm === undefined ? [] : doubtfulFiles(tree, unit.files)),
    ],
    isApplied,
    near: (name) => {
      const path = nearest(tree, placeOf(unit), name);
      return path === undefined ? undefined : tree.nameOf(path);
    },
  };
}
