/** Which files of a tree are read: decided here, once for folders on disk and for commits. What is not read is known, too. */
import { valuesOf } from '../../base/inside/index.js';
import { compareText } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { DEFAULT_BASELINE } from '../../olm/model/repository-options.js';
import {
  CODE_OWNERS,
  type PassedOver,
  type RawFile,
  type RawFiles,
  type UnreadFile,
  type UnreadReason,
} from '../../olm/model/unread-file.js';
import { appliedIn } from '../applied/applied-paths.js';
import { appliedUnit } from '../applied/applied-units.js';
import { besideChart } from '../charts/chart-files.js';
import { type KustomizationRefusal, kustomizationIn, type UnreadPart } from '../kustomize/kustomization.js';
import { closureOf, followKustomization, loadedBy, outermost } from '../kustomize/kustomization-graph.js';
import { chainOf, type FileTree, folderOfPath, isBelow, parsedAt, pathIn, type TreeEntry, textAt } from '../trees/file-tree.js';
import { type IgnoreRule, INDEX_IGNORE, ignoreRules, isIgnored } from '../trees/index-ignore.js';
import { bringsNothing, OF_FORGES, OF_TESTS, SOURCE_CODE } from './brings-nothing.js';
import { withPipelines } from './forge-pipelines.js';
import { namesInList, OWNED_FILES } from './rendered-folder.js';

const MANIFEST_FILE = /\.(?:yaml|yml|json)$/i;

/** Whether a file is a manifest by its name; in a bundle, one of any other name can be a manifest, too. */
export function isManifestFile(name: string): boolean {
  return MANIFEST_FILE.test(name) && !name.startsWith('.');
}

/** Argo CD's directory source evaluates the first and applies the result; the second is what the first imports. */
const PROGRAM_FILE = /\.(?:jsonnet|libsonnet)$/i;
/** Texts that ytt, kpt, KCL, CUE and other tools make manifests of, if somebody runs them. */
const TEMPLATE_FILE = /\.(?:star|k|cue|gotmpl|tpl|tmpl)$/i;
/** Words of manifests that decide permissions, or which operators there are. */
const DECIDES_PERMISSIONS =
  /cluster-admin|\b(?:Cluster)?Role(?:Binding)?\b|\bServiceAccount|\bOperatorGroup\b|\bSubscription\b|\bClusterExtension\b|\bCatalogSource\b/;
/** What Flux's source controller, kpt, Helm and Fleet read as a list of files to leave out: without it, more is applied. */
const IGNORE_LISTS: ReadonlySet<string> = new Set(['.sourceignore', '.krmignore', '.helmignore', '.fleetignore']);
/** What Argo CD merges into the source of its Applications, or of the one that it names. */
const ARGO_CD_SOURCE = /^\.argocd-source(?:-.*)?\.yaml$/;
const GIT_ATTRIBUTES = '.gitattributes';
/** Attributes by which a checkout has other content than the commit; an encoding can make a manifest of a comment. */
const CONVERTING = /working-tree-encoding|filter|ident|\[attr\]/;
/** With it, Argo CD takes the folder for a Helm chart, whatever else the file says. */
const CHART_FILE = 'Chart.yaml';
/** Helm reads a file of a chart in its own way, whoever else reads it. */
const OF_CHART: ReadonlySet<UnreadReason> = new Set(['chart', 'chart-part']);
/** Whatever a repository of git keeps for itself; no tool applies it. */
const GIT_FOLDER = '.git';

/** The files of a tree by what is done with them; each list in byte order, folder by folder. */
export interface ManifestFiles {
  readonly files: readonly string[];
  /** Of these, what a kustomization lists. */
  readonly listed: ReadonlySet<string>;
  /** What kustomizations list above the tree, by paths of `top`. */
  readonly above: readonly string[];
  /** What an earlier rendering wrote: read in a review alone. */
  readonly written: readonly string[];
  /** What a catalog's `.indexignore` names: read in a review alone. */
  readonly ignored: readonly string[];
  /** The tree of the whole repository: kustomizations are followed and built in it. */
  readonly top: FileTree;
  /** The path of the folder there. */
  readonly place: string;
  /** Folders of `top` whose kustomization does more than list. */
  readonly toBuild: readonly string[];
  /** What kustomizations list and nobody can follow. */
  readonly refused: readonly KustomizationRefusal[];
  /** What kustomizations list beside what is read, and another host, Helm or a plugin has. */
  readonly parts: readonly UnreadPart[];
  /** Files as they stand. */
  readonly raw: RawFiles;
  /** What is not read. It takes a look at every file there is. */
  unread(): UnreadFile[];
}

