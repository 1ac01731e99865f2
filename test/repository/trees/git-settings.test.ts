/** The `.git` of an archive or of a shared folder has the configuration that its author wants, and git starts no program that it names. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gitAtLength } from '../../../src/repository/trees/git.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { committed, git } from '../../support/git.js';

const START = process.cwd();
beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
});
afterEach(() => {
  process.chdir(START);
  vi.unstubAllEnvs();
});

const GIT_FILES = {
  'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n',
  'b/c.yaml': '',
  '.gitattributes': '* filter=x diff=x merge=x\n',
};

/** Each key that the installed git has documentation of, and some of later versions. */
const KEYS = [
  ...execFileSync('git', ['help', '--config'], { encoding: 'utf8' }).split('\n'),
  'hook.<name>.command',
  'hook.<name>.event',
  'fetch.bundleURI',
  'filter.<driver>.process',
  'remote.<name>.vcs',
  'tar.<format>.command',
  'trailer.<token>.command',
  'trailer.<token>.cmd',
  'gpg.<format>.program',
  'core.useBuiltinFSMonitor',
].flatMap((key) => (/^[a-z0-9]+\.[\w.<>*-]+$/i.test(key) ? [key.replace(/<[^>]*>|\*/g, 'x')] : []));

/** These decide which repository it is, or its format: git reads nothing of one that is another. */
const NOT_SET = /^(?:extensions\.|core\.(?:bare|worktree|repositoryformatversion)$)/i;

interface Trap {
  readonly folder: string;
  readonly program: string;
  /** A file that the program and the hooks write. */
  readonly sign: string;
}

/** A repository with hooks, and a program. */
function trapFolder(): Trap {
  const folder = committed(GIT_FILES);
  const place = folderOf();
  const [program, sign] = [join(place, '1'), join(place, 'sign')];
  // A file of settings as well, for the keys that include one.
  writeFileSync(program, `#!/bin/sh\n[x]\ny = ; echo "$0 $*" >>${sign}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${process.env.PATH}:${place}`);
  const hooks = join(folder, '.git/hooks');
  mkdirSync(hooks, { recursive: true });
  for (const name of ['reference-transaction', 'post-index-change', 'fsmonitor-watchman', 'pre-auto-gc', 'query-watchman']) {
    writeFileSync(join(hooks, name), readFileSync(program));
    chmodSync(join(hooks, name), 0o755);
  }
  mkdirSync(join(folder, '.git/info'), { recursive: true });
  writeFileSync(join(folder, '.git/info/attributes'), '* filter=x diff=x merge=x\n');
  return { folder, sign, program };
}

/** A repository of which each key is set to a value, as far as git accepts that. */
function trap(value: (program: string) => string): Trap {
  const made = trapFolder();
  const { folder, sign, program } = made;
  const config = join(folder, '.git/config');
  const own = readFileSync(config, 'utf8');
  const set = (keys: readonly string[]): string => {
    const lines = keys.map((key) => {
      const [section = '', ...rest] = key.split('.');
      const name = rest.pop();
      return `[${section}${rest.length > 0 ? ` "${rest.join('.')}"` : ''}]\n\t${name} = ${value(program)}\n`;
    });
    writeFileSync(
      config,
      `${own}${lines.join('')}[remote "origin"]\n\turl = ext::${program}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
    );
    for (const argv of [['ls-files', '--others'], ['for-each-ref'], ['cat-file', '-t', 'HEAD']]) {
      const { error } = gitAtLength(['-C', folder, ...argv]);
      if (error !== '') return error;
    }
    return '';
  };
  /** The keys that git runs with. It names most of the others. */
  const accepted = (keys: readonly string[]): readonly string[] => {
    const error = set(keys);
    if (error === '') return keys;
    const [, named = ''] = /(?:for|variable) '([^']+)'/i.exec(error) ?? [];
    const others = keys.filter((key) => key.toLowerCase() !== named.toLowerCase());
    if (others.length < keys.length) return accepted(others);
    if (keys.length === 1) return [];
    const middle = keys.length >> 1;
    return accepted([...accepted(keys.slice(0, middle)), ...accepted(keys.slice(middle))]);
  };
  const keys = accepted(KEYS.filter((key) => !NOT_SET.test(key)));
  expect(set(keys)).toBe('');
  expect(keys.length).toBeGreaterThan(400);
  expect(keys).toContain('core.fsmonitor');
  rmSync(sign, { force: true });
  return made;
}

const VALUES: readonly (readonly [string, (program: string) => string])[] = [
  ['the path of a program', (program) => program],
  ['a number that is the name of a program as well', () => '1'],
];

describe.each(VALUES)('git starts nothing where each key has %s', (_, value) => {
  it('whatever it is asked', () => {
    const { folder, sign } = trap(value);
    process.chdir(folder);
    for (const argv of [
      ['check', '.'],
      ['review', 'git:main', '.'],
      ['review', 'git:main~0', 'git:HEAD'],
      ['review', folder, folder],
      ['check', join(folder, 'b')],
      ['who-can', 'get', 'pods', '.'],
      ['render', '--check', '.'],
    ])
      expect([argv, /\[GIT_\w+\].*/s.exec(cli(argv).err)?.[0]]).toEqual([argv, undefined]);
    expect(existsSync(sign) ? readFileSync(sign, 'utf8') : '').toBe('');
  });
});

it('git without these settings starts one', () => {
  const { folder, sign, program } = trapFolder();
  git(folder, 'config', 'core.fsmonitor', program);
  spawnSync('git', ['-C', folder, 'ls-files', '--others']);
  expect(readFileSync(sign, 'utf8')).toContain(program);
});

it('a fetch of what a clone lacks starts nothing, not even with a bundle', () => {
  const { folder, sign } = trapFolder();
  const bundle = join(folderOf(), 'x.bundle');
  git(committed({ 'a.yaml': 'text: other\n' }), 'bundle', 'create', '--quiet', bundle, 'main');
  writeFileSync(
    join(folder, '.git/config'),
    `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\turl = ext::${sign}\n` +
      `[fetch]\n\tbundleURI = file://${bundle}\n`,
  );
  const hash = git(folder, 'rev-parse', 'HEAD:a.yaml').trim();
  rmSync(join(folder, '.git/objects', hash.slice(0, 2), hash.slice(2)));
  writeFileSync(join(folder, 'a.yaml'), GIT_FILES['a.yaml'].replace('name: a', 'name: b'));
  process.chdir(folder);
  const { out, err } = cli(['review', 'git:main', '.']);
  expect(`${out}${err}`).toContain('a.yaml, which was not read');
  expect(git(folder, 'for-each-ref', 'refs/bundles')).toBe('');
  expect(existsSync(sign) ? readFileSync(sign, 'utf8') : '').toBe('');
});
