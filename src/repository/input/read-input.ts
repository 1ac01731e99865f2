/** Reads, parses and checks everything that a command line names, and makes a `Cluster` of it. */

import { unwrapped } from '../../base/inside/index.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { createLocator } from '../../base/manifest/locate.js';
import type { Locator } from '../../base/manifest/locator.js';
import { once, oncePerKey } from '../../base/manifest/once.js';
import type { ParsedDocument, SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isNoPlainText } from '../../base/manifest/plain-text.js';
import {
  isError,
  type Leniency,
  type Problem,
  type ProblemCode,
  type SourceReference,
  stops,
  tolerate,
  type UnlocatedProblem,
} from '../../base/manifest/problem.js';
import { type AskedFor, askedByDocuments } from '../../olm/catalog/asked-for.js';
import { catalogFolders } from '../../olm/catalog/catalog-folders.js';
import { cachedBundle, comparedWith, differingField } from '../../olm/lock/bundle-content.js';
import type { CachedBundles, LockedCatalogs } from '../../olm/lock/locked-content.js';
import type { Bundle, BundleOutline } from '../../olm/model/bundle.js';
import type { Cluster } from '../../olm/model/cluster.js';
import { catalogAsked, catalogAt } from '../../olm/model/find-catalog.js';
import { namespace } from '../../olm/model/operator-group.js';
import type { Watched } from '../../olm/model/progress.js';
import type { RemoteFolder } from '../../olm/model/unread-file.js';
import { isWhole } from '../../olm/model/whole-bundle.js';
import { withFailedPlans } from '../../olm/read/failed-plans.js';
import { type ClusterInputs, readCluster } from '../../olm/read/read-cluster.js';
import { withReleases } from '../../olm/read/release-gate.js';
import type { ManifestsOf } from '../../olm/subscriptions/bundle-content.js';
import { desiredCluster } from '../../olm/subscriptions/desired-cluster.js';
import { type BrokenBundle, problemsOfBroken } from '../bundles/broken-bundles.js';
import { type BundleFolder, bundleFolders } from '../bundles/bundle-folders.js';
import { type BundleLibrary, type BundlesRead, bundleLibrary } from '../bundles/bundle-library.js';
import { catalogPaths, catalogsBeside } from '../bundles/catalogs-beside.js';
import { isOfVersion } from '../bundles/old-bundles.js';
import { isOfOlm, type PlacedBundle, type Placement, placeBundle } from '../bundles/placed-bundle.js';
import type { LockBeside } from '../bundles/read-lock-file.js';
import { unsubscribed } from '../bundles/unsubscribed.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { type FoundFile, readTexts, textsByName } from './found-file.js';
import { originsByName, textByName } from './found-texts.js';
import {
  type FileAround,
  isManifestText,
  type LeftOut,
  leavesOutAnything,
  NOTHING_LEFT_OUT,
  objectOrFile,
  packageOfBlob,
  problemsOfLeftOut,
  readTotally,
  sourceKey,
  type Tolerates,
  type Unjudged,
  type Unknown,
  wholeFile,
  withoutLeftOut,
} from './left-out.js';
import { lockBeside } from './lock-beside.js';
import { type Contents, parseTexts, type TextsRead } from './parse-texts.js';
import { findFiles, namesOf, readFiles, type Source } from './read-files.js';

/** The maximum number of problems that are returned with their places. */
const MAX_PROBLEMS = 10_000;

/** A read input. With an error among the problems, the cluster is incomplete and must not be used. */
export interface Input {
  readonly cluster: Cluster;
  /** The documents of the files, unchanged. */
  readonly documents: readonly ParsedDocument[];
  readonly problems: readonly Problem[];
  /** Finds the place of any document or field. */
  readonly locator: Locator;
  /** The number of read bundle folders; absent if all were read. */
  readonly bundlesRead?: BundlesRead;
  /** Reads a bundle with all its manifests: from its folder, or from the lock. */
  readonly manifestsOf?: ManifestsOf;
  /** The parts that a total reading leaves out. */
  readonly unjudged?: readonly Unjudged[];
}