/** Sorts out the files of a tree, sub-folders included. */
export function manifestFiles(tree: FileTree): ManifestFiles {
  const found = filesByKind(tree);
  const top = tree.top?.() ?? { tree, folder: '' };
  const ownPath = (path: string): string | undefined =>
    top.folder === '' ? path : path.startsWith(`${top.folder}/`) ? path.slice(top.folder.length + 1) : undefined;
  const ownPaths = (paths: Iterable<string>): string[] => [...paths].flatMap((path) => ownPath(path) ?? []);
  const units = kustomizationUnits(
    top.tree,
    found.kustomizations.map((file) => pathIn(top.folder, file)),
    new Set(found.written.map((file) => pathIn(top.folder, file))),
  );
  const inUnit = (path: string): boolean => units.some((file) => isBelow(pathIn(top.folder, path), folderOfPath(file)));
  const followed = units.map((file) => ({ file, ...followKustomization(top.tree, folderOfPath(file)) }));
  const toBuild = followed.flatMap(({ file, isBuilt }) => (isBuilt ? [file] : []));
  const listed = followed.flatMap(({ files = [] }) => files);
  const used = new Set(ownPaths(loadedBy(top.tree, units)));
  // What one that is built uses is in its result.
  const usedByBuilt = new Set(ownPaths(loadedBy(top.tree, toBuild)));
  const plain = found.files.filter((path) => !inUnit(path) && !usedByBuilt.has(path));
  const files = [...new Set([...plain, ...ownPaths(listed)])].sort(comparePaths);
  const rawFile = (path: string): RawFile => ({
    path,
    file: tree.nameOf(path),
    content: () => tree.identityOf(path),
    values: () => valuesIn(tree, path),
  });
  const read = new Set([...files, ...used]);
  const isWritten = (path: string): boolean => !read.has(path);
  const written = found.written.filter(isWritten);
  const ignored = found.ignored.filter((path) => !inUnit(path) && !read.has(path));
  const unlisted = [...found.files, ...found.ignored, ...found.kustomizations].filter((path) => inUnit(path) && !read.has(path));
  return {
    files,
    listed: new Set(ownPaths(listed)),
    above: [...new Set(listed.filter((path) => ownPath(path) === undefined))].sort(comparePaths),
    written,
    ignored,
    toBuild: toBuild.map(folderOfPath),
    top: top.tree,
    place: top.folder,
    raw: {
      built: found.files.filter((path) => usedByBuilt.has(path)).map(rawFile),
      plain: plain.map(rawFile),
      kustomized: found.kustomizations.map(folderOfPath),
      applied: () => {
        const all = top.folder === '' ? found : filesByKind(top.tree);
        const around = { tree: top.tree, manifests: all.files };
        return appliedIn(top.tree, all.files, all.kustomizations, '').paths.map((one) => {
          const { kind, files: of } = appliedUnit(one, around);
          const [own, none] = [new Set(ownPaths(of)), new Set<string>()];
          return { by: one.by, path: one.path, plain: kind === 'folder' ? own : none, built: kind === 'folder' ? none : own };
        });
      },
    },
    refused: followed.flatMap(({ refused = [] }) => refused),
    parts: followed.flatMap(({ parts = [] }) => parts),
    unread: () => {
      const all = [...unlisted.map((path): PassedOver => [path, 'not-listed']), ...found.passedOver()];
      const unread = withoutForges(
        tree,
        all.filter(([path, reason]) => !read.has(path) || OF_CHART.has(reason)),
      );
      // The first reason of a file is the one of its own; whole folders come last.
      return [...new Map(withPipelines(tree, unread, found).toReversed())]
        .map(([path, reason]) => unreadFile(tree, path, reason))
        .sort((a, b) => compareText(a.path, b.path));
    },
  };
}

function valuesIn(tree: FileTree, path: string): readonly unknown[] | undefined {
  const parsed = parsedAt(tree, path);
  return !parsed || parsed.problems.length > 0 ? undefined : valuesOf(parsed.documents);
}

/** What is not of a forge, an editor or a linter, or holds an object. */
export function withoutForges(tree: FileTree, files: readonly PassedOver[]): PassedOver[] {
  const candidates = new Set(files.flatMap(([path, reason]) => (mayBeOfForge(path, reason) ? [path] : [])));
  tree.expect?.([...candidates]);
  const left = files.filter(
    ([path, reason]) => !candidates.has(path) || !hasNoObject(tree, path) || (reason === 'hidden' && isGate(tree, path)),
  );
  tree.forget?.([...candidates]);
  return left;
}

