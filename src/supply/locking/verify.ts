/**
 * Verifies a lock against its catalogs and bundles: an author who edits the file can show fewer permissions than an operator gets.
 * The sources or the user must name the catalogs: the lock cannot vouch for itself.
 */

import { sortedText } from '../../base/manifest/plain-data.js';
import type { Problem } from '../../base/manifest/problem.js';
import { differingField, judgedProperties } from '../../olm/lock/bundle-content.js';
import { lockDifferences } from '../../olm/lock/compare-lock.js';
import type { LockedBundle, LockedCatalog, LockFile } from '../../olm/lock/lock-file.js';
import { lockOf, type Selection } from '../../olm/lock/lock-of.js';
import type { CachedBundle } from '../../olm/lock/locked-content.js';
import type { CatalogBundle } from '../../olm/model/catalog.js';
import type { Input } from '../../repository/index.js';
import type { Registry } from '../registry/open-registry.js';
import { type Address, addressesOf, leftOutBy } from './addresses.js';
import { offeredBundle } from './judged-bundle.js';
import { type LockOptions, packagesOf } from './lock-input.js';
import { type OpenCatalogs, openCatalogs } from './open-catalogs.js';

/** The result of verifying a lock. */
export interface Verified {
  /** The differences, and the parts that cannot be verified. */
  readonly problems: readonly Problem[];
  /** The number of compared bundles. */
  readonly compared: number;
  /** The catalogs that were read from files and not from a registry, such as `olm/ours in FOLDER`. */
  readonly inFiles: readonly string[];
}

/** The options of verifying. */
export interface VerifyOptions extends Omit<LockOptions, 'moving' | 'previous'> {
  /** The name of the lock in messages. */
  readonly file: string;
}

const FIX = 'write the lock again with cdk8s-olm lock --update, and ask who edited it';

/**
 * Pulls the catalogs and bundles of a lock, and compares the whole lock with them and with the sources.
 *
 * @throws ProblemError of the registry
 */
export async function verify(
  lock: LockFile,
  input: Pick<Input, 'cluster' | 'documents' | 'locator'>,
  registry: Registry,
  { file, ...options }: VerifyOptions,
): Promise<Verified> {
  const wrong = mismatch(file);
  const { addresses } = addressesOf(input, options);
  const places = lock.catalogs.map((catalog) => placeOf(catalog, addresses, wrong));
  const sound = places.flatMap((one) => ('address' in one ? [one.address] : []));
  const opened = await openCatalogs(
    sound,
    lock.packages.map(({ name }) => name),
    registry,
  );
  const isSound = new Set(sound.map(({ key }) => key));
  const comparison = new Comparison(lock, opened, packagesOf(input, opened.blobs, options), isSound, registry, wrong);
  const problems = [...opened.problems, ...places.flatMap((one) => ('problem' in one ? [one.problem] : []))];
  const bundles = lock.bundles.filter(({ catalog }) => isSound.has(catalog));
  for (const entry of bundles) {
    const problem = await comparison.bundle(entry);
    if (problem) problems.push(problem);
  }
  problems.push(...comparison.platforms(), ...comparison.packages(), ...withoutCatalog(lock, wrong));
  const differences = lockDifferences(input.cluster, lock, leftOutBy(input, options)).map(({ subject, message }) =>
    wrong(`${subject} ${message}`, 'a lock of other sources', 'an entry for each Subscription and ClusterExtension', 'run cdk8s-olm lock'),
  );
  const inFiles = sound.flatMap(({ key, at }) => ('path' in at ? [`${key} in ${at.path}`] : []));
  return { problems: [...problems, ...differences], compared: bundles.length, inFiles };
}

/** The problem of a lock that says something else than its sources. */
type Mismatch = (message: string, found: string, expected: string, fix?: string) => Problem;

function mismatch(file: string): Mismatch {
  return (message, found, expected, fix = FIX) => ({ code: 'LOCK_MISMATCH', message, file, found, expected, fix });
}

/** A lock against the catalogs that are open. */
class Comparison {
  /** The bundles that the catalogs have, as far as the lock names them. */
  private readonly kept = new Map<CatalogBundle, CachedBundle & { readonly digest?: string }>();

  /** @param isSound the catalogs that are where the sources say */
  constructor(
    private readonly lock: LockFile,
    private readonly opened: OpenCatalogs,
    private readonly packageOf: ReturnType<typeof packagesOf>,
    private readonly isSound: ReadonlySet<string>,
    private readonly registry: Registry,
    private readonly wrong: Mismatch,
  ) {}

