/** A lock against its catalogs and the bundles that it names: whoever edits the file by hand can show fewer permissions than an operator gets. */
import { judgedProperties } from '../lock/judged-properties.js';
import type { LockedBundle, LockFile } from '../lock/lock-file.js';
import { differingField } from '../lock/locked-catalogs.js';
import { isMapping } from '../manifest/plain-data.js';
import type { Problem } from '../manifest/problem.js';
import type { Property } from '../model/catalog.js';
import type { CatalogDocument } from '../registry/catalog/reduced-document.js';
import type { Registry } from '../registry/open-registry.js';
import { judgedBundle } from './judged-bundle.js';
import { pinned } from './vendor.js';

/** What came of verifying a lock. */
export interface Verified {
  /** What it says differently. */
  readonly problems: readonly Problem[];
  /** How many bundles were compared. */
  readonly compared: number;
  /** Bundles without an image: they were in a catalog's file or folder, and cannot be got again. */
  readonly notCompared: readonly string[];
}

/**
 * Gets the bundles of a lock, and the catalogs that name them, and compares both with what it says.
 *
 * @param file of the lock, as messages name it
 * @throws ProblemError of the registry
 */
export async function verify({ catalogs, bundles }: LockFile, registry: Registry, file: string): Promise<Verified> {
  const problems: Problem[] = [];
  const offers = new Map<string, Offer>();
  for (const { name, image, digest } of catalogs)
    if (image !== undefined) offers.set(name, await offerOf(image, digest, bundles, registry));
  const notCompared: string[] = [];
  for (const bundle of bundles) {
    const { name, image } = bundle;
    if (image === undefined) {
      notCompared.push(name);
      continue;
    }
    const problem = elsewhere(bundle, offers.get(bundle.catalog), file) ?? (await mismatch(bundle, image, registry, file));
    if (problem) problems.push(problem);
  }
  return { problems, compared: bundles.length - notCompared.length, notCompared };
}

/** What a catalog has of the bundles of a lock. */
interface Offer {
  readonly image: string;
  readonly bundles: readonly CatalogDocument[];
}

async function offerOf(image: string, digest: string | undefined, bundles: readonly LockedBundle[], registry: Registry): Promise<Offer> {
  const names = new Set<unknown>(bundles.map(({ name }) => name));
  const { documents } = await registry.catalog(pinned(image, digest));
  return { image, bundles: documents.filter(({ schema, value }) => schema === 'olm.bundle' && names.has(value.name)) };
}

/** An image of somebody's own says what he likes: what OLM pulls is what the catalog names. A catalog in files has no image to ask. */
function elsewhere(
  { name, package: packageName, image, properties }: LockedBundle,
  from: Offer | undefined,
  file: string,
): Problem | undefined {
  if (!from) return undefined;
  const offered = from.bundles.find((one) => one.package === packageName && one.value.name === name);
  const wrong = (found: string, expected: string): Problem => ({
    code: 'LOCK_MISMATCH',
    message: `the lock does not say of ${name} what its catalog says`,
    file,
    found,
    expected: `${expected} ${from.image} has`,
    fix: FIX,
  });
  if (!offered) return wrong(`${name} of ${packageName}`, 'a bundle that');
  if (offered.value.image !== image) return wrong(String(image), `${String(offered.value.image)}, which`);
  const has = Array.isArray(offered.value.properties) ? offered.value.properties.filter(isProperty) : [];
  const isSame = JSON.stringify(judgedProperties(has)) === JSON.stringify(judgedProperties(properties));
  return isSame ? undefined : wrong('other properties', 'those that');
}

function isProperty(value: unknown): value is Property {
  return isMapping(value) && typeof value.type === 'string';
}

const FIX = 'write the lock again with cdk8s-olm lock --update, and ask who edited it';

async function mismatch(entry: LockedBundle, image: string, registry: Registry, file: string): Promise<Problem | undefined> {
  const got = await judgedBundle(image, registry);
  const wrong = (found: string, expected: string): Problem => ({
    code: 'LOCK_MISMATCH',
    message: `the lock does not say of ${entry.name} what its bundle says`,
    file,
    found,
    expected,
    fix: FIX,
  });
  if (got.digest !== entry.digest) return wrong(`the digest ${entry.digest ?? 'of nothing'}`, `${got.digest}, which ${image} has`);
  const name = 'name' in got ? got.name : 'no bundle';
  if (!('content' in got) || name !== entry.name) return wrong(`the name ${entry.name}`, `${name}, which ${image} has`);
  const field = differingField(entry, got);
  return field && wrong(`another ${field}`, `what ${image} has`);
}
