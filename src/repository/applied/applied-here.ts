/** Finds Applications that only apply completely read parts of their own cluster; in doubt, an Application is not one. */

import { valuesOf } from '../../base/inside/index.js';
import { groupOf } from '../../base/kubernetes/kinds.js';
import { groupBy, type KubernetesObject } from '../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { repositoryPlace } from '../../base/kubernetes/repository-address.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { ACM_GROUP } from '../../base/tools/acm.js';
import { ARGO_GROUP } from '../../base/tools/argo-cd.js';
import { KUSTOMIZE_GROUP, SOURCE_GROUP } from '../../base/tools/flux.js';
import { scopeOf } from '../../base/tools/kinds.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { closureOf } from '../kustomize/kustomization-graph.js';
import { type FileTree, pathIn } from '../trees/file-tree.js';
import type { Home } from '../trees/git-tree.js';
import { mentionsOf } from '../trees/mentions.js';
import { documentsAt } from '../trees/tree-paths.js';
import type { Unit } from '../units/unit.js';
import { type AppliedIn, type AppliedPath, appliedPaths, isOf } from './applied-paths.js';
import { type Around, appliedUnit } from './applied-units.js';

/** The content of a cluster. */
interface Within {
  readonly applied: AppliedIn;
  readonly around: Around;
  /** The objects of a part; nothing if the part is not completely read. */
  objectsOf(part: Unit): readonly unknown[] | undefined;
}

/** Fields of an Application that do not change the objects of its source. */
const SPEC = new Set(['source', 'sources', 'destination', 'project', 'syncPolicy', 'revisionHistoryLimit', 'info']);
const OWN_SERVER = 'https://kubernetes.default.svc';
/** https://argo-cd.readthedocs.io/en/stable/user-guide/directory/ */
const READ_BY_ARGO_CD = /\.(?:ya?ml|json|jsonnet)$/i;
/** https://argo-cd.readthedocs.io/en/stable/user-guide/parameters/#store-overrides-in-git */
const OVERRIDES = /^\.argocd-source/;

/** Whether an Application only applies parts of the cluster, unchanged. */
export function appliesHere(object: unknown, { parts = [] }: Unit, home: Home, within: Within): boolean {
  const { spec, operation } = fieldsOf(object);
  const { server, namespace, ...where } = fieldsOf(fieldsOf(spec).destination);
  if (!isOf(fieldsOf(object), ARGO_GROUP, 'Application') || operation !== undefined) return false;
  if (server !== OWN_SERVER || Object.keys(where).length > 0) return false;
  const [source, ...others] = sourcesOf(fieldsOf(spec), home, [...OF_SOURCE, 'helm']) ?? [];
  const { here, secrets } = within.applied;
  const [path, ...more] = source ? appliedPaths([object], here, secrets).paths : [];
  if (!source || !path || others.length + more.length > 0) return false;
  return isPart(path, source, namespace, parts, within);
}

/**
 * The paths of an object that only applies completely read paths of this repository; nothing for any other object.
 * @param given the objects next to it, which can be its sources
 */
