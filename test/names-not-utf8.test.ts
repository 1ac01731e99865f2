/** A name on disk that is not UTF-8 is a file like any other: kubectl applies it, so it is read and judged, with what lies beside it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from './support/command-line.js';
import { committed, git } from './support/git.js';
import { NAMESPACE, RBAC, review } from './support/reviewed-files.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

const binding = (name: string): string =>
  `apiVersion: ${RBAC}/v1\nkind: ClusterRoleBinding\nmetadata: {name: ${name}}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: ServiceAccount, name: ${name}, namespace: op}]\n`;
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Puts a text at a name that is not UTF-8, and tells where it is. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'a file': (text) => {
    writeFileSync(bytes('d/x\xe9.yaml'), text);
    return 'd/x\ufffd.yaml';
  },
  'a file of a folder': (text) => {
    mkdirSync(bytes('d/x\xe9/y'), { recursive: true });
    writeFileSync(bytes('d/x\xe9/y/z.yaml'), text);
    return 'd/x\ufffd/y/z.yaml';
  },
  'a link to a file': (text) => {
    writeFileSync('d/text', text);
    symlinkSync('text', bytes('d/x\xe9.yaml'));
    return 'd/x\ufffd.yaml';
  },
};
const commit = (folder: string): void => {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'x');
};

describe.each(Object.entries(PLACES))('%s with a name that is not UTF-8', (_, put) => {
  it('is judged on disk and in a commit, and so is what lies beside it', () => {
    const folder = committed({ 'd/a.yaml': NAMESPACE }, ['tag', 'base']);
    process.chdir(folder);
    const place = put(binding('hidden'));
    writeFileSync('d/b.yaml', binding('beside'));
    const onDisk = review('git:base', '.');
    commit(folder);
    for (const { code, text } of [onDisk, review('git:base', 'git:HEAD'), review('git:base:d', 'd')]) {
      expect(text).toContain('op/beside');
      expect(text).toContain('op/hidden');
      expect(text).toContain(place.slice(2));
      expect(code).toBe(1);
    }
    expect(review('git:HEAD', '.').text).toContain('No change in meaning');
  });

  it('has its mistakes named by check', () => {
    process.chdir(committed({ 'd/a.yaml': NAMESPACE }));
    const place = put(`${NAMESPACE}x: [\n`);
    const { code, out, err } = cli(['check', '.']);
    expect(out + err).toContain(place);
    expect(code).toBe(2);
  });
});

/** Entries that are never read. */
const UNREAD: Readonly<Record<string, (name: Buffer) => void>> = {
  'a link out of the tree': (name) => symlinkSync('/etc/hostname', name),
  'a link to nothing': (name) => symlinkSync('nothing', name),
  'a link to a folder': (name) => symlinkSync('d', name),
  'a link to a file whose name is not UTF-8': (name) => {
    writeFileSync(bytes('d/x\xe9.yaml'), NAMESPACE);
    symlinkSync(bytes('d/x\xe9.yaml'), name);
  },
  'a pipe': (name) => {
    mkdirSync(bytes('p\xe9'));
    execFileSync('sh', ['-c', 'mkfifo "$(printf \'p\\351/p\')"']);
    expect(name).toBeDefined();
  },
};

it.each(Object.entries(UNREAD))('%s with a name that is not UTF-8 is named as unread, and the rest is judged', (_, put) => {
  process.chdir(committed({ 'd/a.yaml': NAMESPACE }, ['tag', 'base']));
  put(bytes('l\xe9.yaml'));
  writeFileSync('d/b.yaml', binding('beside'));
  const { code, text } = review('git:base', '.');
  expect(text).toMatch(/\[unread-file\] \((?:l\ufffd\.yaml|p\ufffd\/p)\)/);
  expect(text).toContain('op/beside');
  expect(code).toBe(1);
});
