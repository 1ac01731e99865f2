/** Finds the units that Argo CD and Flux apply: each applied path is a unit, even if a kustomization loads it, too. */
import { compareText } from '../../base/kubernetes/object.js';
import type { PassedOver } from '../../olm/model/unread-file.js';
import { settledTree } from '../kustomize/changed-kustomization.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { closureOf } from '../kustomize/kustomization-graph.js';
import { type FileTree, folderOfPath, pathIn } from '../trees/file-tree.js';
import { isBelow, isFile } from '../trees/tree-paths.js';
import { kustomizationUnit, type Unit } from '../units/unit.js';
import type { AppliedPath } from './applied-paths.js';
import { type AppliedSettings, isBuiltAnew } from './applied-settings.js';
import { matchesDirectoryPattern } from './directory-patterns.js';

/** The content of the tree. */
export interface Around {
  readonly tree: FileTree;
  readonly manifests: readonly string[];
  /** The release of a chart, if Helm is installed. */
  chartAt?(one: AppliedPath): Unit | undefined;
  /** Files that Argo CD leaves out of folders. @default none */
  readonly skipped?: ReadonlySet<string>;
  /** Whether a path is applied with different settings. @default none is */
  isSeveral?(path: string): boolean;
}

/**
 * The units, and further applied units: kustomizations that another one loads, and plain files that a kustomization loads. A plain
 * folder stays one unit with the files around it.
 *
 * @param isApart whether plain folders are split instead
 */
export function withApplied(units: readonly Unit[], applied: readonly AppliedPath[], around: Around, isApart = false): Unit[] {
  const known = new Map(units.map((unit) => [unit.name, unit]));
  const plain = new Map(units.filter(({ kind }) => kind === 'folder').flatMap(({ name, files }) => files.map((file) => [file, name])));
  const built = new Set<string>();
  const leftOut = new Map<string, PassedOver>();
  const read = new Set<string>();
  for (const one of applied) {
    const found = appliedUnit(one, around);
    for (const left of found.leftOut ?? []) leftOut.set(left[0], left);
    if (found.files.length === 0) continue;
    if (found.kind === 'folder') for (const file of found.files) read.add(file);
    else if (found.settings) for (const file of found.files) built.add(file);
    const [holder, ...others] = found.kind === 'folder' ? [...new Set(found.files.map((file) => plain.get(file)))] : [found.name];
    const name = holder !== undefined && others.length === 0 && !isApart ? holder : found.name;
    const unit = withSettingsOf(known.get(name) ?? found, found);
    const files = unit.kind === 'folder' && name === found.name ? [...new Set([...unit.files, ...found.files])] : unit.files;
    known.set(name, { ...unit, files, appliedBy: [...new Set([...(unit.appliedBy ?? []), one.by])].sort(compareText) });
  }
  // A path that is only applied with settings is no unit without them.
  for (const { name, place } of [...known.values()])
    if (place !== undefined && name !== place && known.get(place)?.appliedBy === undefined) known.delete(place);
  for (const file of read) built.delete(file);
  const left = [...leftOut.values()].filter(([file]) => !read.has(file) && !built.has(file));
  const all = isApart ? withoutApplied([...known.values()], new Set(plain.values())) : [...known.values()];
  return withoutFiles(all, { left, built, skipped: around.skipped ?? new Set() }).sort((a, b) => compareText(a.name, b.name));
}

/** The unit with the settings of an applying object. */
function withSettingsOf(known: Unit, { kind, files, settings, place }: Unit): Unit {
  if (!settings) return known;
  return { ...known, kind, files: [...new Set([...known.files, ...files])], settings, ...(place === undefined ? {} : { place }) };
}

/** The folders without the files that a build uses, and without those that Argo CD leaves out. */
function withoutFiles(
  units: readonly Unit[],
  {
    left,
    built,
    skipped,
  }: { readonly left: readonly PassedOver[]; readonly built: ReadonlySet<string>; readonly skipped: ReadonlySet<string> },
): Unit[] {
  const reasons = new Map(left);
  return units.flatMap((unit) => {
    if (unit.kind !== 'folder') return [unit];
    const isRead = unit.appliedBy?.some(isOfFlux) ?? false;
    const leftOut = unit.files.flatMap((file): PassedOver[] => {
      const reason = reasons.get(file) ?? (skipped.has(file) && !isRead ? 'argocd-skip' : undefined);
      return reason === undefined ? [] : [[file, reason]];
    });
    const out = new Set(leftOut.map(([file]) => file));
    const files = unit.files.filter((file) => !out.has(file) && !built.has(file));
    if (files.length + leftOut.length === 0) return [];
    return files.length === unit.files.length ? [unit] : [{ ...unit, files, ...(leftOut.length > 0 ? { leftOut } : {}) }];
  });
}

