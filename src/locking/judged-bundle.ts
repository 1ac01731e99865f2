/** Bundles as they are judged, made once of their images: to read one again takes most of the time of a run. */
import { type CachedBundle, type CachedBundles, cachedBundle } from '../lock/locked-catalogs.js';
import type { Problem } from '../manifest/problem.js';
import { madeEarlier } from '../registry/cache/made-of-bundle.js';
import type { OtherFiles } from '../registry/image/bundle-files.js';
import type { Registry } from '../registry/open-registry.js';
import { registryImage } from '../registry/reference.js';
import { bundleOfFiles } from './bundle-of-files.js';

/** Changes with what `keptBundle` keeps. */
const FORM = 'judged 4';

/** A bundle of an image. */
export type JudgedBundle = { readonly digest: string } & (CachedBundle | { readonly problems: readonly Problem[] });

/** Gets the bundle of an image. @throws ProblemError of the registry */
export async function judgedBundle(image: string, registry: Registry): Promise<JudgedBundle> {
  const problems: Problem[] = [];
  const { digest, text } = await registry.madeOfBundle(registryImage(image), FORM, (files) => {
    const read = bundleOfFiles(files, image);
    problems.push(...read.problems);
    const text = read.bundle && JSON.stringify(cachedBundle(read.bundle));
    const other = files.others.find((one) => keptText(one, image) !== text);
    if (!other) return text;
    problems.push(otherPlatform(image, other.platform));
    return undefined;
  });
  return text === undefined ? { digest, problems } : { digest, ...(JSON.parse(text) as CachedBundle) };
}

function keptText(files: OtherFiles, image: string): string | undefined {
  const { bundle } = bundleOfFiles(files, image);
  return bundle && JSON.stringify(cachedBundle(bundle));
}

/** What an operator is allowed to do would depend on the machine that unpacks its bundle. */
function otherPlatform(image: string, platform: string): Problem {
  return {
    code: 'IMAGE_UNSAFE',
    message: 'the bundle of the image is another one on another platform',
    file: image,
    found: `other manifests for ${platform}`,
    expected: 'the same manifests for all platforms',
    fix: 'Build the image again for all platforms from the same manifests. If it is not yours, do not use it.',
  };
}

/** The bundles that this user got earlier. @param environment with the folder of the cache */
export function keptBundles(environment: Parameters<typeof madeEarlier>[0]): CachedBundles {
  return (digest) => {
    const text = madeEarlier(environment, FORM, digest);
    return text === undefined ? undefined : (JSON.parse(text) as CachedBundle);
  };
}