/** An input, and the part that each of its problems makes unknown. */
export interface InputWithUnknowns extends Input {
  /** The object, package or lock that a problem makes unknown; undefined for any other problem. */
  unknownBy(problem: Problem): Unknown | undefined;
}

/** Options for reading inputs. */
export interface ReadOptions
  extends Leniency,
    Watched,
    Pick<ClusterInputs, 'assumeNamespace' | 'platform' | 'olmVersion' | 'kubeVersion' | 'globalCatalogNamespace' | 'isReviewed'> {
  /** Whether required operators are installed, too. @default true */
  readonly dependencies?: boolean;
  /** Whether Subscriptions install their operators; if not, the cluster is the given one, from which the resolver starts. @default true */
  readonly installs?: boolean;
  /** Catalogs and bundle folders next to the input: they only supply operators. @default none */
  readonly catalog?: readonly string[] | undefined;
  /** The content of kustomizations' remote bases. @default they are not read */
  readonly remote?: readonly RemoteFolder[] | undefined;
  /** The cache folder of builds. @default nothing is kept */
  readonly cache?: string | undefined;
  /** Whether kustomizations count as not built, because the other side of a review cannot build them. @default false */
  readonly asUnbuilt?: boolean;
  /** In a review: kustomizations and files that count as applied by nobody. @default none */
  readonly apart?: ReadonlySet<string>;
  /** Whether all bundle folders are read, and not only the requested ones. @default false */
  readonly everyBundle?: boolean;
  /** In a review: the other revision. Findings then point at lines that only this revision has. */
  readonly otherSide?: OtherSide | undefined;
  /** The place of installation, if the input is one bundle. */
  readonly placement?: Placement;
  /** The lock with the content of catalogs, or none. @default the lock next to the input */
  readonly lock?: LockBeside | boolean;
  /** Earlier fetched bundles, which are compared with the entries of the lock. @default none */
  readonly keptBundles?: CachedBundles;
  /**
   * Reads everything except the parts that a problem makes unknown, and defines which of their problems are tolerated.
   *
   * @default an error anywhere leaves the whole input unknown
   */
  readonly tolerates?: Tolerates | undefined;
  /** Documents that a review does not read. @default none */
  leavesOut?(document: ParsedDocument): boolean;
}

