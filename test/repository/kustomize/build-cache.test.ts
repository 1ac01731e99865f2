/** The cache of builds: what is in its folder is believed only if it was signed, and nothing about it fails a run. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuildCache, buildCacheFor, openBuildCache } from '../../../src/repository/kustomize/build-cache.js';
import { folderOf } from '../../support/files.js';

const KEY = 'k'.repeat(32);

function cacheOf(folder: string, environment: Readonly<Record<string, string>> = { CDK8S_OLM_CACHE_KEY: KEY }): BuildCache {
  const opened = openBuildCache(folder, [folderOf()], environment);
  if ('fault' in opened) throw new Error(opened.fault);
  return opened.cache;
}

const entryOf = (folder: string, name: string): string => join(folder, createHash('sha256').update(name).digest('hex'));

/** A cache with two entries, and the file of the first. */
function filled() {
  const folder = folderOf();
  const cache = cacheOf(folder);
  cache.keep('a', 'text of a\n');
  cache.keep('b', 'text of b\n');
  return { folder, cache, file: entryOf(folder, 'a') };
}

describe('a cache of builds', () => {
  it('gives what was kept, in the next run as well, and is for its user alone', () => {
    const { folder, file } = filled();
    expect(cacheOf(folder).find('a')).toBe('text of a\n');
    expect(cacheOf(folder).find('c')).toBeUndefined();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it.each<[string, (file: string, folder: string) => unknown]>([
    ['of another unit', (file, folder) => copyFileSync(entryOf(folder, 'b'), file)],
    ['that is cut off', (file) => truncateSync(file, statSync(file).size - 1)],
    ['without anything', (file) => truncateSync(file, 0)],
    ['with more behind it', (file) => appendFileSync(file, 'kind: ClusterRoleBinding\n')],
    ['without a signature', (file) => writeFileSync(file, 'text of a\n')],
    ['with a signature that was guessed', (file) => writeFileSync(file, Buffer.concat([randomBytes(32), Buffer.from('text of a\n')]))],
    ['that is a folder', (file) => [rmSync(file), mkdirSync(file)]],
    ['that is a pipe', (file) => [rmSync(file), spawnSync('mkfifo', [file])]],
    ['that is larger than any build', (file) => truncateSync(file, 2 ** 40)],
    [
      'that is a link, even to what was signed',
      (file, folder) => {
        renameSync(file, join(folder, 'moved'));
        symlinkSync('moved', file);
      },
    ],
  ])('does not believe an entry %s', (_, harm) => {
    const { folder, file, cache } = filled();
    harm(file, folder);
    expect(cache.find('a')).toBeUndefined();
    expect(cacheOf(folder).find('b')).toBe('text of b\n');
    cache.keep('a', 'built again\n');
    if (!statSync(file).isDirectory()) expect(cacheOf(folder).find('a')).toBe('built again\n');
  });

  it('does not believe what another key signed', () => {
    const { folder } = filled();
    expect(cacheOf(folder, { CDK8S_OLM_CACHE_KEY: 'l'.repeat(32) }).find('a')).toBeUndefined();
    expect(cacheOf(folder, { XDG_STATE_HOME: folderOf() }).find('a')).toBeUndefined();
  });

  it('writes through no link: what it keeps comes in place of one', () => {
    const { file, cache } = filled();
    const other = join(folderOf({ other: 'as it was' }), 'other');
    rmSync(file);
    symlinkSync(other, file);
    cache.keep('a', 'text of a\n');
    expect(readFileSync(other, 'utf8')).toBe('as it was');
    expect(cache.find('a')).toBe('text of a\n');
  });

  it('that cannot be written, or is no folder, keeps nothing and fails nothing', () => {
    const file = join(folderOf({ file: '' }), 'file');
    for (const folder of [file, join(file, 'below'), '/proc/no-such-folder']) {
      const cache = cacheOf(folder);
      cache.keep('a', 'text');
      expect(cache.find('a')).toBeUndefined();
    }
  });

  it('removes what nothing used for 30 days, and nothing that is not its own', () => {
    const { folder, file } = filled();
    const [old, unfinished, foreign] = [entryOf(folder, 'old'), `${entryOf(folder, 'c')}.00ff.part`, join(folder, 'notes.txt')];
    for (const path of [old, unfinished, foreign]) writeFileSync(path, '');
    const day = 24 * 60 * 60;
    const aged = (days: number): number => Date.now() / 1000 - days * day;
    utimesSync(old, aged(31), aged(31));
    utimesSync(unfinished, aged(2), aged(2));
    utimesSync(foreign, aged(99), aged(99));
    utimesSync(file, aged(29), aged(29));
    expect(cacheOf(folder).find('a')).toBe('text of a\n');
    cacheOf(folder).keep('d', '');
    expect(new Set(readdirSync(folder).map((name) => join(folder, name)))).toEqual(
      new Set([file, entryOf(folder, 'b'), entryOf(folder, 'd'), foreign]),
    );
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(day * 1000);
  });
});

it('without a folder, what is built is kept as long as the run, for whatever input', () => {
  buildCacheFor(undefined, ['a']).keep('a build of this run', 'kind: Role\n');
  expect(buildCacheFor('', ['b']).find('a build of this run')).toBe('kind: Role\n');
  expect(buildCacheFor(folderOf(), ['b']).find('a build of this run')).toBeUndefined();
});

describe('the key of a cache of builds', () => {
  const open = (environment: Readonly<Record<string, string>>, folder = folderOf(), input = folderOf()) =>
    openBuildCache(folder, [input], environment);

  it('is made once, for this user alone', () => {
    const state = folderOf();
    const folder = folderOf();
    cacheOf(folder, { XDG_STATE_HOME: state }).keep('a', 'text');
    expect(cacheOf(folder, { XDG_STATE_HOME: state, CDK8S_OLM_CACHE_KEY: '' }).find('a')).toBe('text');
    expect(statSync(join(state, 'cdk8s-olm/cache-key'))).toMatchObject({ size: 32, mode: 0o100600 });
    expect(readdirSync(join(state, 'cdk8s-olm'))).toEqual(['cache-key']);
  });

  it('is no short text', () => {
    expect(open({ CDK8S_OLM_CACHE_KEY: 'secret' })).toEqual({ fault: 'short-key' });
  });

  it.each<[string, (key: string) => unknown]>([
    ['others can read', (key) => chmodSync(key, 0o644)],
    ['is a link', (key) => [renameSync(key, `${key}.other`), symlinkSync(`${key}.other`, key)]],
    ['is too short', (key) => truncateSync(key, 8)],
  ])('is none that %s', (_, harm) => {
    const state = folderOf();
    open({ XDG_STATE_HOME: state });
    harm(join(state, 'cdk8s-olm/cache-key'));
    expect(open({ XDG_STATE_HOME: state })).toEqual({ fault: 'no-key' });
  });

  it('does not come from the repository, nor from the cache', () => {
    const input = folderOf({ '.git/HEAD': '', 'prod/a.yaml': '', 'state/cdk8s-olm/cache-key': 'k'.repeat(32) });
    expect(open({ XDG_STATE_HOME: join(input, 'state') }, folderOf(), join(input, 'prod/a.yaml'))).toEqual({ fault: 'key-in-reach' });
    const link = join(folderOf(), 'link');
    symlinkSync(join(input, 'state'), link);
    expect(open({ XDG_STATE_HOME: link }, folderOf(), join(input, 'prod'))).toEqual({ fault: 'key-in-reach' });
    const folder = folderOf();
    expect(open({ XDG_STATE_HOME: folder }, folder)).toEqual({ fault: 'key-in-reach' });
  });

  it('cannot be made where nothing can be written', () => {
    expect(open({ XDG_STATE_HOME: '/proc/no-such-folder' })).toEqual({ fault: 'no-key' });
  });
});

it('a cache of builds in the repository of the input is not used, wherever it seems to be', () => {
  const top = folderOf({ '.git/HEAD': '', 'prod/a.yaml': '', 'cache/x': '' });
  const link = join(folderOf(), 'link');
  symlinkSync(join(top, 'cache'), link);
  const environment = { CDK8S_OLM_CACHE_KEY: KEY };
  for (const folder of [top, join(top, 'cache'), join(top, 'not/yet/there'), link, join(link, 'below')])
    expect(openBuildCache(folder, [join(top, 'prod')], environment)).toEqual({ fault: 'in-repository' });
  // A link of the repository leads where its author wants, and so does a link to it.
  const outside = folderOf();
  symlinkSync(outside, join(top, 'out'));
  symlinkSync(join(top, 'out'), join(outside, 'to-link'));
  for (const folder of [join(top, 'out'), join(top, 'out/below'), join(outside, 'to-link'), join(outside, 'to-link/below')])
    expect(openBuildCache(folder, [join(top, 'prod')], environment)).toEqual({ fault: 'in-repository' });
  expect(openBuildCache(join(outside, 'cache'), [join(top, 'prod')], { XDG_STATE_HOME: join(top, 'out') })).toEqual({
    fault: 'key-in-reach',
  });
  // Of a revision, it is the repository of the working folder.
  expect(openBuildCache('builds', ['git:main'], environment)).toEqual({ fault: 'in-repository' });
  expect(openBuildCache(`${top}-beside`, [join(top, 'prod')], environment)).toMatchObject({ cache: {} });
});