  /** Compares a bundle with its catalog, and then with its content. */
  async bundle(entry: LockedBundle): Promise<Problem | undefined> {
    const { name, package: of, catalog, image, properties } = entry;
    const offered = this.packageOf(catalog, of)?.bundles.get(name);
    const ofCatalog = `the lock and the catalog differ about ${name}`;
    const where = this.lock.catalogs.find((one) => one.name === catalog)?.image ?? catalog;
    if (!offered) return this.wrong(ofCatalog, `${name} of ${of}`, `a bundle that ${where} has`);
    if (offered.image !== image) return this.wrong(ofCatalog, String(image), `${offered.image ?? 'no image'}, which ${where} has`);
    if (sortedText(judgedProperties(offered.properties)) !== sortedText(judgedProperties(properties)))
      return this.wrong(ofCatalog, 'other properties', `those that ${where} has`);
    return this.content(entry, offered, image ?? where);
  }

  /** @param named the place of the content, for messages */
  private async content(entry: LockedBundle, offered: CatalogBundle, named: string): Promise<Problem | undefined> {
    const { name, digest } = entry;
    const got = await offeredBundle(offered, this.opened.bundles, this.registry);
    const ofBundle = `the lock and the bundle differ about ${name}`;
    if (got.digest !== digest)
      return this.wrong(ofBundle, `the digest ${digest ?? 'of nothing'}`, `${got.digest ?? 'no digest'}, which ${named} has`);
    if (!got.kept || got.kept.name !== name)
      return this.wrong(ofBundle, `the name ${name}`, `${got.kept?.name ?? 'no bundle'}, which ${named} has`);
    this.kept.set(offered, { ...got.kept, ...(got.digest === undefined ? {} : { digest: got.digest }) });
    const field = differingField(entry, got.kept);
    // OLM reads the properties of the catalog, which were compared: a catalog can list others than its bundle.
    return field && field !== 'properties' ? this.wrong(ofBundle, `another ${field}`, `what ${named} has`) : undefined;
  }

  /** Compares the platforms of catalogs that were not read. */
  platforms(): Problem[] {
    return this.lock.catalogs.flatMap(({ name, notRead }) => {
      const now = this.opened.catalogs.find((one) => one.name === name)?.notRead;
      if (!this.isSound.has(name) || sortedText(now ?? []) === sortedText(notRead ?? [])) return [];
      return [this.wrong(`the lock lists other platforms of the catalog ${name} as not read`, text(notRead), text(now))];
    });
  }

  /** Compares packages with those of a lock that is made anew, of the bundles that were compared before. */
  packages(): Problem[] {
    const anew = lockOf(selectionOf(this.lock), {
      catalogs: this.lock.catalogs,
      packageOf: this.packageOf,
      contentOf: (bundle) => this.kept.get(bundle),
    });
    return this.lock.packages.flatMap((one) => {
      const other = anew.packages.find(({ catalog, name }) => catalog === one.catalog && name === one.name);
      if (!this.isSound.has(one.catalog) || sortedText(inOrder(one)) === sortedText(inOrder(other))) return [];
      return [this.wrong(`the lock and the catalog differ about the package ${one.name}`, 'other channels', `those of ${one.catalog}`)];
    });
  }
}

function withoutCatalog({ bundles, catalogs }: LockFile, wrong: Mismatch): Problem[] {
  const astray = bundles.filter(({ catalog }) => !catalogs.some((one) => one.name === catalog));
  return astray.map(({ catalog, name }) => wrong(`the catalog of ${name} is not in the lock`, catalog, 'its image and digest'));
}

/** Where a catalog of the lock is to be read: at its digest, where the sources or the user say that it is. */
function placeOf(
  { name, image, digest }: LockedCatalog,
  addresses: readonly Address[],
  wrong: Mismatch,
): { readonly address: Address } | { readonly problem: Problem } {
  const address = addresses.find(({ key }) => key === name);
  if (!address) {
    const fix =
      image === undefined
        ? `the lock was made from a folder or file: give --catalog ${name}=FOLDER`
        : `give --catalog ${name}=IMAGE, or put its CatalogSource into the sources`;
    return {
      problem: wrong(`nothing but the lock says where the catalog ${name} is`, image ?? 'no image', 'a CatalogSource, or --catalog', fix),
    };
  }
  const { at } = address;
  if ('path' in at ? image === undefined : at.image === image && digest !== undefined)
    return { address: 'path' in at ? address : { key: name, at: { image: at.image, ...(digest === undefined ? {} : { digest }) } } };
  const found = image === undefined ? 'a catalog in files' : digest === undefined ? `${image} without a digest` : image;
  return {
    problem: wrong(`the lock has the catalog ${name} from another place`, found, 'path' in at ? at.path : `${at.image} with its digest`),
  };
}

function selectionOf({ subscriptions = [], clusterExtensions = [], dependencies = [] }: LockFile): Selection {
  return { subscriptions, clusterExtensions, dependencies };
}

/** The channels in the order of a lock. */
function inOrder(one: LockFile['packages'][number] | undefined): unknown {
  return one && { ...one, channels: one.channels.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

function text(platforms: readonly string[] | undefined): string {
  return platforms === undefined || platforms.length === 0 ? 'none' : platforms.join(', ');
}
