/**
 * Makes the text of a kustomization that kustomize builds: without entries whose content another host, Helm or a plugin has, and with
 * the paths that copies of outside files get. Where parts are left out, patches of missing objects would fail the build, so each patch
 * that can be read gets a target, which need not match.
 */
import { parseDocuments } from '../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { type FileTree, folderOfPath, textAt } from '../trees/file-tree.js';
import { readKustomization } from './kustomization.js';
import { HELM_FIELDS, LOADING_FIELDS, textsNamed, withTexts } from './kustomization-fields.js';
import { resolvedPath, type UnreadPart } from './refused-kustomization.js';

/** Fields of patches that need no target: kustomize then uses the names in the patch, and fails if no object matches. */
const PATCHES = ['patches', 'patchesStrategicMerge'] as const;

/** The differences between the copy and the kustomization. */
export interface GivenOtherwise {
  /** The entries that are left out. @default none */
  readonly parts?: readonly UnreadPart[] | undefined;
  /** Replaced texts of entries. @default none */
  readonly moved?: ReadonlyMap<string, string> | undefined;
}

/**
 * The text of a kustomization for the copy that is built.
 *
 * @example
 * givenText(tree, 'prod/kustomization.yaml', { parts: [{ file: 'prod/kustomization.yaml', entry: 'github.com/a/b', reason: 'remote' }] })
 */
export function givenText(tree: FileTree, file: string, { parts, moved = new Map() }: GivenOtherwise): string | undefined {
  const fields = readKustomization(tree, file);
  return fields && sortedText(withTexts(parts ? withoutParts(tree, file, fields, parts) : fields, moved));
}

type Fields = Readonly<Record<string, unknown>>;

function withoutParts(tree: FileTree, file: string, fields: Fields, parts: readonly UnreadPart[]): Fields {
  const left: Record<string, unknown> = { ...fields };
  const entries = new Set(parts.flatMap(({ reason, entry }) => (reason === 'helm' ? [] : [entry])));
  if (parts.some(({ reason }) => reason === 'helm')) for (const field of HELM_FIELDS) delete left[field];
  for (const field of LOADING_FIELDS) {
    const value = left[field];
    if (value === undefined) continue;
    const isLeft = (entry: unknown): boolean => ![...textsNamed({ [field]: [entry] })].some(([, text]) => entries.has(text));
    if (Array.isArray(value)) left[field] = value.filter(isLeft);
    else if (!isLeft(value)) delete left[field];
  }
  const patches = PATCHES.flatMap((field) => [left[field] ?? []].flat().flatMap((entry) => withTarget(tree, folderOfPath(file), entry)));
  delete left.patchesStrategicMerge;
  // kustomize refuses an empty kustomization.
  return { metadata: { name: 'rest' }, ...left, ...(patches.length > 0 ? { patches } : {}) };
}

/** A patch with an explicit target, one for each of its documents. */
function withTarget(tree: FileTree, folder: string, entry: unknown): unknown[] {
  const { target, path, patch } = isMapping(entry) ? entry : { target: undefined, path: entry, patch: undefined };
  if (target !== undefined) return [entry];
  const file = typeof path === 'string' ? resolvedPath(folder, path) : undefined;
  const isInline = typeof path === 'string' && path.includes('\n');
  const text = typeof patch === 'string' ? patch : isInline ? path : file === undefined ? undefined : textAt(tree, file);
  if (text === undefined) return [entry];
  const { documents, problems } = parseDocuments({ file: '', text });
  const targets = documents.map(({ value }) => targetOf(value));
  if (problems.length > 0 || targets.includes(undefined)) return [entry];
  return documents.map(({ value }, index) => ({ target: targets[index], patch: sortedText(value) }));
}

function targetOf(patch: unknown): object | undefined {
  const { apiVersion, kind, metadata } = isMapping(patch) ? patch : {};
  const { name, namespace } = isMapping(metadata) ? metadata : {};
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string') return undefined;
  const [version, group] = apiVersion.split('/').reverse();
  return {
    ...(group === undefined ? {} : { group }),
    version,
    kind,
    // kustomize reads the name as a regular expression of the whole name.
    name: name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    ...(typeof namespace === 'string' ? { namespace } : {}),
  };
}
