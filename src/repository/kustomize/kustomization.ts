/** Reads one kustomization: its path and its fields. */
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError } from '../../base/manifest/problem.js';
import { oncePerPath, parsedAt, pathIn, type ReadableTree, type TreeEntry } from '../trees/file-tree.js';

/** The file names of a kustomization; a folder contains one of them. */
export const KUSTOMIZATION_NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

/** The kustomization of a folder, if any. @param entries the entries of the folder */
export function kustomizationIn(tree: ReadableTree, folder: string, entries = tree.list(folder)): string | undefined {
  const [name] = kustomizationsIn(entries);
  return name === undefined ? undefined : pathIn(folder, name);
}

/** The kustomizations among the entries of a folder; kustomize refuses a folder with several. */
export function kustomizationsIn(entries: readonly TreeEntry[]): string[] {
  const names = new Set(entries.flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])));
  return KUSTOMIZATION_NAMES.filter((candidate) => names.has(candidate));
}

/** The fields of a kustomization; nothing if it cannot be read. kustomize only reads the first document. */
export const readKustomization = oncePerPath((tree: ReadableTree, file): Readonly<Record<string, unknown>> | undefined => {
  const { documents = [], problems = [] } = parsedAt(tree, file) ?? {};
  const first = documents.find(({ source }) => source.document === 0)?.value;
  return isMapping(first) && !problems.some(isError) ? first : undefined;
});
