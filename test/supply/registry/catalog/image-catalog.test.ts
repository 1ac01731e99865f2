/** Catalogs in images: what is kept of them, what is refused, and how much memory a large one takes. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeRegistry, opened, problemOf } from '../../../support/fake-registry.js';
import { folderOf } from '../../../support/files.js';
import { CATALOG_LABELS, imageOf, layerOf } from '../../../support/images.js';

/** The documents of a catalog with these files. */
async function documentsOf(files: Readonly<Record<string, string>>, labels: Record<string, string> = CATALOG_LABELS): Promise<unknown[]> {
  const server = await fakeRegistry();
  const catalog = await opened().catalog(server.push('acme/catalog', 'v1', imageOf({ layers: [layerOf(files)], labels })));
  return catalog.documents.map(({ value }) => value);
}

const named = (name: string): string => JSON.stringify({ schema: 'olm.package', name });

describe('a catalog', () => {
  it('is read in the order of its files, whatever they are called', async () => {
    const documents = await documentsOf({
      'configs/b/index.txt': named('b'),
      'configs/a.json': `${named('a')}${named('c')}`,
      'other/d.json': named('d'),
    });
    expect(documents).toEqual(['a', 'c', 'b'].map((name) => ({ schema: 'olm.package', name })));
  });

  it('can be anywhere in the image', async () => {
    expect(await documentsOf({ 'a/b/c.json': named('x') }, { 'operators.operatorframework.io.index.configs.v1': './a/b/' })).toEqual([
      { schema: 'olm.package', name: 'x' },
    ]);
  });

  it('keeps the manifests of a bundle that has no image, and no others', async () => {
    const object = { type: 'olm.bundle.object', value: { data: 'e30=' } };
    const bundle = { schema: 'olm.bundle', package: 'a', name: 'a.v1', properties: [object] };
    const documents = await documentsOf({
      'configs/a.json': JSON.stringify(bundle) + JSON.stringify({ ...bundle, image: 'quay.io/a@sha256:0' }),
    });
    expect(documents).toEqual([bundle, { ...bundle, image: 'quay.io/a@sha256:0', properties: [] }]);
  });

  it('keeps deprecations, and passes over what OLM does not know', async () => {
    const deprecations = { schema: 'olm.deprecations', package: 'a', entries: [{ reference: { schema: 'olm.package' }, message: 'old' }] };
    expect(await documentsOf({ 'configs/a.json': `${JSON.stringify(deprecations)}{"schema": "acme.notes", "text": "x"}` })).toEqual([
      deprecations,
    ]);
  });

  it('is read without what .indexignore names, in any folder', async () => {
    const files = {
      'configs/.indexignore': '*.md\n/draft/**\n',
      'configs/readme.md': '# text',
      'configs/draft/x.json': '{',
      'configs/a/.indexignore': 'b.json',
      'configs/a/b.json': '}',
      'configs/a/c.json': named('c'),
    };
    expect(await documentsOf(files)).toEqual([{ schema: 'olm.package', name: 'c' }]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a file that is no catalog', { 'configs/a.json': named('a'), 'configs/readme.md': 'text: [' }, 'configs/readme.md'],
    ['JSON that is cut off', { 'configs/a.json': '{"schema": ' }, 'configs/a.json'],
    ['a document without a schema', { 'configs/a.yaml': 'kind: Namespace\n' }, 'configs/a.yaml'],
    ['a bundle without a package', { 'configs/a.yaml': 'schema: olm.bundle\nname: a.v1\n' }, 'configs/a.yaml'],
    ['no files', { 'other/a.json': named('a') }, '/configs'],
  ])('is refused with %s', async (_, files, found) => {
    expect(await problemOf(documentsOf(files))).toMatchObject({ code: 'INVALID_CATALOG', found });
  });
});

it('a catalog of 300 MB is read in at most 200 MB of memory', () => {
  const folder = folderOf();
  const root = join(import.meta.dirname, '../../../..');
  const node = (script: string): string => execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const path = (file: string): string => JSON.stringify(join(root, file));
  const reference = node(`
    const { writeLargeCatalog } = await import(${path('bench/large-catalog.mjs')});
    process.stdout.write(await writeLargeCatalog(${JSON.stringify(join(folder, 'catalog'))}));`);
  const [documents, megabytes] = JSON.parse(
    node(`
      const { openRegistry } = await import(${path('build/src/supply/registry/open-registry.js')});
      const registry = openRegistry({ environment: { HOME: ${JSON.stringify(folder)} }, userAgent: 'test' });
      const { documents } = await registry.catalog(${JSON.stringify(reference)});
      console.log(JSON.stringify([documents.length, process.resourceUsage().maxRSS / 1024]));`),
  );
  expect(documents).toBe(300 * 42);
  expect(megabytes).toBeLessThan(200);
});
