import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { FAILED, FINE } from '../support/inputs.js';

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

  it('prints bad input', () => {
    const folder = folderOf({ 'input.yaml': 'a: [' });
    expect(cli(['check', folder, '-q'])).toEqual(cli(['check', folder]));
  });
});
