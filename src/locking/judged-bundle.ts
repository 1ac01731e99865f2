/** Bundles as they are judged, made once of their images: to read one again takes most of the time of a run. */
import { type KeptBundle, type KeptBundles, keptBundle } from '../lock/locked-catalogs.js';
import type { Problem } from '../manifest/problem.js';
import { madeEarlier } from '../registry/cache/made-of-bundle.js';
import type { Registry } from '../registry/open-registry.js';
import { bundleOfFiles } from './bundle-of-files.js';

/** Changes with what `keptBundle` keeps. */
const FORM = 'judged 2';

/** A bundle of an image. */
export type JudgedBundle = { readonly digest: string } & (KeptBundle | { readonly problems: readonly Problem[] });

/** Gets the bundle of an image. @throws ProblemError of the registry */
export async function judgedBundle(image: string, registry: Registry): Promise<JudgedBundle> {
  const problems: Problem[] = [];
  const { digest, text } = await registry.madeOfBundle(image, FORM, (files) => {
    const read = bundleOfFiles(files, image);
    problems.push(...read.problems);
    return read.bundle && JSON.stringify(keptBundle(read.bundle));
  });
  return text === undefined ? { digest, problems } : { digest, ...(JSON.parse(text) as KeptBundle) };
}

/** The bundles that this user got earlier. @param environment with the folder of the cache */
export function keptBundles(environment: Parameters<typeof madeEarlier>[0]): KeptBundles {
  return (digest) => {
    const text = madeEarlier(environment, FORM, digest);
    return text === undefined ? undefined : (JSON.parse(text) as KeptBundle);
  };
}
