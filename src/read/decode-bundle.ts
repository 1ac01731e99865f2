/** A bundle in a file-based catalog → Bundle: only for chosen bundles, because catalogs are large. */

import type { Package } from '../catalog/package.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle, BundleDependency, CatalogBundle } from '../model/bundle.js';
import { checkEnvelope } from './envelope.js';
import { isCsv, readBundle } from './read-bundle.js';

/**
 * Decodes the manifests of a bundle from its `olm.bundle.object` properties.
 *
 * @returns nothing for a bundle whose catalog does not contain its CSV
 */
export function decodeBundle(
  encoded: CatalogBundle,
  { channels, defaultChannel }: Pick<Package, 'channels' | 'defaultChannel'>,
): { bundle?: Bundle; problems: UnlocatedProblem[] } {
  const decoded = encoded.properties.map(({ type, value }, index) => {
    const source = { ...encoded.source, path: [...encoded.source.path, 'properties', index, 'value', 'data'] };
    return type === 'olm.bundle.object' ? decodeObject(value, source) : { documents: [], problems: [] };
  });
  const problems = decoded.flatMap((object) => object.problems);
  const manifests = decoded.flatMap((object) => object.documents);
  if (problems.length > 0 || !manifests.some(holdsCsv)) return { problems };

  const read = readBundle({ folder: encoded.source.file, manifests });
  if (!read.bundle) return read;
  const bundle: Bundle = {
    ...read.bundle,
    packageName: encoded.packageName,
    channels: channels.filter(({ entries }) => entries.some(({ name }) => name === encoded.name)).map(({ name }) => name),
    defaultChannel,
    dependencies: encoded.properties.flatMap(dependencyOf),
  };
  return { bundle, problems: [] };
}

function holdsCsv({ value, source }: ParsedDocument): boolean {
  const envelope = checkEnvelope(value, source);
  return envelope.value !== undefined && isCsv(envelope.value);
}

function decodeObject(value: unknown, source: SourceReference): { documents: ParsedDocument[]; problems: UnlocatedProblem[] } {
  const { data } = (value ?? {}) as { data?: unknown };
  // Old catalogs refer to files instead. opm no longer reads those.
  if (typeof data !== 'string') return { documents: [], problems: [] };
  const text = decodeBase64(data);
  if (text === undefined) {
    const problem: UnlocatedProblem = {
      code: 'INVALID_VALUE',
      message: 'a manifest of the bundle cannot be decoded',
      found: `${data.length} characters that are not UTF-8 text in base64`,
      expected: 'a manifest in base64',
      fix: 'render the catalog again with opm',
      source,
      at: [],
    };
    return { documents: [], problems: [problem] };
  }
  const { documents, problems } = parseDocuments({ file: source.file, text });
  return {
    documents: documents.map((document) => ({ ...document, source })),
    problems: problems.map(({ code, message, found, expected, fix }) => ({
      code,
      message: `in a manifest of the bundle: ${message}`,
      found,
      expected,
      fix,
      source,
      at: [],
    })),
  };
}

function decodeBase64(data: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Catalogs use other names for the dependencies of `metadata/dependencies.yaml`. */
function dependencyOf({ type, value }: BundleDependency): BundleDependency[] {
  if (type === 'olm.gvk.required') return [{ type: 'olm.gvk', value }];
  if (type === 'olm.constraint') return [{ type, value }];
  if (type !== 'olm.package.required') return [];
  const { packageName, versionRange } = (value ?? {}) as { packageName?: unknown; versionRange?: unknown };
  return [{ type: 'olm.package', value: { packageName, version: versionRange } }];
}
