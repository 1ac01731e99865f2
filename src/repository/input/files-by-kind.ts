/** Sorts the files of a tree by name: manifests, kustomizations, written files of a rendering, ignored files, and the rest. */
import { MANIFEST_FILE } from '../../base/manifest/manifest-name.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { CODE_OWNERS } from '../../olm/model/code-owners.js';
import { DEFAULT_BASELINE } from '../../olm/model/default-baseline.js';
import type { PassedOver, UnreadReason } from '../../olm/model/unread-file.js';
import { besideChart } from '../charts/beside-chart.js';
import { type FileTree, isNotRead, parsedAt, pathIn, textAt } from '../trees/file-tree.js';
import { bringsNothing, OF_TESTS, SOURCE_CODE } from './brings-nothing.js';
import { hiddenReason } from './hidden-files.js';
import { DECIDES_RUNS, GIT_FOLDER, hasObject, type ManifestWalk, walkManifests } from './manifest-walk.js';

/** Argo CD's directory source evaluates the first and applies the result; the first imports the second. */
const PROGRAM_FILE = /\.(?:jsonnet|libsonnet)$/i;

/** Sources from which ytt, kpt, KCL, CUE and other tools make manifests, if they run. */
const TEMPLATE_FILE = /\.(?:star|k|cue|gotmpl|tpl|tmpl)$/i;

/** Words of manifests that define permissions or operators. */
const DECIDES_PERMISSIONS =
  /cluster-admin|\b(?:Cluster)?Role(?:Binding)?\b|\bServiceAccount|\bOperatorGroup\b|\bSubscription\b|\bClusterExtension\b|\bCatalogSource\b/;

export interface Walked extends Pick<ManifestWalk, 'files' | 'written' | 'ignored' | 'kustomizations'> {
  passedOver(): PassedOver[];
}

/** Every file of a tree, sorted by name. */
export function filesByKind(tree: FileTree): Walked {
  const { others, folders, ...walked } = walkManifests(tree);
  return {
    ...walked,
    passedOver: () =>
      [
        ...others.flatMap(([path, reason]) => reasonOf(tree, path, reason)),
        ...folders.flatMap(([folder, reason]) => inFolder(tree, folder, reason)),
      ].filter(([path, reason]) => (reason !== 'hidden' && reason !== 'chart-part') || !isBaseline(tree, path)),
  };
}

/** An entry that is not read, with its reason; empty if it never reaches a cluster. */
function reasonOf(tree: FileTree, path: string, known: UnreadReason | undefined): PassedOver[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (known) return [[path, known]];
  if (PROGRAM_FILE.test(name)) return [[path, 'program']];
  if (TEMPLATE_FILE.test(name)) {
    const names = DECIDES_PERMISSIONS.test(textAt(tree, path));
    return [[path, tree.isAbsent?.(path) ? 'absent' : names ? 'permissions-template' : 'template']];
  }
  if (SOURCE_CODE.test(name) && !OF_TESTS.test(name)) return [[path, 'source-code']];
  if (name.startsWith('.')) return told(path);
  return bringsNothing(name) ? [] : [[path, 'other']];
}

/** A hidden file that is no manifest, unless it neither runs nor is applied. */
function told(path: string): PassedOver[] {
  const reason = hiddenReason(path);
  return reason === undefined ? [] : [[path, reason]];
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
    if ((reason === 'hidden' || reason === 'node-modules') && DECIDES_RUNS.test(path) && !hasObject(tree, path)) return [[path, 'forge']];
    if (reason === 'excluded') return bringsNothing(name) ? [] : [[path, reason]];
    if (reason === 'chart-part' || MANIFEST_FILE.test(name) || PROGRAM_FILE.test(name)) return [[path, reason]];
    return reason === 'hidden' ? told(path) : [];
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
