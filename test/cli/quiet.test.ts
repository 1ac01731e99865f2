import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { namespace } from '../support/build.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { FAILED, FINE } from '../support/inputs.js';
import { bind } from '../support/rbac-in-short.js';

describe('--quiet', () => {
  it('prints nothing of a run that succeeds', () => {
    const folder = folderOf({ 'in/input.yaml': manifests(...FINE) });
    expect(cli(['check', join(folder, 'in'), '--quiet'])).toEqual({ code: 0, out: '', err: '' });
    expect(cli(['render', join(folder, 'in'), '-q', '-o', join(folder, 'out')])).toEqual({ code: 0, out: '', err: '' });
  });

  it('prints what makes a run fail, and nothing else', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FAILED) });
    const { code, out } = cli(['check', folder, '--quiet']);
    expect(code).toBe(1);
    expect(out).toMatch(/^error\[no-operator-group\] .*\n {2}fix .*\n$/);
    expect(cli(['check', folder, '-q', '--allow-failed'])).toEqual({ code: 0, out: '', err: '' });
    expect(cli(['render', folder, '-q']).err).toMatch(/^error\[no-operator-group\] /);
  });

  it('prints of a review that fails why it does, and nothing of another one', () => {
    const [none, admin] = ['', 'cluster-admin'].map((role) =>
      folderOf({ 'all.yaml': manifests(namespace('op'), ...(role === '' ? [] : [bind('all', role, 'ServiceAccount op/web')])) }),
    ) as [string, string];
    expect(cli(['review', none, none, '-q'])).toEqual({ code: 0, out: '', err: '' });
    const { code, out, err } = cli(['review', none, admin, '-q']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^Grants more: .*\nerror\[[\s\S]*\nexit 1: .*\n$/);
  });

  it('leaves of another command the answer', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FAILED) });
    const loud = cli(['who-can', 'get', 'pods', folder]);
    expect(cli(['who-can', 'get', 'pods', folder, '-q'])).toEqual({ ...loud, err: '' });
  });

  it('is an option of every command, as --color is', () => {
    for (const { name } of COMMANDS) expect(cli([name, '--help-all']).out).toMatch(/(?=[\s\S]*-q, --quiet)[\s\S]*--color <when>/);
  });

  it('prints bad input', () => {
    const folder = folderOf({ 'input.yaml': 'a: [' });
    expect(cli(['check', folder, '-q'])).toEqual(cli(['check', folder]));
  });
});
