/**
 * A bundle → its content in a lock, and the comparison of a lock's entry with a bundle. Programs that only read a lock, such as those with
 * constructs, do not load this file.
 */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { bundleProperties } from '../dependencies/properties.js';
import type { Bundle, LockedEntry } from '../model/bundle.js';
import type { Property } from '../model/catalog.js';
import { csvAsOlmReads } from '../read/csv-normal-form.js';
import { aboutOf, judgedPart, objectsOf, plain, SCHEMAS_ANNOTATION, specOf } from './judged-content.js';
import type { JudgedContent, LockedBundle, LockFile } from './lock-file.js';
import type { CachedBundle, CachedBundles } from './locked-content.js';
import { schemaTexts } from './schema-text.js';

/** The content for judging of a bundle. */
export function cachedBundle(bundle: Bundle): CachedBundle {
  return { name: bundle.name, content: judgedContent(bundle), properties: judgedProperties(bundleProperties(bundle)) };
}

/**
 * The content of a bundle that judging needs, with sorted keys: bundles with the same result have the same verdicts.
 *
 * @returns plain data that shares nothing with the bundle
 */
export function judgedContent({
  csv,
  customResourceDefinitions,
  others,
}: Pick<Bundle, 'csv' | 'customResourceDefinitions' | 'others'>): JudgedContent {
  const { metadata, spec } = csvAsOlmReads(csv as unknown as Record<string, unknown>, { file: '', document: 0, path: [] })
    .object as unknown as KubernetesObject;
  return plain({
    ...aboutOf(metadata),
    spec: specOf(isMapping(spec) ? spec : {}),
    ...objectsOf(customResourceDefinitions, others),
    ...schemaTexts(customResourceDefinitions),
  }) as JudgedContent;
}

const FIELDS = ['metadata', 'spec', 'customResourceDefinitions', 'schemas', 'manifests'] as const;

/** The field in which an entry differs from the bundle. */
export function differingField(
  entry: LockedBundle,
  { content, properties }: Pick<CachedBundle, 'content' | 'properties'>,
): (typeof FIELDS)[number] | 'properties' | undefined {
  const part = judgedPart(entry);
  // Earlier versions wrote no schemas: such an entry claims nothing about them.
  const field = FIELDS.find(
    (one) => !(one === 'schemas' && part.schemas === undefined) && sortedText(part[one]) !== sortedText(content[one]),
  );
  return field ?? (sortedText(judgedProperties(entry.properties)) === sortedText(properties) ? undefined : 'properties');
}

/** Whether a lock of an earlier version lacks schemas that `schemaTexts` writes. */
export function lacksSchemas({ bundles }: LockFile): boolean {
  return bundles.some(({ customResourceDefinitions = [], schemas = {} }) =>
    customResourceDefinitions.some(({ metadata = {} }) => {
      const { name = '', annotations } = metadata;
      const digests = isMapping(annotations) ? annotations[SCHEMAS_ANNOTATION] : undefined;
      // A line that starts with * is a schema for all versions, which has no text.
      return typeof digests === 'string' && !digests.startsWith('*') && !Object.hasOwn(schemas, name);
    }),
  );
}

/**
 * Compares the entry of a lock with the bundle that was pulled earlier.
 *
 * @param kept the bundles that were pulled, by their digests
 */
export function comparedWith(kept: CachedBundles): (entry: LockedBundle) => LockedEntry['compared'] {
  return (entry) => {
    const { name, digest } = entry;
    const found = digest === undefined ? undefined : kept(digest);
    if (!found) return 'not-at-hand';
    const field = found.name === name ? differingField(entry, found) : 'name';
    return field ? { differs: field } : 'same';
  };
}

/**
 * The properties that OLM's resolver reads (https://olm.operatorframework.io/docs/reference/file-based-catalogs/#properties). A catalog can
 * have more of the other properties than its bundles, such as `olm.deprecated`.
 */
const RESOLVED_PROPERTIES: ReadonlySet<string> = new Set([
  'olm.constraint',
  'olm.gvk',
  'olm.gvk.required',
  'olm.label',
  'olm.label.required',
  'olm.package',
  'olm.package.required',
]);

/** The properties that OLM's resolver reads, each once, as text, sorted. */
export function judgedProperties(properties: readonly Property[]): string[] {
  return [
    ...new Set(properties.filter(({ type }) => RESOLVED_PROPERTIES.has(type)).map(({ type, value }) => sortedText({ type, value }))),
  ].sort();
}
