/** Walks a tree and finds its manifests, its kustomizations, and the files that are neither. */
import { compareText } from '../../base/kubernetes/object.js';
import { isManifestFile, MANIFEST_FILE } from '../../base/manifest/manifest-name.js';
import { type IgnoreRule, INDEX_IGNORE, ignoreRules, isIgnored } from '../../olm/catalog/index-ignore.js';
import { CODE_OWNERS } from '../../olm/model/code-owners.js';
import { OF_PROGRAMS } from '../../olm/model/program-files.js';
import type { UnreadReason } from '../../olm/model/unread-file.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { isNotRead, oncePerPath, parsedAt, pathIn, type ReadableTree, type TreeEntry, textAt } from '../trees/file-tree.js';
import { namesInList, OWNED_FILES } from './owned-files.js';

/** The ignore lists of Flux's source controller, kpt, Helm and Fleet: without them, more files are applied. */
const IGNORE_LISTS: ReadonlySet<string> = new Set(['.sourceignore', '.krmignore', '.helmignore', '.fleetignore']);

/** Files that Argo CD merges into the source of all Applications, or of the one in the file's name. */
const ARGO_CD_SOURCE = /^\.argocd-source(?:-.*)?\.yaml$/;

const GIT_ATTRIBUTES = '.gitattributes';

/** Attributes that change the content of a checkout; an encoding can turn a comment into a manifest. */
const CONVERTING = /working-tree-encoding|filter|ident|\[attr\]/;

