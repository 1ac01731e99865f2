/** A lock that was made for something else: nothing is concluded of what it has, but that what is installed stays. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const EXAMPLE = join(import.meta.dirname, '../../examples/rules/lock-stale');
const lock = readFileSync(join(EXAMPLE, 'olm-lock.yaml'), 'utf8');
const asked = readFileSync(join(EXAMPLE, 'cluster.yaml'), 'utf8');
const locked = asked.replace('channel: fast', 'channel: stable');

const folder = (text: string): string => folderOf({ 'cluster.yaml': text, 'olm-lock.yaml': lock });

const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  'another channel': (text) => text.replace('channel: stable', 'channel: fast'),
  'no channel': (text) => text.replace('  channel: stable\n', ''),
  'another package': (text) => text.replace('  name: cloudnative-pg\n  channel', '  name: cloudnative\n  channel'),
  'another catalog': (text) => text.replace('source: operatorhub', 'source: other'),
  'another version': (text) => `${text.trimEnd()}\n  startingCSV: cloudnative-pg.v1.27.0\n`,
};

it('of the same request is believed', () => {
  expect(cli(['check', folder(locked)]).out).not.toContain('lock-stale');
});

it.each(Object.entries(CHANGES))('a change to %s without the lock is no green review', (_, change) => {
  expect(change(locked)).not.toBe(locked);
  const { out, code } = cli(['review', folder(locked), folder(change(locked))]);
  expect(out).toMatch(/^Permissions may change: /);
  expect(out).not.toMatch(/crd-removed|member-removed/);
  expect(code).toBe(1);
});

it('says what the lock was made for, and how to mend it', () => {
  const { out } = cli(['review', folder(locked), folder(asked)]);
  expect(out).toMatch(/the lock was made for the channel stable; what fast brings is not known: run cdk8s-olm lock --update/);
});

it('takes nothing from the lock for the way to a channel that it was not made for', () => {
  const { out } = cli(['upgrades', folder(asked)]);
  expect(out).toContain('not known');
  expect(out).not.toMatch(/leads to|1\.26\.0/);
});

it.each([
  ['Automatic', 'error'],
  ['Manual', 'warning'],
])('is with %s approval: %s', (approval, severity) => {
  const { out } = cli(['check', folder(`${asked.trimEnd()}\n  installPlanApproval: ${approval}\n`)]);
  expect(out).toMatch(new RegExp(`^${severity}\\[lock-stale\\]`, 'm'));
});

const LOCK = { cluster: locked, lock };

/** Lock and Subscription of another request, with the bundle that was locked before. */
const FORGED: Readonly<Record<string, (one: typeof LOCK) => typeof LOCK>> = {
  channel: ({ cluster, lock: text }) => ({
    cluster: cluster.replace('channel: stable', 'channel: fast'),
    lock: text.replace(/channel: stable|defaultChannel: stable|- name: stable/g, (one) => one.replace('stable', 'fast')),
  }),
  catalog: ({ cluster, lock: text }) => ({
    cluster: cluster.replace('source: operatorhub', 'source: other'),
    lock: text.replaceAll('olm/operatorhub', 'olm/other'),
  }),
  'default channel': ({ cluster, lock: text }) => ({
    cluster: cluster.replace('  channel: stable\n', ''),
    lock: text.replace(' channel: stable,', ''),
  }),
};

it.each(Object.entries(FORGED))('a lock that was edited for another %s proves nothing of it', (_, change) => {
  const head = change(LOCK);
  expect(head.cluster).not.toBe(locked);
  expect(head.lock).not.toBe(lock);
  const after = folderOf({ 'cluster.yaml': head.cluster, 'olm-lock.yaml': head.lock });
  expect(cli(['check', after]).out).not.toContain('lock-stale');
  const { out } = cli(['review', folder(locked), after]);
  expect(out).toMatch(/^Permissions may change: /);
  expect(out).toMatch(/^warning\[lock-channel-not-verified\]/m);
});

describe('a ClusterExtension', () => {
  const extensionLock = lock
    .replaceAll('olm/operatorhub', 'operatorhubio')
    .replace(
      /subscriptions:\n.*\n/,
      'clusterExtensions:\n  - {name: pg, catalog: operatorhubio, package: cloudnative-pg, ASKED bundle: cloudnative-pg.v1.26.0}\n',
    )
    .replace('type: OwnNamespace', 'type: AllNamespaces');
  const extension = (catalog: string): string =>
    `apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: pg}\nspec:\n  namespace: databases\n  source: {sourceType: Catalog, catalog: {packageName: cloudnative-pg, ${catalog}}}\n`;
  const state = (catalog: string, made = 'version: 1.x,'): string =>
    folderOf({ 'cluster.yaml': extension(catalog), 'olm-lock.yaml': extensionLock.replace('ASKED', made) });

  const REQUESTS: Readonly<Record<string, string>> = {
    version: 'version: 2.x',
    'no version': '',
    channels: 'version: 1.x, channels: [fast]',
    selector: 'version: 1.x, selector: {matchLabels: {a: b}}',
    upgradeConstraintPolicy: 'version: 1.x, upgradeConstraintPolicy: SelfCertified',
  };

  it('of the same request is believed', () => {
    const { out } = cli(['check', state('version: 1.x')]);
    expect(out).toContain('cloudnative-pg.v1.26.0');
    expect(out).not.toContain('lock-stale');
  });

  it.each(Object.entries(REQUESTS))('of another request (%s) keeps its bundle, and is never green', (_, catalog) => {
    const { out, code } = cli(['review', state('version: 1.x'), state(catalog)]);
    expect(out).toMatch(/^Permissions may change: /);
    expect(out).toMatch(/^error\[.*ClusterExtension pg: .*the lock was made for/m);
    expect(cli(['check', state(catalog)]).out).toMatch(/^error\[lock-stale\] ClusterExtension pg/m);
    expect(out).not.toMatch(/Grants less|\d lost|crd-removed/);
    expect(code).toBe(1);
  });

  it.each(Object.entries(REQUESTS))('of another request (%s) differs from the lock', (_, catalog) => {
    expect(cli(['lock', '--check', state(catalog)])).toMatchObject({ code: 1, out: expect.stringContaining('ClusterExtension pg') });
  });

  it.each(['version: ">=1.0.0"', 'channels: [stable]', ''])(
    'whose lock was edited for its new request (%s) proves nothing of it',
    (catalog) => {
      const { out } = cli(['review', state('version: 1.x'), state(catalog, catalog && `${catalog},`)]);
      expect(out).toMatch(/^Permissions may change: /);
      expect(out).toMatch(/^warning\[lock-channel-not-verified\].*ClusterExtension pg/m);
    },
  );

  it('without a lock entry is not known', () => {
    const other = extensionLock.replace('ASKED', '').replace('name: pg', 'name: other');
    const { out } = cli(['check', folderOf({ 'cluster.yaml': extension(''), 'olm-lock.yaml': other })]);
    expect(out).toContain('the lock was made for other ClusterExtensions');
  });
});