/** The units, without the plain files that another unit applies. */
function withoutApplied(units: readonly Unit[], folders: ReadonlySet<string>): Unit[] {
  const applied = new Set(units.flatMap((unit) => (unit.kind === 'folder' && unit.appliedBy ? unit.files : [])));
  return units.flatMap((unit) => {
    if (unit.appliedBy || !folders.has(unit.name)) return [unit];
    const files = unit.files.filter((file) => !applied.has(file));
    return files.length > 0 ? [{ ...unit, files }] : [];
  });
}

/** The unit at an applied path: a kustomization, a chart, or plain files. */
export function appliedUnit(one: AppliedPath, around: Around): Unit {
  const { path, settings } = one;
  const { tree } = around;
  const kustomization = kustomizationIn(tree, path);
  if (one.isPlain) return plainUnit(one, around);
  const unit = kustomization === undefined ? (around.chartAt?.(one) ?? folderUnit(one, around)) : kustomizationUnit(tree, kustomization);
  if (!settings || !isBuiltAnew(settings) || unit.kind === 'chart') return unit;
  const built = settledTree(tree, path, settings, () => resourcesOf(tree, path, unit.files));
  const file = built && kustomizationIn(built, path);
  if (!built || file === undefined) return unit;
  const files = [...closureOf(built, file).files].filter((each) => isFile(tree, each));
  // Two objects can apply one folder to one cluster.
  const name = around.isSeveral?.(path) ? `${path || '.'} (${settings.by})` : path || '.';
  return { name, kind: 'kustomization', files: [...new Set([...unit.files, ...files])], settings, place: path };
}

/** The plain files at a path that Argo CD reads as a directory. A kustomization there is another unit, if something else applies it. */
function plainUnit(one: AppliedPath, around: Around): Unit {
  const unit = folderUnit(one, around);
  const { path, by } = one;
  if (kustomizationIn(around.tree, path) === undefined) return unit;
  return { ...unit, name: `${path || '.'} (${by})`, place: path || '.' };
}

/** The resources of the kustomization that Flux generates for a folder: YAML files, and the outermost folders with a kustomization. */
function resourcesOf(tree: FileTree, folder: string, files: readonly string[]): string[] {
  const inside = (path: string): string => (folder === '' ? path : path.slice(folder.length + 1));
  const below = (place: string): string[] =>
    tree
      .list(place)
      .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.'))
      .flatMap(({ name }) => {
        const path = pathIn(place, name);
        return kustomizationIn(tree, path) === undefined ? below(path) : [inside(path)];
      });
  return [...files.filter((file) => /\.ya?ml$/.test(file) && isBelow(file, folder)).map(inside), ...below(folder)];
}

/** The plain files at an applied path. Kustomizations below are separate units, which Flux builds. */
function folderUnit({ path, by, recurses, isPlain, settings }: AppliedPath, { tree, manifests, skipped }: Around): Unit {
  const isApplied = (file: string): boolean => {
    const folder = folderOfPath(file);
    if (folder === path) return true;
    const isUnit = (each: string): boolean => !isPlain && kustomizationIn(tree, each) !== undefined;
    return recurses && isBelow(folder, path) && !foldersBetween(path, folder).some(isUnit);
  };
  const files = manifests.filter(isApplied);
  const isRead = readsFile(path, settings?.directory ?? {});
  const leftOut = isOfFlux(by)
    ? []
    : files.flatMap((file): PassedOver[] =>
        skipped?.has(file) ? [[file, 'argocd-skip']] : isRead(file) ? [] : [[file, 'argocd-directory']],
      );
  const left = new Set(leftOut.map(([file]) => file));
  return {
    name: path || '.',
    kind: 'folder',
    files: files.filter((file) => !left.has(file)),
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}

/** Whether an object of Flux applies: Flux reads files that Argo CD leaves out. */
export function isOfFlux(by: string): boolean {
  return by.startsWith('Kustomization ');
}

/** Whether Argo CD reads a file of a folder (argo-cd, reposerver/repository: `exclude` wins). */
function readsFile(folder: string, { include, exclude }: NonNullable<AppliedSettings['directory']>): (file: string) => boolean {
  const matches = (pattern: string, file: string): boolean =>
    matchesDirectoryPattern(pattern, folder === '' ? file : file.slice(folder.length + 1));
  return (file) => !(exclude !== undefined && matches(exclude, file)) && (include === undefined || matches(include, file));
}

function foldersBetween(top: string, folder: string): string[] {
  return folder === top || folder === '' ? [] : [...foldersBetween(top, folderOfPath(folder)), folder];
}
