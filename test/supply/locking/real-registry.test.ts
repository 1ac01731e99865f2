/** Operators of a real registry, locked and judged: as the same bundles as folders, and whole whatever the registry does. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCK_FILE } from '../../../src/olm/lock/lock-name.js';
import { cliToEnd } from '../../support/cli-to-end.js';
import { cli } from '../../support/command-line.js';
import { ownEnvironment } from '../../support/fake-registry.js';
import { folderOf } from '../../support/files.js';
import { input, lockIn, missing, NAMES, publish, versionsOf } from '../../support/published.js';
import { noRealRegistry, realRegistry } from '../../support/real-registry.js';

/** The text of a lock that grants `get` in the place of a verb. */
function withOtherVerb(text: string): string {
  const edited = text.replace(/(verbs: \[[^\]]*?\b)(?:impersonate|create)\b/, '$1get');
  expect(edited).not.toBe(text);
  return edited;
}

describe('a lock of a real registry', () => {
  it('judges as the same bundles in folders', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const registry = realRegistry();
    const newest = NAMES.map((name) => versionsOf(name).at(-1) as string);
    const images = publish(registry, NAMES.flatMap(versionsOf));
    const text = input(`${registry.host}/community/catalog:latest`);
    const [asLock, asFolders] = [folderOf({ 'app.yaml': text }), folderOf({ 'app.yaml': text })];
    for (const [index, folder] of newest.entries()) cpSync(folder, join(asFolders, `bundles/${index}`), { recursive: true });
    const { code, err } = await cliToEnd(['lock', asLock], ownEnvironment());
    expect([code, err]).toEqual([0, '']);
    const lock = lockIn(asLock);
    expect(lock.catalogs).toMatchObject([{ name: 'olm/community', image: expect.stringContaining('/community/catalog:latest') }]);
    for (const { name, image, digest } of lock.bundles) expect([image, image?.split('@')[1]]).toEqual([images.get(name), digest]);
    for (const command of [['check', '--quiet'], ['who-can', 'get', 'secrets'], ['images']]) {
      const [of, ...more] = command as [string, ...string[]];
      const [first, second] = [asLock, asFolders].map((folder) => {
        const { code: ended, out } = of === 'check' ? cli([of, folder, ...more]) : cli([of, ...more, folder]);
        return { ended, out: out.replaceAll(folder, '').replaceAll(/\(\/(?:bundles|olm-lock)[^)]*\)/g, '') };
      });
      expect(first).toEqual(second);
    }
  });

  it('is taken from there once: a second time only the catalog is asked for, and offline not even that', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const registry = realRegistry();
    publish(registry, versionsOf('patch-operator'));
    const folder = folderOf({ 'app.yaml': input(`${registry.host}/community/catalog:latest`, ['patch-operator']) });
    const env = ownEnvironment();
    await cliToEnd(['lock', folder], env);
    const text = readFileSync(join(folder, LOCK_FILE), 'utf8');
    const again = await cliToEnd(['lock', folder, '--update', '--offline'], env);
    expect([again.code, again.err, readFileSync(join(folder, LOCK_FILE), 'utf8')]).toEqual([0, '', text]);
    const elsewhere = await cliToEnd(['lock', folder, '--update', '--offline'], ownEnvironment());
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('IMAGE_NOT_CACHED')]);
    expect(readFileSync(join(folder, LOCK_FILE), 'utf8')).toBe(text);
  });

  it('moves when the tag of its catalog does', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const registry = realRegistry();
    const versions = versionsOf('grafana-operator');
    publish(registry, versions.slice(0, 1));
    const folder = folderOf({ 'app.yaml': input(`${registry.host}/community/catalog:latest`, ['grafana-operator']) });
    const env = ownEnvironment();
    await cliToEnd(['lock', folder], env);
    const [before] = lockIn(folder).subscriptions ?? [];
    publish(registry, versions);
    const { out } = await cliToEnd(['lock', folder, '--update'], env);
    const [after] = lockIn(folder).subscriptions ?? [];
    expect(after?.csv).not.toBe(before?.csv);
    expect(out).toContain(`${before?.csv}  ${after?.csv}  grants`);
  });

  it('stays as it was when the registry asks who it is, or has no TLS that is trusted', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const secret = 'correct-horse';
    for (const options of [['--auth', `user:${secret}`], ['--tls']]) {
      const needs = noRealRegistry(['docker-registry', 'python3', options[0] === '--tls' ? 'openssl' : 'htpasswd']);
      if (needs) continue;
      const registry = realRegistry(...options);
      const folder = folderOf({ 'app.yaml': input(`${registry.host}/community/catalog:latest`, ['patch-operator']) });
      const text = '# before\nlockVersion: 1\ncatalogs: []\npackages: []\nbundles: []\n';
      writeFileSync(join(folder, LOCK_FILE), text);
      const { code, err } = await cliToEnd(['lock', folder], ownEnvironment());
      expect([code, err]).toEqual([2, expect.stringMatching(/REGISTRY_(DENIED|UNTRUSTED)/)]);
      expect(err).not.toContain(secret);
      expect(readFileSync(join(folder, LOCK_FILE), 'utf8')).toBe(text);
    }
  });

  it('--verify finds an entry that was edited, or names another image', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const registry = realRegistry();
    publish(registry, versionsOf('patch-operator'));
    const folder = folderOf({ 'app.yaml': input(`${registry.host}/community/catalog:latest`, ['patch-operator']) });
    const env = ownEnvironment();
    await cliToEnd(['lock', folder], env);
    const text = readFileSync(join(folder, LOCK_FILE), 'utf8');
    const whole = await cliToEnd(['lock', folder, '--verify'], env);
    expect([whole.code, whole.out]).toEqual([0, expect.stringContaining('matches its bundles: 1 bundle\n')]);
    for (const edited of [withOtherVerb(text), text.replace(/(\nbundles:[\s\S]*?\n {4}digest: sha256:)[0-9a-f]{8}/, '$100000000')]) {
      expect(edited).not.toBe(text);
      writeFileSync(join(folder, LOCK_FILE), edited);
      const { code, err } = await cliToEnd(['lock', folder, '--verify'], env);
      expect([code, err]).toEqual([1, expect.stringContaining('LOCK_MISMATCH')]);
    }
  });

  it('--verify finds an image that is not what the catalog names, though it has all that the entry says', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const [registry, other] = [realRegistry(), realRegistry()];
    publish(registry, versionsOf('patch-operator'));
    publish(other, versionsOf('patch-operator'));
    const folder = folderOf({ 'app.yaml': input(`${registry.host}/community/catalog:latest`, ['patch-operator']) });
    const env = ownEnvironment();
    await cliToEnd(['lock', folder], env);
    const [text, image] = [readFileSync(join(folder, LOCK_FILE), 'utf8'), lockIn(folder).bundles[0]?.image as string];
    writeFileSync(join(folder, LOCK_FILE), text.replace(image, image.replace(registry.host, other.host)));
    const { code, err } = await cliToEnd(['lock', folder, '--verify'], env);
    expect([code, err]).toEqual([1, expect.stringContaining('the lock and the catalog differ about patch-operator.v0.1.11')]);
    expect(err).toContain(`${image}, which ${registry.host}/community/catalog:latest has`);
  });

  it('gives what installing needs with --vendor, and a vendored bundle tells on an edited lock', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const registry = realRegistry();
    publish(registry, versionsOf('patch-operator'));
    const folder = folderOf({ 'app.yaml': input(`${registry.host}/community/catalog:latest`, ['patch-operator']) });
    const env = ownEnvironment();
    await cliToEnd(['lock', folder], env);
    const [whole, without] = [join(folder, 'bundles'), cli(['render', '--install', folder])];
    expect([without.code, without.out, without.err]).toEqual([2, '', expect.stringContaining('cdk8s-olm lock --vendor')]);
    await cliToEnd(['lock', folder, '--vendor', whole], env);
    const [installed, newest] = [cli(['render', '--install', folder]), versionsOf('patch-operator').at(-1) as string];
    const asFolder = folderOf({ 'app.yaml': readFileSync(join(folder, 'app.yaml'), 'utf8') });
    cpSync(newest, join(asFolder, 'bundle'), { recursive: true });
    expect([installed.code, installed.out]).toEqual([0, cli(['render', '--install', asFolder]).out]);
    expect(installed.out).toContain('kind: Deployment');

    const text = readFileSync(join(folder, LOCK_FILE), 'utf8');
    writeFileSync(join(folder, LOCK_FILE), withOtherVerb(text));
    const { code, out } = cli(['check', folder]);
    expect([code, out]).toEqual([1, expect.stringContaining('error[lock-mismatch]')]);
  });
});
