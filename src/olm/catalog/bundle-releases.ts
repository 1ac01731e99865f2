/**
 * Finds the channels that catalog tools put a bundle into: in the templates next to its folder, and in its `release-config.yaml`
 * (community-operators-pipeline, "File-based catalog onboarding"; `opm alpha render-template`). These are settings of tools: their
 * mistakes are no problems of the bundle, and are not reported.
 */

import { parse } from 'semver';
import { oncePerObject } from '../../base/manifest/once.js';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping, textsIn } from '../../base/manifest/plain-data.js';
import type { Bundle, Release } from '../model/bundle.js';
import { type Blob, readBlob } from './blob.js';
import { edgesIn } from './channel-head.js';

/** The streams of a template `olm.semver`; the names of its channels begin with them. */
const STREAMS = ['Candidate', 'Fast', 'Stable'] as const;

/** The bundles and channels of a template. */
type Template =
  | {
      readonly of: 'channels';
      readonly channels: readonly { readonly package: string; readonly name: string; readonly entries: Entries }[];
    }
  | { readonly of: 'streams'; readonly kinds: readonly StreamKind[]; readonly images: Readonly<Record<string, readonly string[]>> };

type StreamKind = 'major' | 'minor';
type Entries = Blob<'olm.channel'>['value']['entries'];

/**
 * The releases of a bundle; undefined if neither file states any. Templates have priority over the bundle's own file.
 *
 * @example
 * releasesOf(bundle, { templates: [], release: { file, text: 'catalog_templates: [{ template_name: a.yaml, channels: [stable] }]' } })
 */
export function releasesOf(
  { name, packageName, version }: Pick<Bundle, 'name' | 'packageName' | 'version'>,
  { templates, release }: { readonly templates: readonly SourceText[]; readonly release?: SourceText | undefined },
): Release[] | undefined {
  const byFile = new Map(templates.map((text) => [text.file.slice(text.file.lastIndexOf('/') + 1), templateOf(text)]));
  const all = [...byFile.values()].filter((template) => template !== undefined);
  const stated = all.flatMap((template): Release[] => {
    if (template.of === 'streams') return streamsOf(template, version).flatMap((stream) => inStream(stream, template.kinds, version));
    return template.channels
      .filter((channel) => channel.package === packageName)
      .flatMap(({ name: channel, entries }) =>
        entries.filter((entry) => entry.name === name).map((entry) => ({ channel, entry: edgesIn(entry) })),
      );
  });
  const own = release ? ownReleases(release, byFile, version) : undefined;
  const isSaid = own !== undefined || all.some((template) => saysAllOf(template, packageName));
  if (!isSaid && stated.length === 0) return undefined;
  const channels = new Set(stated.map(({ channel }) => channel));
  return [...stated, ...(own ?? []).filter(({ channel }) => !channels.has(channel))];
}

/** Whether a template lists all bundles of a package, so that a missing bundle is in none of its channels. */
function saysAllOf(template: Template, packageName: string | undefined): boolean {
  if (template.of === 'channels') return template.channels.some((channel) => channel.package === packageName);
  const images = Object.values(template.images).flat();
  return images.length > 0 && images.every((image) => versionOfTag(image) !== undefined);
}

function ownReleases(release: SourceText, templates: ReadonlyMap<string, Template | undefined>, version?: string): Release[] | undefined {
  const value = firstOf(release);
  if (!isMapping(value) || !Array.isArray(value.catalog_templates)) return undefined;
  const releases = value.catalog_templates.flatMap((item: unknown): Release[] => {
    if (!isMapping(item)) return [];
    const template = templates.get(String(item.template_name));
    const channels = textsIn(item.channels);
    if (template?.of === 'streams') return channels.flatMap((stream) => inStream(stream, template.kinds, version));
    return channels.map((channel) => ({ channel, entry: edgesIn(item) }));
  });
  return releases.length > 0 ? releases : undefined;
}

/** The streams whose images have the version as their tag: a digest does not contain the version. */
function streamsOf({ images }: Template & { readonly of: 'streams' }, version: string | undefined): string[] {
  return STREAMS.filter((stream) => images[stream]?.some((image) => version !== undefined && versionOfTag(image) === version));
}

function inStream(stream: string, kinds: readonly StreamKind[], version: string | undefined): Release[] {
  const parsed = parse(version);
  if (!parsed || !STREAMS.some((known) => known === stream)) return [];
  const { major, minor } = parsed;
  return kinds.map((kind) => ({ channel: `${stream.toLowerCase()}-v${kind === 'major' ? major : `${major}.${minor}`}` }));
}

function versionOfTag(image: string): string | undefined {
  const [, tag] = /:v?([^:/@]+)$/.exec(image.includes('@') ? '' : image) ?? [];
  return tag !== undefined && parse(tag) ? tag : undefined;
}

/** Templates by their text: all versions in a folder share its templates. */
const templateOf = oncePerObject((text: SourceText) => readTemplate(text));

function readTemplate(text: SourceText): Template | undefined {
  const value = firstOf(text);
  if (!isMapping(value)) return undefined;
  const fields = new Map(Object.entries(value).map(([key, field]) => [key.toLowerCase(), field]));
  const schema = fields.get('schema');
  if (schema === 'olm.template.basic' && Array.isArray(value.entries)) {
    const channels = value.entries.flatMap((entry: unknown, index) => {
      if (!isMapping(entry) || entry.schema !== 'olm.channel') return [];
      const { blob } = readBlob('olm.channel', { value: entry, source: { file: text.file, document: 0, path: ['entries', index] } });
      return blob ? [blob.value] : [];
    });
    return { of: 'channels', channels };
  }
  if (schema !== 'olm.semver') return undefined;
  const isMajor = fields.get('generatemajorchannels') === true;
  // opm creates channels of minor versions by default.
  const isMinor = fields.get('generateminorchannels') === true || !isMajor;
  const images = STREAMS.map((stream) => [stream, imagesOf(fields.get(stream.toLowerCase()))] as const);
  return {
    of: 'streams',
    kinds: [...(isMajor ? ['major' as const] : []), ...(isMinor ? ['minor' as const] : [])],
    images: Object.fromEntries(images),
  };
}

/** opm ignores the case of these names. */
function imagesOf(stream: unknown): string[] {
  const lower = (value: unknown): unknown[] =>
    isMapping(value) ? Object.entries(value).map(([key, field]) => [key.toLowerCase(), field]) : [];
  const of = (value: unknown, name: string): unknown => new Map(lower(value) as [string, unknown][]).get(name);
  return [of(stream, 'bundles') ?? []].flat().flatMap((entry) => textsIn([of(entry, 'image')]));
}

function firstOf(text: SourceText): unknown {
  const { documents, problems } = parseDocuments(text);
  return problems.length === 0 && documents.length === 1 ? documents[0]?.value : undefined;
}