function mayBeOfForge(path: string, reason: UnreadReason): boolean {
  if (reason === 'not-listed') return bringsNothing(path);
  return reason === 'hidden' && !path.endsWith(`/${DEFAULT_BASELINE}`) && (OF_FORGES.test(path) || bringsNothing(path));
}

/** Whether a file of a forge runs this program: whoever changes it decides what the program stops. */
function isGate(tree: FileTree, path: string): boolean {
  return OF_FORGES.test(path) && hasNoObject(tree, path) && textAt(tree, path).includes('cdk8s-olm');
}

/** A file that is not read; its text is read only where somebody asks for it. */
export function unreadFile(tree: FileTree, path: string, because: UnreadReason): UnreadFile {
  const reason = because === 'hidden' && isGate(tree, path) ? 'gate' : because;
  return {
    path,
    file: tree.nameOf(path),
    reason,
    content: tree.identityOf(path),
    get text() {
      if (reason === 'link' || reason === 'submodule') return undefined;
      const bytes = tree.read(path);
      return bytes === undefined || bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
    },
  };
}

/** Whether a file has no object at all, so that nothing would apply it. */
function hasNoObject(tree: FileTree, path: string): boolean {
  const parsed = MANIFEST_FILE.test(path) ? parsedAt(tree, path) : undefined;
  const isBare = ({ value }: { value: unknown }): boolean =>
    typeof value !== 'object' || value === null || !['kind', 'items', 'apiVersion'].some((field) => field in value);
  return parsed?.problems.length === 0 && parsed.documents.every(isBare);
}

/** In byte order folder by folder, so that what is in a folder stays together. */
function comparePaths(a: string, b: string): number {
  return compareText(a.replaceAll('/', '\0'), b.replaceAll('/', '\0'));
}

export interface Walked {
  readonly files: string[];
  readonly written: string[];
  readonly ignored: string[];
  readonly kustomizations: string[];
  passedOver(): PassedOver[];
}

/** Every file of a tree, by what its name says. */
export function filesByKind(tree: FileTree): Walked {
  const walked = { files: [] as string[], written: [] as string[], ignored: [] as string[], kustomizations: [] as string[] };
  const [entries, folders]: [PassedOver[], PassedOver[]] = [[], []];
  const walkFolder = (folder: string, outerRules: readonly IgnoreRule[], ofBundle = false): void => {
    const all = tree.list(folder).toSorted((a, b) => compareText(a.name, b.name));
    // Helm renders comments, too, and any file of templates/ whatever its ending.
    if (all.some(({ name, kind }) => kind === 'file' && name === CHART_FILE)) folders.push([folder, 'chart-part']);
    const own = ownedNames(tree, folder, all);
    const rules = [...outerRules, ...indexIgnore(tree, folder, all)];
    const kustomization = kustomizationIn(tree, folder, all);
    for (const { name, kind } of all) {
      const path = pathIn(folder, name);
      if (name === GIT_FOLDER || tree.isLeftByGit?.(path)) continue;
      if (tree.isExcluded?.(path)) {
        if (kind === 'folder') folders.push([path, 'excluded']);
        else entries.push([path, 'excluded']);
        continue;
      }
      if (path === kustomization) {
        walked.kustomizations.push(path);
        continue;
      }
      if (kind === 'link' || kind === 'submodule') entries.push([path, kind]);
      else if (kind === 'file' && IGNORE_LISTS.has(name)) entries.push([path, 'ignore-list']);
      else if (kind === 'file' && ARGO_CD_SOURCE.test(name)) entries.push([path, 'argocd-source']);
      else if (kind === 'file' && CODE_OWNERS.test(path)) entries.push([path, 'gate']);
      else if (name === GIT_ATTRIBUTES && CONVERTING.test(textIn(tree, folder, all, name) ?? '')) entries.push([path, 'git-attributes']);
      else if (kind === 'folder') {
        if (name.startsWith('.')) folders.push([path, 'hidden']);
        else if (name === 'node_modules') folders.push([path, 'node-modules']);
        else walkFolder(path, rules, name === 'manifests' && isBundle(tree, folder, all));
      } else if (ofBundle && !isManifestFile(name)) walked.files.push(path);
      else if (MANIFEST_FILE.test(name)) {
        if (name === CHART_FILE) entries.push([path, 'chart']);
        if (name.startsWith('.')) entries.push([path, 'hidden']);
        else if (own.has(name)) walked.written.push(path);
        else if (isIgnored(path, rules)) walked.ignored.push(path);
        else walked.files.push(path);
      } else if (PROGRAM_FILE.test(name)) entries.push([path, 'program']);
      else if (TEMPLATE_FILE.test(name)) {
        const names = DECIDES_PERMISSIONS.test(textIn(tree, folder, all, name) ?? '');
        entries.push([path, tree.isAbsent?.(path) ? 'absent' : names ? 'permissions-template' : 'template']);
      } else if (SOURCE_CODE.test(name) && !OF_TESTS.test(name)) entries.push([path, 'source-code']);
      else if (!bringsNothing(name)) entries.push([path, 'other']);
    }
  };
  walkFolder('', []);
  return {
    ...walked,
    passedOver: () =>
      [...entries, ...folders.flatMap(([folder, reason]) => inFolder(tree, folder, reason))].filter(
        ([path, reason]) => (reason !== 'hidden' && reason !== 'chart-part') || !isBaseline(tree, path),
      ),
  };
}