export function ownPaths(
  object: unknown,
  home: Home,
  { applied, around }: Omit<Within, 'objectsOf'>,
  given: readonly unknown[] = [],
): OwnPaths | undefined {
  const known = [...applied.secrets, ...given];
  const sources = fieldsOf(object).operation === undefined ? ownSources(fieldsOf(object), home, known) : undefined;
  if (!sources) return undefined;
  const { paths } = appliedPaths([object], applied.here, applied.secrets);
  // What the settings make of the objects is read where each path is: in kustomizations, if units are read apart and all of it is known.
  const areKnown = paths.every(({ settings }) => !settings?.lacks && !settings?.variables?.from.length);
  const areBuilt = paths.every(({ path, settings }) => settings === undefined || kustomizationIn(around.tree, path) !== undefined);
  const areRead = home.areSettingsBuilt === true && areKnown && areBuilt;
  // A source with `directory` applies the plain files, even next to a kustomization.
  const isPlain = sources.some(({ directory }) => directory !== undefined);
  if (isPlain && paths.some(({ path }) => kustomizationIn(around.tree, path) !== undefined)) return undefined;
  const literal = sources.flatMap(({ path }) => (typeof path === 'string' && !path.includes('{{') ? [path] : []));
  // An ApplicationSet that decisions of the cluster expand has no known Applications, but each applies these paths.
  const others = sources.flatMap(({ path, directory, recurses = fieldsOf(directory).recurse === true }) => {
    const own = typeof path === 'string' ? plainPath(path) : '';
    return literal.includes(String(path)) && applied.here.folders.has(own) && paths.every((one) => one.path !== own)
      ? [{ path: own, by: '', recurses: recurses === true }]
      : [];
  });
  if (![...paths, ...others].every((path) => isWhole(path, around))) return undefined;
  const missing = literal.filter((path) => !applied.here.folders.has(plainPath(path)));
  // None of the paths from a template exists.
  const filledIn = paths.length === 0 && literal.length === 0 ? sources.map(({ path }) => String(path)) : [];
  return { missing: [...missing, ...filledIn], paths: literal, ...(areRead ? {} : { isChanged: true }) };
}

/** Whether an object is of a tool whose objects can have sources in this repository. */
export function canHaveSources({ apiVersion }: KubernetesObject): boolean {
  return [ARGO_GROUP, ACM_GROUP, KUSTOMIZE_GROUP].includes(groupOf(apiVersion));
}

/**
 * Plugins of Argo CD that only fill values into the objects of a path, which all the same are those of the repository.
 * https://argocd-vault-plugin.readthedocs.io/en/stable/usage/
 */
const FILLER = /^(?:argocd-vault-plugin|avp)(?:-kustomize)?$/;

/** An Application without the name of such a plugin, to find which of its objects go with it. */
export function withoutFiller(object: KubernetesObject): KubernetesObject {
  const { source, ...spec } = fieldsOf(object.spec);
  const { plugin, ...others } = fieldsOf(source);
  const { name, ...more } = fieldsOf(plugin);
  const isFiller = FILLER.test(textOf(name) ?? '') && Object.keys(more).length === 0;
  return isFiller ? { ...object, spec: { ...spec, source: others } } : object;
}

/** The sources of an object, if all are in this repository. */
function ownSources(object: Fields, home: Home, objects: readonly unknown[]): readonly Fields[] | undefined {
  const spec = fieldsOf(object.spec);
  if (isOf(object, ARGO_GROUP, 'Application')) return sourcesOf(spec, home, OF_SOURCE);
  if (isOf(object, ARGO_GROUP, 'ApplicationSet')) {
    const generators = generatorsOf(spec.generators);
    const areOwn = spec.templatePatch === undefined && generators.every((each) => isOwnGenerator(each, home));
    const sources = areOwn ? sourcesOf(fieldsOf(fieldsOf(spec.template).spec), home, OF_SOURCE) : undefined;
    // Decisions of the cluster can have any further parameter.
    const isLiteral = generators.every(({ clusterDecisionResource }) => clusterDecisionResource === undefined);
    return isLiteral || sources?.every(({ path }) => !String(path).includes('{{')) ? sources : undefined;
  }
  if (isOf(object, ACM_GROUP, 'Channel')) return isOwnChannel(object, home) ? [] : undefined;
  if (isOf(object, ACM_GROUP, 'Subscription')) return ownSubscription(object, home, objects);
  const isOwn = isOf(object, KUSTOMIZE_GROUP, 'Kustomization') && isOwnFlux(object, home, objects);
  return isOwn ? [{ path: spec.path }] : undefined;
}

export interface OwnPaths {
  readonly missing: readonly string[];
  /** The paths as the object has them, without those that generators fill in. */
  readonly paths: readonly string[];
  /** Whether settings can change the objects in a way that is not read. */
  readonly isChanged?: true;
}

