/** Bundles and catalogs in a real registry, in every form that an image can have. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { opened, ownEnvironment, problemOf } from '../../support/fake-registry.js';
import { folderOf } from '../../support/files.js';
import { CATALOG_LABELS } from '../../support/images.js';
import { noRealRegistry, realRegistry } from '../../support/real-registry.js';

const BUNDLES = join(import.meta.dirname, '../../../../shared/bundles');
const missing = noRealRegistry() ?? (existsSync(BUNDLES) ? undefined : 'needs ../shared/bundles');
const [[LABEL, FOLDER] = ['', '']] = Object.entries(CATALOG_LABELS);

/** The files of a folder, as text. */
function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

const CATALOG = {
  'configs/etcd/catalog.yaml': [
    'schema: olm.package\nname: etcd\ndefaultChannel: stable\ndescription: A database\n',
    'schema: olm.channel\npackage: etcd\nname: stable\nentries:\n- name: etcd.v1\n',
    'schema: olm.bundle\npackage: etcd\nname: etcd.v1\nimage: quay.io/acme/etcd@sha256:0\nrelatedImages: []\nproperties:\n- type: olm.package\n  value: {packageName: etcd, version: 1.0.0}\n- type: olm.csv.metadata\n  value: {description: long, minKubeVersion: 1.20.0}\n',
  ].join('---\n'),
  'configs/redis/catalog.json':
    '{"schema": "olm.package", "name": "redis", "defaultChannel": "a"}\n{"schema": "olm.channel", "package": "redis", "name": "a", "entries": []}\n',
  'configs/.indexignore': '/notes.txt\n',
  'configs/notes.txt': 'not a catalog: [',
};
const DOCUMENTS = [
  { schema: 'olm.package', package: 'etcd', value: { schema: 'olm.package', name: 'etcd', defaultChannel: 'stable' } },
  {
    schema: 'olm.channel',
    package: 'etcd',
    value: { schema: 'olm.channel', package: 'etcd', name: 'stable', entries: [{ name: 'etcd.v1' }] },
  },
  {
    schema: 'olm.bundle',
    package: 'etcd',
    value: {
      schema: 'olm.bundle',
      package: 'etcd',
      name: 'etcd.v1',
      image: 'quay.io/acme/etcd@sha256:0',
      properties: [
        { type: 'olm.package', value: { packageName: 'etcd', version: '1.0.0' } },
        { type: 'olm.csv.metadata', value: { minKubeVersion: '1.20.0' } },
      ],
    },
  },
  { schema: 'olm.package', package: 'redis', value: { schema: 'olm.package', name: 'redis', defaultChannel: 'a' } },
  { schema: 'olm.channel', package: 'redis', value: { schema: 'olm.channel', package: 'redis', name: 'a', entries: [] } },
];

describe('a real registry', () => {
  it('gives a bundle file by file, whatever form its image has', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const registry = realRegistry();
    const [name = ''] = readdirSync(join(BUNDLES, 'flux'));
    const folder = join(BUNDLES, 'flux', name);
    const files = filesOf(folder);
    const expected = Object.fromEntries(Object.entries(files).filter(([path]) => /^(?:manifests|metadata)\//.test(path)));
    for (const form of [[], ['--layers', '3'], ['--docker'], ['--plain'], ['--index'], ['--docker', '--index', '--layers', '2']]) {
      const reference = registry.push(folder, `acme/flux:v${form.length}`, ...form);
      const bundle = await opened().bundle(reference);
      expect(bundle.digest).toBe(reference.split('@')[1]);
      expect(Object.fromEntries([...bundle.files].map(([path, content]) => [path, Buffer.from(content).toString('utf8')]))).toEqual(
        expected,
      );
    }
  });

  it('gives a catalog without what decides nothing, and without what .indexignore names', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const registry = realRegistry();
    const reference = registry.push(folderOf(CATALOG), 'acme/catalog:v1', '--layers', '2', '--label', `${LABEL}=${FOLDER}`);
    const environment = ownEnvironment();
    expect(await opened({ environment }).catalog(`${registry.host}/acme/catalog:v1`)).toEqual({
      name: `${registry.host}/acme/catalog:v1`,
      digest: reference.split('@')[1],
      documents: DOCUMENTS,
      notRead: [],
    });
    expect((await opened({ environment, offline: true }).catalog(reference)).documents).toEqual(DOCUMENTS);
    expect((await problemOf(opened({ environment, offline: true }).catalog(`${registry.host}/acme/catalog:v1`))).code).toBe(
      'IMAGE_NOT_CACHED',
    );
  });

  it('is used with TLS and credentials', async ({ skip }) => {
    const absent = missing ?? noRealRegistry(['openssl', 'htpasswd']);
    skip(absent !== undefined, absent);
    const registry = realRegistry('--tls', '--auth', 'anna:secret');
    const reference = registry.push(
      folderOf(CATALOG),
      'acme/catalog:v1',
      '--label',
      `${LABEL}=${FOLDER}`,
      '--ca',
      registry.ca,
      '--auth',
      'anna:secret',
    );
    const auths = {
      [`${registry.host}/acme`]: { auth: Buffer.from('anna:secret').toString('base64') },
      [registry.host]: { auth: Buffer.from('x:y').toString('base64') },
    };
    const file = join(folderOf({ 'auth.json': JSON.stringify({ auths }) }), 'auth.json');
    const environment = ownEnvironment({ REGISTRY_AUTH_FILE: file });
    expect((await problemOf(opened({ environment }).resolve(`${registry.host}/acme/catalog:v1`))).code).toBe('REGISTRY_UNTRUSTED');
    expect((await problemOf(opened({ authorities: [registry.ca] }).resolve(`${registry.host}/acme/catalog:v1`))).code).toBe(
      'REGISTRY_DENIED',
    );
    const secured = opened({ environment, authorities: [registry.ca] });
    expect(await secured.resolve(`${registry.host}/acme/catalog:v1`)).toBe(reference.split('@')[1]);
    expect((await secured.catalog(reference)).documents).toEqual(DOCUMENTS);
  });

  it('and copies of skopeo in a layout and an archive give the same', async ({ skip }) => {
    const absent = missing ?? noRealRegistry(['skopeo']);
    skip(absent !== undefined, absent);
    const registry = realRegistry();
    const reference = registry.push(folderOf(CATALOG), 'acme/catalog:v1', '--layers', '3', '--label', `${LABEL}=${FOLDER}`);
    const folder = folderOf();
    const copy = (target: string): void =>
      void execFileSync('skopeo', ['copy', '-q', '--src-tls-verify=false', `docker://${reference}`, target]);
    copy(`oci:${folder}/layout:v1`);
    copy(`docker-archive:${folder}/archive.tar:acme/catalog:v1`);
    for (const local of [
      `oci:${folder}/layout:v1`,
      `oci:${folder}/layout`,
      `docker-archive:${folder}/archive.tar`,
      `docker-archive:${folder}/archive.tar:docker.io/acme/catalog:v1`,
    ]) {
      expect([local, (await opened().catalog(local)).documents]).toEqual([local, DOCUMENTS]);
    }
    expect((await problemOf(opened().catalog(`oci:${folder}/layout:v2`))).code).toBe('IMAGE_UNSUPPORTED');
    expect((await problemOf(opened().catalog(`oci:${folder}/none`))).code).toBe('IMAGE_NOT_FOUND');
  });
});
