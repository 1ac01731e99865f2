import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { itWith, program } from '../support/needs.js';

const secret = 'apiVersion: sharedresource.openshift.io/v1alpha1\nkind: SharedSecret\nmetadata: {name: a}\n';
const expected =
  'known:\n  - kind: SharedSecret.sharedresource.openshift.io\n    reason: the program that acts on it, and why that is harmless\n';

describe('baseline --known', () => {
  it('prints what a review would call unknown, and a review with it as the baseline is silent about that', () => {
    const [base, head] = [folderOf({ 'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' }), folderOf({ 'a.yaml': secret })];
    const { code, out, err } = cli(['baseline', '--known', head]);
    expect([code, out, err]).toEqual([0, expected, 'unknown kinds and keys: 1; already known: 0\n']);
    expect(cli(['review', base, head]).out).toContain('warning[unknown-kind]');
    const file = join(base, 'known.txt');
    writeFileSync(file, out);
    expect(cli(['review', base, head, '--baseline', file]).out).not.toContain('unknown-kind');
  });

  it('adds to the baseline of the input, in the file that it is written to', () => {
    const folder = folderOf({ 'a.yaml': secret, '.cdk8s-olm.yaml': 'accept:\n  - {id: secrets-read, reason: x} # y\n' });
    const file = join(folder, '.cdk8s-olm.yaml');
    for (const known of [0, 1]) {
      const { code, err } = cli(['baseline', '--known', folder, '-o', file]);
      expect([code, err]).toEqual([0, `unknown kinds and keys: 1; already known: ${known}\n`]);
    }
    expect(readFileSync(file, 'utf8')).toBe(`accept:\n  - {id: secrets-read, reason: x} # y\n${expected}`);
  });

  itWith([program('kubectl')], 'reads every unit of a repository, and names those that it cannot read', () => {
    const overlay = 'resources: [../base]\nnamePrefix: x-\n';
    const folder = folderOf({
      '.git/HEAD': '',
      'base/kustomization.yaml': 'resources: [a.yaml]\n',
      'base/a.yaml': secret,
      'prod/kustomization.yaml': overlay,
      'test/kustomization.yaml': overlay,
      'remote/kustomization.yaml': 'resources: ["https://example.com/a.yaml"]\n',
    });
    const { code, out, err } = cli(['baseline', '--known', folder]);
    expect([code, out]).toEqual([0, expected]);
    expect(err).toMatch(/^not read: remote: .*\nunknown kinds and keys: 1;/);
  });

  it('writes nothing where the input or its baseline is bad', () => {
    const folder = folderOf({ 'a.yaml': 'a: [\n' });
    expect(cli(['baseline', '--known', folder])).toMatchObject({ code: 2, out: '' });
    writeFileSync(join(folder, '.cdk8s-olm.yaml'), 'accept: 1\n');
    expect(cli(['baseline', '--known', folder])).toMatchObject({ code: 2, out: '' });
    expect(cli(['baseline', folder]).code).toBe(2);
  });
});
