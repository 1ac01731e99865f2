/** `cdk8s-olm lock`, with catalogs in folders: what it writes, keeps, moves and says. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { LockFile } from '../../src/olm/lock/lock-file.js';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { readLock } from '../../src/olm/lock/read-lock.js';
import { group, namespace } from '../support/build.js';
import { cliToEnd } from '../support/cli-to-end.js';
import { cli, manifests } from '../support/command-line.js';
import { fakeRegistry, ownEnvironment } from '../support/fake-registry.js';
import { folderOf } from '../support/files.js';
import { CATALOG_LABELS, imageOf, indexOf, layerOf } from '../support/images.js';
import { planOf, pointing } from '../support/install-plans.js';
import { itWith, program } from '../support/needs.js';

/** A catalog that holds its bundles itself, one version after the other; from the second on it reads Secrets. */
function catalog(...versions: string[]): string {
  const entries = versions.map((version, index) => ({
    name: `kettle.v${version}`,
    ...(index > 0 ? { replaces: `kettle.v${versions[index - 1]}` } : {}),
  }));
  const blobs = [
    { schema: 'olm.package', name: 'kettle', defaultChannel: 'stable' },
    { schema: 'olm.channel', package: 'kettle', name: 'stable', entries },
    ...versions.map((version) => ({
      schema: 'olm.bundle',
      package: 'kettle',
      name: `kettle.v${version}`,
      properties: [
        { type: 'olm.package', value: { packageName: 'kettle', version } },
        { type: 'olm.bundle.object', value: { data: Buffer.from(JSON.stringify(csv(version))).toString('base64') } },
      ],
    })),
  ];
  return blobs.map((blob) => `---\n${JSON.stringify(blob)}\n`).join('');
}

function csv(version: string): object {
  const resources = version === '1.0.0' ? ['pods'] : ['pods', 'secrets'];
  const clusterPermissions = [{ serviceAccountName: 'kettle', rules: [{ apiGroups: [''], resources, verbs: ['get'] }] }];
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `kettle.v${version}`, annotations: { 'alm-examples': '[]' } },
    spec: {
      displayName: 'Kettle',
      description: 'Boils water.',
      version,
      installModes: [{ type: 'AllNamespaces', supported: true }],
      install: { strategy: 'deployment', spec: { clusterPermissions, deployments: [] } },
    },
  };
}

function subscription(name: string, spec: object = {}): Parameters<typeof manifests>[0] {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name, namespace: 'op' },
    spec: { name, channel: 'stable', source: 'ours', sourceNamespace: 'olm', ...spec },
  } as Parameters<typeof manifests>[0];
}

interface Place {
  readonly folder: string;
  lock(...more: string[]): ReturnType<typeof cliToEnd>;
  read(): LockFile;
  write(file: string, text: string): void;
}

function place(files: Record<string, string>): Place {
  const folder = folderOf({ 'app/sub.yaml': manifests(namespace('op'), group('op/og'), subscription('kettle')), ...files });
  const env = ownEnvironment();
  const file = join(folder, 'app', LOCK_FILE);
  return {
    folder,
    lock: (...more) => cliToEnd(['lock', join(folder, 'app'), ...more], env),
    read: () => readLock({ file, text: readFileSync(file, 'utf8') }).lock as LockFile,
    write: (name, text) => writeFileSync(join(folder, name), text),
  };
}

const locked = (lock: LockFile): unknown => lock.subscriptions?.map(({ name, csv: bundle }) => [name, bundle]);