function isWhole(path: AppliedPath, around: Around): boolean {
  const { kind, files } = appliedUnit(path, around);
  const { tree } = around;
  if (tree.list(path.path).some(({ name }) => OVERRIDES.test(name))) return false;
  const file = kustomizationIn(tree, path.path);
  if (file !== undefined) return closureOf(tree, file).refused.length === 0;
  return kind === 'chart' || hasAll(tree, path.path, path.recurses, new Set(files));
}

/** An Application's sources, if all are in this repository without other tools or patches. @param fields the allowed fields of a source */
function sourcesOf(spec: Fields, home: Home, fields: readonly string[]): readonly Fields[] | undefined {
  const sources = [...(spec.source === undefined ? [] : [fieldsOf(spec.source)]), ...listOf(spec.sources)];
  const areOwn = sources.every(
    (source) =>
      hasOnly(source, new Set(fields)) &&
      hasOnly(fieldsOf(source.directory), new Set(['recurse'])) &&
      isAddress(textOf(source.repoURL) ?? '', home.address) &&
      isRevision(source.targetRevision, home),
  );
  const isPlain = hasOnly(spec, SPEC) && fieldsOf(spec.syncPolicy).managedNamespaceMetadata === undefined;
  return sources.length > 0 && areOwn && isPlain ? sources : undefined;
}

const OF_SOURCE = ['repoURL', 'path', 'targetRevision', 'directory'];

/** The generators, nested ones included. */
function generatorsOf(value: unknown): readonly Fields[] {
  return listOf(value).flatMap((generator) => [
    generator,
    ...Object.values(generator).flatMap((fields) => generatorsOf(fieldsOf(fields).generators)),
  ]);
}

const WITHOUT_SOURCE = new Set(['clusterDecisionResource', 'clusters', 'list', 'matrix', 'merge', 'selector']);

function isOwnGenerator(generator: Fields, home: Home): boolean {
  return Object.entries(generator).every(([kind, value]) => {
    const { repoURL, revision, template } = fieldsOf(value);
    if (template !== undefined) return false;
    return kind === 'git' ? isAddress(textOf(repoURL) ?? '', home.address) && isRevision(revision, home) : WITHOUT_SOURCE.has(kind);
  });
}

function isOwnChannel({ spec }: Fields, home: Home): boolean {
  const { type, pathname, ...others } = fieldsOf(spec);
  const isGit = typeof type === 'string' && /^git(?:hub)?$/i.test(type);
  return isGit && isAddress((textOf(pathname) ?? '').trim(), home.address) && Object.keys(others).length === 0;
}

/** Annotations of a Subscription of ACM with the path and the branch; any other one of the group can change what is applied. */
const PATH = /^apps\.open-cluster-management\.io\/git(?:hub)?-path$/;
const BRANCH = /^apps\.open-cluster-management\.io\/git(?:hub)?-branch$/;
/** https://github.com/open-cluster-management-io/multicloud-operators-subscription/blob/main/docs/gitrepo_subscription.md */
const OF_SUBSCRIPTION = new Set(['channel', 'name', 'placement']);

/** The source of a Subscription of ACM, which applies the files below its path, if its Channel is of this repository. */
function ownSubscription(object: Fields, home: Home, objects: readonly unknown[]): readonly Fields[] | undefined {
  const spec = fieldsOf(object.spec);
  const { annotations, namespace } = fieldsOf(object.metadata);
  const own = Object.entries(fieldsOf(annotations)).filter(([name]) => name.startsWith(`${ACM_GROUP}/`));
  const paths = own.filter(([name]) => PATH.test(name));
  const branches = own.filter(([name]) => BRANCH.test(name));
  const channels = objects.map(fieldsOf).filter((one) => {
    const { namespace: space, name } = fieldsOf(one.metadata);
    return isOf(one, ACM_GROUP, 'Channel') && [`${String(space)}/${String(name)}`, name].includes(spec.channel) && space !== undefined;
  });
  const isOwn =
    hasOnly(spec, OF_SUBSCRIPTION) &&
    namespace !== undefined &&
    channels.length > 0 &&
    channels.every((one) => isOwnChannel(one, home)) &&
    own.length === paths.length + branches.length &&
    branches.every(([, branch]) => isRevision(branch, home)) &&
    paths.length === 1;
  return isOwn ? paths.map(([, path]) => ({ path, recurses: true })) : undefined;
}

