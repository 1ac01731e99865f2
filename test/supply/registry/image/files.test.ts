/** Files of images: layers over each other, and archives that are built to harm. */

import { execFileSync } from 'node:child_process';
import zlib, { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeRegistry, opened, problemOf } from '../../../support/fake-registry.js';
import { type ArchiveEntry, archive, BUNDLE_LABELS, type ImageParts, imageOf, layerOf } from '../../../support/images.js';

/** The files of a bundle with these layers. */
async function filesOf(layers: readonly Buffer[], parts: Partial<ImageParts> = {}): Promise<Record<string, string>> {
  const server = await fakeRegistry();
  const bundle = await opened().bundle(server.push('acme/db', 'v1', imageOf({ layers, labels: BUNDLE_LABELS, ...parts })));
  return Object.fromEntries([...bundle.files].map(([path, content]) => [path, Buffer.from(content).toString('utf8')]));
}

describe('layers', () => {
  const lower = layerOf({ 'manifests/a.yaml': 'a: 1', 'manifests/b.yaml': 'b: 1', 'manifests/more/c.yaml': 'c: 1', 'bin/run': '#!' });

  it('replace and remove what is below them', async () => {
    const upper = layerOf({ 'manifests/a.yaml': 'a: 2', 'manifests/.wh.b.yaml': '', 'metadata/annotations.yaml': 'x: 1' });
    expect(await filesOf([lower, upper])).toEqual({
      'manifests/a.yaml': 'a: 2',
      'manifests/more/c.yaml': 'c: 1',
      'metadata/annotations.yaml': 'x: 1',
    });
  });

  it('bring back what a layer between removed', async () => {
    expect(await filesOf([lower, layerOf({ '.wh.manifests': '' }), layerOf({ 'manifests/b.yaml': 'b: 3' })])).toEqual({
      'manifests/b.yaml': 'b: 3',
    });
  });

  it('hide a folder that they make opaque, but not what they have in it', async () => {
    const upper = archive([{ path: 'manifests/d.yaml', content: 'd: 2' }, { path: 'manifests/.wh..wh..opq' }]);
    expect(await filesOf([lower, upper])).toEqual({ 'manifests/d.yaml': 'd: 2' });
  });

  it('put a file in place of a folder', async () => {
    expect(await filesOf([lower, layerOf({ 'manifests/more': 'file' })])).toEqual({
      'manifests/a.yaml': 'a: 1',
      'manifests/b.yaml': 'b: 1',
      'manifests/more': 'file',
    });
  });

  it('may hold very many files, and take seconds', async () => {
    const names = Array.from({ length: 80_000 }, (_, index) => `manifests/${index}.yaml`);
    const layer = layerOf(Object.fromEntries(names.map((name) => [name, 'a: 1'])));
    const before = process.cpuUsage();
    expect(Object.keys(await filesOf([layer]))).toHaveLength(names.length);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(7);
  });

  it('are read with paths in any form, and long names', async () => {
    const long = `manifests/${'x'.repeat(60)}/${'y'.repeat(80)}.yaml`;
    const layer = archive([
      { path: './manifests/', type: '5' },
      { path: './manifests/a.yaml', content: 'a' },
      { path: '/manifests//b.yaml', content: 'b' },
      { path: long, content: 'c' },
      { path: 'pax', type: 'x', content: '28 path=manifests/päx.yaml\n' },
      { path: 'manifests/other', content: 'd' },
      { path: 'gnu', type: 'L', content: 'manifests/gnu.yaml\0' },
      { path: 'manifests/other', content: 'e' },
    ]);
    expect(await filesOf([layer])).toEqual({
      'manifests/a.yaml': 'a',
      'manifests/b.yaml': 'b',
      [long]: 'c',
      'manifests/päx.yaml': 'd',
      'manifests/gnu.yaml': 'e',
    });
  });

  it.each([
    ['plain', (layer: Uint8Array) => layer, 'application/vnd.docker.image.rootfs.diff.tar'],
    [
      'of several gzip members',
      (layer: Uint8Array) => Buffer.concat([gzipSync(layer.subarray(0, 700)), gzipSync(layer.subarray(700))]),
      undefined,
    ],
  ])('are read packed in any way: %s', async (_, pack, layerType) => {
    expect(await filesOf([lower], { pack, ...(layerType ? { layerType } : {}) })).toMatchObject({ 'manifests/a.yaml': 'a: 1' });
  });

  it('are read packed with zstd', async ({ skip }) => {
    const zstd = (layer: Uint8Array): Buffer => execFileSync('zstd', ['-q', '-c'], { input: layer });
    let isThere = true;
    try {
      zstd(lower);
    } catch {
      isThere = false;
    }
    skip(!isThere, 'needs zstd');
    expect(await filesOf([lower], { pack: zstd, layerType: 'application/vnd.oci.image.layer.v1.tar+zstd' })).toMatchObject({
      'manifests/a.yaml': 'a: 1',
    });
  });
});

