/** Reads the texts of files, folders, commits and standard input, within limits. */
import { posix } from 'node:path';
import { isGitInput } from '../../base/manifest/git-input.js';
import { STANDARD_INPUT } from '../../base/manifest/input-name.js';
import type { SourceText } from '../../base/manifest/parse.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { Watched } from '../../olm/model/progress.js';
import type { AppliedFiles, RawFile, RawFiles, RemoteFolder, UnreadFile } from '../../olm/model/unread-file.js';
import { CHART_FILE, chartFiles, chartName, doubtfulFiles } from '../charts/chart-files.js';
import { ownRelease } from '../charts/chart-release.js';
import { plainChart } from '../charts/plain-chart.js';
import { helmHere, isChart, readChart } from '../charts/render-chart.js';
import { buildCacheFor } from '../kustomize/build-cache.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import {
  notBuiltFile,
  notFollowed,
  partNotRead,
  readKustomizations,
  unbuiltKustomizations,
  unreadParts,
} from '../kustomize/kustomization-text.js';
import { madeOf } from '../kustomize/made-of.js';
import type { UnreadPart } from '../kustomize/refused-kustomization.js';
import { withRemotes } from '../kustomize/remote-folders.js';
import { below, type FileTree } from '../trees/file-tree.js';
import { excluding } from '../trees/glob.js';
import { realRootOf } from '../trees/places.js';
import { unreadable } from '../trees/read-text.js';
import { skippedProblem } from './argo-cd-skip.js';
import {
  type FilesRead,
  type FoundFile,
  fileIn,
  foundFile,
  manifestFileIn,
  noManifests,
  onlyWritten,
  problemFile,
  readTexts,
  withoutOthers,
} from './found-file.js';
import { builtFile } from './found-texts.js';
import { type ManifestFiles, manifestFiles } from './manifest-files.js';
import { openInput } from './open-input.js';

/** Already found files, such as those of one unit of a repository. */
export interface GivenFiles {
  readonly name: string;
  readonly files: readonly FoundFile[];
  /** Whether the files belong to a guessed cluster, which only Applications join. */
  readonly isGuessed?: true;
  /** The unread files among them. @default all are read */
  readonly unread?: readonly UnreadFile[];
  /** The names of units that could not be built. @default none */
  readonly unbuilt?: readonly string[];
  /** Whether an Application or Flux Kustomization applies this plain file, by its name. @default nothing is known to be applied */
  readonly isApplied?: (file: string) => boolean;
  /** The nearest file with this name, in the files' folder or above, in the form of an input. */
  near(name: string): string | undefined;
}

/** A source of files: a named input, or already found files. */
export type Source = string | GivenFiles;

/** Options for finding files. */
export interface KustomizationsRead extends Watched {
  /** The content of remote bases. @default they are not read */
  readonly remote?: readonly RemoteFolder[] | undefined;
  /** The cache folder of builds. @default nothing is kept */
  readonly cache?: string | undefined;
  /** Path patterns of excluded files, relative to the repository. @default nothing */
  readonly exclude?: readonly string[] | undefined;
  /** Whether kustomizations count as not built, because the other side of a review cannot build them. @default false */
  readonly asUnbuilt?: boolean;
  /** Kustomizations and files that count as applied by nobody, by their paths in the input. @default none */
  readonly apart?: ReadonlySet<string>;
}

/** The names of inputs in messages. */
export function namesOf(inputs: readonly Source[]): string {
  return inputs.map((input) => (typeof input === 'string' ? input : input.name)).join(' ');
}

/**
 * Finds all files that the inputs name. For a folder, these are all its manifest files, including subfolders, in byte order. Skips
 * hidden files, links that lead out of the folder, files of an earlier rendering, and files that a catalog's `.indexignore` names.
 * Follows a kustomization that only lists files, and builds any other one.
 *
 * @param inputs paths of files and folders, `git:REVISION[:PATH]`, or `-` for standard input
 */
export function findFiles(inputs: readonly Source[], kustomizations: KustomizationsRead = {}): FoundFile[] {
  return findAll(inputs, { ...kustomizations, everything: false }).files;
}

/** The texts of the files that `findFiles` finds. */
export function readFiles(inputs: readonly Source[], kustomizations: KustomizationsRead = {}): FilesRead {
  const problems: Problem[] = [];
  return { texts: readTexts(findFiles(inputs, kustomizations), problems), problems };
}

/** Finds the files that a review reads, and the files that it only lists, without reading any. */
export function findEverything(inputs: readonly Source[], how: KustomizationsRead & Pick<Looking, 'otherSide'> = {}): AllFound {
  return findAll(inputs, { ...how, everything: true });
}

