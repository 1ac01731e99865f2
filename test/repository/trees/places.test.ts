import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readFiles } from '../../../src/repository/input/read-files.js';
import { baselineOf, baselineTextOf } from '../../../src/repository/read/read-baseline.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { isOutside, pathOfPlace } from '../../../src/repository/trees/outside.js';
import { leadsOut } from '../../../src/repository/trees/places.js';
import { folderOf } from '../../support/files.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

/** A folder with a repository and something beside it; the repository is the current folder. */
function repository(files: Readonly<Record<string, string>>): { readonly folder: string; readonly beside: string } {
  const folder = folderOf({ 'secret/token.yaml': 'token: hunter2\n', 'secret/plain': 'PASSWORD=hunter2\nPATH: [x\n' });
  for (const [path, text] of Object.entries(files))
    execFileSync('sh', ['-c', 'mkdir -p "$(dirname "$1")"; printf %s "$2" > "$1"', 'sh', join(folder, 'repo', path), text]);
  mkdirSync(join(folder, 'repo/.git'), { recursive: true });
  process.chdir(join(folder, 'repo'));
  return { folder: join(folder, 'repo'), beside: join(folder, 'secret') };
}

describe('a place that a file of the repository names', () => {
  it('is outside by its path, by a link, and on standard input', () => {
    const { beside } = repository({ 'prod/.cdk8s-olm.yaml': '', 'catalog/a.yaml': '' });
    symlinkSync(beside, 'prod/link');
    const outside = ['/proc/self/environ', '..', '../secret', 'prod/../../secret', 'prod/link', 'prod/link/token.yaml', '-', 'no/../../x'];
    const inside = ['.', 'catalog', 'prod/../catalog', 'not-there', 'git:HEAD:catalog'];
    for (const file of ['prod/.cdk8s-olm.yaml', 'git:HEAD:.cdk8s-olm.yaml'])
      expect([...outside, ...inside].filter((path) => isOutside(path, file))).toEqual(outside);
  });

  it.each([
    ['options: {catalog: [/proc/self/environ]}', 'options.catalog'],
    ['options: {catalog: [a=../secret]}', 'options.catalog'],
    ['options: {catalog: ["-"]}', 'options.catalog'],
    ['options: {remote: ["https://example.com/a=../secret"]}', 'options.remote'],
    ['clusters: [{name: a, paths: [prod], catalogs: [x=/etc]}]', 'clusters[0].catalogs'],
  ])('is a problem of the configuration file: %s', (text, path) => {
    repository({ 'prod/.cdk8s-olm.yaml': `${text}\n` });
    expect(baselineOf('prod').problems).toMatchObject([{ code: 'INVALID_VALUE', path, line: 1 }]);
  });

  it.each([
    'options: {catalog: [catalog, a=./catalog, quay.io/acme/index:v4.18, "b=quay.io/acme/index@sha256:0"]}',
    'options: {remote: ["https://example.com/a=bases"]}',
  ])('may be in the repository, or an image: %s', (text) => {
    repository({ 'prod/.cdk8s-olm.yaml': `${text}\n` });
    expect(baselineOf('prod').problems).toEqual([]);
  });
});

describe('a link of the repository that leads out of it', () => {
  it('is not read, whoever names it', () => {
    const { beside } = repository({ 'prod/a.yaml': 'a: 1\n' });
    symlinkSync(beside, 'linked');
    symlinkSync(join(beside, 'token.yaml'), 'prod/.cdk8s-olm.yaml');
    symlinkSync('a.yaml', 'prod/b.yaml');
    for (const input of ['linked', 'linked/', 'linked/token.yaml', 'prod/.cdk8s-olm.yaml']) {
      expect(leadsOut(input)).toBe(true);
      expect(readFiles([input])).toMatchObject({
        texts: [],
        problems: [{ code: 'FILE_UNREADABLE', found: 'a link to another place of the machine' }],
      });
    }
    expect(baselineTextOf('prod')).toMatchObject({ text: '', problems: [{ code: 'FILE_UNREADABLE' }] });
    expect(readFiles(['prod/b.yaml']).texts).toMatchObject([{ text: 'a: 1\n' }]);
  });

  it('leads to nothing that is read to see whether it changed', () => {
    const { folder } = repository({ 'prod/a.yaml': 'a: 1\n' });
    for (const [name, target] of Object.entries({
      'all.yaml': '/',
      'beside.yaml': '../../secret',
      'zero.yaml': '/dev/zero',
      'own.yaml': '/proc/self/pagemap',
    }))
      symlinkSync(target, join('prod', name));
    const tree = diskTree(join(folder, 'prod'));
    expect(['all.yaml', 'beside.yaml', 'zero.yaml', 'own.yaml'].map((name) => tree.identityOf(name))).toEqual([
      '-> /',
      '-> ../../secret',
      '-> /dev/zero',
      '-> /proc/self/pagemap',
    ]);
  });

  it('is no matter outside of repositories', () => {
    const folder = folderOf({ 'real/a.yaml': 'a: 1\n' });
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(readFiles([join(folder, 'link')]).texts).toMatchObject([{ text: 'a: 1\n' }]);
  });
});

it('shows nothing of a file that is no manifest by name and text', () => {
  const { beside } = repository({});
  const { texts, problems } = readFiles([join(beside, 'plain'), '/proc/self/environ']);
  expect(texts).toEqual([]);
  expect(problems.map(({ code }) => code)).toEqual(['NOT_A_MANIFEST', 'NOT_A_MANIFEST']);
  expect(JSON.stringify(problems)).not.toContain('hunter2');
  expect(problems.every(({ excerpt }) => excerpt === undefined)).toBe(true);
});

it('takes no folder for an image of its name', () => {
  repository({ 'quay.io/acme/index/a.yaml': '', '127.0.0.1:9/a/a.yaml': '', 'catalogs/v4.18/a.yaml': '', 'v4.18/a.yaml': '' });
  const images = ['quay.io/acme/index', '127.0.0.1:9/a'];
  const folders = ['catalogs/v4.18', 'v4.18/', './quay.io/acme/index', 'catalogs'];
  expect(images.map(pathOfPlace)).toEqual([undefined, undefined]);
  expect(folders.map(pathOfPlace)).toEqual(folders);
});
