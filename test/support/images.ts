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
}

/** An archive of files: each entry as it is, however strange. */
export function archive(entries: readonly ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, type = path.endsWith('/') ? '5' : '0', content = '', target = '' }) => {
    const body = Buffer.from(content as string);
    return [header(path, type, body.length, target), body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function header(path: string, type: string, size: number, target: string): Buffer {
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
  block.write('ustar\0' + '00', 257);
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
}: ImageParts): StoredImage {
  const packed = layers.map((layer) => Buffer.from(pack(layer)));
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: { Labels: labels },
      rootfs: { type: 'layers', diff_ids: layers.map(digest) },
    }),
  );
  const describe = (mediaType: string, content: Buffer) => ({ mediaType, size: content.length, digest: digest(content) });
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: describe('application/vnd.oci.image.config.v1+json', config),
      layers: packed.map((layer) => describe(layerType, layer)),
    }),
  );
  const blobs = new Map([config, ...packed].map((content) => [digest(content), content]));
  return { manifest, digest: digest(manifest), blobs, layers: packed.map(digest) };
}

/** The label of a catalog below /configs. */
export const CATALOG_LABELS = { 'operators.operatorframework.io.index.configs.v1': '/configs' };
/** The labels of a bundle. */
export const BUNDLE_LABELS = {
  'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
  'operators.operatorframework.io.bundle.metadata.v1': 'metadata/',
};
