/** Images for tests: archives, layers and manifests, whole or broken. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** One entry of an archive. */
export interface ArchiveEntry {
  readonly path: string;
  /** The type flag of tar. @default '0', a file, or '5' for a path with a slash at its end */
  readonly type?: string;
  readonly content?: string | Uint8Array;
  /** Of links. */
  readonly target?: string;
  /** In place of the size of the content. */
  readonly size?: number;
  /** In place of POSIX's. */
  readonly magic?: string;
  /** What comes before the path. */
  readonly prefix?: string;
}

/** GNU's mark of a header. */
export const GNU = 'ustar  \0';

/** A pax header with these records. */
export function records(...list: readonly (readonly [key: string, value: string])[]): ArchiveEntry {
  return { path: 'pax', type: 'x', content: list.map(([key, value]) => record(key, value)).join('') };
}

function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = Buffer.byteLength(rest);
  const digits = String(length + String(length).length).length;
  return `${length + digits}${rest}`;
}

/** An archive of files: each entry as it is, however strange. */
export function archive(entries: readonly ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const body = Buffer.from((entry.content ?? '') as string);
    return [header(entry, body.length), body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function header(
  { path, type = path.endsWith('/') ? '5' : '0', target = '', magic, prefix, ...entry }: ArchiveEntry,
  length: number,
): Buffer {
  const size = entry.size ?? length;
  const block = Buffer.alloc(512);
  // Longer names are split at a slash (POSIX ustar).
  const cut = path.length > 100 ? path.indexOf('/', path.length - 101) : -1;
  block.write(cut === -1 ? path : path.slice(cut + 1), 0, 100);
  if (cut !== -1) block.write(path.slice(0, cut), 345, 155);
  for (const [at, digits, value] of [
    [100, 7, 0o644],
    [108, 7, 0],
    [116, 7, 0],
    [124, 11, size],
    [136, 11, 0],
  ] as const) {
    block.write(`${value.toString(8).padStart(digits, '0')}\0`, at);
  }
  block.write(type, 156);
  block.write(target, 157, 100);
  block.write(magic ?? 'ustar\0' + '00', 257);
  if (prefix !== undefined) block.write(prefix, 345);
  block.write(' '.repeat(8), 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** A layer: files by their paths. */
export function layerOf(files: Readonly<Record<string, string>>): Buffer {
  return archive(Object.entries(files).map(([path, content]) => ({ path, content })));
}

/** The digest of content. */
export function digest(content: Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** What an image is made of. */
export interface ImageParts {
  readonly layers: readonly Uint8Array[];
  readonly labels?: Readonly<Record<string, string>>;
  /** @default gzip */
  readonly pack?: (layer: Uint8Array) => Uint8Array;
  /** @default OCI's, gzip */
  readonly layerType?: string;
  /** Of the layers as they are unpacked. @default as they are */
  readonly diffIds?: readonly string[];
  /** Where its program starts. */
  readonly workingFolder?: string;
  /** Put at the end of the manifest. */
  readonly manifestEnd?: string;
}

/** An image as a registry stores it. */
export interface StoredImage {
  readonly manifest: Buffer;
  readonly digest: string;
  /** Configuration and layers, by their digests. */
  readonly blobs: ReadonlyMap<string, Buffer>;
  /** The digests of the layers, the lowest first. */
  readonly layers: readonly string[];
}

/** Makes an image. */
export function imageOf({
  layers,
  labels = {},
  pack = gzipSync,
  layerType = 'application/vnd.oci.image.layer.v1.tar+gzip',
  diffIds = layers.map(digest),
  workingFolder,
  manifestEnd = '',
}: ImageParts): StoredImage {
  const packed = layers.map((layer) => Buffer.from(pack(layer)));
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: { Labels: labels, ...(workingFolder === undefined ? {} : { WorkingDir: workingFolder }) },
      rootfs: { type: 'layers', diff_ids: diffIds },
    }),
  );
  const describe = (mediaType: string, content: Buffer) => ({ mediaType, size: content.length, digest: digest(content) });
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: describe('application/vnd.oci.image.config.v1+json', config),
      layers: packed.map((layer) => describe(layerType, layer)),
    }).replace(/\}$/, `${manifestEnd}}`),
  );
  const blobs = new Map([config, ...packed].map((content) => [digest(content), content]));
  return { manifest, digest: digest(manifest), blobs, layers: packed.map(digest) };
}

/** An index of images, which a registry has already. */
export function indexOf(images: readonly (readonly [architecture: string, image: StoredImage])[]): Buffer {
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const manifests = images.map(([architecture, { manifest, digest }]) => ({
    mediaType,
    size: manifest.length,
    digest,
    platform: { os: architecture === 'unknown' ? 'unknown' : 'linux', architecture },
  }));
  return Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests }));
}

/** The label of a catalog below /configs. */
export const CATALOG_LABELS = { 'operators.operatorframework.io.index.configs.v1': '/configs' };
/** The labels of a bundle. */
export const BUNDLE_LABELS = {
  'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
  'operators.operatorframework.io.bundle.metadata.v1': 'metadata/',
};
