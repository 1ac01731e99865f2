/** Bundles as they are judged, kept by the digest of their image. */
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LockFile } from '../../../src/olm/lock/lock-file.js';
import { judgedBundle, keptBundles } from '../../../src/supply/locking/judged-bundle.js';
import { vendor } from '../../../src/supply/locking/vendor.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { fakeRegistry, opened, ownEnvironment } from '../../support/fake-registry.js';
import { folderOf } from '../../support/files.js';
import { BUNDLE_LABELS, imageOf, indexOf, layerOf } from '../../support/images.js';

const files = Object.fromEntries(Object.entries(bundleFiles('etcd/0.9.4')).map(([path, text]) => [path.replace('etcd/0.9.4/', ''), text]));
const IMAGE = imageOf({ layers: [layerOf(files)], labels: BUNDLE_LABELS });

describe('the bundle of an image', () => {
  it('is read once: then it is known by its digest, without the registry and without its layers', async () => {
    const server = await fakeRegistry();
    const image = server.push('acme/etcd', 'v1', IMAGE).replace(':v1', `@${IMAGE.digest}`);
    const environment = ownEnvironment();
    expect(keptBundles(environment)(IMAGE.digest)).toBeUndefined();
    const got = await judgedBundle(image, opened({ environment }));
    expect(got).toMatchObject({ digest: IMAGE.digest, name: 'etcd.v0.9.4' });
    const asked = server.asked.length;
    expect(await judgedBundle(image, opened({ environment }))).toEqual(got);
    expect(server.asked.length).toBe(asked);
    const { digest: _, ...known } = got;
    expect(keptBundles(environment)(IMAGE.digest)).toEqual(known);
  });

  it('is read again where an earlier release kept less of it', async () => {
    const server = await fakeRegistry();
    const image = server.push('acme/etcd', 'v1', IMAGE);
    const environment = ownEnvironment();
    const earlier = JSON.stringify({ name: 'etcd.v0.9.4', content: { spec: {} } });
    await opened({ environment }).madeOfBundle(image, 'judged 1', () => earlier);
    expect(keptBundles(environment)(IMAGE.digest)).toBeUndefined();
    const got = await judgedBundle(image, opened({ environment }));
    expect(got).toMatchObject({ properties: expect.arrayContaining([expect.stringContaining('olm.package')]) });
  });

  it('is not believed where somebody else wrote it into the cache, or without the key of this user', async () => {
    const server = await fakeRegistry();
    const image = server.push('acme/etcd', 'v1', IMAGE);
    const environment = ownEnvironment();
    await judgedBundle(image, opened({ environment }));
    const folder = join(environment.XDG_CACHE_HOME as string, 'cdk8s-olm/derived');
    const [file] = readdirSync(folder);
    writeFileSync(join(folder, file as string), Buffer.from(`${'x'.repeat(32)}{"name":"etcd.v0.9.4","content":{"spec":{}}}`));
    expect(keptBundles(environment)(IMAGE.digest)).toBeUndefined();
    await judgedBundle(image, opened({ environment }));
    rmSync(join(environment.XDG_STATE_HOME as string, 'cdk8s-olm/cache-key'));
    expect(keptBundles(environment)(IMAGE.digest)).toBeUndefined();
  });

  it('is an error where it is another one on another platform', async () => {
    const server = await fakeRegistry();
    const binding = {
      'manifests/evil.yaml':
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\n',
    };
    const other = imageOf({ layers: [layerOf({ ...files, ...binding })], labels: BUNDLE_LABELS });
    const images = [['amd64', IMAGE] as const, ['arm64', other] as const];
    for (const [architecture, image] of images) server.push('acme/etcd', architecture, image);
    server.content.set('acme/etcd/manifests/v1', indexOf(images));
    const got = await judgedBundle(`${server.host}/acme/etcd:v1`, opened({ environment: ownEnvironment() }));
    expect(got).toMatchObject({ problems: [{ code: 'IMAGE_UNSAFE', found: 'other manifests for linux/arm64' }] });
  });

  it('is written by --vendor where a repository put no link', async () => {
    const server = await fakeRegistry();
    const image = server.push('acme/etcd', 'v1', IMAGE);
    const registry = opened({ environment: ownEnvironment() });
    const lock = {
      bundles: [{ name: 'etcd.v0.9.4', package: 'etcd', image, digest: IMAGE.digest }],
    } as unknown as LockFile;
    const outside = folderOf();
    const repository = folderOf({ '.git/HEAD': 'ref: refs/heads/main\n' });
    symlinkSync(outside, join(repository, 'vendor'));
    await expect(vendor(lock, registry, join(repository, 'vendor'))).rejects.toThrow();
    expect(readdirSync(outside)).toEqual([]);
    expect(await vendor(lock, registry, join(repository, 'bundles'))).toBe(1);
    expect(readdirSync(join(repository, 'bundles/etcd/etcd.v0.9.4'))).toContain('manifests');
  });
});
