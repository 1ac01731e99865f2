/**
 * Files that one reader of an image sees and another does not. In each of these images `manifests/more.yaml` is there for some reader: it
 * is found, or the image is refused.
 */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fakeRegistry, opened, problemOf } from '../../../support/fake-registry.js';
import {
  type ArchiveEntry,
  archive,
  BUNDLE_LABELS,
  digest,
  GNU,
  type ImageParts,
  imageOf,
  indexOf,
  records,
} from '../../../support/images.js';

const MORE = 'kind: ClusterRoleBinding\n';
const file: ArchiveEntry = { path: 'manifests/csv.yaml', content: 'kind: ClusterServiceVersion\n' };
const more: ArchiveEntry = { path: 'manifests/more.yaml', content: MORE };
const other: ArchiveEntry = { path: 'docs/other', content: MORE };
const SIZE = archive([more]).length - 1024;
const longName = (content: string): ArchiveEntry => ({ path: '././@LongLink', type: 'L', content, magic: GNU });
const link = (path: string, target: string): ArchiveEntry => ({ path, type: '2', target });
const hardLink = (path: string, target: string): ArchiveEntry => ({ path, type: '1', target });
const globals = (entry: ArchiveEntry): ArchiveEntry => ({ ...entry, type: 'g' });

/** The files of a bundle with these layers, by their content. */
async function read(layers: readonly Buffer[], parts: Partial<ImageParts> = {}): Promise<Record<string, string>> {
  const server = await fakeRegistry();
  const { files } = await opened().bundle(server.push('acme/db', 'v1', imageOf({ layers, labels: BUNDLE_LABELS, ...parts })));
  return Object.fromEntries([...files].map(([path, content]) => [path, Buffer.from(content).toString('utf8')]));
}

describe('an archive in which readers find other files is refused', () => {
  it.each<[string, ArchiveEntry[]]>([
    ['two pax headers before an entry', [records(['path', 'docs/x']), records(['mtime', '1']), more]],
    ['a pax header and a long name', [records(['path', 'docs/x']), longName('manifests/more.yaml\0'), other]],
    ['a long name and a pax header', [longName('manifests/more.yaml\0'), records(['path', 'docs/x']), other]],
    ['two long names', [longName('docs/x\0'), longName('manifests/more.yaml\0'), other]],
    ['a long name with a zero in it', [longName('manifests/more.yaml\0x'), other]],
    ['a path twice in a pax header', [records(['path', 'docs/x'], ['path', 'manifests/more.yaml']), other]],
    ['a path that is taken back', [records(['path', 'docs/x'], ['path', '']), more]],
    ['a path with a zero in it', [records(['path', 'docs/x\0']), more]],
    ['a name of a sparse file', [records(['GNU.sparse.major', '1'], ['GNU.sparse.name', 'manifests/more.yaml']), other]],
    ['a redirection of overlayfs', [records(['SCHILY.xattr.trusted.overlay.redirect', '/docs']), { path: 'manifests/' }, other]],
    ['a size that is no number', [records(['size', '+5'], ['path', 'manifests/more.yaml']), other]],
    ['a record with another length', [{ path: 'pax', type: 'x', content: '99 path=manifests/more.yaml\n' }, other]],
    ['a global size', [globals(records(['size', String(SIZE)])), { path: 'readme' }, more]],
    ['a global path', [globals(records(['path', 'docs/x'])), more]],
    ['a prefix under the mark of GNU', [{ path: 'more.yaml', content: MORE, prefix: 'manifests', magic: GNU }]],
    ['a prefix under an unknown mark', [{ path: 'more.yaml', content: MORE, prefix: 'manifests', magic: 'ustar 00' }]],
    ['a file whose name ends in a slash', [{ path: 'docs/', type: '0', content: MORE }]],
    ['a folder with content', [{ path: 'docs/', size: SIZE }, more]],
    ['a link with content', [{ ...link('docs', 'x'), size: SIZE }, more]],
    ['a hard link with content', [{ ...hardLink('docs', 'manifests/csv.yaml'), size: SIZE }, more]],
    ['a pipe with content', [{ path: 'docs', type: '6', size: SIZE }, more]],
    ['a device with content', [{ path: 'docs', type: '3', size: SIZE }, more]],
    ['an entry of another type', [{ path: 'docs', type: 'Z', size: SIZE }, more]],
    ['a description of nothing', [more, records(['path', 'docs/x'])]],
    ['a name that is not UTF-8', [{ path: 'pax', type: 'x', content: Buffer.from('24 path=manifests/\xe9.yaml\n', 'latin1') }, other]],
  ])('%s', async (_, entries) => {
    expect(await problemOf(read([archive([file, ...entries])]))).toMatchObject({ code: 'IMAGE_UNSAFE' });
  });

  it('an entry behind the end', async () => {
    expect(await problemOf(read([Buffer.concat([archive([file]), archive([more])])]))).toMatchObject({ code: 'IMAGE_UNSAFE' });
    expect(await problemOf(read([Buffer.concat([archive([file]).subarray(0, -512), archive([more])])]))).toMatchObject({
      code: 'IMAGE_UNSAFE',
    });
  });

  it('a header with another checksum', async () => {
    const layer = archive([file, more]);
    layer[2] = 0x41;
    expect(await problemOf(read([layer]))).toMatchObject({ code: 'IMAGE_UNSAFE', found: 'a header with another checksum' });
  });
});