describe('a layer whose zstd asks for more memory than a machine has', () => {
  /** A frame with a window of 2 to the power of `log`, and one block as it is. */
  const frame = (log: number, content: Buffer): Buffer => {
    const block = Buffer.alloc(3);
    block.writeUIntLE((content.length << 3) | 1, 0, 3);
    return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (log - 10) << 3]), block, content]);
  };
  const layer = layerOf({ 'manifests/a.yaml': 'a: 1' });
  const read = (log: number) =>
    filesOf([layer], { pack: (one) => frame(log, Buffer.from(one)), layerType: 'application/vnd.oci.image.layer.v1.tar+zstd' });
  const decoders = zlib as { createZstdDecompress?: unknown };

  it.each(['the decoder of Node', 'fzstd'])('is an error like others: %s', async (decoder) => {
    const own = decoders.createZstdDecompress;
    onTestFinished(() => {
      decoders.createZstdDecompress = own;
    });
    if (decoder === 'fzstd') decoders.createZstdDecompress = undefined;
    expect(await read(20)).toEqual({ 'manifests/a.yaml': 'a: 1' });
    for (const log of [31, 41]) expect(await problemOf(read(log))).toMatchObject({ code: 'IMAGE_UNSAFE' });
  });
});

describe('an archive that is built to harm', () => {
  const file: ArchiveEntry = { path: 'manifests/a.yaml', content: 'a' };

  it.each<[string, ArchiveEntry[]]>([
    ['leaves the folder', [{ path: '../../etc/passwd', content: 'x' }]],
    ['leaves the folder from within', [{ path: 'manifests/../../x', content: 'x' }]],
    ['has a link among the manifests', [file, { path: 'manifests/b.yaml', type: '2', target: '/etc/passwd' }]],
    ['has a hard link among the manifests', [file, { path: 'manifests/b.yaml', type: '1', target: 'manifests/a.yaml' }]],
    ['has a link in place of the folder', [{ path: 'manifests', type: '2', target: '/etc' }]],
    ['has a device among the manifests', [{ path: 'manifests/null', type: '3' }]],
    ['has an entry of an unknown type', [{ path: 'manifests/a.yaml', type: 'S', content: 'a' }]],
    ['has a file twice', [file, { ...file, content: 'b' }]],
    ['has a file twice, by another path', [file, { path: './manifests//a.yaml', content: 'b' }]],
  ])('is refused: it %s', async (_, entries) => {
    expect(await problemOf(filesOf([archive(entries)]))).toMatchObject({ code: 'IMAGE_UNSAFE' });
  });

  it('is read where it is harmless: links and devices elsewhere', async () => {
    const layer = archive([
      file,
      { path: 'bin/sh', type: '2', target: '/bin/busybox' },
      { path: 'bin/ls', type: '1', target: 'bin/busybox' },
      { path: 'dev/null', type: '3' },
    ]);
    expect(await filesOf([layer])).toEqual({ 'manifests/a.yaml': 'a' });
  });

  it.each([
    ['is cut off', layerOf({ 'manifests/a.yaml': 'x'.repeat(5000) }).subarray(0, 3000)],
    ['is text', Buffer.from('not an archive, but long enough to be one; '.repeat(50))],
    ['is packed twice', gzipSync(layerOf({ 'manifests/a.yaml': 'a' }))],
  ])('is refused: it %s', async (_, layer) => {
    expect((await problemOf(filesOf([layer]))).code).toBe('IMAGE_UNSAFE');
  });

  it('is refused where its packing is damaged', async () => {
    const damaged = gzipSync(layerOf({ 'manifests/a.yaml': 'a'.repeat(500) }));
    expect((await problemOf(filesOf([layerOf({})], { pack: () => damaged.subarray(0, 60) }))).code).toBe('IMAGE_UNSAFE');
    expect((await problemOf(filesOf([layerOf({})], { pack: () => Buffer.from(damaged).fill(0xff, 20, 40) }))).code).toBe('IMAGE_UNSAFE');
  });
});

describe('an image of another form', () => {
  async function problemOfManifest(manifest: unknown): Promise<Record<string, unknown>> {
    const server = await fakeRegistry();
    server.content.set('acme/db/manifests/v1', Buffer.from(JSON.stringify(manifest)));
    return problemOf(opened().bundle(`${server.host}/acme/db:v1`));
  }
  const descriptor = { mediaType: 'application/vnd.oci.image.manifest.v1+json', size: 2, digest: `sha256:${'0'.repeat(64)}` };

  it.each([
    ['an index for other machines', { manifests: [{ ...descriptor, platform: { os: 'linux', architecture: 's390x' } }] }, 'linux/s390x'],
    ['Docker schema 1', { schemaVersion: 1, fsLayers: [] }, 'Docker schema 1'],
    ['both an index and an image', { manifests: [descriptor], config: descriptor, layers: [] }, 'another form'],
    [
      'a chart',
      { config: descriptor, layers: [{ ...descriptor, mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip' }] },
      'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
    ],
    ['a digest that leads elsewhere', { config: { ...descriptor, digest: 'sha256:../../x' }, layers: [] }, 'another form'],
  ])('is refused: %s', async (_, manifest, found) => {
    expect(await problemOfManifest(manifest)).toMatchObject({ code: 'IMAGE_UNSUPPORTED', found });
  });

  it('is refused where it is too large to be a bundle', async () => {
    expect((await problemOfManifest({ config: { ...descriptor, size: 2 ** 40 }, layers: [] })).code).toBe('IMAGE_TOO_LARGE');
  });
});