/** OLM and OLM v1 take every file of its `manifests/` for manifests, whatever its name (operator-registry's unpacking, and OLM v1's source of bundles). */
function isBundle(tree: FileTree, folder: string, entries: readonly TreeEntry[]): boolean {
  const metadata = entries.find(({ name, kind }) => name === 'metadata' && kind === 'folder');
  return metadata !== undefined && tree.list(pathIn(folder, metadata.name)).some(({ name }) => /^annotations\.ya?ml$/.test(name));
}

function inFolder(tree: FileTree, folder: string, reason: UnreadReason): PassedOver[] {
  const all = everyFile(tree, folder, reason);
  if (reason !== 'chart-part') return all;
  const isBeside = besideChart(
    tree,
    all.map(([path]) => path),
  );
  return all.filter(([path]) => !isBeside(path));
}

/** What a folder that nobody looks into holds. */
function everyFile(tree: FileTree, folder: string, reason: UnreadReason): PassedOver[] {
  return tree.list(folder).flatMap(({ name, kind }): PassedOver[] => {
    const path = pathIn(folder, name);
    if (name === GIT_FOLDER || tree.isLeftByGit?.(path)) return [];
    if (kind === 'folder') return everyFile(tree, path, reason);
    if (kind === 'link' || kind === 'submodule') return [[path, kind]];
    if (CODE_OWNERS.test(path)) return [[path, 'gate']];
    if (reason === 'excluded') return bringsNothing(name) ? [] : [[path, reason]];
    return reason === 'chart-part' || MANIFEST_FILE.test(name) || PROGRAM_FILE.test(name) ? [[path, reason]] : [];
  });
}

/**
 * The baseline of the input is no object of Kubernetes, and what it accepts is told. A manifest of this name is as hidden as any
 * other, and so is a baseline further down: it counts as soon as somebody reviews that folder alone.
 */
function isBaseline(tree: FileTree, path: string): boolean {
  const parsed = path === DEFAULT_BASELINE ? parsedAt(tree, path) : undefined;
  const isObject = ({ value }: ParsedDocument): boolean =>
    Array.isArray(value) || Object.keys(value ?? {}).some((key) => /^(?:kind|apiversion|items)$/i.test(key));
  return parsed?.problems.length === 0 && parsed.documents.length <= 1 && !parsed.documents.some(isObject);
}

/** The kustomizations that no other one uses. One that lists nothing but what an earlier rendering wrote belongs to that. */
function kustomizationUnits(tree: FileTree, kustomizations: readonly string[], written: ReadonlySet<string>): readonly string[] {
  const isOfRendering = (file: string): boolean => {
    const others = [...closureOf(tree, file).files].filter((path) => path !== file);
    return (
      others.length > 0 && others.every((path) => written.has(path)) && followKustomization(tree, folderOfPath(file))?.isBuilt === false
    );
  };
  const all = kustomizations.filter((file) => !isOfRendering(file));
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

/** The names of the files that an earlier rendering wrote into a folder. */
function ownedNames(tree: FileTree, folder: string, entries: readonly TreeEntry[]): ReadonlySet<string> {
  const list = textIn(tree, folder, entries, OWNED_FILES);
  return new Set(list === undefined ? [] : namesInList(list));
}

function indexIgnore(tree: FileTree, folder: string, entries: readonly TreeEntry[]): IgnoreRule[] {
  const text = textIn(tree, folder, entries, INDEX_IGNORE);
  return text === undefined ? [] : ignoreRules(folder, text);
}

/** The text of one file of a folder, where it is there. */
function textIn(tree: FileTree, folder: string, entries: readonly TreeEntry[], name: string): string | undefined {
  if (!entries.some((entry) => entry.name === name && entry.kind === 'file')) return undefined;
  return textAt(tree, pathIn(folder, name));
}
