/**
 * Finds the data of the ConfigMaps and Secrets from which Flux takes the values of variables. The data is known only if exactly one
 * object of the repository can be meant, and nothing changes the object before it is applied.
 */
import { valuesOf } from '../../base/inside/index.js';
import { type Fields, fieldsOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { kustomizationIn, readKustomization } from '../kustomize/kustomization.js';
import { closureOf } from '../kustomize/kustomization-graph.js';
import { type FileTree, folderOfPath } from '../trees/file-tree.js';
import { mentionsOf } from '../trees/mentions.js';
import { documentsAt, isBelow } from '../trees/tree-paths.js';
import type { DataOf } from './applied-settings.js';

/** Fields of a kustomization that do not change the data of a ConfigMap. */
const HARMLESS: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'bases',
  'namespace',
  'commonLabels',
  'commonAnnotations',
  'labels',
  'images',
  'replicas',
]);
/** Fields of Flux Kustomizations that can change the name or the data of a ConfigMap. */
const CHANGING = ['patches', 'patchesStrategicMerge', 'patchesJson6902', 'components', 'namePrefix', 'nameSuffix', 'targetNamespace'];

/** An object with the wanted kind and name, and its file. */
interface Candidate {
  readonly file: string;
  readonly object: Fields;
}

/** The objects of a repository that apply others. */
export interface Appliers {
  /** The file that such an object was read from. */
  fileOf(object: unknown): string | undefined;
  /** The Flux Kustomizations. */
  flux(): readonly Fields[];
}

/** Makes a finder of data for an applying object. Of several objects with one name, the one below its folder counts. */
export function fluxDataFinder(
  tree: FileTree,
  manifests: readonly string[],
  kustomizations: readonly string[],
  { fileOf, flux }: Appliers,
): (object: unknown) => DataOf {
  const known = new Map<string, readonly Candidate[]>();
  const candidatesOf = (kind: string, namespace: string | undefined, name: string): readonly Candidate[] => {
    const key = JSON.stringify([kind, namespace, name]);
    const found = known.get(key) ?? candidatesIn(tree, manifests, { kind, namespace, name });
    known.set(key, found);
    return found;
  };
  const isChanged = (file: string): boolean =>
    kustomizations.some((kustomization) => {
      const { files, kustomizations: layers } = closureOf(tree, kustomization);
      return files.has(file) && [...layers].some((layer) => changesContent(readKustomization(tree, layer) ?? {}));
    });
  const appliersOf = (file: string): Fields[] =>
    flux()
      .map(({ spec }) => fieldsOf(spec))
      .filter(({ path = '' }) => {
        const folder = plainPath(textOf(path) ?? '');
        const kustomization = kustomizationIn(tree, folder);
        return kustomization === undefined ? isBelow(file, folder) : closureOf(tree, kustomization).files.has(file);
      });
  return (asking) => (kind, namespace, name) => {
    const all = candidatesOf(kind, namespace, name);
    const holder = fileOf(asking);
    const isNear = ({ file }: Candidate): boolean => holder !== undefined && isBelow(file, folderOfPath(holder));
    const [only, ...others] = all.length > 1 ? all.filter(isNear) : all;
    if (!only || others.length > 0 || isChanged(only.file)) return undefined;
    const appliers = appliersOf(only.file);
    // Bootstrapping applies the folder of the asking object. Another file that nothing applies can belong to another cluster.
    if (appliers.length === 0 && !isNear(only)) return undefined;
    if (appliers.some((spec) => CHANGING.some((field) => spec[field] !== undefined))) return undefined;
    const data = dataOf(only.object);
    const isReplaced = sortedText(data ?? {}).includes('$') && appliers.some(({ postBuild }) => postBuild !== undefined);
    return isReplaced ? undefined : data;
  };
}

function candidatesIn(
  tree: FileTree,
  manifests: readonly string[],
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string | undefined; readonly name: string },
): Candidate[] {
  const mentions = mentionsOf([name]);
  return manifests.flatMap((file) => {
    const bytes = tree.read(file);
    if (!bytes || !mentions(bytes)) return [];
    return valuesOf(documentsAt(tree, file))
      .map(fieldsOf)
      .filter((object) => {
        const metadata = fieldsOf(object.metadata);
        return object.kind === kind && metadata.name === name && (metadata.namespace === undefined || metadata.namespace === namespace);
      })
      .map((object) => ({ file, object }));
  });
}

function changesContent(fields: Fields): boolean {
  return Object.keys(fields).some((field) => !HARMLESS.has(field));
}

/** The decoded data; undefined if a value is encrypted or no text. */
function dataOf({ kind, data, stringData, sops }: Fields): Readonly<Record<string, string>> | undefined {
  if (sops !== undefined) return undefined;
  const isSecret = kind === 'Secret';
  const entries = [
    ...Object.entries(fieldsOf(data)).map(([name, value]) => [name, decoded(textOf(value), isSecret)] as const),
    ...(isSecret ? Object.entries(fieldsOf(stringData)).map(([name, value]) => [name, textOf(value)] as const) : []),
  ];
  return entries.every(([, value]) => value !== undefined && !value.startsWith('ENC['))
    ? (Object.fromEntries(entries) as Record<string, string>)
    : undefined;
}

function decoded(text: string | undefined, isBase64: boolean): string | undefined {
  return text === undefined || !isBase64 ? text : Buffer.from(text, 'base64').toString();
}