function isOwnFlux({ spec, metadata }: Fields, home: Home, objects: readonly unknown[]): boolean {
  const { kind, name, namespace = fieldsOf(metadata).namespace } = fieldsOf(fieldsOf(spec).sourceRef);
  const repositories = objects.map(fieldsOf).filter((one) => one.kind === 'GitRepository' && fieldsOf(one.metadata).name === name);
  const isThere = repositories.some(({ metadata }) => fieldsOf(metadata).namespace === namespace);
  if (kind !== 'GitRepository') return false;
  if (!isThere) return repositories.length === 0 && home.ownRepositories?.has(`${String(namespace)}/${String(name)}`) === true;
  return repositories.every((one) => isOwnRepository(one, home));
}

function isOwnRepository({ spec }: Fields, home: Home): boolean {
  const { url, ref } = fieldsOf(spec);
  return (
    isAddress(textOf(url) ?? '', home.address) && hasOnly(fieldsOf(ref), new Set(['branch'])) && isRevision(fieldsOf(ref).branch, home)
  );
}

/** The GitRepositories of Flux, as `namespace/name`, that are this repository wherever its files declare them. */
export function ownRepositories(tree: FileTree, manifests: readonly string[], home: Home): ReadonlySet<string> {
  const mentions = mentionsOf(['GitRepository']);
  const declared = manifests.flatMap((file) => {
    const bytes = tree.read(file);
    return bytes && mentions(bytes) ? valuesOf(documentsAt(tree, file)).map(fieldsOf) : [];
  });
  const all = declared.filter((object) => isOf(object, SOURCE_GROUP, 'GitRepository'));
  const named = groupBy(all, ({ metadata }) => `${String(fieldsOf(metadata).namespace)}/${String(fieldsOf(metadata).name)}`);
  return new Set([...named].filter(([, ones]) => ones.every((one) => isOwnRepository(one, home))).map(([name]) => name));
}

function isPart(path: AppliedPath, source: Fields, namespace: unknown, parts: readonly Unit[], within: Within): boolean {
  const { tree } = within.around;
  const found = appliedUnit(path, within.around);
  // A folder unit can have more files than one Application applies.
  const part = parts.find(({ name, kind }) => name === found.name && kind === found.kind);
  if (!part || sortedText(part.release ?? null) !== sortedText(found.release ?? null)) return false;
  const files = new Set(part.files);
  if (found.files.length === 0 || !found.files.every((file) => files.has(file))) return false;
  if (tree.list(path.path).some(({ name }) => OVERRIDES.test(name))) return false;
  // With any other field, Argo CD uses another tool.
  const own = { folder: ['directory'], chart: ['helm'] }[found.kind as string] ?? [];
  if (!hasOnly(source, new Set(['repoURL', 'path', 'targetRevision', ...own]))) return false;
  if (found.kind === 'folder' && !hasAll(tree, path.path, path.recurses, files)) return false;
  const objects = within.objectsOf(part);
  // Objects without a namespace get the destination's namespace, which the review of the part does not know.
  return objects !== undefined && (namespace === undefined || namespace === '' || objects.every(hasPlace));
}

function hasOnly(fields: Fields, names: ReadonlySet<string>): boolean {
  return Object.keys(fields).every((name) => names.has(name));
}

/** Whether the files include all files that Argo CD reads in a folder. */
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

function isAddress(text: string, own: string): boolean {
  const [asked, known] = [text, own].map(repositoryPlace);
  return asked !== undefined && asked === known;
}