describe('lock', () => {
  it('writes what each Subscription comes to beside the input, without what people alone read', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    const { code, out, err } = await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('op         kettle  kettle   -    kettle.v1.0.0');
    expect(locked(here.read())).toEqual([['kettle', 'kettle.v1.0.0']]);
    expect(JSON.stringify(here.read())).not.toMatch(/Boils|alm-examples|displayName/);
  });

  it('lets check judge without the catalog', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    rmSync(join(here.folder, 'ours.yaml'));
    const { code, out } = cli(['check', join(here.folder, 'app')]);
    expect([code, out]).toEqual([0, expect.stringMatching(/kettle\.v1\.0\.0\s+og\s+\*\s+Succeeded/)]);
  });

  it('keeps what still fits, and moves it only with --update, in the words of the review', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    await here.lock(...ours);
    here.write('ours.yaml', catalog('1.0.0', '1.1.0', '1.2.0'));
    expect((await here.lock(...ours)).out).toMatch(/is up to date/);
    expect(locked(here.read())).toEqual([['kettle', 'kettle.v1.0.0']]);

    const dry = await here.lock(...ours, '--update', '--dry-run');
    expect(dry.out).toContain('grants more: 1 permission');
    expect(dry.out).toContain('get secrets');
    expect(locked(here.read())).toEqual([['kettle', 'kettle.v1.0.0']]);

    await here.lock(...ours, '--update', 'kettle');
    expect(locked(here.read())).toEqual([['kettle', 'kettle.v1.2.0']]);
  });

  it('moves to another channel with what asks for it, as OLM does, unless a person approves each version', async () => {
    const entries = [{ name: 'kettle.v1.0.0' }, { name: 'kettle.v1.1.0', replaces: 'kettle.v1.0.0' }];
    const fast = JSON.stringify({ schema: 'olm.channel', package: 'kettle', name: 'fast', entries });
    // The channel stable has the first version alone.
    const catalogs = `${catalog('1.0.0', '1.1.0').replace(',{"name":"kettle.v1.1.0","replaces":"kettle.v1.0.0"}', '')}---\n${fast}\n`;
    const asked = (spec: object): string => manifests(namespace('op'), group('op/og'), subscription('kettle', spec));
    for (const [approval, csvs] of [
      ['Automatic', 'kettle.v1.1.0'],
      ['Manual', 'kettle.v1.0.0'],
    ] as const) {
      const here = place({ 'ours.yaml': catalogs, 'app/sub.yaml': asked({ installPlanApproval: approval }) });
      const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
      await here.lock(...ours);
      expect(here.read().subscriptions?.[0]?.csv).toBe('kettle.v1.0.0');
      here.write('app/sub.yaml', asked({ installPlanApproval: approval, channel: 'fast' }));
      await here.lock(...ours);
      expect([approval, here.read().subscriptions?.[0]]).toEqual([approval, expect.objectContaining({ channel: 'fast', csv: csvs })]);
    }
  });

  it('writes the versions that OLM installs on the way, with what they may do, and keeps them until the next move', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    await here.lock(...ours);
    here.write('ours.yaml', catalog('1.0.0', '1.1.0', '1.2.0', '1.3.0'));
    expect((await here.lock(...ours, '--update')).code).toBe(0);
    const { subscriptions = [], bundles } = here.read();
    expect(subscriptions[0]).toMatchObject({ csv: 'kettle.v1.3.0', via: ['kettle.v1.1.0', 'kettle.v1.2.0'] });
    expect(bundles.map(({ name }) => name)).toEqual(['kettle.v1.1.0', 'kettle.v1.2.0', 'kettle.v1.3.0']);
    const before = here.read();
    await here.lock(...ours, '--update');
    expect(here.read()).toEqual(before);
    expect((await here.lock(...ours, '--verify')).code).toBe(0);
    expect(cli(['check', join(here.folder, 'app')]).out).toContain('kettle.v1.3.0');
    here.write('ours.yaml', catalog('1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'));
    await here.lock(...ours, '--update');
    expect(here.read().subscriptions).toMatchObject([{ csv: 'kettle.v1.4.0' }]);
    expect(here.read().subscriptions?.[0]?.via).toBeUndefined();
    expect(here.read().bundles).toHaveLength(1);
  });

  it('moves only the packages that are named', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    await here.lock(...ours);
    here.write('ours.yaml', catalog('1.0.0', '1.1.0'));
    await here.lock(...ours, '--update', 'teapot');
    expect(locked(here.read())).toEqual([['kettle', 'kettle.v1.0.0']]);
  });

  it('follows skips as OLM does, past versions that nobody is to have', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    await here.lock(...ours);
    here.write('ours.yaml', catalog('1.0.0', '2.0.0').replace('"replaces":"kettle.v1.0.0"', '"skips":["kettle.v1.0.0"]'));
    await here.lock(...ours, '--update');
    expect(locked(here.read())).toEqual([['kettle', 'kettle.v2.0.0']]);
  });

  it.each([
    ['takes the startingCSV of a Manual Subscription, whatever moves', 'Manual', ['kettle.v1.0.0', undefined]],
    ['goes on from the startingCSV of an Automatic one, as OLM does', 'Automatic', ['kettle.v1.1.0', ['kettle.v1.0.0']]],
  ])('%s', async (_, installPlanApproval, [csv, via]) => {
    const asked = subscription('kettle', { startingCSV: 'kettle.v1.0.0', installPlanApproval });
    const here = place({
      'ours.yaml': catalog('1.0.0', '1.1.0'),
      'app/sub.yaml': manifests(namespace('op'), group('op/og'), asked),
    });
    const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    await here.lock(...ours, '--update');
    const first = here.read();
    expect(first.subscriptions).toEqual([expect.objectContaining({ csv, ...(via ? { via } : {}) })]);
    expect(await here.lock('--check')).toMatchObject({ code: 0 });
    // The lock alone tells where the Subscription ends.
    const { out } = await cliToEnd(['check', join(here.folder, 'app'), '--format', 'json'], ownEnvironment());
    expect(JSON.parse(out).operators).toMatchObject([{ version: csv }]);
    here.write('ours.yaml', catalog('1.0.0', '1.1.0', '1.2.0'));
    await here.lock(...ours);
    expect(here.read().subscriptions).toEqual(first.subscriptions);
  });

  it('refuses overlays that ask for different things of one Subscription, as a lock has one answer', async () => {
    const folder = folderOf({
      'one/app.yaml': manifests(namespace('op'), group('op/og'), subscription('kettle')),
      'two/app.yaml': manifests(namespace('op'), group('op/og'), subscription('kettle', { channel: 'fast' })),
      'ours.yaml': catalog('1.0.0'),
    });
    const lock = (...inputs: string[]) => cliToEnd(['lock', ...inputs, '--catalog', `ours=${join(folder, 'ours.yaml')}`], ownEnvironment());
    const { code, err } = await lock(folder);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('the input has Subscription op/kettle several times, with a different channel'),
    ]);
    expect(existsSync(join(folder, LOCK_FILE))).toBe(false);
    expect(await lock(join(folder, 'one'))).toMatchObject({ code: 0 });
    expect((await lock(join(folder, 'one'), join(folder, 'one'))).code).toBe(0);
  });

  it('--check refuses a lock of which check cannot read a bundle', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    const file = join(here.folder, 'app', LOCK_FILE);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/serviceAccountName: .*/, 'serviceAccountName: [7]'));
    const [fits, checked] = [await here.lock('--check'), cli(['check', join(here.folder, 'app')])];
    expect([fits.code, checked.code]).toEqual([2, 2]);
    expect(fits.err).toContain('error[WRONG_TYPE]');
    expect(fits.out).toBe('');
  });

  it('--check says what of the sources is not in the lock, and is for CI', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    const fits = await here.lock('--check');
    expect([fits.code, fits.out]).toEqual([
      0,
      expect.stringMatching(/fits the sources: 1 operator\n1 Subscription with Automatic approval:.*\n$/),
    ]);
    here.write(
      'app/sub.yaml',
      manifests(namespace('op'), group('op/og'), subscription('kettle', { channel: 'fast' }), subscription('teapot')),
    );
    const { code, out } = await here.lock('--check');
    expect([code, out.split('\n').slice(0, 3)]).toEqual([
      1,
      [
        'Subscription op/kettle has the channel fast; the lock has stable',
        'Subscription op/teapot has no entry in the lock',
        expect.stringContaining('2 differences; run cdk8s-olm lock'),
      ],
    ]);
  });

  it('--check says that a catalog is another one than the lock has, and lock renews it', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    await here.lock(...ours);
    const file = join(here.folder, 'app', LOCK_FILE);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('- { name: olm/ours }', '- { name: olm/ours, image: example.com/somebodys:v1 }'));
    const { code, out } = await here.lock('--check', ...ours);
    expect([code, out.split('\n')[0]]).toEqual([1, 'Catalog olm/ours is in files; the lock has the image example.com/somebodys:v1']);
    await here.lock(...ours);
    expect(readFileSync(file, 'utf8')).toBe(text);

    const source = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name: 'ours', namespace: 'olm' } };
    const spec = { sourceType: 'grpc', image: 'example.com/ours:v2' };
    here.write('app/source.yaml', manifests(namespace('olm'), { ...source, spec } as never));
    expect((await here.lock('--check')).out).toContain('Catalog olm/ours is the image example.com/ours:v2; the lock has in files\n');
    expect((await here.lock('--check', ...ours)).code).toBe(0);
  });

  it('--check and drift say where a cluster is ahead of the lock, or behind it, and what waits there', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0', '1.1.0') });
    await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    const snapshot = (...objects: readonly KubernetesObject[]): string[] => {
      here.write('cluster.yaml', manifests(namespace('op'), group('op/og'), ...objects));
      return ['--snapshot', join(here.folder, 'cluster.yaml')];
    };
    const at = (installedCSV: string, plan?: string): KubernetesObject =>
      pointing('op/kettle', plan, { installedCSV, currentCSV: plan ? 'kettle.v1.1.0' : installedCSV }, { catalog: 'olm/ours' });
    const { code, out } = await here.lock('--check', ...snapshot(at('kettle.v1.1.0')));
    expect([code, out]).toEqual([0, expect.stringMatching(/^\S+ fits the sources/)]);
    const waiting = [at('kettle.v1.0.0', 'install-a'), planOf('op/install-a', 1, [{ csv: 'kettle.v1.1.0', catalog: 'olm/ours' }])];
    const behind = await here.lock('--check', ...snapshot(...waiting));
    expect([behind.code, behind.out.split('\n').slice(0, 2)]).toEqual([
      1,
      [
        expect.stringMatching(/^Subscription op\/kettle is .* the lock: kettle\.v1\.0\.0 is installed; the lock has kettle\.v1\.1\.0$/),
        expect.stringMatching(/^InstallPlan op\/install-a waits for approval: kettle\.v1\.0\.0 → kettle\.v1\.1\.0; /),
      ],
    ]);
    const drift = cli(['drift', join(here.folder, 'app'), ...snapshot(...waiting)]);
    expect(drift.out).toContain(behind.out.split('\n').slice(0, 2).join('\n'));
    expect(drift.code).toBe(1);
    // Without Subscriptions, nothing is known.
    expect((await here.lock('--check', ...snapshot())).code).toBe(2);
    expect(cli(['drift', join(here.folder, 'app'), ...snapshot()]).out).toContain(
      'not compared: the versions of the lock: no Subscription was read; ',
    );
    expect((await here.lock(...snapshot())).code).toBe(2);
  });

  it('--check compares the versions of an OperatorPolicy with the lock', async () => {
    const policy = (...versions: string[]): string =>
      manifests(namespace('op'), group('op/og'), {
        apiVersion: 'policy.open-cluster-management.io/v1beta1',
        kind: 'OperatorPolicy',
        metadata: { name: 'kettle', namespace: 'policies' },
        spec: {
          remediationAction: 'enforce',
          complianceType: 'musthave',
          subscription: { name: 'kettle', namespace: 'op', channel: 'stable', source: 'ours', sourceNamespace: 'olm' },
          versions,
        },
      } as never);
    const here = place({ 'ours.yaml': catalog('1.0.0'), 'app/sub.yaml': policy('kettle.v1.0.0') });
    await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    expect((await here.lock('--check')).code).toBe(0);
    here.write('app/sub.yaml', policy('kettle.v0.9.0', 'kettle.v1.1.0'));
    const { code, out } = await here.lock('--check');
    expect([code, out.split('\n').slice(0, 3)]).toEqual([
      1,
      ['does not allow kettle.v1.0.0, which', 'allows kettle.v0.9.0, which', 'allows kettle.v1.1.0, which'].map((text) =>
        expect.stringContaining(`OperatorPolicy policies/kettle ${text} the lock`),
      ),
    ]);
    here.write('app/sub.yaml', policy('{{hub fromConfigMap "" "versions" "kettle" hub}}'));
    expect((await here.lock('--check')).code).toBe(0);
  });

  it('--check says that the lock has an entry of another Subscription', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    const file = join(here.folder, 'app', LOCK_FILE);
    writeFileSync(file, readFileSync(file, 'utf8').replace('- { namespace: op, name: kettle', '- { namespace: op, name: teapot'));
    const { code, out } = await here.lock('--check');
    expect([code, out.split('\n').slice(0, 2)]).toEqual([
      1,
      ['Subscription op/kettle has no entry in the lock', 'Subscription op/teapot is in the lock alone'],
    ]);
  });

  it('writes the schemas that the lock of an earlier version lacks, and moves no operator', async () => {
    const folder = folderOf();
    const examples = join(import.meta.dirname, '../../examples');
    cpSync(join(examples, 'start'), folder, { recursive: true });
    const lock = () => cliToEnd(['lock', folder, '--catalog', `platform-catalog=${join(examples, 'gitops/catalog')}`], ownEnvironment());
    await lock();
    const file = join(folder, 'clusters/prod', LOCK_FILE);
    const text = readFileSync(file, 'utf8');
    const earlier = text.replace(/\n {4}schemas:\n(?: {6}.*\n)+/, '\n');
    expect(earlier).not.toBe(text);
    writeFileSync(file, earlier);
    expect((await lock()).out).toContain('is written');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect((await lock()).out).toContain('is up to date');
  });

  it('--verify compares the bundles of a catalog in files, and finds an edited one', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0', '1.1.0') });
    const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    await here.lock(...ours);
    const { code, out } = await here.lock('--verify', ...ours);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`matches its bundles: 1 bundle, from olm/ours in ${join(here.folder, 'ours.yaml')}\n`),
    ]);
    const text = readFileSync(join(here.folder, 'app', LOCK_FILE), 'utf8');
    for (const edited of [text.replace(/, secrets\b|\bsecrets, /, ''), text.replace('- { name: olm/ours }', '- { name: olm/other }')]) {
      expect(edited).not.toBe(text);
      writeFileSync(join(here.folder, 'app', LOCK_FILE), edited);
      const found = await here.lock('--verify', ...ours);
      expect([found.code, found.err]).toEqual([1, expect.stringContaining('LOCK_MISMATCH')]);
    }
  });

  it('says how overlays with other requests get a lock each, which they then do', async () => {
    const app = (channel: string): string => manifests(namespace('op'), group('op/og'), subscription('kettle', { channel }));
    const names = ['dev', 'prod'];
    const of = { 'clusters/dev/a.yaml': app('stable'), 'clusters/prod/a.yaml': app('fast') };
    const both = catalog('1.0.0').replace(
      /---\n(\{"schema":"olm.channel".*)\n/,
      (text, one: string) => `${text}---\n${one.replace('stable', 'fast')}\n`,
    );
    const folder = folderOf({ ...of, '.cdk8s-olm.yaml': 'exclude: ours.yaml\n', 'ours.yaml': both });
    const lock = () => cliToEnd(['lock', folder, '--catalog', `ours=${join(folder, 'ours.yaml')}`], ownEnvironment());
    const { code, err } = await lock();
    expect([code, err]).toEqual([2, expect.stringContaining('each then gets a lock of its own')]);
    const named = names.map((name) => `  - { name: ${name}, paths: [clusters/${name}] }\n`);
    writeFileSync(join(folder, '.cdk8s-olm.yaml'), `exclude: ours.yaml\nclusters:\n${named.join('')}`);
    expect((await lock()).code).toBe(0);
    expect(names.map((name) => existsSync(join(folder, 'clusters', name, LOCK_FILE)))).toEqual([true, true]);
  });

  it('--verify holds properties to the catalog, which can list others than its bundle', async () => {
    const label = { type: 'olm.label', value: { label: 'tea' } };
    const here = place({ 'ours.yaml': catalog('1.0.0').replace('"properties":[', `"properties":[${JSON.stringify(label)},`) });
    const ours = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    await here.lock(...ours);
    expect(here.read().bundles[0]?.properties).toContainEqual(label);
    expect(await here.lock('--verify', ...ours)).toMatchObject({ code: 0, err: '' });
    const text = readFileSync(join(here.folder, 'app', LOCK_FILE), 'utf8');
    writeFileSync(join(here.folder, 'app', LOCK_FILE), text.replace('label: tea', 'label: coffee'));
    const edited = await here.lock('--verify', ...ours);
    expect([edited.code, edited.err]).toEqual([1, expect.stringContaining('the lock and the catalog differ about kettle.v1.0.0')]);
  });

  it('--verify fails where nothing but the lock says where a catalog is', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    const { code, out, err } = await here.lock('--verify');
    expect([code, out]).toEqual([1, expect.stringContaining('is not verified\n')]);
    expect(err).toContain('nothing but the lock says where the catalog olm/ours is');
    expect(err).toContain('the lock was made from a folder or file: give --catalog olm/ours=FOLDER');
  });

  it('says which platforms of a catalog it has not read, and --verify holds it to that', async () => {
    const server = await fakeRegistry();
    const images = ['amd64', 'arm64', 's390x'].map((architecture) => {
      const text = catalog('1.0.0') + (architecture === 'amd64' ? '' : `# ${architecture}\n`);
      return [architecture, imageOf({ layers: [layerOf({ 'configs/ours.yaml': text })], labels: CATALOG_LABELS })] as const;
    });
    for (const [architecture, image] of images) server.push('acme/ours', architecture, image);
    server.content.set('acme/ours/manifests/v1', indexOf(images));
    const here = place({});
    const ours = ['--catalog', `ours=${server.host}/acme/ours:v1`];
    const { code, err } = await here.lock(...ours);
    expect([code, err]).toEqual([0, expect.stringContaining('not read: the catalog olm/ours for linux/arm64 and linux/s390x\n')]);
    expect(here.read().catalogs[0]?.notRead).toEqual(['linux/arm64', 'linux/s390x']);
    expect((await here.lock('--verify', ...ours)).code).toBe(0);
    const file = join(here.folder, 'app', LOCK_FILE);
    writeFileSync(file, readFileSync(file, 'utf8').replace('linux/arm64, ', ''));
    const edited = await here.lock('--verify', ...ours);
    expect([edited.code, edited.err]).toEqual([1, expect.stringContaining('lists other platforms of the catalog olm/ours as not read')]);
  });

  it('--verify refuses a lock that is gone, and writes none', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    const { code, err } = await here.lock('--verify', '--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    expect([code, err]).toEqual([2, expect.stringContaining(`there is no ${LOCK_FILE}`)]);
    expect(existsSync(join(here.folder, 'app', LOCK_FILE))).toBe(false);
  });

  it('takes no folder in place of the image of a catalog', async () => {
    const here = place({
      'app/quay.io/acme/catalog/ours.yaml': catalog('1.0.0'),
      'app/source.yaml': manifests({
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'CatalogSource',
        metadata: { name: 'ours', namespace: 'olm' },
        spec: { sourceType: 'grpc', image: 'quay.io/acme/catalog' },
      } as Parameters<typeof manifests>[0]),
    });
    const { code, err } = await here.lock('--offline');
    expect([code, err]).toEqual([2, expect.stringContaining('IMAGE_NOT_CACHED')]);
  });

  it.each(['/proc/self/environ', 'oci:./folder', 'docker-archive:/etc/passwd'])(
    'takes no file for the image of a catalog: %s',
    async (image) => {
      const here = place({
        'app/source.yaml': manifests({
          apiVersion: 'operators.coreos.com/v1alpha1',
          kind: 'CatalogSource',
          metadata: { name: 'ours', namespace: 'olm' },
          spec: { sourceType: 'grpc', image },
        } as Parameters<typeof manifests>[0]),
      });
      const { code, err } = await here.lock();
      expect([code, err]).toEqual([2, expect.stringContaining('IMAGE_REFERENCE')]);
    },
  );

  it('keeps the entry of a catalog that nobody knows the place of any more, and names the catalog', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    const before = here.read();
    const { code, err } = await here.lock('--update');
    expect([code, err]).toEqual([0, 'not locked: the image of the catalog olm/ours is not known; give --catalog olm/ours=IMAGE\n']);
    expect(here.read()).toEqual(before);
  });

  it.each([
    [
      'has no known place',
      [],
      'the catalog olm/ours was not read, or has no kettle in this channel: give --catalog olm/ours=IMAGE, or olm/ours= to leave it out',
    ],
    ['lacks the package', ['other.yaml'], 'the catalog olm/ours has no package kettle'],
    [
      'is empty',
      ['empty.yaml'],
      'the catalog olm/ours was not read, or has no kettle in this channel: give --catalog olm/ours=IMAGE, or olm/ours= to leave it out',
    ],
  ])('does not fit where a catalog %s, and is written again as soon as it has one', async (_, files, why) => {
    const here = place({ 'ours.yaml': catalog('1.0.0'), 'other.yaml': catalog('1.0.0').replaceAll('kettle', 'kettles'), 'empty.yaml': '' });
    const of = (file: string): string[] => ['--catalog', `ours=${join(here.folder, file)}`];
    const first = await here.lock(...files.flatMap(of));
    expect([first.code, first.err]).toEqual([1, expect.stringMatching(/^not locked: .*ours/)]);
    const { code, out } = cli(['lock', join(here.folder, 'app'), '--check']);
    expect([code, out]).toEqual([1, expect.stringContaining(`Subscription op/kettle has no bundle in the lock: ${why}\n1 difference;`)]);
    expect((await here.lock('--verify', ...of('ours.yaml'))).code).toBe(1);
    expect((await here.lock(...of('ours.yaml'))).code).toBe(0);
    expect(cli(['lock', join(here.folder, 'app'), '--check']).code).toBe(0);
    expect(here.read().subscriptions).toMatchObject([{ name: 'kettle', csv: 'kettle.v1.0.0' }]);
  });

  it('does not fit where no catalog of OLM v1 is known, and says so', async () => {
    const extension = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'kettle' } };
    const spec = { namespace: 'op', source: { sourceType: 'Catalog', catalog: { packageName: 'kettle' } } };
    const here = place({ 'app/sub.yaml': manifests(namespace('op'), { ...extension, spec } as Parameters<typeof manifests>[0]) });
    const { code, err } = await here.lock();
    const why = 'no catalog that was read has kettle';
    expect([code, err]).toEqual([1, `not locked: ClusterExtension kettle: ${why}; give --catalog NAME=IMAGE\n`]);
    const checked = cli(['lock', join(here.folder, 'app'), '--check']);
    expect([checked.code, checked.out]).toEqual([
      1,
      expect.stringContaining(`ClusterExtension kettle has no bundle in the lock: ${why}\n`),
    ]);
    expect(cli(['lock', join(here.folder, 'app'), '--check', '--catalog', 'theirs=']).code).toBe(0);
  });

  it('needs no entry for a catalog that the user leaves out', async () => {
    const here = place({});
    const { code, err } = await here.lock('--catalog', 'ours=');
    expect([code, err]).toEqual([0, 'not locked: the catalog olm/ours is left out\n']);
    expect(cli(['lock', join(here.folder, 'app'), '--check', '--catalog', 'olm/ours=']).code).toBe(0);
    expect(cli(['lock', join(here.folder, 'app'), '--check', '--catalog', 'theirs=']).code).toBe(1);
  });

  it('moves no package that nobody asks for, and names those that are asked for', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0') });
    const own = ['--catalog', `ours=${join(here.folder, 'ours.yaml')}`];
    const { code, out, err } = await here.lock(...own, '--update', 'kettle', 'ketle', 'teapot');
    expect([code, out, err]).toEqual([2, '', 'error: nothing asks for ketle and teapot; asked for: kettle\n']);
    expect(existsSync(join(here.folder, 'app', LOCK_FILE))).toBe(false);
    expect((await here.lock(...own, '--update', 'kettle')).code).toBe(0);
  });

  it('moves a package of one unit of several, and writes none of them for a name that none has', async () => {
    const units = Object.fromEntries(['a', 'b'].map((unit) => [`app/${unit}/kustomization.yaml`, 'resources: [sub.yaml]\n']));
    const [a, b] = [subscription('kettle'), subscription('teapot')].map((one) => manifests(namespace('op'), group('op/og'), one));
    const here = place({ ...units, 'app/a/sub.yaml': a ?? '', 'app/b/sub.yaml': b ?? '', 'app/sub.yaml': '' });
    const { code, err } = await here.lock('--update', 'kettle', 'urn');
    expect([code, err]).toEqual([2, 'error: nothing asks for urn; asked for: kettle and teapot\n']);
    expect((await here.lock('--update', 'kettle')).err).not.toContain('nothing asks');
  });

  it('locks the rest where a package is in no catalog, and fails', async () => {
    const here = place({
      'ours.yaml': catalog('1.0.0'),
      'app/sub.yaml': manifests(namespace('op'), group('op/og'), subscription('kettle'), subscription('teapot')),
    });
    const { code, err } = await here.lock('--catalog', `ours=${join(here.folder, 'ours.yaml')}`);
    expect([code, err]).toEqual([1, 'not locked: Subscription op/teapot: the catalog olm/ours has no package teapot; it has kettle\n']);
    expect(here.read()).toMatchObject({
      subscriptions: [{ name: 'kettle' }],
      notLocked: [{ namespace: 'op', name: 'teapot', package: 'teapot', catalog: 'olm/ours', nearest: ['kettle'] }],
    });
    // What its catalog does not have is not unknown.
    const checked = cli(['check', join(here.folder, 'app')]);
    expect(checked.code).toBe(1);
    expect(checked.err).toMatch(
      /PACKAGE_NOT_FOUND.*(?:\n.*)*the catalog ours has no package teapot|the catalog ours has no package teapot/,
    );
    expect(checked.err).toContain('kettle');
    expect(checked.out).not.toContain('run cdk8s-olm lock');
  });

  it('is written beside the configuration, which can say where catalogs are', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0'), '.git/HEAD': 'ref: refs/heads/main\n' });
    writeFileSync(join(here.folder, 'app/.cdk8s-olm.yaml'), `options:\n  catalog: ["ours=${join(here.folder, 'ours.yaml')}"]\n`);
    expect((await here.lock()).code).toBe(0);
    expect(existsSync(join(here.folder, 'app', LOCK_FILE))).toBe(true);
  });

  it('has an entry for the ClusterExtension of a ClusterCatalog, too', async () => {
    const extension = {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtension',
      metadata: { name: 'kettle' },
      spec: { namespace: 'op', source: { sourceType: 'Catalog', catalog: { packageName: 'kettle' } } },
    };
    const here = place({ 'ours.yaml': catalog('1.0.0', '1.1.0'), 'app/sub.yaml': manifests(namespace('op'), extension) });
    const { code, err } = await here.lock('--catalog', `hub=${join(here.folder, 'ours.yaml')}`);
    expect([code, err]).toEqual([0, '']);
    expect(here.read().clusterExtensions).toEqual([{ name: 'kettle', catalog: 'hub', package: 'kettle', bundle: 'kettle.v1.1.0' }]);
    const { out } = cli(['check', join(here.folder, 'app'), '--profile', 'olm-v1']);
    expect(out).toContain('kettle.v1.1.0');
  });
});

