/** Decides which files of a tree are read, for folders on disk and for commits; and lists the unread files. */
import { posix } from 'node:path';
import { valuesOf } from '../../base/inside/index.js';
import { compareText } from '../../base/kubernetes/object.js';
import { MANIFEST_FILE } from '../../base/manifest/manifest-name.js';
import { DEFAULT_BASELINE } from '../../olm/model/default-baseline.js';
import type { AppliedFiles, PassedOver, RawFile, RawFiles, UnreadFile, UnreadReason } from '../../olm/model/unread-file.js';
import { appliedIn } from '../applied/applied-paths.js';
import { appliedUnit } from '../applied/applied-units.js';
import { closureOf, followKustomization, loadedBy, outermost } from '../kustomize/kustomization-graph.js';
import type { KustomizationRefusal, UnreadPart } from '../kustomize/refused-kustomization.js';
import { decoded, type FileTree, folderOfPath, isNotRead, parsedAt, pathIn, type TopTree, textAt } from '../trees/file-tree.js';
import { chainOf, isBelow } from '../trees/tree-paths.js';
import { isSkipped } from './argo-cd-skip.js';
import { besideBases } from './beside-bases.js';
import { bringsNothing, OF_FORGES } from './brings-nothing.js';
import { filesByKind, type Walked } from './files-by-kind.js';
import { withPipelines } from './forge-pipelines.js';
import { isHarmlessHidden } from './hidden-files.js';

/** Reasons that stay even if the file is read: Helm reads the files of a chart in its own way. */
const OF_CHART: ReadonlySet<UnreadReason> = new Set(['chart', 'chart-part']);

/** The files of a tree by their use; each list in byte order, folder by folder. */
export interface ManifestFiles {
  readonly files: readonly string[];
  /** The subset of `files` that a kustomization lists. */
  readonly listed: ReadonlySet<string>;
  /** Files above the tree that kustomizations list, by paths of `top`. */
  readonly above: readonly string[];
  /** Files that an earlier rendering wrote: only read in a review. */
  readonly written: readonly string[];
  /** Files that a catalog's `.indexignore` names: only read in a review. */
  readonly ignored: readonly string[];
  /** The tree of the whole repository: kustomizations are followed and built in it. */
  readonly top: FileTree;
  /** The path of the tree in `top`. */
  readonly place: string;
  /** Folders of `top` whose kustomization does more than list. */
  readonly toBuild: readonly string[];
  /** Entries of kustomizations that cannot be followed. */
  readonly refused: readonly KustomizationRefusal[];
  /** Kustomizations that cannot be followed, by paths of `top`. */
  readonly unfollowed: readonly string[];
  /** Unread entries of kustomizations, whose content another host, Helm or a plugin has. */
  readonly parts: readonly UnreadPart[];
  /** Files that Argo CD leaves out. */
  readonly skipped: readonly string[];
  /** The files, unbuilt. */
  readonly raw: RawFiles;
  /** The unread files. Inspects every file. */
  unread(): UnreadFile[];
}

/**
 * Sorts the files of a tree, subfolders included.
 *
 * @param apart kustomizations and files that count as applied by nobody, by their paths
 */
