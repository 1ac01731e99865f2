/** Files, folders, commits and standard input → texts, within limits. */
import { realpathSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { groupBy } from '../../base/kubernetes/object.js';
import type { OriginOf } from '../../base/manifest/locate.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { AppliedFiles, RawFile, RawFiles, RemoteFolder, UnreadFile } from '../../olm/model/unread-file.js';
import { CHART_FILE, chartFiles, chartName, doubtfulFiles } from '../charts/chart-files.js';
import { ownRelease } from '../charts/chart-release.js';
import { plainChart } from '../charts/plain-chart.js';
import { helmHere, isChart, readChart } from '../charts/render-chart.js';
import { buildCacheFor } from '../kustomize/build-cache.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { notFollowed, partNotRead, readKustomizations, unbuiltKustomizations, unreadParts } from '../kustomize/kustomization-text.js';
import { withRemotes } from '../kustomize/remote-folders.js';
import { below, type FileTree, STANDARD_INPUT } from '../trees/file-tree.js';
import { isGitInput } from '../trees/git-tree.js';
import { excluding } from '../trees/glob.js';
import { readText, unreadable } from '../trees/read-text.js';
import { isManifestFile, manifestFiles } from './manifest-files.js';
import { openInput } from './open-input.js';

/** One file of the inputs, found and not yet read; or what stands in the way of an input, as a file without a text. */
export interface FoundFile {
  readonly file: string;
  /** Its text, or why it has none. */
  text(): { readonly text: string } | { readonly problem: Problem };
  /** Its content as it is; nothing where that cannot be read or is too large. */
  bytes(): Uint8Array | undefined;
  /** Where it is, if it is in a folder or a commit. */
  readonly within?: { readonly tree: FileTree; readonly path: string };
  /** Whether it was found in a folder, and nothing lists it: other programs keep their files there, too. */
  readonly isUnlisted?: true;
  /** Whether something names its folder as what it applies. */
  readonly isApplied?: true;
  /** Whether it is of a unit beside others of one cluster. */
  readonly isShared?: true;
  /** Of a text that was built: where its parts come from. */
  readonly originOf?: OriginOf;
}

/** Files that were found already, such as those of one unit of a repository. */
export interface GivenFiles {
  readonly name: string;
  readonly files: readonly FoundFile[];
  /** Whether they are of units that Applications bring to one cluster, and nobody calls it one. */
  readonly isGuessed?: true;
  /** What of them is not read. @default all is */
  readonly unread?: readonly UnreadFile[];
  /** The names of units among them that could not be built. @default none */
  readonly unbuilt?: readonly string[];
  /** The file of this name beside them or in a folder around them, as an input names it. */
  near(name: string): string | undefined;
}

/** What is read: an input as it is named, or files that were found already. */
export type Source = string | GivenFiles;

/** How kustomizations are read. */
export interface KustomizationsRead {
  /** What remote bases hold. @default they are not read */
  readonly remote?: readonly RemoteFolder[] | undefined;
  /** The folder of what was built earlier. @default nothing is kept */
  readonly cache?: string | undefined;
  /** What is left out, by its path in the repository. @default nothing */
  readonly exclude?: readonly string[] | undefined;
  /** Whether kustomizations count as not built, since the other side of a review cannot build them. @default false */
  readonly asUnbuilt?: boolean;
}

/** Inputs as messages name them. */
export function namesOf(inputs: readonly Source[]): string {
  return inputs.map((input) => (typeof input === 'string' ? input : input.name)).join(' ');
}

/**
 * Finds all files that the inputs name. For a folder, these are all its manifest files, including sub-folders, in byte order.
 * Hidden files, links that lead out of the folder, files that an earlier rendering wrote, and files that a catalog's
 * `.indexignore` names are skipped. A kustomization that only lists files is followed, and one that does more is built.
 *
 * @param inputs paths of files and folders, `git:REVISION[:PATH]`, or `-` for standard input
 */
export function findFiles(inputs: readonly Source[], kustomizations: KustomizationsRead = {}): FoundFile[] {
  return findAll(inputs, { ...kustomizations, everything: false }).files;
}

/** The texts of what `findFiles` finds. */
export function readFiles(inputs: readonly Source[], kustomizations: KustomizationsRead = {}): FilesRead {
  const problems: Problem[] = [];
  return { texts: readTexts(findFiles(inputs, kustomizations), problems), problems };
}

/** What a review reads, and what it knows of besides, before any of it is read. */
export function findEverything(inputs: readonly Source[], how: KustomizationsRead & Pick<Looking, 'otherSide'> = {}): AllFound {
  return findAll(inputs, { ...how, everything: true });
}

/** Reads for a review, from which nothing can hide a file: what is written and ignored is read, too, and the rest is known. */
export function readEverything(inputs: readonly Source[], how: KustomizationsRead & Pick<Looking, 'otherSide'> = {}): EverythingRead {
  const { files, written, ignored, ...rest } = findEverything(inputs, how);
  const problems: Problem[] = [];
  const unlisted = new Map(files.filter(({ isUnlisted }) => isUnlisted).map((found) => [found.file, found]));
  const [texts = [], rendered = [], passedOver = []] = [files, written, ignored].map((some) => readTexts(some, problems));
  return { texts, written: rendered, ignored: passedOver, unlisted, problems, ...rest };
}

/**
 * The texts of files.
 *
 * @param problems receives why a file has none
 */
export function readTexts(files: readonly FoundFile[], problems: Problem[]): SourceText[] {
  expect(files);
  return files.flatMap((found) => {
    const read = found.text();
    const { file, isUnlisted, isShared, originOf } = found;
    if ('text' in read)
      return [
        {
          file,
          text: read.text,
          ...(isUnlisted ? { isUnlisted } : {}),
          ...(isShared ? { isShared } : {}),
          ...(originOf ? { originOf } : {}),
        },
      ];
    problems.push(read.problem);
    return [];
  });
}

/** The documents of a file; none where it has no text. */
export function documentsIn(found: FoundFile): readonly ParsedDocument[] {
  const read = found.text();
  return 'text' in read ? parseDocuments({ file: found.file, text: read.text }).documents : [];
}

/** Finds a text by the name of its file. */
export function textsByName(texts: readonly SourceText[]): (file: string) => string | undefined {
  const byName = new Map(texts.map(({ file, text }) => [file, text]));
  return (file) => byName.get(file);
}

/** Gives the text of a file again by its name. */
export function textByName(files: readonly FoundFile[]): (file: string) => string | undefined {
  const byName = new Map(files.map((found) => [found.file, found]));
  return (file) => {
    const read = byName.get(file)?.text();
    return read && 'text' in read ? read.text : undefined;
  };
}

/** Finds where what was built comes from, by the name of the text. */
export function originsByName(files: readonly Pick<FoundFile, 'file' | 'originOf'>[]): OriginOf {
  const byName = new Map(files.flatMap(({ file, originOf }) => (originOf ? [[file, originOf]] : [])));
  return (source, at) => byName.get(source.file)?.(source, at) ?? [];
}

/** Tells the trees of files which of them will be read. */
export function expect(files: readonly FoundFile[]): void {
  for (const [tree, paths] of byTree(files)) tree.expect?.(paths);
}

/** Tells the trees of files which of them will not be read again soon. */
export function forget(files: readonly FoundFile[]): void {
  for (const [tree, paths] of byTree(files)) tree.forget?.(paths);
}

function byTree(files: readonly FoundFile[]): [FileTree, string[]][] {
  const within = files.flatMap((found) => found.within ?? []);
  return [...groupBy(within, ({ tree }) => tree)].map(([tree, members]) => [tree, members.map(({ path }) => path)]);
}

/** Texts, and what could not be read. */
export interface FilesRead {
  readonly texts: SourceText[];
  readonly problems: Problem[];
}

/** All texts of the inputs, and what was not read. */
export interface EverythingRead extends FilesRead {
  /** What an earlier rendering wrote. */
  readonly written: SourceText[];
  /** What a catalog's `.indexignore` names. */
  readonly ignored: SourceText[];
  /** Files that nothing lists, also those without a text. */
  readonly unlisted: ReadonlyMap<string, FoundFile>;
  readonly unread: UnreadFile[];
  readonly raw: RawFiles;
  /** The path of a file within its input; the file itself where that was named. */
  pathOf(file: string): string;
}

interface AllFound extends Pick<EverythingRead, 'unread' | 'raw' | 'pathOf'> {
  readonly files: FoundFile[];
  readonly written: FoundFile[];
  readonly ignored: FoundFile[];
}

/** How inputs are looked through. */
interface Looking extends KustomizationsRead {
  readonly everything: boolean;
  readonly otherSide?: OtherSide | undefined;
}

function findAll(
  inputs: readonly Source[],
  { everything, otherSide, remote = [], cache, exclude = [], asUnbuilt = false }: Looking,
): AllFound {
  const result = { files: [] as FoundFile[], written: [] as FoundFile[], ignored: [] as FoundFile[] };
  const unread: UnreadFile[] = [];
  const raw = { built: [] as RawFile[], plain: [] as RawFile[], kustomized: [] as string[], applied: (): AppliedFiles[] => [] };
  const paths = new Map<string, string>();
  const seen = new Set<string>();
  const enter = (found: FoundFile, identity: string, into = result.files): void => {
    if (!seen.has(identity)) into.push(found);
    seen.add(identity);
  };
  const refuse = (problem: Problem): void => {
    result.files.push(problemFile(problem));
  };
  const enterTree = (input: string, tree: FileTree, identityOf: (path: string) => string): void => {
    const chart = isChart(tree, '') && kustomizationIn(tree, '') === undefined ? readOwnChart(tree, { everything, otherSide }) : undefined;
    if (chart) {
      result.files.push(chart.file);
      unread.push(...chart.unread);
      return;
    }
    const found = manifestFiles(tree);
    const more = everything ? [...found.written, ...found.ignored] : [];
    if (found.files.length + found.above.length + more.length + found.toBuild.length === 0 && found.refused.length === 0)
      refuse(found.written.length > 0 ? onlyWritten(input) : noManifests(input));
    const enterAll = (files: readonly string[], into: FoundFile[]): void => {
      for (const path of files) {
        const file = tree.nameOf(path);
        paths.set(file, path);
        const isUnlisted = !found.listed.has(path);
        const one = fileIn(tree, path);
        enter(
          { ...(isManifestFile(basename(path)) ? one : withAnyText(one)), ...(isUnlisted ? { isUnlisted } : {}) },
          identityOf(tree.realPathOf?.(path) ?? path),
          into,
        );
      }
    };
    enterAll(found.files, result.files);
    for (const path of found.above) {
      enter(fileIn(found.top, path), found.top.nameOf(path));
    }
    const how = { cache: buildCacheFor(cache, [input]), other: otherSide, partsAlone: false };
    const read = asUnbuilt ? unbuiltKustomizations(found.top, found.toBuild) : readKustomizations(found.top, found.toBuild, how);
    const parts = [...found.parts];
    for (const built of found.toBuild.flatMap((folder) => read.get(folder) ?? [])) {
      built.problems.forEach(refuse);
      result.files.push(...built.texts.map(builtFile));
      parts.push(...built.parts.filter((part) => !parts.includes(part)));
      if (everything) unread.push(...built.unread.map((file) => ({ ...file, path: posix.relative(found.place, file.path) })));
    }
    for (const refusal of found.refused) refuse(notFollowed(found.top, refusal));
    for (const part of parts) refuse(partNotRead(found.top, part));
    if (!everything) return;
    enterAll(found.written, result.written);
    enterAll(found.ignored, result.ignored);
    for (const file of [...found.unread(), ...unreadParts(found.top, found.place, parts)]) unread.push(file);
    for (const file of found.raw.built) raw.built.push(file);
    for (const file of found.raw.plain) raw.plain.push(file);
    raw.kustomized.push(...found.raw.kustomized);
    const before = raw.applied;
    raw.applied = () => [...before(), ...found.raw.applied()];
  };
  for (const input of inputs) {
    if (typeof input !== 'string') {
      // Not spread: an engine takes only so many arguments.
      for (const found of input.files) {
        result.files.push(found);
        if (found.within) paths.set(found.file, found.within.path);
      }
      for (const file of input.unread ?? []) unread.push(file);
      continue;
    }
    try {
      const opened = openInput(input);
      const isOnDisk = !isGitInput(input) && input !== STANDARD_INPUT;
      if ('problem' in opened) refuse(opened.problem);
      else if ('file' in opened) {
        const found = foundFile(input, opened.file);
        enter(isOnDisk ? withoutOthers(found) : found, isOnDisk ? realpathSync(input) : input);
      } else {
        const identityOf = isOnDisk ? below(realpathSync(input)) : opened.tree.nameOf;
        enterTree(input, excluding(withRemotes(opened.tree, input, remote), exclude), identityOf);
      }
    } catch (error) {
      refuse(unreadable(input, error as NodeJS.ErrnoException));
    }
  }
  return { ...result, unread, raw, pathOf: (file) => paths.get(file) ?? file };
}

/**
 * A chart that is an input, rendered with its own values, or as far as its text is plain where Helm is not there.
 *
 * @returns nothing where a review has to tell of each of its files, as Helm cannot render it
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
      // That it is one is told where it is new or gone: other tools apply the files as they are.
      { path: CHART_FILE, file: tree.nameOf(CHART_FILE), reason: 'chart', content: 'chart' },
    ],
  };
}

/** What stands in the way of a file or of an input. */
export function problemFile(problem: Problem): FoundFile {
  return { file: problem.file, text: () => ({ problem }), bytes: () => undefined };
}

/** What was built, as a file. */
export function builtFile({ file, text, originOf }: SourceText): FoundFile {
  return { ...foundFile(file, () => Buffer.from(text)), ...(originOf ? { originOf } : {}) };
}

/** A file of a tree. */
export function fileIn(tree: FileTree, path: string): FoundFile {
  const content = (): Uint8Array | undefined => {
    if (tree.isAbsent?.(path)) throw new Error('git has no content of it here: the clone is damaged, or was made without it');
    return tree.read(path);
  };
  return { ...foundFile(tree.nameOf(path), content), within: { tree, path } };
}

/** A file by its name, read when it is needed. */
export function foundFile(file: string, content: () => Uint8Array | undefined): FoundFile {
  return {
    file,
    text: () => readText(file, content),
    bytes: () => {
      try {
        return content();
      } catch {
        return undefined;
      }
    },
  };
}

/** In `manifests/` of a bundle, what is not text is not a manifest, which is no problem of a file. */
function withAnyText(found: FoundFile): FoundFile {
  const text = (): ReturnType<FoundFile['text']> => {
    const read = found.text();
    const bytes = 'problem' in read ? found.bytes() : undefined;
    return bytes ? { text: new TextDecoder().decode(bytes) } : read;
  };
  return { ...found, text };
}

/** Fields by one of which every document that is read can be told: of Kubernetes, catalogs, locks, baselines and reports. */
const TELLING = /^[\s{"'-]*(?:apiVersion|kind|items|schema|spec|metadata|catalogs|accepted|options|clusters)["']?\s*:/m;

/** Of a file that is nothing of the sort, by its name and by its text, nothing is shown: it can be one with passwords. */
function withoutOthers(found: FoundFile): FoundFile {
  if (/\.(?:ya?ml|json)$/i.test(found.file)) return found;
  const text = (): ReturnType<FoundFile['text']> => {
    const read = found.text();
    return 'problem' in read || (TELLING.test(read.text) && !read.text.includes('\0')) ? read : { problem: noManifest(found.file) };
  };
  return { ...found, text };
}

function noManifest(file: string): Problem {
  return {
    code: 'NOT_A_MANIFEST',
    message: 'the file is not a manifest',
    file,
    found: 'a text that is nothing of Kubernetes, under a name that no manifest has',
    expected: 'YAML or JSON, in a file that ends in .yaml, .yml or .json',
    fix: 'check the path',
  };
}

function noManifests(folder: string): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'the folder contains no manifests',
    file: folder,
    found: 'no manifest file',
    expected: 'files that end in .yaml, .yml or .json',
    fix: 'check the path',
  };
}

function onlyWritten(folder: string): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'the folder is a rendering: cdk8s-olm wrote all of its manifests',
    file: folder,
    found: 'only what render wrote',
    expected: 'what it was rendered from: OperatorGroups, and Subscriptions or ClusterServiceVersions',
    fix: 'name the folder that it was rendered from; review, who-can and explain take a rendering, too',
  };
}