describe('lock says what the account lacks that installs what is locked', () => {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace: 'op', name: 'installer' } };
  const extension = {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: 'kettle' },
    spec: { namespace: 'op', serviceAccount: { name: 'installer' }, source: { sourceType: 'Catalog', catalog: { packageName: 'kettle' } } },
  };
  const scoped = manifests(namespace('op'), account, group('op/og', { serviceAccountName: 'installer' }), subscription('kettle'));
  const lacks =
    /^error\[group-account-lacks-permissions\] ClusterServiceVersion op\/kettle.v1.1.0: .* It lacks: .*Resources:\[secrets\] Verbs:\[get\]/m;

  it('of an OperatorGroup: when the lock is written, when it is up to date, and with --check', async () => {
    const here = place({ 'ours.yaml': catalog('1.0.0', '1.1.0'), 'app/sub.yaml': scoped });
    const source = `ours=${join(here.folder, 'ours.yaml')}`;
    for (const more of [['--catalog', source], ['--catalog', source], ['--check']]) {
      const { code, err } = await here.lock(...more);
      expect(code).toBe(0);
      expect(err).toMatch(lacks);
    }
    const all = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'installer' } };
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
    const subjects = [{ kind: 'ServiceAccount', namespace: 'op', name: 'installer' }];
    here.write('app/admin.yaml', manifests({ ...all, roleRef, subjects }));
    expect((await here.lock('--check')).err).toBe('');
  });

  it.each([
    [
      'v1.10',
      [account],
      /^error\[installer-lacks-permissions\] ClusterExtension kettle: .*service account requires the following permissions/m,
    ],
    ['v1.10', [], /^error\[installer-not-found\] ClusterExtension kettle: .*service account "installer" not found in namespace "op"/m],
    ['v1.11', [], /^$/],
  ])('of a ClusterExtension: OLM %s', async (release, accounts, said) => {
    const here = place({ 'ours.yaml': catalog('1.0.0', '1.1.0'), 'app/sub.yaml': manifests(namespace('op'), ...accounts, extension) });
    const { code, err } = await here.lock('--catalog', `hub=${join(here.folder, 'ours.yaml')}`, '--olm-version', release);
    expect(code).toBe(0);
    expect(err).toMatch(said);
  });
});