describe('an archive that all read alike is read', () => {
  it.each<[string, ArchiveEntry[]]>([
    ['with a name in two parts', [{ path: 'more.yaml', content: MORE, prefix: 'manifests' }]],
    ['of the oldest form', [{ ...more, magic: '\0'.repeat(8) }]],
    ['with a pax header', [records(['path', 'manifests/more.yaml'], ['size', String(MORE.length)], ['mtime', '1.5']), other]],
    ['with a long name', [longName('manifests/more.yaml\0'), other]],
    ['with a long name and a long target', [longName('manifests/more.yaml\0'), { path: 'k', type: 'K', content: 'x\0' }, other]],
    ['with a record that looks like two', [records(['comment', 'a\n21 path=docs/x.yaml\n']), more]],
    ['with the comment of git', [globals(records(['comment', 'abc'])), more]],
    ['with a leading slash', [{ ...more, path: '/./manifests//more.yaml' }]],
  ])('%s', async (_, entries) => {
    expect(await read([archive([file, ...entries])])).toMatchObject({ 'manifests/more.yaml': MORE });
  });

  it('without an end', async () => {
    expect(await read([archive([file, more]).subarray(0, -1024)])).toMatchObject({ 'manifests/more.yaml': MORE });
  });
});

describe('a link into the manifests is refused', () => {
  const alias: ArchiveEntry = { path: 'alias/more.yaml', content: MORE };
  it.each<[string, ArchiveEntry[][]]>([
    ['before the entry', [[file, link('alias', 'manifests'), alias]]],
    ['in a lower layer', [[file, link('alias', 'manifests')], [alias]]],
    ['from the root', [[file, link('alias', '/manifests'), alias]]],
    ['above the root', [[file, link('a/alias', '../../../manifests'), { ...alias, path: 'a/alias/more.yaml' }]]],
    ['to a link', [[file, link('alias', 'b'), link('b', 'manifests'), alias]]],
    ['to the root', [[file, link('alias', '.'), { ...alias, path: 'alias/manifests/more.yaml' }]]],
    ['that is made through a link', [[file, link('x', 'y'), link('x/z', '../manifests'), { ...alias, path: 'y/z/more.yaml' }]]],
    ['that is a hard link to a link', [[file, link('b', 'manifests'), hardLink('alias', 'b'), alias]]],
    ['that removes', [[file], [link('alias', 'manifests'), { path: 'alias/.wh.csv.yaml' }]]],
    ['below a folder of a later layer', [[link('manifests', 'docs')], [{ path: 'manifests/' }, file]]],
  ])('%s', async (_, layers) => {
    expect(await problemOf(read(layers.map(archive)))).toMatchObject({ code: 'IMAGE_UNSAFE' });
  });

  it('and elsewhere it is as good as any', async () => {
    expect(Object.keys(await read([archive([file, link('bin', 'usr/bin'), { path: 'bin/sh' }, link('a', 'b'), link('b', 'a')])]))).toEqual([
      'manifests/csv.yaml',
    ]);
  });
});

describe('what a layer removes', () => {
  it.each<[string, ArchiveEntry[]]>([
    ['and has as well', [file, more, { path: 'manifests/.wh.more.yaml' }]],
    ['without a name', [file, { path: 'manifests/.wh.' }]],
    ['above its folder', [file, { path: 'manifests/.wh...' }]],
    ['of all that is below', [file, { path: '.wh..wh..opq' }]],
  ])('is refused: %s', async (_, entries) => {
    expect(await problemOf(read([archive([more]), archive(entries)]))).toMatchObject({ code: 'IMAGE_UNSAFE' });
  });

  it('stays removed where a file was in place of the folder', async () => {
    expect(Object.keys(await read([archive([more]), archive([{ path: 'manifests' }]), archive([{ path: 'manifests/' }, file])]))).toEqual([
      'manifests/csv.yaml',
    ]);
  });
});