/** Reads for a review, from which no file can hide: reads rendered and ignored files, too, and lists the rest. */
export function readEverything(inputs: readonly Source[], how: KustomizationsRead & Pick<Looking, 'otherSide'> = {}): EverythingRead {
  const { files, written, ignored, ...rest } = findEverything(inputs, how);
  const problems: Problem[] = [];
  const unlisted = new Map(files.filter(({ isUnlisted }) => isUnlisted).map((found) => [found.file, found]));
  const [texts = [], rendered = [], passedOver = []] = [files, written, ignored].map((some) => readTexts(some, problems));
  return { texts, written: rendered, ignored: passedOver, unlisted, problems, ...rest };
}

/** All texts of the inputs, and the unread files. */
export interface EverythingRead extends FilesRead {
  /** Files of an earlier rendering. */
  readonly written: SourceText[];
  /** Files that a catalog's `.indexignore` names. */
  readonly ignored: SourceText[];
  /** Unlisted files, including those without a text. */
  readonly unlisted: ReadonlyMap<string, FoundFile>;
  readonly unread: UnreadFile[];
  readonly raw: RawFiles;
  /** The path of a file within its input; the file's name if the file is the input. */
  pathOf(file: string): string;
}

interface AllFound extends Pick<EverythingRead, 'unread' | 'raw' | 'pathOf'> {
  readonly files: FoundFile[];
  readonly written: FoundFile[];
  readonly ignored: FoundFile[];
}

/** Options for searching inputs. */
interface Looking extends KustomizationsRead {
  readonly everything: boolean;
  readonly otherSide?: OtherSide | undefined;
}

function findAll(inputs: readonly Source[], how: Looking): AllFound {
  const search = new Search(how);
  for (const input of inputs) {
    if (typeof input === 'string') search.enterInput(input);
    else search.enterGiven(input);
  }
  return search.found();
}

/** The files of inputs, one input after the other: a file that two of them name is there once. */
class Search {
  private readonly files: FoundFile[] = [];
  private readonly written: FoundFile[] = [];
  private readonly ignored: FoundFile[] = [];
  private readonly unread: UnreadFile[] = [];
  private readonly raw = {
    built: [] as RawFile[],
    loaded: [] as RawFile[],
    plain: [] as RawFile[],
    roots: [] as RawFiles['roots'][number][],
    kustomized: [] as string[],
  };
  /** The files that Applications of each tree apply: it takes a look at all of them. */
  private readonly applied: (() => readonly AppliedFiles[])[] = [];
  /** The path of each file within its input. */
  private readonly paths = new Map<string, string>();
  private readonly seen = new Set<string>();

  constructor(private readonly how: Looking) {}

  enterGiven({ files, unread = [] }: GivenFiles): void {
    // Not spread: an engine takes only so many arguments.
    for (const found of files) {
      this.files.push(found);
      if (found.within) this.paths.set(found.file, found.within.path);
    }
    for (const file of unread) this.unread.push(file);
  }

  enterInput(input: string): void {
    try {
      const opened = openInput(input);
      const isOnDisk = !isGitInput(input) && input !== STANDARD_INPUT;
      if ('problem' in opened) this.refuse(opened.problem);
      else if ('file' in opened) {
        const found = foundFile(input, opened.file);
        this.enter(isOnDisk ? withoutOthers(found) : found, isOnDisk ? realRootOf(input) : input);
      } else {
        const { remote = [], exclude = [] } = this.how;
        const identityOf = isOnDisk ? below(realRootOf(input)) : opened.tree.nameOf;
        this.enterTree(input, excluding(withRemotes(opened.tree, input, remote), exclude), identityOf);
      }
    } catch (error) {
      this.refuse(unreadable(input, error as NodeJS.ErrnoException));
    }
  }

  found(): AllFound {
    const { files, written, ignored, unread, paths, applied } = this;
    const raw = { ...this.raw, applied: () => applied.flatMap((one) => one()) };
    return { files, written, ignored, unread, raw, pathOf: (file) => paths.get(file) ?? file };
  }