/** Files that decide which programs run for a repository, with which credentials, from where tools take them, and who approves. */
export const DECIDES_RUNS = new RegExp(
  [
    /(?:^|\/)(?:OWNERS|OWNERS_ALIASES|Jenkinsfile[^/]*|(?:GNU)?[Mm]akefile|Taskfile\.ya?ml|[Jj]ustfile|Earthfile|Tiltfile)$|\.tgz$/,
    /(?:^|\/)\.(?:npmrc|yarnrc|yarnrc\.yml|pypirc|gitmodules|gitattributes|gitconfig|lfsconfig|sops\.ya?ml|mergify\.ya?ml|tool-versions)$/,
    /(?:^|\/)\.(?:envrc|pnpmfile\.c?js|bazelrc|terraformrc|cargo\/config(?:\.toml)?|mvn\/[^/]+|docker\/config\.json|kube\/config)$/,
    /(?:^|\/)\.(?:devcontainer\/.*\.json|vscode\/(?:tasks|launch)\.json|githooks\/[^/]+|(?:config\/)?mise\/.*\.toml)$/,
    /(?:^|\/)(?:\.?ansible\.cfg|\.?mise\.toml|pip\.conf)$|^\.husky\/[^/]+$|^\.semaphore\/.*\.ya?ml$/,
    /^\.(?:gitlab-ci|woodpecker|drone|travis|cirrus)\.ya?ml$|^(?:azure|bitbucket)-pipelines\.ya?ml$|^\.?appveyor\.ya?ml$/,
    /^\.(?:circleci|woodpecker|buildkite|gitlab|gitea|forgejo)\/.*\.ya?ml$|^\.github\/(?:workflows|actions)\/.*\.ya?ml$/,
    /^(?:\.kodiak\.toml|\.?bors\.toml|\.bulldozer\.ya?ml|\.policy\.ya?ml|\.github\/(?:policy|bulldozer)\.ya?ml|\.github\/\.?kodiak\.toml)$/,
    /^\.github\/(?:mergify|settings)\.ya?ml$|^node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/,
    OF_PROGRAMS,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The file by which Argo CD treats a folder as a Helm chart, whatever its content. */
const CHART_FILE = 'Chart.yaml';

/** Git's own folder; no tool applies it. */
export const GIT_FOLDER = '.git';

/** The files of a tree. */
export interface ManifestWalk {
  readonly files: string[];
  readonly written: string[];
  readonly ignored: string[];
  readonly kustomizations: string[];
  /** The entries that are not read, with the reason if only one is possible for their name and place. */
  readonly others: (readonly [path: string, reason: UnreadReason | undefined])[];
  /** The folders whose files are not read, or not only as manifests. */
  readonly folders: (readonly [path: string, reason: UnreadReason])[];
}

interface Place {
  readonly tree: ReadableTree;
  readonly folder: string;
  readonly entries: readonly TreeEntry[];
  /** Whether the folder is the `manifests/` of a bundle. */
  readonly ofBundle: boolean;
}

/** Every file of a tree, or of one of its folders, sorted by name. */
export function walkManifests(tree: ReadableTree, folder = ''): ManifestWalk {
  const walked: ManifestWalk = { files: [], written: [], ignored: [], kustomizations: [], others: [], folders: [] };
  walkFolder(walked, tree, folder, [], false);
  return walked;
}

function walkFolder(walked: ManifestWalk, tree: ReadableTree, folder: string, outerRules: readonly IgnoreRule[], ofBundle: boolean): void {
  const entries = tree.list(folder).toSorted((a, b) => compareText(a.name, b.name));
  const place: Place = { tree, folder, entries, ofBundle };
  // Helm renders comments, too, and all files in templates/, whatever their extension.
  if (entries.some(({ name, kind }) => kind === 'file' && name === CHART_FILE)) walked.folders.push([folder, 'chart-part']);
  const own = ownedNames(place);
  const rules = [...outerRules, ...indexIgnore(place)];
  const kustomization = kustomizationIn(tree, folder, entries);
  for (const entry of entries) {
    const { name, kind } = entry;
    const path = pathIn(folder, name);
    if (name === GIT_FOLDER || tree.isLeftByGit?.(path)) continue;
    const isExcluded = tree.isExcluded?.(path) === true;
    const deciding = isExcluded || path === kustomization ? undefined : decidingReason(entry, path, place);
    if (isExcluded) (kind === 'folder' ? walked.folders : walked.others).push([path, 'excluded']);
    else if (path === kustomization) walked.kustomizations.push(path);
    else if (deciding) walked.others.push([path, deciding]);
    else if (kind === 'folder') {
      if (name.startsWith('.')) walked.folders.push([path, 'hidden']);
      else if (name === 'node_modules') walked.folders.push([path, 'node-modules']);
      else walkFolder(walked, tree, path, rules, name === 'manifests' && isBundle(place));
    } else if (ofBundle && !isManifestFile(name)) walked.files.push(path);
    else if (MANIFEST_FILE.test(name)) {
      if (name === CHART_FILE) walked.others.push([path, 'chart']);
      if (name.startsWith('.')) walked.others.push([path, 'hidden']);
      else (own.has(name) ? walked.written : isIgnored(path, rules) ? walked.ignored : walked.files).push(path);
    } else walked.others.push([path, undefined]);
  }
}

/** Why an entry is not read: it is no file, or it decides which other files are read, or who approves them. */
function decidingReason({ name, kind }: TreeEntry, path: string, place: Place): UnreadReason | undefined {
  if (isNotRead(kind)) return kind;
  if (name === GIT_ATTRIBUTES && CONVERTING.test(textIn(place, name) ?? '')) return 'git-attributes';
  if (kind !== 'file') return undefined;
  if (IGNORE_LISTS.has(name)) return 'ignore-list';
  if (ARGO_CD_SOURCE.test(name)) return 'argocd-source';
  if (CODE_OWNERS.test(path)) return 'gate';
  return DECIDES_RUNS.test(path) && !place.ofBundle && !hasObject(place.tree, path) ? 'forge' : undefined;
}

/** Whether a file has an object, which tools apply from a folder whatever the name of its file is. */
export const hasObject = oncePerPath((tree: ReadableTree, path): boolean => {
  const text = MANIFEST_FILE.test(path) ? textAt(tree, path) : '';
  const { documents = [], problems = [] } = /apiversion|\\[ux]/i.test(text) ? (parsedAt(tree, path) ?? {}) : {};
  const keys = problems.length > 0 ? [text.match(/^\w+(?=:)/gm) ?? []] : documents.map(({ value }) => Object.keys(value ?? {}));
  return keys.some((own) => own.some((key) => /^apiversion$/i.test(key)) && own.some((key) => /^kind$/i.test(key)));
});

/** Whether a folder is a bundle: OLM (operator-registry's unpacking) and OLM v1 (bundle source) read every file of its `manifests/`. */
function isBundle({ tree, folder, entries }: Place): boolean {
  const metadata = entries.find(({ name, kind }) => name === 'metadata' && kind === 'folder');
  return metadata !== undefined && tree.list(pathIn(folder, metadata.name)).some(({ name }) => /^annotations\.ya?ml$/.test(name));
}

/** The names of the files that an earlier rendering wrote into a folder. */
function ownedNames(place: Place): ReadonlySet<string> {
  const list = textIn(place, OWNED_FILES);
  return new Set(list === undefined ? [] : namesInList(list));
}

function indexIgnore(place: Place): IgnoreRule[] {
  const text = textIn(place, INDEX_IGNORE);
  return text === undefined ? [] : ignoreRules(place.folder, text);
}

/** The text of one file of a folder, if it exists. */
function textIn({ tree, folder, entries }: Place, name: string): string | undefined {
  if (!entries.some((entry) => entry.name === name && entry.kind === 'file')) return undefined;
  return textAt(tree, pathIn(folder, name));
}
