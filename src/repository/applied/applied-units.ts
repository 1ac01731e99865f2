/** Finds the units that Argo CD and Flux apply: each applied path is a unit, even if a kustomization loads it, too. */
import { compareText } from '../../base/kubernetes/object.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { type FileTree, folderOfPath, isBelow } from '../trees/file-tree.js';
import { kustomizationUnit, type Unit } from '../units/unit.js';
import type { AppliedPath } from './applied-paths.js';

/** The content of the tree. */
export interface Around {
  readonly tree: FileTree;
  readonly manifests: readonly string[];
  /** The release of a chart, if Helm is installed. */
  chartAt?(one: AppliedPath): Unit | undefined;
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
  for (const one of applied) {
    const found = appliedUnit(one, around);
    if (found.files.length === 0) continue;
    const [holder, ...others] = found.kind === 'folder' ? [...new Set(found.files.map((file) => plain.get(file)))] : [found.name];
    const name = holder !== undefined && others.length === 0 && !isApart ? holder : found.name;
    const unit = known.get(name) ?? found;
    const files = unit.kind === 'folder' && name === found.name ? [...new Set([...unit.files, ...found.files])] : unit.files;
    known.set(name, { ...unit, files, appliedBy: [...new Set([...(unit.appliedBy ?? []), one.by])].sort(compareText) });
  }
  const all = isApart ? withoutApplied([...known.values()], new Set(plain.values())) : [...known.values()];
  return all.sort((a, b) => compareText(a.name, b.name));
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
  const kustomization = kustomizationIn(around.tree, one.path);
  return kustomization === undefined ? (around.chartAt?.(one) ?? folderUnit(one, around)) : kustomizationUnit(around.tree, kustomization);
}

/** The plain files at an applied path. Kustomizations below are separate units, which Flux builds. */
function folderUnit({ path, recurses }: AppliedPath, { tree, manifests }: Around): Unit {
  const isApplied = (file: string): boolean => {
    const folder = folderOfPath(file);
    if (folder === path) return true;
    return recurses && isBelow(folder, path) && !foldersBetween(path, folder).some((each) => kustomizationIn(tree, each));
  };
  return { name: path || '.', kind: 'folder', files: manifests.filter(isApplied) };
}

function foldersBetween(top: string, folder: string): string[] {
  return folder === top || folder === '' ? [] : [...foldersBetween(top, folderOfPath(folder)), folder];
}
