/** Applications of which all that they apply is in the cluster that they are in themselves, and is read whole: in doubt, none. */
import { groupOf, scopeOf } from '../kubernetes/kinds.js';
import { type Fields, fieldsOf, listOf, textOf } from '../kubernetes/pod-spec.js';
import { sortedText } from '../manifest/plain-data.js';
import type { AppliedIn } from './applied-in.js';
import { type AppliedPath, appliedByEach } from './applied-paths.js';
import { type Around, appliedUnit } from './applied-units.js';
import { type FileTree, pathIn } from './file-tree.js';
import type { Home } from './home.js';
import type { Unit } from './unit.js';

/** What a cluster is made of. */
interface Within {
  readonly tree: FileTree;
  readonly applied: AppliedIn;
  readonly around: Around;
  /** What was read of a part; nothing where any of it was not. */
  objectsOf(part: Unit): readonly unknown[] | undefined;
}

/** Fields of an Application that do not change what is made of its source. */
const SPEC = new Set(['source', 'sources', 'destination', 'project', 'syncPolicy', 'revisionHistoryLimit', 'info']);
const OWN_SERVER = 'https://kubernetes.default.svc';
/** https://argo-cd.readthedocs.io/en/stable/user-guide/directory/ */
const READ_BY_ARGO_CD = /\.(?:ya?ml|json|jsonnet)$/i;
/** https://argo-cd.readthedocs.io/en/stable/user-guide/parameters/#store-overrides-in-git */
const OVERRIDES = /^\.argocd-source/;

/** Whether an Application applies parts of the cluster, as they are read, and nothing else. */
export function appliesHere(object: unknown, { parts = [] }: Unit, home: Home, within: Within): boolean {
  const { apiVersion, kind, spec: given, operation } = fieldsOf(object);
  if (kind !== 'Application' || typeof apiVersion !== 'string' || groupOf(apiVersion) !== 'argoproj.io') return false;
  const spec = fieldsOf(given);
  const sources = [...(spec.source === undefined ? [] : [fieldsOf(spec.source)]), ...listOf(spec.sources)];
  const { server, namespace, ...where } = fieldsOf(spec.destination);
  if (operation !== undefined || !hasOnly(spec, SPEC) || fieldsOf(spec.syncPolicy).managedNamespaceMetadata !== undefined) return false;
  if (server !== OWN_SERVER || Object.keys(where).length > 0) return false;
  const { applied } = within;
  const paths = appliedByEach(new Map([['', [object]]]), applied.here, applied.secrets).paths.get('') ?? [];
  const [source, ...others] = sources;
  const [path, ...more] = paths;
  if (!source || !path || others.length + more.length > 0) return false;
  if (!isAddress(textOf(source.repoURL) ?? '', home.address) || !isRevision(source.targetRevision, home)) return false;
  return isPart(path, source, namespace, parts, within);
}

function isPart(path: AppliedPath, source: Fields, namespace: unknown, parts: readonly Unit[], within: Within): boolean {
  const { tree, around } = within;
  const found = appliedUnit(path, around);
  // A folder can be more than one of them asks for.
  const part = parts.find(({ name, kind }) => name === found.name && kind === found.kind);
  if (!part || sortedText(part.release ?? null) !== sortedText(found.release ?? null)) return false;
  const files = new Set(part.files);
  if (found.files.length === 0 || !found.files.every((file) => files.has(file))) return false;
  if (tree.list(path.path).some(({ name }) => OVERRIDES.test(name))) return false;
  // With another of these fields, Argo CD takes another tool.
  const own = { folder: ['directory'], chart: ['helm'] }[found.kind as string] ?? [];
  if (!hasOnly(source, new Set(['repoURL', 'path', 'targetRevision', ...own]))) return false;
  if (!hasOnly(fieldsOf(source.directory), new Set(['recurse']))) return false;
  if (found.kind === 'folder' && !hasAll(tree, path.path, path.recurses, files)) return false;
  const objects = within.objectsOf(part);
  // What has no namespace gets the one of the destination, which no review of the part knows.
  return objects !== undefined && (namespace === undefined || namespace === '' || objects.every(hasPlace));
}

function hasOnly(fields: Fields, names: ReadonlySet<string>): boolean {
  return Object.keys(fields).every((name) => names.has(name));
}

/** Whether the files are all that Argo CD reads in a folder. */
function hasAll(tree: FileTree, folder: string, recurses: boolean, files: ReadonlySet<string>): boolean {
  return tree.list(folder).every(({ name, kind }) => {
    const path = pathIn(folder, name);
    if (kind === 'folder') return !recurses || hasAll(tree, path, recurses, files);
    return kind === 'file' && (!READ_BY_ARGO_CD.test(name) || files.has(path));
  });
}

function hasPlace(object: unknown): boolean {
  const { apiVersion, kind, metadata } = fieldsOf(object);
  const isInNamespace = textOf(fieldsOf(metadata).namespace) !== undefined;
  return isInNamespace || (typeof apiVersion === 'string' && scopeOf(groupOf(apiVersion), String(kind)) === 'cluster');
}

function isRevision(targetRevision: unknown, { revisions }: Home): boolean {
  return revisions.includes(targetRevision === undefined || targetRevision === '' ? 'HEAD' : String(targetRevision));
}

/** Only by its own names: servers can tell upper case in a path from lower case. */
function isAddress(text: string, own: string): boolean {
  const [asked, known] = [text, own].map(placeOf);
  return asked !== undefined && asked === known;
}

/** Host and path of an address of https or ssh. */
function placeOf(address: string): string | undefined {
  const [, host = '', path = ''] =
    /^(?:https|ssh):\/\/(?:[^/@\s]*@)?([^/@\s]+)\/(\S+)$/.exec(address) ?? /^[\w.-]+@([\w.-]+):([^/\s]\S*)$/.exec(address) ?? [];
  return host === '' ? undefined : `${host.toLowerCase()}/${path.replace(/\/$/, '').replace(/\.git$/, '')}`;
}