describe('the manifests that OLM takes from another folder than the labels name are refused', () => {
  const annotations = (folder: string): string => `annotations:\n  operators.operatorframework.io.bundle.manifests.v1: ${folder}\n`;
  const own: ArchiveEntry = { path: 'metadata/annotations.yaml', content: annotations('manifests/') };
  const hidden: ArchiveEntry = { path: 'hidden/more.yaml', content: MORE };

  it.each<[string, ArchiveEntry[], Partial<ImageParts>]>([
    ['by its annotations', [{ ...own, content: annotations('hidden/') }], {}],
    ['by annotations that say two things', [{ ...own, content: `${annotations('manifests/')}${annotations('hidden/').slice(13)}` }], {}],
    ['by annotations elsewhere', [own, { path: 'zzz/annotations.yaml', content: annotations('hidden/') }], {}],
    ['by annotations among the manifests', [own, { path: 'manifests/annotations.yaml', content: annotations('hidden/') }], {}],
    ['by a link to annotations', [own, { path: 'docs/x', content: annotations('hidden/') }, link('zzz/annotations.yaml', '../docs/x')], {}],
    ['by the working folder', [own], { workingFolder: '/hidden' }],
    [
      'by labels that name another folder than OLM v1 reads',
      [{ ...own, content: annotations('hidden/') }],
      { labels: { ...BUNDLE_LABELS, 'operators.operatorframework.io.bundle.manifests.v1': 'hidden/' } },
    ],
  ])('%s', async (_, entries, parts) => {
    expect(await problemOf(read([archive([file, hidden, ...entries])], parts))).toMatchObject({ code: 'IMAGE_UNSAFE' });
  });

  it('and annotations that name the same folder are as good as any', async () => {
    expect(Object.keys(await read([archive([file, own, { ...own, path: 'bundle/metadata/annotations.yaml' }])]))).toEqual([
      'manifests/csv.yaml',
      'metadata/annotations.yaml',
    ]);
  });
});

describe('an image whose description can be read in two ways is refused', () => {
  it('as it names its layers twice', async () => {
    const second = imageOf({ layers: [archive([file, more])] });
    const layers = (JSON.parse(second.manifest.toString()) as { layers: unknown }).layers;
    for (const name of ['layers', 'Layers', 'layer\u017f', '\\u006cayers'])
      expect(await problemOf(read([archive([file])], { manifestEnd: `,"${name}":${JSON.stringify(layers)}` }))).toMatchObject({
        code: 'IMAGE_UNSUPPORTED',
      });
  });

  it('as its configuration is of other layers', async () => {
    const hidden = archive([file, more]);
    expect(await problemOf(read([archive([file])], { diffIds: [digest(hidden)] }))).toMatchObject({ code: 'IMAGE_DIGEST' });
    expect(await problemOf(read([archive([file])], { diffIds: [] }))).toMatchObject({ code: 'IMAGE_UNSUPPORTED' });
  });

  it('as a layer goes on behind its end', async () => {
    const pack = (layer: Uint8Array): Buffer => Buffer.concat([gzipSync(layer), gzipSync(archive([more]))]);
    expect((await problemOf(read([archive([file])], { pack }))).code).toMatch(/^IMAGE_(?:UNSAFE|DIGEST)$/);
  });
});

describe('an index', () => {
  async function bundleOf(images: readonly [string, ArchiveEntry[]][]): Promise<string[]> {
    const server = await fakeRegistry();
    const stored = images.map(
      ([architecture, entries]) => [architecture, imageOf({ layers: [archive(entries)], labels: BUNDLE_LABELS })] as const,
    );
    for (const [architecture, image] of stored) server.push('acme/db', architecture, image);
    server.content.set('acme/db/manifests/v1', indexOf(stored));
    const { others } = await opened().bundle(`${server.host}/acme/db:v1`);
    return others.map(({ platform, files }) => `${platform}: ${[...files.keys()].join(' ')}`);
  }

  it('is read for all platforms', async () => {
    expect(
      await bundleOf([
        ['amd64', [file]],
        ['arm64', [file]],
        ['s390x', [file, more]],
      ]),
    ).toEqual(['linux/s390x: manifests/csv.yaml manifests/more.yaml']);
  });

  it('has descriptions of images, which no machine runs', async () => {
    expect(
      await bundleOf([
        ['amd64', [file]],
        ['unknown', [{ path: 'attestation' }]],
      ]),
    ).toEqual([]);
  });

  it('is refused where it names one that is not there', async () => {
    const server = await fakeRegistry();
    const image = imageOf({ layers: [archive([file])], labels: BUNDLE_LABELS });
    server.push('acme/db', 'one', image);
    server.content.set(
      'acme/db/manifests/v1',
      indexOf([
        ['amd64', image],
        ['arm64', imageOf({ layers: [archive([more])] })],
      ]),
    );
    expect(await problemOf(opened().bundle(`${server.host}/acme/db:v1`))).toMatchObject({ code: 'IMAGE_NOT_FOUND' });
  });
});
