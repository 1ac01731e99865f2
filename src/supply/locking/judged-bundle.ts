/**
 * Chosen bundles → their content by digest, from images or from a catalog itself. A bundle is judged once for each image:
 * reading it again takes most of the time of a run.
 */
import { basename, dirname } from 'node:path';
import { isManifestFile } from '../../base/manifest/manifest-name.js';
import type { SourceText } from '../../base/manifest/parse.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import { cachedBundle, judgedProperties } from '../../olm/lock/bundle-content.js';
import type { JudgedContent } from '../../olm/lock/lock-file.js';
import type { CachedBundle, CachedBundles } from '../../olm/lock/locked-content.js';
import type { Bundle } from '../../olm/model/bundle.js';
import type { CatalogBundle } from '../../olm/model/catalog.js';
import { decodeBundle } from '../../olm/read/decode-bundle.js';
import { readBundleTexts } from '../../repository/index.js';
import { madeEarlier } from '../registry/cache/derived.js';
import type { BundleFiles, OtherFiles } from '../registry/image/bundle-files.js';
import type { Registry } from '../registry/open-registry.js';
import { registryImage } from '../registry/reference.js';

/** The version of the kept content; it changes with `keptBundle`. */
const FORM = 'judged 5';

/** The bundle of an image. */
export type JudgedBundle = { readonly digest: string } & (CachedBundle | { readonly problems: readonly Problem[] });

/** Reads the bundle of an image. @throws ProblemError of the registry */
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

/** The problem of a bundle that differs by platform: the operator's permissions would depend on the machine that unpacks it. */
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

/** The bundles that this user pulled earlier. @param environment with the folder of the cache */
export function keptBundles(environment: Parameters<typeof madeEarlier>[0]): CachedBundles {
  return (digest) => {
    const text = madeEarlier(environment, FORM, digest);
    return text === undefined ? undefined : (JSON.parse(text) as CachedBundle);
  };
}

/** The texts of a bundle, as the files of a folder. */
export function textsOf({ files }: Pick<BundleFiles, 'files'>, folder: string): SourceText[] {
  return [...files]
    .filter(([path]) => dirname(path) === 'manifests' || isManifestFile(basename(path)))
    .map(([path, bytes]) => ({ file: `${folder}/${path}`, text: new TextDecoder().decode(bytes) }));
}

/** Reads a bundle. @param folder its name in messages */
function bundleOfFiles(files: Pick<BundleFiles, 'files'>, folder: string): { bundle?: Bundle; problems: readonly Problem[] } {
  const read = readBundleTexts(textsOf(files, folder), folder);
  const unlocated = read.unlocated.map(({ source, at: _, ...problem }): Problem => ({ ...problem, file: source.file }));
  return { ...(read.bundle ? { bundle: read.bundle } : {}), problems: [...read.problems, ...unlocated] };
}

/** The content of a bundle for judging. */
export interface Content {
  readonly digest?: string;
  readonly content: JudgedContent;
}

/** The number of bundles that are pulled at once. */
const AT_ONCE = 6;

/**
 * Pulls bundles.
 *
 * @param folders the bundles of catalogs that are folders
 * @throws ProblemError of the registry
 */
export async function contentsOf(
  bundles: readonly CatalogBundle[],
  folders: readonly Bundle[],
  registry: Registry,
): Promise<{ readonly contents: ReadonlyMap<CatalogBundle, Content>; readonly problems: readonly Problem[] }> {
  const contents = new Map<CatalogBundle, Content>();
  const problems: Problem[] = [];
  const left = [...bundles];
  const work = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) {
      const got = await contentOf(one, folders, registry);
      if ('content' in got) contents.set(one, got);
      else problems.push(...got.problems);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { contents, problems };
}

async function contentOf(
  bundle: CatalogBundle,
  folders: readonly Bundle[],
  registry: Registry,
): Promise<Content | { readonly problems: readonly Problem[] }> {
  const { digest, kept, problems } = await offeredBundle(bundle, folders, registry);
  if (!kept) return { problems: problems?.filter(isError) ?? [missing(bundle)] };
  return { ...(digest === undefined ? {} : { digest }), content: kept.content };
}

/**
 * The content of a catalog's bundle for judging: from its image, from a folder, or from the catalog itself. @throws ProblemError of the
 * registry
 */
export async function offeredBundle(
  bundle: CatalogBundle,
  folders: readonly Bundle[],
  registry: Registry,
): Promise<{ readonly digest?: string; readonly kept?: CachedBundle; readonly problems?: readonly Problem[] }> {
  const { name, image } = bundle;
  if (image !== undefined) {
    const got = await judgedBundle(image, registry);
    return 'content' in got ? { digest: got.digest, kept: got } : got;
  }
  const found = folders.find((one) => one.name === name) ?? decodeBundle(bundle, { channels: [], defaultChannel: '' }).bundle;
  // A catalog can have more properties than its bundles.
  return found ? { kept: { ...cachedBundle(found), properties: judgedProperties(bundle.properties) } } : {};
}

function missing({ name, source }: CatalogBundle): Problem {
  return {
    code: 'BUNDLE_CONTENT_MISSING',
    message: `the catalog lists ${name} with neither an image nor its manifests`,
    file: source?.file ?? name,
    found: 'an olm.bundle without an image',
    expected: 'the image of the bundle, or its manifests',
    fix: 'render the catalog again with opm',
  };
}
