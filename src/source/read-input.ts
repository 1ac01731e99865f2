/** Inputs → Cluster: reads, parses and checks everything that a command line names. */

import { type AskedFor, askedByDocuments } from '../catalog/asked-for.js';
import { unwrapped } from '../inside/index.js';
import type { KubernetesObject } from '../kubernetes/object.js';
import type { CachedBundles, LockedCatalogs } from '../lock/locked-catalogs.js';
import { createLocator, type Locator, type OriginOf } from '../manifest/locate.js';
import type { ParsedDocument, SourceText } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import { type Leniency, type Problem, type ProblemCode, stops, tolerate, type UnlocatedProblem } from '../manifest/problem.js';
import { type Bundle, type BundleOutline, isWhole } from '../model/bundle.js';
import type { Cluster } from '../model/cluster.js';
import { namespace } from '../model/operator-group.js';
import type { RemoteFolder } from '../model/unread-file.js';
import { type ClusterInputs, readCluster } from '../read/read-cluster.js';
import type { ManifestsOf } from '../subscriptions/bundle-content.js';
import { desiredCluster } from '../subscriptions/desired-cluster.js';
import { type BrokenBundle, problemsOfBroken } from './broken-bundles.js';
import type { OtherSide } from './built-origins.js';
import { type BundleFolder, bundleFolders } from './bundle-folders.js';
import { type BundleLibrary, type BundlesRead, bundleLibrary } from './bundle-library.js';
import { catalogPaths, catalogsBeside } from './catalogs-beside.js';
import { type LockBeside, lockBeside } from './lock-beside.js';
import { type Contents, parseTexts, type TextsRead } from './parse-texts.js';
import { type Placement, placeBundle } from './placed-bundle.js';
import { type FoundFile, findFiles, namesOf, originsByName, readFiles, readTexts, type Source, textByName } from './read-files.js';
import { type SetsAside, settingAside } from './set-aside.js';
import { unsubscribed } from './unsubscribed.js';

/** How many problems are returned with their places. */
const MAX_PROBLEMS = 10_000;

/** What was read. With an error among the problems, the cluster is incomplete and must not be used. */
export interface Input {
  readonly cluster: Cluster;
  /** As they are in the files. */
  readonly documents: readonly ParsedDocument[];
  readonly problems: readonly Problem[];
  /** Finds the place of anything that was read. */
  readonly locator: Locator;
  /** Of the bundle folders, those that something asks for; absent where all were read. */
  readonly bundlesRead?: BundlesRead;
}

/** How inputs are read. */
export interface ReadOptions
  extends Leniency,
    Pick<ClusterInputs, 'assumeNamespace' | 'platform' | 'olmVersion' | 'kubeVersion' | 'globalCatalogNamespace'> {
  /** Whether operators that others need are installed with them. @default true */
  readonly dependencies?: boolean;
  /** Whether Subscriptions install their operators; if not, the cluster is as it is given, which is what the resolver starts from. @default true */
  readonly installs?: boolean;
  /** Catalogs and bundle folders beside the input: operators are taken from them, and nothing else. @default none */
  readonly catalog?: readonly string[] | undefined;
  /** What remote bases of kustomizations hold. @default they are not read */
  readonly remote?: readonly RemoteFolder[] | undefined;
  /** The folder of what kustomize built earlier. @default nothing is kept */
  readonly cache?: string | undefined;
  /** Whether all bundle folders are read, and not only those that something asks for. @default false */
  readonly everyBundle?: boolean;
  /** Of a side of a review, the other one: places are then lines that it does not have, where there are such. */
  readonly otherSide?: OtherSide | undefined;
  /** Where the input, which is one bundle, is installed. */
  readonly placement?: Placement;
  /** The lock that says what catalogs offer, or none. @default the one beside the input */
  readonly lock?: LockBeside | boolean;
  /** Bundles that were got earlier, which entries of the lock are compared with. @default none */
  readonly keptBundles?: CachedBundles;
  /** Which of the broken files that nothing lists are set aside. @default none */
  readonly setsAside?: SetsAside | undefined;
  /** Documents that a review does not read. @default none */
  leavesOut?(document: ParsedDocument): boolean;
}

