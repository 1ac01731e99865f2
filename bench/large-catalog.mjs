/** Writes an image of a large file-based catalog, in OCI's image layout: packages with bundles whose descriptions, icons and examples are most of it. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/**
 * @param {string} folder where to write it
 * @param {{ packages?: number, versions?: number, kilobytes?: number, imageOf?: (name: string, number: number, version: number) => string | undefined }} size
 *   `kilobytes` of each bundle; `imageOf` names its image, where there is one
 * @returns {Promise<string>} its reference
 */
export async function writeLargeCatalog(folder, { packages = 300, versions = 40, kilobytes = 25, imageOf = () => undefined } = {}) {
  mkdirSync(join(folder, 'blobs/sha256'), { recursive: true });
  const layer = join(folder, 'layer');
  const unpacked = createHash('sha256');
  const pieces = Readable.from(hashed(archive({ packages, versions, kilobytes, imageOf }), unpacked));
  await pipeline(pieces, createGzip({ level: 1 }), createWriteStream(layer));
  const hash = createHash('sha256');
  for await (const part of createReadStream(layer)) hash.update(part);
  const digest = `sha256:${hash.digest('hex')}`;
  const size = statSync(layer).size;
  renameSync(layer, join(folder, 'blobs/sha256', digest.slice(7)));
  const keep = (value) => {
    const bytes = Buffer.from(JSON.stringify(value));
    const named = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(folder, 'blobs/sha256', named), bytes);
    return { digest: `sha256:${named}`, size: bytes.length };
  };
  const labels = { 'operators.operatorframework.io.index.configs.v1': '/configs' };
  const rootfs = { type: 'layers', diff_ids: [`sha256:${unpacked.digest('hex')}`] };
  const config = keep({ architecture: 'amd64', os: 'linux', config: { Labels: labels }, rootfs });
  const manifest = keep({
    schemaVersion: 2,
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest, size }],
  });
  writeFileSync(
    join(folder, 'index.json'),
    JSON.stringify({ schemaVersion: 2, manifests: [{ mediaType: 'application/vnd.oci.image.manifest.v1+json', ...manifest }] }),
  );
  writeFileSync(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  return `oci:${folder}`;
}

function* hashed(pieces, hash) {
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** The archive, a file at a time. Every tenth package needs an API of the one before. */
function* archive({ packages, versions, kilobytes, imageOf }) {
  const noise = randomBytes(kilobytes * 1024).toString('base64');
  for (let number = 0; number < packages; number += 1) {
    const name = `package-${String(number).padStart(3, '0')}`;
    const documents = [
      {
        schema: 'olm.package',
        name,
        defaultChannel: 'stable',
        description: noise.slice(0, 2000),
        icon: { base64data: noise.slice(0, 8000), mediatype: 'image/png' },
      },
      {
        schema: 'olm.channel',
        package: name,
        name: 'stable',
        entries: Array.from({ length: versions }, (_, version) => ({
          name: `${name}.v1.${version}.0`,
          ...(version > 0 ? { replaces: `${name}.v1.${version - 1}.0` } : {}),
        })),
      },
      ...Array.from({ length: versions }, (_, version) => bundle(name, number, version, noise, kilobytes, imageOf)),
    ];
    const body = Buffer.from(documents.map((document) => JSON.stringify(document, undefined, 4)).join('\n'));
    yield header(`configs/${name}/catalog.json`, body.length);
    yield body;
    yield Buffer.alloc((512 - (body.length % 512)) % 512);
  }
  yield Buffer.alloc(1024);
}

function bundle(name, number, version, noise, kilobytes, imageOf) {
  const api = (of, kind) => ({ type: kind, value: { group: `g${of}.example.com`, version: 'v1', kind: `Kind${of}` } });
  return {
    schema: 'olm.bundle',
    package: name,
    name: `${name}.v1.${version}.0`,
    image:
      imageOf(name, number, version) ??
      `registry.example.com/bundles/${name}@sha256:${createHash('sha256').update(`${name} ${version}`).digest('hex')}`,
    properties: [
      { type: 'olm.package', value: { packageName: name, version: `1.${version}.0` } },
      api(number, 'olm.gvk'),
      ...(number % 10 === 9 ? [api(number - 1, 'olm.gvk.required')] : []),
      {
        type: 'olm.csv.metadata',
        value: {
          minKubeVersion: '1.20.0',
          description: noise.slice(version, version + kilobytes * 1000),
          annotations: { 'alm-examples': '[\n  {"kind": "Kind"}\n]' },
        },
      },
    ],
    relatedImages: [{ name: 'operator', image: `registry.example.com/${name}:v1` }],
  };
}

/** The header of a file in an archive. */
export function header(path, size) {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  for (const [at, digits, value] of [
    [100, 7, 0o644],
    [108, 7, 0],
    [116, 7, 0],
    [124, 11, size],
    [136, 11, 0],
  ])
    block.write(`${value.toString(8).padStart(digits, '0')}\0`, at);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(' '.repeat(8), 148);
  block.write(
    `${block
      .reduce((total, byte) => total + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return block;
}