export function manifestFiles(tree: FileTree, apart: ReadonlySet<string> = new Set()): ManifestFiles {
  const found = filesByKind(tree);
  const top = tree.top?.() ?? { tree, folder: '' };
  const ownPaths = (paths: Iterable<string>): string[] => pathsBelow(top, paths);
  const kustomizations = withoutRenderings(
    top.tree,
    found.kustomizations.map((file) => pathIn(top.folder, file)),
    new Set(found.written.map((file) => pathIn(top.folder, file))),
  );
  const isApart = (path: string): boolean => apart.has(pathBelow(top.folder, path) ?? '');
  const units = kustomizationUnits(top.tree, kustomizations).filter((file) => !isApart(file));
  // A base is applied through its kustomization as well: a file next to it that it does not list is not applied.
  const folders = new Set(kustomizations.map(folderOfPath));
  const inUnit = (path: string): boolean => chainOf(pathIn(top.folder, path)).some((folder) => folders.has(folder));
  const isNoPlain = (path: string): boolean => inUnit(path) || apart.has(path);
  const followed = units.map((file) => ({ file, ...followKustomization(top.tree, folderOfPath(file)) }));
  const toBuild = followed.flatMap(({ file, isBuilt }) => (isBuilt ? [file] : []));
  const listed = followed.flatMap(({ files = [] }) => files);
  const loaded = [...loadedBy(top.tree, units)];
  const used = new Set(ownPaths(loaded));
  // The result of a build contains the files that it uses.
  const usedByBuilt = new Set(ownPaths(loadedBy(top.tree, toBuild)));
  const unbuilt = found.files.filter((path) => !isNoPlain(path) && !usedByBuilt.has(path));
  tree.expect?.(unbuilt);
  const skipped = unbuilt.filter((path) => isSkipped(tree, path));
  const isLeftOut = new Set(skipped);
  const plain = unbuilt.filter((path) => !isLeftOut.has(path));
  const files = [...new Set([...plain, ...ownPaths(listed)])].sort(comparePaths);
  const rawFile = rawFileOf(tree);
  const read = new Set([...files, ...used]);
  const isUnread = (path: string): boolean => !read.has(path);
  const unlisted = [...found.files, ...found.ignored, ...found.kustomizations].filter((path) => isNoPlain(path) && isUnread(path));
  return {
    files,
    listed: new Set(ownPaths(listed)),
    above: [...new Set(pathsAround(top, listed))].sort(comparePaths),
    written: found.written.filter(isUnread),
    ignored: found.ignored.filter((path) => !inUnit(path) && isUnread(path)),
    toBuild: toBuild.map(folderOfPath),
    top: top.tree,
    place: top.folder,
    raw: {
      built: found.files.filter((path) => usedByBuilt.has(path)).map(rawFile),
      loaded: [...[...used].map(rawFile), ...pathsAround(top, loaded).map(rawFileOf(top.tree, top.folder))],
      plain: plain.map(rawFile),
      roots: units.flatMap((file) => ownPaths([file]).map((path) => ({ path, loads: new Set(ownPaths(loadedBy(top.tree, [file]))) }))),
      kustomized: found.kustomizations.map(folderOfPath),
      applied: () => appliedFiles(top, top.folder === '' ? found : filesByKind(top.tree)),
    },
    refused: followed.flatMap(({ refused = [] }) => refused),
    unfollowed: followed.flatMap(({ file, refused = [] }) => (refused.length > 0 ? [file] : [])),
    parts: followed.flatMap(({ parts = [] }) => parts),
    skipped: skipped.filter(isUnread),
    unread: () => [
      ...skipped.filter(isUnread).map((path) => unreadFile(tree, path, 'argocd-skip')),
      ...unreadFiles(tree, found, unlisted, read),
      ...besideBases(top, units).map((path) => unreadFile(top.tree, path, 'not-listed', posix.relative(top.folder, path))),
    ],
  };
}

/** Paths of the repository, as they are in the folder; those above it are left out. */
function pathsBelow({ folder }: TopTree, paths: Iterable<string>): string[] {
  return [...paths].flatMap((path) => pathBelow(folder, path) ?? []);
}

/** Paths of the repository that are not in the folder. */
function pathsAround({ folder }: TopTree, paths: readonly string[]): string[] {
  return paths.filter((path) => !isBelow(path, folder));
}