/** Problems that an unreadable document can cause: it can be the missing one. */
const FOLLOW_UPS: ReadonlySet<ProblemCode> = new Set(['NAMESPACE_NOT_FOUND', 'PACKAGE_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'BUNDLE_NOT_FOUND']);

/**
 * Reads files, folders and standard input. Of bundle folders, those are read that something of the input asks for.
 *
 * @example
 * readInput(['clusters/prod']).cluster.operatorGroups
 */
export function readInput(inputs: readonly Source[], options: ReadOptions = {}): Input {
  const name = namesOf(inputs);
  if (options.everyBundle || options.placement?.installNamespace !== undefined) return readWhole(name, inputs, options);
  const found = findFiles(inputs, options);
  const split = bundleFolders(found);
  const { setsAside } = options;
  if (!setsAside) return readFound(name, inputs, { ...split, found }, options);
  const unlisted = new Map(split.others.filter(({ isUnlisted }) => isUnlisted).map((one) => [one.file, one]));
  const pathOf = (file: string): string => unlisted.get(file)?.within?.path ?? file;
  const { input, aside } = settingAside(
    (without) => {
      const others = split.others.filter(({ file }) => !without.has(file));
      return readFound(name, inputs, { folders: split.folders, others, found }, options, without.size > 0);
    },
    (file) => unlisted.has(file) && setsAside(pathOf(file)),
    false,
    (file) => new TextDecoder('latin1').decode(unlisted.get(file)?.bytes()),
  );
  return { ...input, problems: [...input.problems, ...aside] };
}

interface FoundFiles {
  readonly folders: readonly BundleFolder<FoundFile>[];
  readonly others: readonly FoundFile[];
  readonly found: readonly FoundFile[];
}

function readFound(
  name: string,
  inputs: readonly Source[],
  { folders, others, found }: FoundFiles,
  options: ReadOptions,
  isPartlyRead = false,
): Input {
  const problems: Problem[] = [];
  const texts = readTexts(others, problems);
  const contents = parseTexts(texts, problems, options);
  if (options.placement && folders.length === 1 && contents.manifests.length + contents.catalogs.length === 0)
    return readWhole(name, inputs, options);
  const { files, library, contents: all } = withCatalogs(contents, { folders, files: found }, problems, options);
  const textOf = textByName([...found, ...files]);
  const originOf = originsByName(found);
  const input = readFrom(
    { name, problems, textOf, originOf, contents: all, library, isPartlyRead, ...lockOf(inputs, options, texts) },
    options,
  );
  const bundlesRead = library.bundlesRead();
  return bundlesRead.read < bundlesRead.all ? { ...input, bundlesRead } : input;
}

/** Reads all that the inputs have, asked for or not. */
function readWhole(name: string, inputs: readonly Source[], options: ReadOptions): Input {
  const { texts, problems } = readFiles([...inputs, ...catalogPaths(options.catalog ?? [])], options);
  const contents = parseTexts(texts, problems, options);
  return readFrom({ name, problems, ...textsIn(texts), contents, ...lockOf(inputs, options, texts) }, options);
}

/** What was read, with what it asks for of its bundle folders and of the catalogs beside it. */
function withCatalogs<T extends Contents & TextsRead>(
  contents: T,
  own: { readonly folders: readonly BundleFolder<FoundFile>[]; readonly files: readonly { readonly file: string }[] },
  problems: Problem[],
  options: ReadOptions,
): { readonly contents: T; readonly library: BundleLibrary; readonly files: readonly FoundFile[] } {
  const beside = catalogsBeside(options.catalog ?? [], own.files, problems, options);
  const library = bundleLibrary([...own.folders, ...beside.folders], problems, options);
  const catalogs = [...contents.catalogs, ...beside.catalogs];
  const asked = askedFor([...contents.manifests, ...catalogs], library);
  const bundles = [...library.outlines(asked), ...contents.bundles, ...beside.bundles];
  const unlocated = [...contents.unlocated, ...beside.unlocated];
  return {
    contents: { ...contents, catalogs, bundles, unlocated, broken: [...contents.broken, ...beside.broken] },
    library,
    files: beside.files,
  };
}

/** Where nothing is asked for, the first package, so that it can be shown how to. */
function askedFor(documents: readonly ParsedDocument[], { packages: [first] }: BundleLibrary): AskedFor {
  const wishes = askedByDocuments(documents);
  const isNothing = wishes.packages.size + wishes.bundles.size + wishes.words.size === 0 && !wishes.anything;
  return isNothing && first !== undefined ? { ...wishes, packages: new Set([first]) } : wishes;
}

/**
 * Reads documents that are in no file, such as the items of a KRM function, and files besides.
 *
 * @param documents their sources may name anything; problems and places have these names
 */
export function readDocuments(documents: readonly ParsedDocument[], inputs: readonly Source[], options: ReadOptions = {}): Input {
  const { texts, problems } = readFiles(inputs);
  const contents = parseTexts(texts, problems, options);
  const given = { ...contents, manifests: [...unwrapped(documents), ...contents.manifests] };
  const name = namesOf(inputs);
  const own = textsIn(texts);
  if (!options.catalog?.length) return readFrom({ name, problems, ...own, contents: given, ...lockOf(inputs, options, texts) }, options);
  const { files, library, contents: all } = withCatalogs(given, { folders: [], files: texts }, problems, options);
  const beside = textByName(files);
  const textOf = (file: string): string | undefined => own.textOf(file) ?? beside(file);
  return readFrom({ name, problems, ...own, textOf, contents: all, library, ...lockOf(inputs, options, texts) }, options);
}

/** A bundle that is placed by options has no lock. @param texts that were read already */
export function lockOf(
  inputs: readonly Source[],
  { placement, lock: counts = true }: ReadOptions,
  texts: readonly SourceText[],
): Pick<FilesParsed, 'lock'> {
  const lock = placement?.installNamespace !== undefined || !counts ? undefined : counts === true ? lockBeside(inputs, texts) : counts;
  return lock ? { lock } : {};
}

/** Finds a text by the name of its file. */
export function textsByName(texts: readonly SourceText[]): (file: string) => string | undefined {
  const byName = new Map(texts.map(({ file, text }) => [file, text]));
  return (file) => byName.get(file);
}

function textsIn(texts: readonly SourceText[]): Pick<FilesParsed, 'textOf' | 'originOf'> {
  return { textOf: textsByName(texts), originOf: originsByName(texts) };
}

/** What was read, before it is a cluster. */
export interface FilesParsed {
  /** Of the inputs, as messages say it. */
  readonly name: string;
  readonly problems: Problem[];
  readonly textOf: (file: string) => string | undefined;
  /** Where texts that were built come from. */
  readonly originOf: OriginOf;
  readonly contents: Contents & Pick<TextsRead, 'unlocated' | 'broken'>;
  /** Where bundles are read only when they are asked for. */
  readonly library?: BundleLibrary;
  /** What the catalogs offered when somebody looked. */
  readonly lock?: LockBeside;
  /** Whether any object counts, and not only what OLM makes something of. @default false */
  readonly countsAll?: boolean;
  /** Whether files were set aside. @default false */
  readonly isPartlyRead?: boolean;
}

/** Makes a cluster of what was read, and finds the places of its problems. */
export function readFrom(
  { name, problems, textOf: textOfInput, originOf, contents, library, lock, countsAll = false, isPartlyRead = false }: FilesParsed,
  {
    installs = true,
    dependencies,
    assumeNamespace = [],
    platform,
    olmVersion,
    kubeVersion,
    globalCatalogNamespace,
    lenient,
    placement,
    keptBundles,
  }: ReadOptions,
): Input {
  const placed = placement && placeBundle(name, placement, contents.bundles, [...contents.manifests, ...contents.catalogs]);
  problems.push(...(placed?.problems ?? []));
  const isPlaced = placement?.installNamespace !== undefined || placed?.assumedNamespace !== undefined;
  const { catalogs } = contents;
  const bundles = placed?.bundles ?? contents.bundles;
  const manifests = [...contents.manifests, ...(placed?.manifests ?? [])];
  const locked = lock?.catalogs(catalogs, keptBundles);
  for (const problem of lock?.problems ?? []) problems.push(problem);
  const brokenNow = (): readonly BrokenBundle[] => [...contents.broken, ...(library?.broken() ?? [])];
  const read = (installs ? desiredCluster : readCluster)(manifests, {
    bundles,
    catalogs,
    ...(locked ? { locked: locked.offers } : {}),
    dependencies,
    assumeNamespace: [...assumeNamespace, ...(placement?.watchNamespaces ?? []).map((watched) => namespace(watched))],
    platform,
    olmVersion,
    kubeVersion,
    globalCatalogNamespace,
    isPartlyRead: isPartlyRead || problems.some(({ code }) => code === 'KUSTOMIZATION_PART_NOT_READ'),
    lockedCsv: locked?.csvOf,
    absentAt: locked?.absentAt,
    ...(library || locked ? { manifestsOf: manifestsOf(library, bundles, locked) } : {}),
    ...(library ? { unreadPackages: library.packages } : {}),
    broken: brokenNow,
  });

  const locator = createLocator((file) => (file === lock?.text.file ? lock.text.text : textOfInput(file)), originOf);
  const byNeed = isPlaced ? <P>(problem: P): P => problem : problemsOfBroken(brokenNow(), read.cluster, installs);
  problems.splice(0, problems.length, ...problems.map(byNeed));
  const unlocated = [...(library?.unlocated ?? []), ...contents.unlocated, ...(lock?.unlocated ?? [])].map(byNeed);
  const complete = !problems.some(stops) && !unlocated.some(stops);
  const followUps = complete ? read.problems : read.problems.filter(({ code }) => !FOLLOW_UPS.has(code));
  if (installs && complete && !read.problems.some(stops))
    problems.push(...nothingToRender(name, read.cluster, { ...contents, countsAll }, library));
  const all = bounded([...problems, ...unlocated, ...followUps], name, (problem) =>
    'source' in problem ? locator.locate(problem) : problem,
  );
  const problemsFound = all.map((problem) => tolerate(problem, { lenient }));
  if (!isPlaced) return { cluster: read.cluster, documents: manifests, problems: problemsFound, locator };
  // Nobody wrote them: they have done their work once the bundle is chosen.
  const documents = manifests.filter(({ value }) => !['Subscription', 'ClusterExtension'].includes((value as KubernetesObject).kind));
  const { assumedNamespace } = placed ?? {};
  const cluster = { ...read.cluster, subscriptions: [], ...(assumedNamespace === undefined ? {} : { assumedNamespace }) };
  return { cluster, documents, problems: problemsFound, locator };
}

/** Of a folder without annotations, everything is read already. A folder has more than a lock, and is what an entry is compared with. */
function manifestsOf(
  library: BundleLibrary | undefined,
  bundles: readonly BundleOutline[],
  locked: LockedCatalogs | undefined,
): ManifestsOf {
  const read = new Map(bundles.filter(isWhole).map((bundle) => [bundle.name, bundle]));
  const compared = new Map<string, Bundle>();
  return (name, image) => {
    const known = compared.get(name);
    if (known) return known;
    const bundle = read.get(name) ?? library?.manifestsOf(name);
    if (!bundle) return locked?.bundle(name, image);
    const lockDiffers = locked?.differs(bundle, image);
    const result = lockDiffers === undefined ? bundle : { ...bundle, lockDiffers };
    compared.set(name, result);
    return result;
  };
}

/** The first of too many problems with their places, and how many more there are. */
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
  library?: BundleLibrary,
): Problem[] {
  if (clusterServiceVersions.length + clusterExtensions.length > 0) return [];
  if (subscriptions.length === 0 && bundles.length + catalogs.length > 0)
    return [unsubscribed(inputs, { bundles, catalogs: offered }, library?.packages)];
  if (operatorGroups.length + subscriptions.length > 0) return [];
  if (manifests.length === 0) return [nothingFound(inputs, 'no documents', 'name files or folders that contain manifests')];
  if (countsAll) return [];
  const isCrd = ({ value }: ParsedDocument): boolean => isMapping(value) && value.kind === 'CustomResourceDefinition';
  if (manifests.every(isCrd))
    return [nothingFound(inputs, 'only CRDs', 'also name the manifests that install them, or compare two versions with check --previous')];
  return [nothingFound(inputs, WITHOUT_OPERATORS, 'name the files or folders that contain them')];
}

const WITHOUT_OPERATORS = 'neither an OperatorGroup nor a ClusterServiceVersion';

/** Whether a problem is that the objects of an input are none of OLM: there is nothing to render, and nothing wrong. */
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
