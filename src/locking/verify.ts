/** A lock against the bundles that it names: whoever edits the file by hand can show fewer permissions than an operator gets. */
import type { LockedBundle, LockFile } from '../lock/lock-file.js';
import { differingField } from '../lock/locked-catalogs.js';
import type { Problem } from '../manifest/problem.js';
import type { Registry } from '../registry/open-registry.js';
import { judgedBundle } from './judged-bundle.js';

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
 * Gets the bundles of a lock, and compares them with what it says.
 *
 * @param file of the lock, as messages name it
 * @throws ProblemError of the registry
 */
export async function verify({ bundles }: LockFile, registry: Registry, file: string): Promise<Verified> {
  const problems: Problem[] = [];
  const notCompared: string[] = [];
  for (const bundle of bundles) {
    const { name, image } = bundle;
    if (image === undefined) {
      notCompared.push(name);
      continue;
    }
    const problem = await mismatch(bundle, image, registry, file);
    if (problem) problems.push(problem);
  }
  return { problems, compared: bundles.length - notCompared.length, notCompared };
}

async function mismatch(entry: LockedBundle, image: string, registry: Registry, file: string): Promise<Problem | undefined> {
  const got = await judgedBundle(image, registry);
  const wrong = (found: string, expected: string): Problem => ({
    code: 'LOCK_MISMATCH',
    message: `the lock does not say of ${entry.name} what its bundle says`,
    file,
    found,
    expected,
    fix: 'write the lock again with cdk8s-olm lock --update, and ask who edited it',
  });
  if (got.digest !== entry.digest) return wrong(`the digest ${entry.digest ?? 'of nothing'}`, `${got.digest}, which ${image} has`);
  const name = 'name' in got ? got.name : 'no bundle';
  if (!('content' in got) || name !== entry.name) return wrong(`the name ${entry.name}`, `${name}, which ${image} has`);
  const field = differingField(entry, got);
  return field && wrong(`another ${field}`, `what ${image} has`);
}