function pathBelow(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** @param place the input's path in the tree */
function rawFileOf(tree: FileTree, place = ''): (path: string) => RawFile {
  return (path) => ({
    path: place === '' ? path : posix.relative(place, path),
    file: tree.nameOf(path),
    content: () => tree.identityOf(path),
    values: () => valuesIn(tree, path),
  });
}

/** The files of each unit that Applications name. @param all files of the repository */
function appliedFiles(top: TopTree, all: Walked): AppliedFiles[] {
  const around = { tree: top.tree, manifests: all.files };
  return appliedIn(top.tree, all.files, all.kustomizations, '').paths.map((one) => {
    const { kind, files: of } = appliedUnit(one, around);
    const [own, none] = [new Set(pathsBelow(top, of)), new Set<string>()];
    return { by: one.by, path: one.path, plain: kind === 'folder' ? own : none, built: kind === 'folder' ? none : own };
  });
}

/** @param unlisted files that no kustomization lists @param read files that are read */
function unreadFiles(tree: FileTree, found: Walked, unlisted: readonly string[], read: ReadonlySet<string>): UnreadFile[] {
  const all = [...unlisted.map((path): PassedOver => [path, 'not-listed']), ...found.passedOver()];
  const unread = withoutForges(
    tree,
    all.filter(([path, reason]) => !read.has(path) || OF_CHART.has(reason)),
  );
  // The first reason of a file is the one of its own; whole folders come last.
  return [...new Map(withPipelines(tree, unread, found).toReversed())]
    .map(([path, reason]) => unreadFile(tree, path, reason))
    .sort((a, b) => compareText(a.path, b.path));
}

function valuesIn(tree: FileTree, path: string): readonly unknown[] | undefined {
  const parsed = parsedAt(tree, path);
  return !parsed || parsed.problems.length > 0 ? undefined : valuesOf(parsed.documents);
}

/** The files, without those of forges, editors and linters that have no object and run nothing. */
export function withoutForges(tree: FileTree, files: readonly PassedOver[]): PassedOver[] {
  const candidates = new Set(files.flatMap(([path, reason]) => (mayBeOfForge(path, reason) ? [path] : [])));
  tree.expect?.([...candidates]);
  const left = files.flatMap((file): PassedOver[] => {
    const [path, reason] = file;
    if (!candidates.has(path) || !hasNoObject(tree, path) || (reason === 'hidden' && isGate(tree, path))) return [file];
    // A tool can read files that nothing applies.
    return reason === 'hidden' && !isHarmlessHidden(path) ? [[path, 'settings']] : [];
  });
  tree.forget?.([...candidates]);
  return left;
}

function mayBeOfForge(path: string, reason: UnreadReason): boolean {
  if (reason === 'not-listed') return bringsNothing(path);
  return reason === 'hidden' && !path.endsWith(`/${DEFAULT_BASELINE}`) && (OF_FORGES.test(path) || bringsNothing(path));
}

/** Whether a forge's file runs this program: its author controls what the program stops. */
function isGate(tree: FileTree, path: string): boolean {
  return OF_FORGES.test(path) && hasNoObject(tree, path) && textAt(tree, path).includes('cdk8s-olm');
}

/** An unread file; its text is only read on demand. @param shown its path in the input */
export function unreadFile(tree: FileTree, path: string, because: UnreadReason, shown = path): UnreadFile {
  const reason = (because === 'hidden' || because === 'forge') && isGate(tree, path) ? 'gate' : because;
  const leadsNowhere = reason === 'link' ? missingTarget(tree, path) : undefined;
  return {
    ...(leadsNowhere === undefined ? {} : { leadsNowhere }),
    path: shown,
    file: tree.nameOf(path),
    reason,
    content: tree.identityOf(path),
    get text() {
      if (isNotRead(reason)) return undefined;
      const bytes = tree.read(path);
      return bytes === undefined || bytes.includes(0) ? undefined : decoded(bytes);
    },
  };
}

/** The path in the tree that a link leads to, if nothing is there; another link on the way can lead anywhere. */
function missingTarget(tree: FileTree, path: string): string | undefined {
  const [, target] = /^-> (\S+)$/.exec(tree.identityOf(path)) ?? [];
  if (target === undefined || target.startsWith('/')) return undefined;
  const wanted = posix.join(posix.dirname(path), target);
  let folder = '';
  for (const step of wanted.split('/').filter(Boolean)) {
    const entry = step === '..' || step === '.' ? { kind: 'folder?' } : tree.list(folder).find(({ name }) => name === step);
    if (!entry) return wanted;
    if (entry.kind !== 'folder') return undefined;
    folder = pathIn(folder, step);
  }
  return undefined;
}

/** Whether a file has no object, so that no tool would apply it. */
function hasNoObject(tree: FileTree, path: string): boolean {
  const parsed = MANIFEST_FILE.test(path) ? parsedAt(tree, path) : undefined;
  const isBare = ({ value }: { value: unknown }): boolean =>
    typeof value !== 'object' || value === null || !['kind', 'items', 'apiVersion'].some((field) => field in value);
  return parsed?.problems.length === 0 && parsed.documents.every(isBare);
}

/** Sorts in byte order, folder by folder, so that the files of a folder stay together. */
function comparePaths(a: string, b: string): number {
  return compareText(a.replaceAll('/', '\0'), b.replaceAll('/', '\0'));
}

/** The kustomizations, except those of a rendering, which only list the rendering's files. */
function withoutRenderings(tree: FileTree, kustomizations: readonly string[], written: ReadonlySet<string>): readonly string[] {
  return kustomizations.filter((file) => {
    const others = [...closureOf(tree, file).files].filter((path) => path !== file);
    const isWritten = others.length > 0 && others.every((path) => written.has(path));
    return !isWritten || followKustomization(tree, folderOfPath(file))?.isBuilt !== false;
  });
}

/** The kustomizations that no other one uses, outside of another one's folder. */
function kustomizationUnits(tree: FileTree, all: readonly string[]): readonly string[] {
  const folders = new Set(all.map(folderOfPath));
  const isInAnother = (file: string): boolean =>
    chainOf(file)
      .slice(0, -1)
      .some((folder) => folders.has(folder));
  return outermost(
    tree,
    all.filter((file) => !isInAnother(file)),
  );
}
