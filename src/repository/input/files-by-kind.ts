/** Sorts the files of a tree by name: manifests, kustomizations, written files of a rendering, ignored files, and the rest. */
import { compareText } from '../../base/kubernetes/object.js';
import { isManifestFile, MANIFEST_FILE } from '../../base/manifest/manifest-name.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { type IgnoreRule, INDEX_IGNORE, ignoreRules, isIgnored } from '../../olm/catalog/index-ignore.js';
import { CODE_OWNERS } from '../../olm/model/code-owners.js';
import { DEFAULT_BASELINE } from '../../olm/model/repository-options.js';
import type { PassedOver, UnreadReason } from '../../olm/model/unread-file.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { type FileTree, isNotRead, parsedAt, pathIn, type TreeEntry, textAt } from '../trees/file-tree.js';
import { besideChart, bringsNothing, DECIDES_RUNS, OF_TESTS, SOURCE_CODE } from './brings-nothing.js';
import { namesInList, OWNED_FILES } from './owned-files.js';

/** Argo CD's directory source evaluates the first and applies the result; the first imports the second. */
const PROGRAM_FILE = /\.(?:jsonnet|libsonnet)$/i;

/** Sources from which ytt, kpt, KCL, CUE and other tools make manifests, if they run. */
const TEMPLATE_FILE = /\.(?:star|k|cue|gotmpl|tpl|tmpl)$/i;

/** Words of manifests that define permissions or operators. */
const DECIDES_PERMISSIONS =
  /cluster-admin|\b(?:Cluster)?Role(?:Binding)?\b|\bServiceAccount|\bOperatorGroup\b|\bSubscription\b|\bClusterExtension\b|\bCatalogSource\b/;

/** The ignore lists of Flux's source controller, kpt, Helm and Fleet: without them, more files are applied. */
const IGNORE_LISTS: ReadonlySet<string> = new Set(['.sourceignore', '.krmignore', '.helmignore', '.fleetignore']);

/** Files that Argo CD merges into the source of all Applications, or of the one in the file's name. */
const ARGO_CD_SOURCE = /^\.argocd-source(?:-.*)?\.yaml$/;

const GIT_ATTRIBUTES = '.gitattributes';

/** Attributes that change the content of a checkout; an encoding can turn a comment into a manifest. */
const CONVERTING = /working-tree-encoding|filter|ident|\[attr\]/;

/** The file by which Argo CD treats a folder as a Helm chart, whatever its content. */
const CHART_FILE = 'Chart.yaml';

/** Git's own folder; no tool applies it. */
const GIT_FOLDER = '.git';

export interface Walked {
  readonly files: string[];
  readonly written: string[];
  readonly ignored: string[];
  readonly kustomizations: string[];
  passedOver(): PassedOver[];
}

/** Every file of a tree, sorted by name. */
export function filesByKind(tree: FileTree): Walked {
  const walked = { files: [] as string[], written: [] as string[], ignored: [] as string[], kustomizations: [] as string[] };
  const [entries, folders]: [PassedOver[], PassedOver[]] = [[], []];
  const walkFolder = (folder: string, outerRules: readonly IgnoreRule[], ofBundle = false): void => {
    const all = tree.list(folder).toSorted((a, b) => compareText(a.name, b.name));
    // Helm renders comments, too, and all files in templates/, whatever their extension.
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
      if (isNotRead(kind)) entries.push([path, kind]);
      else if (kind === 'file' && IGNORE_LISTS.has(name)) entries.push([path, 'ignore-list']);
      else if (kind === 'file' && ARGO_CD_SOURCE.test(name)) entries.push([path, 'argocd-source']);
      else if (kind === 'file' && CODE_OWNERS.test(path)) entries.push([path, 'gate']);
      else if (kind === 'file' && DECIDES_RUNS.test(path) && !ofBundle) entries.push([path, 'forge']);
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

/** Whether a folder is a bundle: OLM (operator-registry's unpacking) and OLM v1 (bundle source) read every file of its `manifests/`. */
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

/** All files of a folder that is not read. */
function everyFile(tree: FileTree, folder: string, reason: UnreadReason): PassedOver[] {
  return tree.list(folder).flatMap(({ name, kind }): PassedOver[] => {
    const path = pathIn(folder, name);
    if (name === GIT_FOLDER || tree.isLeftByGit?.(path)) return [];
    if (kind === 'folder') return everyFile(tree, path, reason);
    if (isNotRead(kind)) return [[path, kind]];
    if (CODE_OWNERS.test(path)) return [[path, 'gate']];
    if ((reason === 'hidden' || reason === 'node-modules') && DECIDES_RUNS.test(path)) return [[path, 'forge']];
    if (reason === 'excluded') return bringsNothing(name) ? [] : [[path, reason]];
    return reason === 'chart-part' || MANIFEST_FILE.test(name) || PROGRAM_FILE.test(name) ? [[path, reason]] : [];
  });
}

/**
 * Whether a file is the baseline of the input: it is no Kubernetes object, and the review reports its acceptances. A manifest of this
 * name stays a hidden file, and so does a baseline in a subfolder: it counts if only that folder is reviewed.
 */
function isBaseline(tree: FileTree, path: string): boolean {
  const parsed = path === DEFAULT_BASELINE ? parsedAt(tree, path) : undefined;
  const isObject = ({ value }: ParsedDocument): boolean =>
    Array.isArray(value) || Object.keys(value ?? {}).some((key) => /^(?:kind|apiversion|items)$/i.test(key));
  return parsed?.problems.length === 0 && parsed.documents.length <= 1 && !parsed.documents.some(isObject);
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

/** The text of one file of a folder, if it exists. */
function textIn(tree: FileTree, folder: string, entries: readonly TreeEntry[], name: string): string | undefined {
  if (!entries.some((entry) => entry.name === name && entry.kind === 'file')) return undefined;
  return textAt(tree, pathIn(folder, name));
}
