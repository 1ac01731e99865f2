/** A disk that is full in the middle of a file: the shell lets no file grow beyond a kilobyte. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { group, namespace } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { ownEnvironment } from '../support/fake-registry.js';
import { contentOf, folderOf } from '../support/files.js';

/** The command line, where each file may have 1,024 bytes. */
function onFullDisk(...args: string[]): { code: number | null; err: string } {
  const limited = 'trap "" XFSZ; ulimit -f 1; exec "$@"';
  const { status, stderr } = spawnSync('bash', ['-c', limited, 'bash', process.execPath, 'lib/bin.js', ...args], {
    encoding: 'utf8',
    env: ownEnvironment() as NodeJS.ProcessEnv,
  });
  return { code: status, err: stderr };
}

const FULL = expect.stringMatching(/^error\[OUTPUT_NOT_WRITTEN\] .*EFBIG: file too large, write\n(?:.*\n)*nothing was written\n$/);

it('is an error of render, and the folder stays as it was, or away', () => {
  const [folder, input] = [folderOf({ 'input/more.yaml': manifests(namespace('more')) }), 'examples/tenants'];
  const [out, none] = [join(folder, 'out'), join(folder, 'none')];
  expect(cli(['render', input, '-o', out]).code).toBe(0);
  const before = contentOf(out);
  expect(onFullDisk('render', input, join(folder, 'input'), '-o', out)).toEqual({ code: 2, err: FULL });
  expect(contentOf(out)).toEqual(before);
  expect(onFullDisk('render', input, '-o', none)).toEqual({ code: 2, err: FULL });
  expect(existsSync(none)).toBe(false);
});

it('is an error of review, and no half of a report is there', () => {
  const folder = folderOf({ 'base/a.yaml': manifests(namespace('a')) });
  const file = join(folder, 'review.html');
  expect(onFullDisk('review', join(folder, 'base'), resolve('examples/tenants'), '-o', file, '--format', 'html')).toEqual({
    code: 2,
    err: FULL,
  });
  expect(readdirSync(folder)).toEqual(['base']);
});

it('is an error of lock, and the lock stays as it was', () => {
  const subscription = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'etcd', namespace: 'op' },
    spec: { name: 'etcd', channel: 'stable', source: 'ours', sourceNamespace: 'olm' },
  };
  const lock = 'lockVersion: 1\ncatalogs: []\npackages: []\nbundles: []\n';
  const folder = folderOf({
    'app/app.yaml': manifests(namespace('op'), group('op/og'), subscription),
    [`app/${LOCK_FILE}`]: lock,
    ...Object.fromEntries(Object.entries(bundleFiles('etcd/0.9.4')).map(([path, text]) => [`ours/${path}`, text])),
  });
  const { code, err } = onFullDisk('lock', join(folder, 'app'), '--catalog', `olm/ours=${join(folder, 'ours')}`);
  expect([code, err]).toEqual([2, expect.stringContaining('EFBIG: file too large, write; nothing was written')]);
  expect(readdirSync(join(folder, 'app')).sort()).toEqual(['app.yaml', LOCK_FILE]);
  expect(readFileSync(join(folder, 'app', LOCK_FILE), 'utf8')).toBe(lock);
});
