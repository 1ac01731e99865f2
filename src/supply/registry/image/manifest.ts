/**
 * Manifests, indexes and configurations of images, in the formats of OCI and Docker (OCI image specification; Docker image manifest version
 * 2, schema 2).
 */

import { posix } from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../../../base/manifest/plain-data.js';
import { printable } from '../../../base/manifest/printable.js';
import { unsupported } from '../problems.js';
import { type Digest, isDigest } from '../reference.js';

/** The type, digest and size of content. */
export interface Descriptor {
  readonly digest: Digest;
  /** The size in bytes. */
  readonly size: number;
  readonly mediaType: string;
}

/** One image. */
export interface ImageManifest {
  readonly config: Descriptor;
  /** The layers, the lowest first. */
  readonly layers: readonly Descriptor[];
}

/** The machines that an image runs on. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string;
}

/** The default platform of clusters for catalogs and operators. */
export const DEFAULT_PLATFORM: Platform = { os: 'linux', architecture: 'amd64' };

/** The annotation that names an image in a layout. */
export const REF_NAME = 'org.opencontainers.image.ref.name';

const descriptorSchema = z.looseObject({
  digest: z.string().refine(isDigest),
  size: z.int().nonnegative(),
  mediaType: z.string(),
  annotations: z.record(z.string(), z.string()).nullish(),
  platform: z.looseObject({ os: z.string(), architecture: z.string(), variant: z.string().nullish() }).nullish(),
});
/** A descriptor in an index. */
export type IndexEntry = z.infer<typeof descriptorSchema>;
const indexSchema = z.looseObject({ manifests: z.array(descriptorSchema) });
const manifestSchema = z.looseObject({ config: descriptorSchema, layers: z.array(descriptorSchema).max(1000) });
const configSchema = z.looseObject({
  config: z.looseObject({ Labels: z.record(z.string(), z.string()).nullish(), WorkingDir: z.string().nullish() }).nullish(),
  rootfs: z.looseObject({ diff_ids: z.array(z.string().refine(isDigest)) }).nullish(),
});

const LAYER =
  /^application\/vnd\.(?:oci\.image\.layer\.(?:nondistributable\.)?v1\.tar(?:\+gzip|\+zstd)?|docker\.image\.rootfs\.(?:foreign\.)?diff\.tar(?:\.gzip|\.zstd)?)$/;

/** An index, or an image. */
export type Parsed = { readonly index: readonly IndexEntry[] } | { readonly manifest: ImageManifest };

/**
 * Reads a manifest or an index. The content decides about the type: the digest does not verify a media type in a header.
 *
 * @param image for messages
 * @throws ProblemError `IMAGE_UNSUPPORTED`
 */
export function parseManifest(bytes: Uint8Array, image: string): Parsed {
  const value = imageJson(bytes);
  const isObject = typeof value === 'object' && value !== null;
  // Tools disagree about a document that is both (OCI distribution specification, CVE-2021-41190).
  const index = isObject && !('layers' in value) && !('config' in value) ? indexSchema.safeParse(value).data : undefined;
  if (index) return { index: index.manifests };
  const manifest = isObject && !('manifests' in value) ? manifestSchema.safeParse(value).data : undefined;
  if (!manifest) {
    const found =
      isObject && 'fsLayers' in value ? 'Docker schema 1' : isObject && 'mediaType' in value ? String(value.mediaType) : 'another form';
    throw unsupported(
      image,
      'the image has no manifest that can be read',
      found,
      'an OCI or Docker (schema 2) manifest or index',
      'Push the image with a current tool.',
    );
  }
  const other = manifest.layers.find(({ mediaType }) => !LAYER.test(mediaType));
  if (other) {
    const fix = 'Check that the reference names a bundle or a catalog, and that it is not encrypted.';
    throw unsupported(
      image,
      'the image has a layer that is no archive of files',
      other.mediaType,
      'layers that are tar, tar+gzip or tar+zstd',
      fix,
    );
  }
  return { manifest };
}

