/** A bundle in a file-based catalog → Bundle. Only for chosen bundles, because catalogs are large. */

import { type ParsedDocument, parseDocuments } from '../../base/manifest/parse.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { CatalogBundle, Package } from '../model/catalog.js';
import { isCsv, readBundle } from './read-bundle.js';
import { checkEnvelope } from './reading.js';

/**
 * Decodes the manifests of a bundle from its `olm.bundle.object` properties.
 *
 * @returns no bundle if the catalog does not contain its CSV
 */
export function decodeBundle(
  encoded: CatalogBundle,
  { channels, defaultChannel }: Pick<Package, 'channels' | 'defaultChannel'>,
): { bundle?: Bundle; problems: UnlocatedProblem[] } {
  const { source: place = { file: encoded.name, document: 0, path: [] }, objects = [] } = encoded;
  const decoded = objects.map(({ data, index }) =>
    decodeObject(data, { ...place, path: [...place.path, 'properties', index, 'value', 'data'] }),
  );
  const problems = decoded.flatMap((object) => object.problems);
  const manifests = decoded.flatMap((object) => object.documents);
  if (problems.length > 0 || !manifests.some(holdsCsv)) return { problems };

  const read = readBundle({ folder: place.file, manifests });
  if (!read.bundle) return read;
  const bundle: Bundle = {
    ...read.bundle,
    packageName: encoded.packageName,
    channels: channels.filter(({ entries }) => entries.some(({ name }) => name === encoded.name)).map(({ name }) => name),
    defaultChannel: defaultChannel || undefined,
    catalogProperties: encoded.properties,
  };
  return { bundle, problems: [] };
}

function holdsCsv({ value, source }: ParsedDocument): boolean {
  const envelope = checkEnvelope(value, source);
  return envelope.value !== undefined && isCsv(envelope.value);
}

function decodeObject(data: string, source: SourceReference): { documents: ParsedDocument[]; problems: UnlocatedProblem[] } {
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
