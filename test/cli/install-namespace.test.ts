/** One bundle, and nothing that says where it is installed but the command line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { group, namespace } from '../support/build.js';
import { type BundleFields, bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { databaseFields, subscription } from '../support/installing.js';

const OWN = [{ type: 'OwnNamespace', supported: true }];
const SINGLE = [{ type: 'SingleNamespace', supported: true }];

/** The folder of a bundle. */
function bundleFolder(fields: BundleFields = {}, version = '1.0.0'): string {
  const id = `db/${version}`;
  return join(folderOf(bundleFiles(id, databaseFields(fields))), id);
}

/** The files of a folder. */
function textsIn(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe('--install-namespace', () => {
  it.each([
    ['all namespaces', {}, [], undefined],
    ['its own namespace, where it cannot watch all', { spec: { installModes: OWN } }, [], ['ops']],
    ['the namespaces of --watch-namespace', {}, ['a', 'b'], ['a', 'b']],
  ])('renders what a Namespace, an OperatorGroup and a Subscription give: %s', (_, fields, watched, targets) => {
    const bundle = bundleFolder(fields);
    const watching = watched.flatMap((name) => ['--watch-namespace', name]);
    const out = join(folderOf(), 'out');
    const options = ['--install', '--certificates', 'none', '--fail-on', 'never', '-o'];
    expect(cli(['render', bundle, '--install-namespace', 'ops', ...watching, ...options, out])).toMatchObject({ code: 0 });

    const around = [namespace('ops'), group('ops/ops-operators', { targets }), subscription('ops', 'db.v1.0.0')];
    const written = folderOf({ 'cluster.yaml': manifests(...around) });
    const assumed = watched.flatMap((name) => ['--assume-namespace', name]);
    const expected = join(folderOf(), 'out');
    expect(cli(['render', written, bundle, ...assumed, ...options, expected])).toMatchObject({ code: 0 });
    expect(textsIn(out)).toEqual(textsIn(expected));
  });

  it('installs the bundle whatever channels its own files put it into', () => {
    const files = bundleFiles('db/1.0.0', databaseFields({}));
    const release = 'catalog_templates:\n  - template_name: semver.yaml\n    channels: [Fast]\n';
    const bundle = join(folderOf({ ...files, 'db/1.0.0/release-config.yaml': release }), 'db/1.0.0');
    expect(cli(['check', bundle])).toMatchObject({ code: 0, out: expect.stringContaining('Succeeded') });
  });

  it('keeps an upgrade in the namespace of the version before, if it can stay there', () => {
    const modes = (...types: readonly string[]) => ({ spec: { installModes: types.map((type) => ({ type, supported: true })) } });
    const reviewed = (...types: readonly string[]) =>
      JSON.parse(cli(['review', bundleFolder(modes('OwnNamespace')), bundleFolder(modes(...types), '1.0.1'), '--format', 'json']).out) as {
        findings: { new: { id: string }[] };
      };
    const ids = (...types: readonly string[]) => reviewed(...types).findings.new.map(({ id }) => id);
    expect(ids('OwnNamespace', 'AllNamespaces')).not.toContain('group-widened');
    expect(ids('AllNamespaces')).toContain('group-widened');
  });

  it('checks without a word about what nobody wrote', () => {
    expect(cli(['check', bundleFolder(), '--install-namespace', 'ops'])).toEqual({
      code: 0,
      out: 'NAMESPACE  CSV        GROUP          TARGETS  VERDICT    REASON            WORST POWER\nops        db.v1.0.0  ops-operators  *        Succeeded  InstallSucceeded  -\n\n1 CSV, no findings\nvalid for OLM v0.46 and Kubernetes 1.32.0\n',
      err: '',
    });
  });

  it('checks what OLM v1 would install', () => {
    expect(cli(['check', bundleFolder(), '--install-namespace', 'ops', '--profile', 'olm-v1'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^CLUSTEREXTENSION +PACKAGE +BUNDLE +NAMESPACE +WORST POWER\ndb +db +db\.v1\.0\.0 +ops +-\n(?:.*\n)*1 ClusterExtension, /,
      ),
    });
  });

  const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];
  const next = databaseFields().spec as { install: { spec: object } };
  const spec = {
    install: { strategy: 'deployment', spec: { ...next.install.spec, clusterPermissions: [{ serviceAccountName: 'db', rules }] } },
  };

  it.each(['olm', 'olm-v1'])('checks what the worst is that an operator can do, by %s', (profile) => {
    const { out } = cli(['check', bundleFolder({ spec }), '--install-namespace', 'ops', '--profile', profile]);
    expect(out).toMatch(/ WORST POWER\n.* error secrets-read\n/);
  });

  it('reviews two versions', () => {
    const { code, out } = cli(['review', bundleFolder(), bundleFolder({ spec }, '1.1.0'), '--install-namespace', 'ops']);
    expect(out.split('\n', 1)).toEqual(['Grants more: ServiceAccount ops/db can get secrets in all namespaces']);
    expect(out).not.toContain('not reviewed');
    expect(out).not.toContain('Subscription');
    expect(code).toBe(1);
  });

  it('reviews a first version against an empty folder', () => {
    const { out } = cli(['review', folderOf(), bundleFolder(), '--install-namespace', 'ops']);
    expect(out).toContain('ClusterServiceVersion ops/db.v1.0.0: is a new operator');
    expect(cli(['check', folderOf(), '--install-namespace', 'ops'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('NO_MANIFESTS'),
    });
  });

  it('reviews what OLM v1 would install, and a move to it', () => {
    const to = (option: string) => cli(['review', bundleFolder(), bundleFolder(), '--install-namespace', 'ops', option, 'olm-v1']);
    expect(to('--profile').out).toContain('No change in meaning');
    const { out } = to('--head-profile');
    expect(out).toContain('Step 1: delete ClusterServiceVersion ops/db.v1.0.0');
    expect(out).not.toContain('runs as ServiceAccount');
    expect(out).not.toContain('not reviewed');
  });

  it('takes a bundle whose default channel has other versions', () => {
    expect(cli(['check', bundleFolder({ channels: 'fast', defaultChannel: 'stable' }), '--install-namespace', 'ops']).code).toBe(0);
  });

  it('answers who gets what', () => {
    const placed = [bundleFolder(), '--install-namespace', 'ops'];
    expect(cli(['who-can', 'get', 'pods', ...placed]).out).toContain('ServiceAccount ops/db');
    expect(cli(['can-i', 'get', 'pods', ...placed, '--as', 'ops/db']).code).toBe(0);
    expect(cli(['explain', 'sa/ops/db', ...placed]).out).toContain('get pods');
  });

  it('lists the images', () => {
    expect(cli(['images', bundleFolder(), '--install-namespace', 'ops']).out).toContain('quay.io/example/db:v1.0.0');
  });

  it('takes a bundle that names no package', () => {
    const files = bundleFiles('db/1.0.0', databaseFields());
    const folder = folderOf({ 'manifests/csv.yaml': files['db/1.0.0/manifests/csv.yaml'] ?? '' });
    expect(cli(['check', folder, '--install-namespace', 'ops', '--fail-on', 'never']).out).toContain('db.v1.0.0');
  });

  it('refuses what is not one bundle', () => {
    const two = folderOf({ ...bundleFiles('db/1.0.0'), ...bundleFiles('db/1.1.0') });
    const beside = folderOf({ ...bundleFiles('db/1.0.0'), 'og.yaml': manifests(namespace('ops')) });
    for (const [folder, found] of [
      [two, '2 bundles and no other documents'],
      [beside, '1 bundle and 1 other document'],
      [folderOf({ 'og.yaml': manifests(namespace('ops')) }), 'no bundles and 1 other document'],
    ] as const) {
      const { code, err } = cli(['check', folder, '--install-namespace', 'ops']);
      expect(code).toBe(2);
      expect(err).toContain('error[INVALID_PLACEMENT]');
      expect(err).toContain(`found     ${found}`);
    }
  });

  it('asks for the namespaces of an operator that watches neither all nor its own', () => {
    const folder = bundleFolder({ spec: { installModes: SINGLE } });
    const { code, err } = cli(['check', folder, '--install-namespace', 'ops']);
    expect(code).toBe(2);
    expect(err).toContain('fix       add --watch-namespace NAMESPACE');
    expect(cli(['check', folder, '--install-namespace', 'ops', '--watch-namespace', 'a', '--fail-on', 'never']).code).toBe(0);
  });

  it('watches a namespace that is named twice once', () => {
    const { code, out } = cli(['check', bundleFolder(), '--install-namespace', 'ops', '--watch-namespace', 'a', '--watch-namespace', 'a']);
    expect({ code, targets: /ops-operators +(\S+)/.exec(out)?.[1] }).toEqual({ code: 0, targets: 'a' });
  });

  it('is given one namespace to watch under OLM v1, and what Kubernetes takes for a name', () => {
    const check = (...options: string[]) => cli(['check', bundleFolder(), '--install-namespace', ...options]);
    expect(check('ops', '--profile', 'olm-v1', '--watch-namespace', 'a', '--watch-namespace', 'b').err).toContain('found     a, b');
    expect(check('Ops').err).toContain("'Ops' is not the name of a namespace");
    expect(check('ops', '--watch-namespace', '').err).toContain("'' is not the name of a namespace");
    expect(cli(['check', bundleFolder(), '--watch-namespace', 'a']).err).toContain(
      "option '--watch-namespace <name>' needs option '--install-namespace <name>'",
    );
  });
});

describe('a bundle alone, without --install-namespace', () => {
  const TAKEN = 'this assumes that the bundle is installed in the namespace db; --install-namespace names another\n';

  it('is checked in the namespace of its package’s name, which is said', () => {
    const { code, out } = cli(['check', bundleFolder()]);
    expect(code).toBe(0);
    expect(out).toContain(`db         db.v1.0.0  db-operators  *        Succeeded`);
    expect(out).toContain(TAKEN);
  });

  it('is reviewed in two versions as if each was installed there', () => {
    const asked = ['review', bundleFolder(), bundleFolder({}, '1.1.0'), '--fail-on', 'never'];
    const { code, out, err } = cli(asked);
    expect({ code, err }).toEqual({ code: 0, err: TAKEN });
    expect(out).toBe(cli([...asked, '--install-namespace', 'db']).out);
  });

  it('is not installed anywhere by render, which writes', () => {
    expect(cli(['render', bundleFolder(), '-o', join(folderOf(), 'out')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('name with --install-namespace where this bundle is installed'),
    });
  });

  it('is left as it is where its operator can watch neither all namespaces nor its own', () => {
    const single = bundleFolder({ spec: { installModes: SINGLE } });
    expect(cli(['check', single])).toMatchObject({ code: 2, err: expect.stringContaining('no Subscription installs an operator') });
  });

  it('is installed next to manifests, but not next to objects of OLM, which can install it', () => {
    const files = bundleFiles('db/1.0.0', databaseFields());
    const plain = folderOf({ ...files, 'app.yaml': manifests(namespace('app')) });
    expect(cli(['check', plain]).out).toMatch(/^db +db\.v/m);
    const withGroup = folderOf({ ...files, 'app.yaml': manifests(namespace('app'), group('app/all')) });
    expect(cli(['check', withGroup]).out).not.toMatch(/^db +db\.v/m);
  });
});