/** The image of an index for a platform. */
export function choosePlatform(entries: readonly IndexEntry[], { os, architecture, variant }: Platform, image: string): IndexEntry {
  const matching = entries.filter(({ platform }) => platform?.os === os && platform.architecture === architecture);
  const chosen = matching.find(({ platform }) => !variant || platform?.variant === variant) ?? matching[0];
  // An index with one image and no platform is just a name for that image.
  const only = entries.length === 1 && !entries[0]?.platform ? entries[0] : undefined;
  if (chosen ?? only) return (chosen ?? only) as IndexEntry;
  const found = entries.map(({ platform }) => platformText(platform)).join(', ');
  throw unsupported(
    image,
    'no image of the index is for this platform',
    found || 'an empty index',
    `${os}/${architecture}`,
    'Name the platform of the image.',
  );
}

/** The images of an index that a machine can run. Entries that describe another image, such as attestations, have no platform. */
export function imagesOf(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  return entries.filter(({ platform }) => platform?.os !== 'unknown');
}

/** A platform as on command lines. */
export function platformText(platform: IndexEntry['platform']): string {
  const { os, architecture, variant } = platform ?? {};
  return os === undefined ? 'no platform' : [os, architecture, variant].filter(Boolean).join('/');
}

/** The parts of an image's configuration that affect its files. */
export interface ImageConfig {
  readonly labels: Readonly<Record<string, string>>;
  /** Digests of the unpacked layers, the lowest first. */
  readonly diffIds: readonly Digest[];
  /** The working folder of a container's program, from the root, without slashes at its ends. */
  readonly workingFolder: string;
}

/** Reads the configuration of an image. @throws ProblemError `IMAGE_UNSUPPORTED` */
export function parseConfig(bytes: Uint8Array, image: string): ImageConfig {
  const parsed = configSchema.safeParse(imageJson(bytes)).data;
  if (!parsed)
    throw unsupported(
      image,
      'the configuration of the image cannot be read',
      'another form',
      'an OCI or Docker image configuration',
      'Push the image with a current tool.',
    );
  const { config, rootfs } = parsed;
  return { labels: config?.Labels ?? {}, diffIds: rootfs?.diff_ids ?? [], workingFolder: folderOfLabel(config?.WorkingDir ?? '') };
}

/** A path in an image, from its root, without slashes at its ends. */
export function folderOfLabel(value: string): string {
  return posix.join('/', printable(value)).replace(/^\/|\/$/g, '');
}

// The JSON of manifests and configurations. Go's decoder, which container runtimes use, ignores the case of fields and takes the last
// duplicate, so that `Layers` after `layers` counts there. A text with a field in another case, or a duplicate, is refused.

const FIELDS: readonly string[] = [
  'annotations',
  'architecture',
  'artifactType',
  'config',
  'data',
  'diff_ids',
  'digest',
  'Labels',
  'layers',
  'manifests',
  'mediaType',
  'os',
  'platform',
  'rootfs',
  'schemaVersion',
  'size',
  'subject',
  'urls',
  'variant',
  'WorkingDir',
];
const SPELLING: ReadonlyMap<string, string> = new Map(FIELDS.map((field) => [folded(field), field]));
/** Mappings with arbitrary keys. */
const MAPS: ReadonlySet<string> = new Set(['annotations', 'Labels', 'Volumes', 'ExposedPorts']);
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/** The value of a text; undefined if it is no JSON, or ambiguous. */
function imageJson(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  const value = jsonIn(text);
  return value !== undefined && isUnambiguous(text) ? value : undefined;
}

function isUnambiguous(text: string): boolean {
  /** The fields of each open object; undefined for a list or a mapping. */
  const open: (Set<string> | undefined)[] = [];
  let [word, key] = ['""', ''];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(MAPS.has(key) ? undefined : new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') word = token;
    else {
      key = JSON.parse(word) as string;
      const fields = open.at(-1);
      const field = SPELLING.get(folded(key));
      if (!fields || field === undefined) continue;
      if (field !== key || fields.has(field)) return false;
      fields.add(field);
    }
  }
  return true;
}

/** The key as Go compares it: two letters of other scripts equal s and k, too. */
function folded(key: string): string {
  return key.toUpperCase().toLowerCase();
}
