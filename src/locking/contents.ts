/** Chosen bundles → their content by digest, from images, or from what a catalog holds itself. */
import { judgedContent } from '../lock/judged-content.js';
import type { JudgedContent } from '../lock/lock-file.js';
import { isError, type Problem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { CatalogBundle } from '../model/catalog.js';
import { decodeBundle } from '../read/decode-bundle.js';
import type { Registry } from '../registry/open-registry.js';
import { judgedBundle } from './judged-bundle.js';

/** A bundle, as it is judged. */
export interface Content {
  readonly digest?: string;
  readonly content: JudgedContent;
}

/** How many bundles are got at a time. */
const AT_ONCE = 6;

/**
 * Gets bundles.
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
  const { name, image } = bundle;
  if (image !== undefined) {
    const got = await judgedBundle(image, registry);
    return 'content' in got ? { digest: got.digest, content: got.content } : { problems: got.problems.filter(isError) };
  }
  const found = folders.find((one) => one.name === name) ?? decodeBundle(bundle, { channels: [], defaultChannel: '' }).bundle;
  return found ? { content: judgedContent(found) } : { problems: [missing(bundle)] };
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