describe('lock at the top of a repository', () => {
  const catalogs = { 'catalogs/ours.yaml': catalog('1.0.0', '1.1.0') };
  const overlay = (name: string, channel: string): Record<string, string> => ({
    [`${name}/kustomization.yaml`]: 'resources: [../base, sub.yaml]\n',
    [`${name}/sub.yaml`]: manifests(subscription('kettle', { channel })),
  });
  const repository = {
    '.git/HEAD': '',
    ...catalogs,
    'base/kustomization.yaml': 'resources: [base.yaml]\n',
    'base/base.yaml': manifests(namespace('op'), group('op/og')),
    ...overlay('prod', 'stable'),
    ...overlay('test', 'stable'),
    'plain/notes.yaml': 'a: [',
  };

  itWith([program('kubectl')], 'writes the lock of each unit beside it, past what cannot be read', async () => {
    const folder = folderOf(repository);
    const env = ownEnvironment();
    const all = ['lock', folder, '--catalog', `olm/ours=${join(folder, 'catalogs')}`];
    const { code, out } = await cliToEnd(all, env);
    expect(code).toBe(0);
    for (const unit of ['prod', 'test']) {
      const file = join(folder, unit, LOCK_FILE);
      expect(out).toContain(`${file} is written`);
      expect(locked(readLock({ file, text: readFileSync(file, 'utf8') }).lock as LockFile)).toEqual([['kettle', 'kettle.v1.1.0']]);
    }
    expect(existsSync(join(folder, LOCK_FILE))).toBe(false);
    expect(cli(['check', folder]).out).toMatch(/^prod \+1 +op +kettle +stable +ours +kettle\.v1\.1\.0 /m);
    expect((await cliToEnd([...all, '--check'], env)).code).toBe(0);
  });

  itWith([program('kubectl')], '--check and --verify fail for a lock that is broken, and name the units that have none', async () => {
    const folder = folderOf(repository);
    const env = ownEnvironment();
    const all = ['lock', folder, '--catalog', `olm/ours=${join(folder, 'catalogs')}`];
    await cliToEnd(all, env);
    const file = join(folder, 'test', LOCK_FILE);
    const codes = async (): Promise<unknown[]> => [
      (await cliToEnd([...all, '--check'], env)).code,
      (await cliToEnd([...all, '--verify'], env)).code,
    ];
    expect(await codes()).toEqual([0, 0]);
    writeFileSync(file, `${readFileSync(file, 'utf8')}bundles: []\n`);
    expect(await codes()).toEqual([2, 2]);
    rmSync(file);
    expect(await codes()).toEqual([0, 0]);
    const { err } = await cliToEnd([...all, '--check'], env);
    expect(err).toBe(`without ${LOCK_FILE}: test; write it with cdk8s-olm lock ${folder}\n`);
    expect(existsSync(file)).toBe(false);
    rmSync(join(folder, 'prod', LOCK_FILE));
    expect(await codes()).toEqual([2, 2]);
  });

  itWith([program('kubectl')], 'fails and names the unit if one of several cannot be locked', async () => {
    const folder = folderOf({ ...repository, 'test/sub.yaml': manifests(subscription('kettle', { channel: 4.1 })) });
    const { code, err } = await cliToEnd(['lock', folder, '--catalog', `olm/ours=${join(folder, 'catalogs')}`], ownEnvironment());
    expect([code, err]).toEqual([2, expect.stringMatching(/spec\.channel[\s\S]*\nnot done: test, for the problem above\n$/)]);
    expect([existsSync(join(folder, 'prod', LOCK_FILE)), existsSync(join(folder, 'test', LOCK_FILE))]).toEqual([true, false]);
  });

  itWith([program('kubectl')], 'locks the other units where one asks for what is not there', async () => {
    const folder = folderOf({ ...repository, ...overlay('test', 'slow') });
    const { code, err } = await cliToEnd(['lock', folder, '--catalog', `olm/ours=${join(folder, 'catalogs')}`], ownEnvironment());
    expect(code).toBe(1);
    expect(err).toContain('slow');
    expect(existsSync(join(folder, 'prod', LOCK_FILE))).toBe(true);
  });
});
