/** Files of a bundle that OLM reads by their folder, and that are not read here by their name. */
import { describe, expect, it } from 'vitest';
import { group, namespace } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { subscription } from '../support/installing.js';

const CLUSTER = {
  'cluster.yaml': manifests(namespace('ops'), group('ops/og'), subscription('ops', 'db.v1.0.0')),
};
const STRAYS = { 'db/1.0.0/manifests/role.txt': '', 'db/1.0.0/manifests/README': '', 'db/1.0.0/manifests/.role.yaml': '' };
const BUNDLE = { ...bundleFiles('db/1.0.0'), ...STRAYS };
const told = (err: string): string[] => [...err.matchAll(/^warning\[BUNDLE_FILE_NOT_READ\] \S*\/(db\S+):/gm)].map(([, file = '']) => file);
const ALL = ['db/1.0.0/manifests/.role.yaml', 'db/1.0.0/manifests/README', 'db/1.0.0/manifests/role.txt'];

describe('a file in manifests/ of a bundle whose name does not say that it is a manifest', () => {
  it.each([['check'], ['render', '--stdout'], ['render', '--stdout', '--install']])('is a warning of %s %s %s', (command, ...options) => {
    const { code, err } = cli([command, folderOf({ ...CLUSTER, ...BUNDLE }), ...options]);
    expect(code).toBe(0);
    expect(told(err)).toEqual(ALL);
  });

  it('is one, too, where the bundle is placed or rendered as OLM v1 does', () => {
    const folder = `${folderOf(BUNDLE)}/db/1.0.0`;
    for (const options of [[], ['--profile', 'olm-v1']]) {
      const { code, err } = cli(['render', folder, '--install-namespace', 'ops', '--stdout', ...options]);
      expect(code).toBe(0);
      expect(told(err)).toEqual(ALL);
    }
  });

  it('says what it is, and what to do', () => {
    const { problems } = JSON.parse(cli(['check', folderOf({ ...CLUSTER, ...BUNDLE }), '--format', 'json']).out);
    expect(problems[0]).toMatchObject({
      severity: 'warning',
      code: 'BUNDLE_FILE_NOT_READ',
      message: 'OLM reads every file in manifests/ of a bundle, and this one is not read here',
      found: 'a hidden file',
      fix: 'rename it if it is a manifest, or remove it',
    });
  });

  it('is none in a bundle that nothing asks for, or elsewhere', () => {
    const files = { ...CLUSTER, ...bundleFiles('db/1.0.0'), ...bundleFiles('web/1.0.0') };
    const { err } = cli(['check', folderOf({ ...files, 'web/1.0.0/manifests/a.txt': '', 'db/1.0.0/a.txt': '', 'b.txt': '' })]);
    expect(told(err)).toEqual([]);
  });

  it('is told once by a review, which makes it an error', () => {
    const [base, head] = [folderOf({ ...CLUSTER, ...bundleFiles('db/1.0.0') }), folderOf({ ...CLUSTER, ...BUNDLE })];
    const { code, out, err } = cli(['review', base, head]);
    expect(code).toBe(1);
    expect(told(err)).toEqual([]);
    expect(out).toContain('error[unread-file]');
  });
});