  private enterTree(input: string, tree: FileTree, identityOf: (path: string) => string): void {
    const chart = isChart(tree, '') && kustomizationIn(tree, '') === undefined ? readOwnChart(tree, this.how) : undefined;
    if (chart) {
      this.files.push(chart.file);
      this.unread.push(...chart.unread);
      return;
    }
    const found = manifestFiles(tree, this.how.apart);
    const more = this.how.everything ? [...found.written, ...found.ignored] : [];
    const { skipped } = found;
    if (found.files.length + found.above.length + more.length + found.toBuild.length + skipped.length === 0 && found.refused.length === 0)
      this.refuse(found.written.length > 0 ? onlyWritten(input) : noManifests(input));
    const enterAll = (files: readonly string[], into: FoundFile[]): void => {
      for (const path of files) this.enterPath(path, tree, !found.listed.has(path), identityOf, into);
    };
    enterAll(found.files, this.files);
    for (const path of found.above) this.enter(fileIn(found.top, path), found.top.nameOf(path));
    const parts = this.enterBuilt(input, found);
    for (const refusal of found.refused) this.refuse(notFollowed(found.top, refusal));
    for (const part of parts) this.refuse(partNotRead(found.top, part));
    if (!this.how.everything) {
      for (const path of skipped) this.refuse(skippedProblem(tree.nameOf(path)));
      return;
    }
    enterAll(found.written, this.written);
    enterAll(found.ignored, this.ignored);
    const { top, place, unfollowed, refused } = found;
    const problems = refused.map((refusal) => notFollowed(top, refusal));
    for (const file of unfollowed) this.unread.push(unbuiltFile(top, place, file, problems));
    this.note(found, parts);
  }

  /** @returns the parts of all kustomizations that are not read */
  private enterBuilt(input: string, { top, place, toBuild, parts }: ManifestFiles): UnreadPart[] {
    const { everything, otherSide, cache, asUnbuilt = false, progress } = this.how;
    const how = { cache: buildCacheFor(cache, [input]), other: otherSide, partsAlone: false, progress };
    const read = asUnbuilt ? unbuiltKustomizations(top, toBuild) : readKustomizations(top, toBuild, how);
    const all = [...parts];
    for (const [folder, built] of toBuild.flatMap((one) => [[one, read.get(one)] as const])) {
      if (!built) continue;
      for (const problem of built.problems) this.refuse(problem);
      if (everything && built.problems.length > 0)
        this.unread.push(unbuiltFile(top, place, kustomizationIn(top, folder) ?? folder, built.problems));
      this.files.push(...built.texts.map(builtFile));
      all.push(...built.parts.filter((part) => !all.includes(part)));
      if (everything) this.unread.push(...built.unread.map((file) => ({ ...file, path: posix.relative(place, file.path) })));
    }
    return all;
  }

  /** Notes the rest of a tree: files that are not read, and files as they are written. */
  private note({ top, place, raw, unread }: ManifestFiles, parts: readonly UnreadPart[]): void {
    for (const file of [...unread(), ...unreadParts(top, place, parts)]) this.unread.push(file);
    for (const file of raw.built) this.raw.built.push(file);
    for (const file of raw.loaded) this.raw.loaded.push(file);
    for (const file of raw.plain) this.raw.plain.push(file);
    this.raw.roots.push(...raw.roots);
    this.raw.kustomized.push(...raw.kustomized);
    this.applied.push(() => raw.applied());
  }

  private enterPath(path: string, tree: FileTree, isUnlisted: boolean, identityOf: (path: string) => string, into: FoundFile[]): void {
    this.paths.set(tree.nameOf(path), path);
    this.enter({ ...manifestFileIn(tree, path), ...(isUnlisted ? { isUnlisted } : {}) }, identityOf(tree.realPathOf?.(path) ?? path), into);
  }

  private enter(found: FoundFile, identity: string, into = this.files): void {
    if (!this.seen.has(identity)) into.push(found);
    this.seen.add(identity);
  }

  private refuse(problem: Problem): void {
    this.files.push(problemFile(problem));
  }
}

/** A kustomization that is not built, under its path in the input: another one for each version of what it loads. */
function unbuiltFile(top: FileTree, place: string, file: string, problems: readonly Problem[]): UnreadFile {
  return { ...notBuiltFile(posix.relative(place, file), madeOf(top, file), problems), file: top.nameOf(file) };
}

/**
 * A chart that is an input, rendered with its own values; without Helm, read as plain text.
 *
 * @returns nothing if Helm cannot render the chart and a review has to report each of its files
 */
function readOwnChart(
  tree: FileTree,
  { everything, otherSide }: Looking,
): { readonly file: FoundFile; readonly unread: readonly UnreadFile[] } | undefined {
  const release = ownRelease('', chartName(tree, ''));
  const helm = helmHere();
  if (helm === undefined) {
    const plain = plainChart(tree, release);
    return { file: builtFile(plain.text), unread: plain.unread };
  }
  const rendered = readChart(tree, release, helm, otherSide);
  if ('problem' in rendered && everything) return undefined;
  return {
    file: 'text' in rendered ? builtFile(rendered.text) : problemFile(rendered.problem),
    unread: [
      ...doubtfulFiles(tree, chartFiles(tree, '').files),
      // A review reports a new or removed chart: other tools apply the files unrendered.
      { path: CHART_FILE, file: tree.nameOf(CHART_FILE), reason: 'chart', content: 'chart' },
    ],
  };
}
