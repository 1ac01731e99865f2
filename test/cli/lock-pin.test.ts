/** `cdk8s-olm lock --pin`: what it writes into the sources, and where it cannot. */
import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { readLock } from '../../src/olm/lock/read-lock.js';
import { cliToEnd } from '../support/cli-to-end.js';
import { cli } from '../support/command-line.js';
import { ownEnvironment } from '../support/fake-registry.js';
import { folderOf } from '../support/files.js';

function csv(version: string): object {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `kettle.v${version}` },
    spec: {
      version,
      installModes: [{ type: 'AllNamespaces', supported: true }],
      install: {
        strategy: 'deployment',
        spec: {
          clusterPermissions: [
            {
              serviceAccountName: 'kettle',
              rules: [{ apiGroups: [''], resources: version === '1.0.0' ? ['pods'] : ['pods', 'secrets'], verbs: ['get'] }],
            },
          ],
          deployments: [],
        },
      },
    },
  };
}

function catalog(...versions: string[]): string {
  const blobs = [
    { schema: 'olm.package', name: 'kettle', defaultChannel: 'stable' },
    {
      schema: 'olm.channel',
      package: 'kettle',
      name: 'stable',
      entries: versions.map((version, index) => ({
        name: `kettle.v${version}`,
        ...(index > 0 ? { replaces: `kettle.v${versions[index - 1]}` } : {}),
      })),
    },
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

const HEAD = `# The kettle of the team.
apiVersion: v1
kind: Namespace
metadata: { name: op }
---
apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata: { name: og, namespace: op }
spec: {}
---
`;

const subscription = (...fields: string[]): string =>
  `${HEAD}apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata:
    name:   kettle   # ours
    namespace: "op"
spec:
    # Boils water.
    name: kettle # the package
${fields.map((field) => `    ${field}\n`).join('')}    source: ours
    sourceNamespace: olm
`;

function place(text: string, ...versions: string[]) {
  const folder = folderOf({ 'app/sub.yaml': text, 'ours.yaml': catalog(...(versions.length > 0 ? versions : ['1.0.0'])) });
  const file = join(folder, 'app/sub.yaml');
  const lock = (...more: string[]) =>
    cliToEnd(['lock', join(folder, 'app'), '--catalog', `ours=${join(folder, 'ours.yaml')}`, ...more], ownEnvironment());
  const csvOf = (): string | undefined => {
    const path = join(folder, 'app', LOCK_FILE);
    return readLock({ file: path, text: readFileSync(path, 'utf8') }).lock?.subscriptions?.[0]?.csv;
  };
  return { folder, file, lock, csvOf, read: () => readFileSync(file, 'utf8') };
}

describe('lock --pin', () => {
  it('writes both fields below the package, and keeps every other character', async () => {
    const here = place(subscription('channel: stable'));
    chmodSync(here.file, 0o640);
    expect(await here.lock('--pin')).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`${here.file} is pinned`) });
    expect(here.read()).toBe(subscription('startingCSV: kettle.v1.0.0', 'installPlanApproval: Manual', 'channel: stable'));
    expect(statSync(here.file).mode & 0o777).toBe(0o640);
    expect(cli(['lock', join(here.folder, 'app'), '--check'])).toMatchObject({ code: 0, out: expect.not.stringContaining('Automatic') });
    const text = here.read();
    expect((await here.lock('--pin')).out).toContain('all operators are pinned');
    expect(here.read()).toBe(text);
  });

  it('writes the version of a ClusterExtension, moves it with the lock, and leaves a range', async () => {
    const extension = (...fields: string[]): string => `apiVersion: v1
kind: Namespace
metadata: { name: op }
---
apiVersion: olm.operatorframework.io/v1
kind: ClusterExtension
metadata: { name: kettle }
spec:
  namespace: op
  source:
    sourceType: Catalog
    catalog:
      packageName: kettle # ours
${fields.map((field) => `      ${field}\n`).join('')}`;
    const here = place(extension());
    expect(await here.lock('--pin')).toMatchObject({ code: 0, err: '' });
    expect(here.read()).toBe(extension('version: 1.0.0'));
    expect((await here.lock('--pin')).out).toContain('all operators are pinned');
    writeFileSync(join(here.folder, 'ours.yaml'), catalog('1.0.0', '1.1.0'));
    expect((await here.lock('--update', '--pin')).code).toBe(0);
    expect(here.read()).toBe(extension('version: 1.1.0'));
    const ranged = place(extension('version: ">=1.0"'));
    const { code, err } = await ranged.lock('--pin');
    expect([code, err]).toEqual([1, expect.stringContaining('not pinned: ClusterExtension kettle: its version is the range >=1.0')]);
    expect(ranged.read()).toBe(extension('version: ">=1.0"'));
  });

  it('replaces what stands there, with its quotes, and keeps the comments behind', async () => {
    const here = place(subscription("installPlanApproval: 'Automatic' # for now", 'channel: stable'));
    await here.lock('--pin');
    expect(here.read()).toBe(subscription('startingCSV: kettle.v1.0.0', 'installPlanApproval: Manual # for now', 'channel: stable'));
  });

  it('keeps line breaks of Windows, and a file without a last one', async () => {
    const here = place(subscription().replaceAll('\n', '\r\n').trimEnd());
    await here.lock('--pin');
    expect(here.read()).toBe(subscription('startingCSV: kettle.v1.0.0', 'installPlanApproval: Manual').replaceAll('\n', '\r\n').trimEnd());
  });

  it('shows with --dry-run what it would do, and writes nothing', async () => {
    const here = place(subscription());
    expect((await here.lock('--pin', '--dry-run')).out).toContain('would be pinned');
    expect(here.read()).toBe(subscription());
  });

  it('moves its own pins with --update, which leaves them where it is alone', async () => {
    const here = place(subscription('channel: stable'));
    await here.lock('--pin');
    const old = join(here.folder, 'old');
    cpSync(join(here.folder, 'app'), old, { recursive: true });
    writeFileSync(join(here.folder, 'ours.yaml'), catalog('1.0.0', '1.1.0'));
    await here.lock('--update');
    expect(here.csvOf()).toBe('kettle.v1.0.0');
    const { code, out } = await here.lock('--update', '--pin');
    expect(out).toContain('The pins change too; cdk8s-olm review shows what the change grants');
    expect(out).not.toContain('GRANTS');
    expect([code, here.csvOf()]).toEqual([0, 'kettle.v1.1.0']);
    expect(here.read()).toContain('startingCSV: kettle.v1.1.0\n');
    expect(cli(['lock', join(here.folder, 'app'), '--check']).code).toBe(0);
    expect(cli(['review', old, join(here.folder, 'app')]).out).toContain('get secrets');
  });

  it.each([
    ['on one line', subscription().replace(/spec:\n[\s\S]*$/, 'spec: { name: kettle, source: ours, sourceNamespace: olm }\n')],
    ['with a spec that another object shares', subscription().replace('spec:\n', 'spec: &spec\n').concat('copy: *spec\n')],
    ['with an approval of several lines', subscription('installPlanApproval: >-', '    Automatic')],
    [
      'inside of another object',
      `${HEAD}kind: ConfigMap\napiVersion: v1\nmetadata: { name: a }\ndata: {}\n---\n${JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'kettle', namespace: 'op' }, spec: { name: 'kettle', source: 'ours', sourceNamespace: 'olm' } }] })}\n`,
    ],
  ])('leaves a Subscription %s as it is, and says so', async (_, text) => {
    const here = place(text);
    const { code, err } = await here.lock('--pin');
    expect(here.read()).toBe(text);
    expect(here.csvOf()).toBe('kettle.v1.0.0');
    expect(err).toContain('not pinned: Subscription op/kettle');
    expect(code).toBe(1);
  });

  it('writes through no link', async () => {
    const here = place(subscription());
    const aside = join(here.folder, 'aside');
    mkdirSync(aside);
    renameSync(here.file, join(aside, 'sub.yaml'));
    symlinkSync('../aside/sub.yaml', here.file);
    expect((await here.lock('--pin')).code).not.toBe(0);
    expect(readFileSync(join(aside, 'sub.yaml'), 'utf8')).toBe(subscription());
    expect(lstatSync(here.file).isSymbolicLink()).toBe(true);
  });

  it('is not for --check and --verify', async () => {
    const here = place(subscription());
    expect((await here.lock('--pin', '--check')).code).toBe(2);
    expect((await here.lock('--pin', '--verify')).code).toBe(2);
  });
});
