/** Files in manifests/ of a bundle: OLM reads each of them, whatever its name. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { group, namespace } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { subscription } from '../support/installing.js';

const CLUSTER = {
  'cluster.yaml': manifests(namespace('ops'), group('ops/og'), subscription('ops', 'db.v1.0.0')),
};
const BUNDLE = bundleFiles('db/1.0.0');
const ROLE = manifests({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'db-extra' },
  rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
} as never);
const told = (err: string): string[] => [...err.matchAll(/^warning\[BUNDLE_FILE_NOT_READ\] \S*\/(db\S+):/gm)].map(([, file = '']) => file);
const withFile = (name: string, text: string): Record<string, string> => ({ ...BUNDLE, [`db/1.0.0/manifests/${name}`]: text });
const ALONE = ['--install-namespace', 'ops', '--stdout'];
const V1 = [...ALONE, '--profile', 'olm-v1'];

describe('a manifest in manifests/ of a bundle', () => {
  it.each(['role.yaml', 'role.yml', 'role.json', 'role.txt', 'role.yaml.bak', 'role', '.role.yaml'])(
    'is read whatever its name: %s',
    (name) => {
      const folder = folderOf({ ...CLUSTER, ...withFile(name, ROLE) });
      for (const args of [
        [folder, '--stdout', '--install'],
        [join(folder, 'db/1.0.0'), ...V1],
      ]) {
        const { code, out, err } = cli(['render', ...args]);
        expect(code, err).toBe(0);
        expect(told(err)).toEqual([]);
        expect(out).toContain('name: db-extra');
      }
    },
  );

  it('is part of a review whatever its name', () => {
    const [base, head] = [folderOf({ ...CLUSTER, ...BUNDLE }), folderOf({ ...CLUSTER, ...withFile('role.txt', ROLE) })];
    expect(cli(['review', base, head, '--install']).out).toContain('db-extra');
  });

  it('can be the CSV itself', () => {
    const csv = Object.keys(BUNDLE).find((path) => path.includes('clusterserviceversion') || /csv/.test(path)) as string;
    const { [csv]: text = '', ...others } = BUNDLE;
    const { code, out } = cli(['check', folderOf({ ...CLUSTER, ...others, [`${csv}.txt`]: text })]);
    expect([code, out]).toEqual([0, expect.stringContaining('db.v1.0.0')]);
  });
});

describe('a file in manifests/ of a bundle that is not a manifest', () => {
  const NONE = { README: 'The operator db.\n', 'notes.txt': 'a: [\n', '.gitkeep.bak': 'kind: ""\n', 'list.old': '- a\n' };
  const ALL = Object.keys(NONE).map((name) => `db/1.0.0/manifests/${name}`);
  const files = { ...BUNDLE, ...Object.fromEntries(Object.entries(NONE).map(([name, text]) => [`db/1.0.0/manifests/${name}`, text])) };

  it.each([['check'], ['render', '--stdout'], ['render', '--stdout', '--install']])(
    'is left out by OLM v0, and a warning of %s %s %s',
    (command, ...options) => {
      const { code, err } = cli([command, folderOf({ ...CLUSTER, ...files }), ...options]);
      expect(code).toBe(0);
      expect(told(err).sort()).toEqual(ALL.sort());
    },
  );

  it('makes OLM v1 refuse the bundle', () => {
    const folder = join(folderOf(files), 'db/1.0.0');
    expect(cli(['render', folder, ...ALONE]).code).toBe(0);
    const { code, err } = cli(['render', folder, ...V1]);
    expect(code).toBe(2);
    expect(err).toContain('error parsing objects in "manifests/.gitkeep.bak"');
  });

  it('can be no text at all', () => {
    const folder = folderOf({ ...CLUSTER, ...BUNDLE });
    writeFileSync(join(folder, 'db/1.0.0/manifests/logo.png'), Buffer.from([0x89, 0x50, 0xff, 0]));
    const { code, err } = cli(['check', folder]);
    expect(code).toBe(0);
    expect(told(err)).toEqual(['db/1.0.0/manifests/logo.png']);
  });

  it('says what to do', () => {
    const { problems } = JSON.parse(cli(['check', folderOf({ ...CLUSTER, ...withFile('README', 'db\n') }), '--format', 'json']).out);
    expect(problems[0]).toMatchObject({ severity: 'warning', code: 'BUNDLE_FILE_NOT_READ', fix: 'move it out of manifests/' });
  });

  it('is nothing to either OLM where it is empty', () => {
    const folder = folderOf({ ...CLUSTER, ...withFile('.gitkeep', '') });
    expect(told(cli(['check', folder]).err)).toEqual([]);
    expect(cli(['render', join(folder, 'db/1.0.0'), ...V1]).code).toBe(0);
  });

  it('is nothing in a bundle that nothing asks for, or elsewhere', () => {
    const others = { 'web/1.0.0/manifests/a.txt': 'a', 'db/1.0.0/a.txt': 'a', 'b.txt': 'b' };
    const { err } = cli(['check', folderOf({ ...CLUSTER, ...BUNDLE, ...bundleFiles('web/1.0.0'), ...others })]);
    expect(told(err)).toEqual([]);
  });
});