/** Problems that an unreadable document can cause: the missing object can be in it. */
const FOLLOW_UPS: ReadonlySet<ProblemCode> = new Set(['NAMESPACE_NOT_FOUND', 'PACKAGE_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'BUNDLE_NOT_FOUND']);

/**
 * Reads files, folders and standard input. Bundle folders are only read if the input asks for them.
 *
 * @example
 * readInput(['clusters/prod']).cluster.operatorGroups
 */
export function readInput(inputs: readonly Source[], options: ReadOptions = {}): Input {
  if (options.everyBundle || options.placement?.installNamespace !== undefined) return readWhole(inputs, options);
  const found = findFiles(inputs, options);
  const split = bundleFolders(found);
  const { tolerates } = options;
  if (!tolerates) return readFound(inputs, { ...split, found }, options);
  const files = new Map(split.others.map((one) => [one.file, one]));
  const named = new Set(inputs);
  const isOfPackage = isOfVersion(split.others);
  const aroundOf = oncePerKey((file: FoundFile) => fileAround(file, isOfPackage));
  const { input, unjudged } = readTotally(
    (left) =>
      readFound(inputs, { folders: split.folders, others: split.others.filter(({ file }) => !left.files.has(file)), found }, options, left),
    (problem, read) => {
      const found = files.get(problem.file);
      const around = found && !named.has(found.file) ? aroundOf(found) : undefined;
      const what = read.unknownBy(problem);
      return what ? objectOrFile(what, around) : around && wholeFile(around);
    },
  );
  const [nothing, problems] = [true, false].map((is) => input.problems.filter(({ code }) => (code === 'NO_MANIFESTS') === is)) as [
    Problem[],
    Problem[],
  ];
  if (unjudged.length === 0) return input;
  // If nothing else is there, the broken files are the reason. A template is not broken.
  const isBroken = ({ what }: Unjudged): boolean => {
    const found = 'file' in what ? files.get(what.file) : undefined;
    return found?.bytes() !== undefined && !isNoPlainText(fileText(found));
  };
  const isWhy = nothing.length > 0 && unjudged.some(isBroken);
  return { ...input, unjudged, problems: [...problemsOfLeftOut(unjudged, isWhy ? () => false : tolerates), ...problems] };
}

function fileAround(found: FoundFile, isOfPackage: (file: string) => boolean): FileAround {
  return {
    name: found.file,
    isApplied: !found.isUnlisted || found.isApplied === true,
    isNoPlainText: once(() => isNoPlainText(fileText(found))),
    isManifest: once(() => isManifestText(fileText(found), found.file) && !isOfPackage(found.file)),
  };
}

/** The text of a file, whatever its encoding. */
function fileText(found: FoundFile | undefined): string {
  return new TextDecoder('latin1').decode(found?.bytes());
}

interface FoundFiles {
  readonly folders: readonly BundleFolder<FoundFile>[];
  readonly others: readonly FoundFile[];
  readonly found: readonly FoundFile[];
}

function readFound(
  inputs: readonly Source[],
  { folders, others, found }: FoundFiles,
  options: ReadOptions,
  leftOut?: LeftOut,
): InputWithUnknowns {
  const problems: Problem[] = [];
  const texts = readTexts(others, problems);
  const contents = parseTexts(texts, problems, options);
  return clusterFrom({ inputs, texts, problems, contents, folders, found, ...(leftOut ? { leftOut } : {}) }, options);
}

/** Reads all bundle folders of the inputs, requested or not. */
function readWhole(inputs: readonly Source[], options: ReadOptions): InputWithUnknowns {
  const { texts, problems } = readFiles([...inputs, ...catalogPaths(options.catalog ?? [])], options);
  return clusterFrom({ inputs, texts, problems, contents: parseTexts(texts, problems, options) }, { ...options, catalog: [] });
}

/**
 * Reads documents without a file, such as the items of a KRM function, and additional files.
 *
 * @param documents their sources can have any names; problems and places use these names
 */
export function readDocuments(documents: readonly ParsedDocument[], inputs: readonly Source[], options: ReadOptions = {}): Input {
  const { texts, problems } = readFiles(inputs);
  const contents = parseTexts(texts, problems, options);
  const manifests = [...unwrapped(documents), ...contents.manifests];
  return clusterFrom({ inputs, texts, problems, contents: { ...contents, manifests } }, options);
}

/** The lock of the inputs; none for a bundle that is placed by options. @param texts already read texts */
export function lockOf(
  inputs: readonly Source[],
  { placement, lock = true }: ReadOptions,
  texts: readonly SourceText[],
): LockBeside | undefined {
  if (placement?.installNamespace !== undefined || lock === false) return undefined;
  return lock === true ? lockBeside(inputs, texts) : lock;
}

/** Read inputs, before the cluster is made. */
export interface InputRead {
  readonly inputs: readonly Source[];
  readonly texts: readonly SourceText[];
  /** The problems of the inputs; receives further ones. */
  readonly problems: Problem[];
  readonly contents: Contents & Pick<TextsRead, 'unlocated' | 'broken'>;
  /** Bundle folders of the inputs that are read on demand. @default none: all are read */
  readonly folders?: readonly BundleFolder<FoundFile>[];
  /** All files of the inputs, if some are not read yet. @default the files of the texts */
  readonly found?: readonly FoundFile[];
  /** Only for a rendering: the documents that replace its manifests. */
  readonly rendered?: readonly ParsedDocument[];
  /** Whether any object counts, and not only input of OLM. @default false */
  readonly countsAll?: boolean;
  /** The parts that are left out. @default nothing */
  readonly leftOut?: LeftOut;
}

/** Makes the cluster of any input, with the requested bundles, catalogs and the lock next to it; and locates the problems. */
export function clusterFrom(read: InputRead, options: ReadOptions): InputWithUnknowns {
  const { inputs, texts, problems, found, countsAll = false, leftOut = NOTHING_LEFT_OUT } = read;
  const contents = {
    ...read.contents,
    manifests: withoutLeftOut(read.contents.manifests, leftOut),
    catalogs: withoutLeftOut(read.contents.catalogs, leftOut),
  };
  const { installs = true, placement, assumeNamespace = [], platform, olmVersion, kubeVersion, globalCatalogNamespace } = options;
  const name = namesOf(inputs);
  const beside = catalogsBeside(options.catalog ?? [], found ?? texts, problems, options);
  const library = bundleLibrary([...(read.folders ?? []), ...beside.folders], problems, options);
  const catalogs = [...contents.catalogs, ...withoutLeftOut(beside.catalogs, leftOut)];
  const asked = askedByDocuments([...contents.manifests, ...catalogs]);
  const own = read.rendered ? withoutLeftOut(read.rendered, leftOut) : contents.manifests;
  const isAlone = placement !== undefined && read.folders?.length === 1 && !own.some(isOfOlm);
  const inFolders = isAlone ? library.everything() : library.outlines(countsAll ? asked : askedAtLeast(asked, library));
  const given = [...contents.bundles, ...inFolders, ...beside.bundles];
  const placed = placement && placeBundle(name, placement, given, [...own, ...catalogs]);
  problems.push(...(placed?.problems ?? []));
  const bundles = placed?.bundles ?? given;
  const manifests = [...own, ...(placed?.manifests ?? [])];
  const lock = leftOut.lock ? undefined : lockOf(inputs, options, texts);
  const textBeside = textByName(beside.files);
  const isBeside = ({ source }: BundleOutline): boolean => source !== undefined && textBeside(source.file) !== undefined;
  const givenPackages = new Set(given.filter(isBeside).flatMap(({ packageName = [] }) => packageName));
  const locked = lock?.catalogs(catalogs, options.keptBundles && comparedWith(options.keptBundles), givenPackages);
  for (const problem of lock?.problems ?? []) problems.push(problem);
  const brokenNow = (): readonly BrokenBundle[] => [...contents.broken, ...beside.broken, ...library.broken()];
  const how = {
    bundles,
    // A catalog of the repository is not the one that serves the placed bundle.
    catalogs: placed?.assumedNamespace !== undefined && !placement?.channel ? [] : catalogs,
    splitCatalogs: (blobs: readonly ParsedDocument[]) => [...catalogFolders(blobs).values()],
    ...(locked ? { locked: locked.offers } : {}),
    dependencies: options.dependencies,
    isReviewed: options.isReviewed,
    assumeNamespace: [...assumeNamespace, ...(placement?.watchNamespaces ?? []).map((watched) => namespace(watched))],
    ...{ platform, olmVersion, kubeVersion, globalCatalogNamespace },
    isPartlyRead: leavesOutAnything(leftOut) || problems.some(({ code }) => code === 'KUSTOMIZATION_PART_NOT_READ'),
    lockedCsv: locked?.csvOf,
    staleAt: locked?.staleAt,
    staleExtension: locked?.staleExtension,
    absentAt: locked?.absentAt,
    manifestsOf: manifestsOf(library, bundles, locked),
    unreadPackages: [...library.packages, ...leftOut.packages],
    broken: brokenNow,
    prepared: (cluster: Cluster) => withFailedPlans(withReleases(cluster, manifests), manifests),
  };
  const made = installs ? desiredCluster(manifests, how) : withPlansRead(readForResolver(manifests, how, locked), manifests);

  const textOf = found ? textByName(found) : textsByName(texts);
  const locator = createLocator(
    (file) => (file === lock?.text.file ? lock.text.text : (textOf(file) ?? textBeside(file))),
    originsByName(texts),
  );
  const isPlaced = placement?.installNamespace !== undefined || placed?.assumedNamespace !== undefined;
  const byNeed = isPlaced ? <P>(problem: P): P => problem : problemsOfBroken(brokenNow(), made.cluster, installs);
  const located = problems.map(byNeed);
  const unlocated = [...library.unlocated, ...contents.unlocated, ...beside.unlocated, ...(lock?.unlocated ?? [])].map(byNeed);
  const complete = !located.some(stops) && !unlocated.some(stops);
  const followUps = complete ? made.problems : made.problems.filter(({ code }) => !FOLLOW_UPS.has(code));
  const nothing =
    installs && complete && !made.problems.some(isError)
      ? nothingToRender(name, made.cluster, { manifests: own, catalogs, bundles: given, countsAll }, library.packages)
      : [];
  const sources = new Map<Problem, SourceReference>();
  const atPlace = (problem: UnlocatedProblem): Problem => {
    const found = locator.locate(problem);
    sources.set(found, problem.source);
    return found;
  };
  const all = bounded([...located, ...nothing, ...unlocated, ...followUps], name, (problem) =>
    'at' in problem ? atPlace(problem) : problem,
  );
  const { read: count, all: ofAll } = library.bundlesRead();
  const input = {
    cluster: made.cluster,
    documents: manifests,
    problems: all.map((problem) => tolerate(problem, options)),
    locator,
    manifestsOf: how.manifestsOf,
    unknownBy: unknownIn({ manifests, catalogs, lock: lock?.text.file }, sources),
    ...(count < ofAll ? { bundlesRead: { read: count, all: ofAll } } : {}),
  };
  return isPlaced && placed ? withoutGenerated(input, placed, placement?.channel !== undefined) : input;
}

/**
 * The input without the generated Subscription or ClusterExtension, which only served to choose the bundle.
 *
 * @param isFollowed whether the Subscription stays in the cluster, because OLM follows its channel to other bundles
 */
function withoutGenerated<I extends Input>(input: I, { manifests, assumedNamespace }: PlacedBundle, isFollowed: boolean): I {
  const generated = new Set(manifests);
  const onlyChooses = ({ value }: ParsedDocument): boolean =>
    ['Subscription', 'ClusterExtension'].includes((value as KubernetesObject).kind);
  const documents = input.documents.filter((one) => !generated.has(one) || !onlyChooses(one));
  const places = new Set(manifests.map(({ source }) => source));
  const subscriptions = input.cluster.subscriptions.filter(({ source }) => isFollowed || !places.has(source));
  const cluster = { ...input.cluster, subscriptions, ...(assumedNamespace === undefined ? {} : { assumedNamespace }) };
  return { ...input, cluster, documents };
}

/** Reads without stale lock entries: an excerpt of a catalog for another request does not define how OLM resolves this one. */
function readForResolver(
  manifests: readonly ParsedDocument[],
  how: ClusterInputs,
  locked: LockedCatalogs | undefined,
): ReturnType<typeof readCluster> {
  const made = readCluster(manifests, how);
  const { catalogs, subscriptions } = made.cluster;
  const stale = subscriptions.filter((one) => locked?.staleAt(one, catalogAt(catalogs, catalogAsked(one))?.image));
  if (stale.length === 0) return made;
  const left = new Set(stale.map((one) => `${catalogAsked(one)} ${one.packageName}`));
  return readCluster(manifests, { ...how, locked: how.locked?.filter(({ catalog, name }) => !left.has(`${catalog} ${name}`)) });
}

function withPlansRead(made: ReturnType<typeof readCluster>, manifests: readonly ParsedDocument[]): ReturnType<typeof readCluster> {
  return { ...made, cluster: withFailedPlans(made.cluster, manifests) };
}

/** Finds the object, package or lock that a problem makes unknown. */
function unknownIn(
  { manifests, catalogs, lock }: Pick<Contents, 'manifests' | 'catalogs'> & { readonly lock: string | undefined },
  sources: ReadonlyMap<Problem, SourceReference>,
): InputWithUnknowns['unknownBy'] {
  let known: ReadonlyMap<string, Unknown> | undefined;
  const unknowns = (): ReadonlyMap<string, Unknown> =>
    new Map<string, Unknown>([
      ...manifests.map((object) => [sourceKey(object.source), { object }] as const),
      ...catalogs.map(({ value, source }) => [sourceKey(source), { package: packageOfBlob(value) ?? '' }] as const),
    ]);
  return (problem) => {
    if (lock !== undefined && problem.file === lock) return { lock };
    const source = sources.get(problem);
    if (!source) return undefined;
    known ??= unknowns();
    return known.get(sourceKey(source));
  };
}

/** The request, or the first package if nothing is requested, as an example for the message. */
function askedAtLeast(asked: AskedFor, { packages: [first] }: BundleLibrary): AskedFor {
  const isNothing = asked.packages.size + asked.bundles.size + asked.words.size === 0 && !asked.anything;
  return isNothing && first !== undefined ? { ...asked, packages: new Set([first]) } : asked;
}

/** Finds the manifests of a bundle: already read, from the library, or from the lock. Compares a folder with the lock's entry. */
function manifestsOf(library: BundleLibrary, bundles: readonly BundleOutline[], locked: LockedCatalogs | undefined): ManifestsOf {
  const read = new Map(bundles.filter(isWhole).map((bundle) => [bundle.name, bundle]));
  const compared = new Map<string, Bundle>();
  return (name, image) => {
    const known = compared.get(name);
    if (known) return known;
    const bundle = read.get(name) ?? library.manifestsOf(name);
    if (!bundle) return locked?.bundle(name, image);
    const entry = locked?.entry(bundle.name, image);
    const lockDiffers = entry && differingField(entry, cachedBundle(bundle));
    const result = lockDiffers === undefined ? bundle : { ...bundle, lockDiffers };
    compared.set(name, result);
    return result;
  };
}

/** The located problems, up to the limit, and the number of further ones. */
function bounded(
  problems: readonly (Problem | UnlocatedProblem)[],
  name: string,
  locate: (problem: Problem | UnlocatedProblem) => Problem,
): Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems.map(locate);
  return [
    ...problems.slice(0, MAX_PROBLEMS).map(locate),
    {
      code: 'TOO_MANY_PROBLEMS',
      message: 'there are too many problems to show all of them',
      file: name,
      found: `${problems.length - MAX_PROBLEMS} more`,
      expected: 'none',
      fix: 'correct the shown ones first',
    },
  ];
}

function nothingToRender(
  inputs: string,
  { operatorGroups, clusterServiceVersions, subscriptions, clusterExtensions, catalogs: offered }: Cluster,
  { manifests, catalogs, bundles, countsAll }: Contents & { readonly countsAll: boolean },
  packages: readonly string[],
): Problem[] {
  if (clusterServiceVersions.length + clusterExtensions.length > 0) return [];
  if (subscriptions.length === 0 && bundles.length + catalogs.length > 0)
    return [unsubscribed(inputs, { bundles, catalogs: offered }, packages)];
  if (operatorGroups.length + subscriptions.length > 0) return [];
  if (manifests.length === 0) return [nothingFound(inputs, 'no documents', 'name files or folders that contain manifests')];
  if (countsAll) return [];
  const isCrd = ({ value }: ParsedDocument): boolean => isMapping(value) && value.kind === 'CustomResourceDefinition';
  if (manifests.every(isCrd))
    return [nothingFound(inputs, 'only CRDs', 'also name the manifests that install them, or compare two versions with check --previous')];
  return [nothingFound(inputs, WITHOUT_OPERATORS, 'name the files or folders that contain them')];
}

const WITHOUT_OPERATORS = 'neither an OperatorGroup nor a ClusterServiceVersion';

/** Whether a problem only reports an input without objects of OLM: there is nothing to render, and no mistake. */
export function isWithoutOperators({ code, found }: Problem): boolean {
  return code === 'NO_MANIFESTS' && found === WITHOUT_OPERATORS;
}

function nothingFound(file: string, found: string, fix: string): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'there is nothing to render',
    file,
    found,
    expected: 'OperatorGroups and ClusterServiceVersions',
    fix,
  };
}
