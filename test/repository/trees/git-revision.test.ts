/** BASE is what was asked for, whatever somebody who may push named their branches, tags and folders. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFiles } from '../../../src/repository/input/read-files.js';
import { folderOf } from '../../support/files.js';

const START = process.cwd();
beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
});
afterEach(() => {
  process.chdir(START);
  vi.unstubAllEnvs();
});

const git = (folder: string, ...argv: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...argv], { cwd: folder, encoding: 'utf8' }).trim();

/** A repository with the commits `base` and `evil`, of which main is the first; it is the current folder. */
function repository(): { readonly folder: string; readonly base: string; readonly evil: string } {
  const folder = folderOf({ 'a.yaml': 'text: base\n' });
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'base');
  git(folder, 'switch', '--quiet', '--create', 'work');
  writeFileSync(join(folder, 'a.yaml'), 'text: evil\n');
  git(folder, 'commit', '--quiet', '--all', '--message', 'evil');
  process.chdir(folder);
  return { folder, base: git(folder, 'rev-parse', 'main'), evil: git(folder, 'rev-parse', 'work') };
}

const textOf = (revision: string): string => {
  const { texts, problems } = readFiles([`git:${revision}`]);
  return problems.map(({ code }) => code).join() || (texts[0]?.text.replace(/^text: |\n$/g, '') ?? 'nothing');
};

describe('objects of another repository', () => {
  it('are read through alternates, and their absence is a problem that says so', () => {
    const { folder, base } = repository();
    const borrower = folderOf({});
    git(borrower, 'clone', '--quiet', '--shared', '--branch', 'main', folder, 'clone');
    process.chdir(join(borrower, 'clone'));
    expect([textOf('origin/main'), textOf(base)]).toEqual(['base', 'base']);
    rmSync(join(folder, '.git/objects'), { recursive: true });
    expect(textOf('origin/main')).toBe('GIT_UNUSABLE');
  });
});

describe('what replaces objects', () => {
  it.each(['a replace ref for the commit', 'a replace ref for the file', 'a graft', 'a name space in the environment'])(
    'does not change what BASE is: %s',
    (attack) => {
      const { folder, base, evil } = repository();
      if (attack.endsWith('commit')) git(folder, 'replace', base, evil);
      if (attack.endsWith('file')) git(folder, 'replace', `${base}:a.yaml`, `${evil}:a.yaml`);
      if (attack === 'a graft') writeFileSync(join(folder, '.git/info/grafts'), `${evil}\n`);
      if (attack.endsWith('environment')) vi.stubEnv('GIT_NAMESPACE', 'evil');
      expect([textOf('main'), textOf(base), textOf('work')]).toEqual(['base', 'base', 'evil']);
      if (attack === 'a graft') expect(textOf('work~1')).toMatch(/^(?:base|GIT_REVISION_NOT_FOUND)$/);
    },
  );

  it('does not make a shallow clone have what it lacks', () => {
    const { folder } = repository();
    const place = folderOf({});
    git(place, 'clone', '--quiet', '--depth', '1', '--branch', 'work', `file://${folder}`, 'clone');
    process.chdir(join(place, 'clone'));
    expect([textOf('work'), textOf('work~1')]).toEqual(['evil', 'GIT_REVISION_NOT_FOUND']);
  });

  it('is nothing in a work tree beside the repository', () => {
    const { folder } = repository();
    const beside = join(folderOf({}), 'beside');
    git(folder, 'worktree', 'add', '--quiet', '--detach', beside, 'main');
    process.chdir(beside);
    expect([textOf('main'), textOf('work'), textOf('HEAD')]).toEqual(['base', 'evil', 'base']);
  });
});

describe('a branch of a remote', () => {
  it('is the one that was fetched, whatever else has its name', () => {
    const { folder, base, evil } = repository();
    git(folder, 'update-ref', 'refs/remotes/origin/main', base);
    for (const ref of ['tags/origin/main', 'heads/origin/main', 'origin/main', 'tags/refs/remotes/origin/main'])
      git(folder, 'update-ref', `refs/${ref}`, evil);
    for (const name of ['origin/main', 'origin/main^0', 'origin/main~0', 'refs/remotes/origin/main', 'remotes/origin/main'])
      expect([name, textOf(name)]).toEqual([name, 'base']);
  });

  it('is not a tag where it was not fetched', () => {
    const { folder, evil } = repository();
    for (const ref of ['tags/origin/main', 'tags/refs/remotes/origin/main']) git(folder, 'update-ref', `refs/${ref}`, evil);
    expect(textOf('origin/main')).toBe('GIT_REVISION_AMBIGUOUS');
    expect(textOf('refs/remotes/origin/main')).toBe('GIT_REVISION_NOT_FOUND');
    expect(textOf('refs/tags/origin/main')).toBe('evil');
  });

  it('is not a tag that is called like the remote', () => {
    const { folder, evil } = repository();
    git(folder, 'tag', 'origin', evil);
    expect(textOf('origin')).toBe('GIT_REVISION_AMBIGUOUS');
  });

  it('may be the default one of the remote', () => {
    const { folder, base, evil } = repository();
    git(folder, 'update-ref', 'refs/remotes/origin/HEAD', base);
    git(folder, 'update-ref', 'refs/tags/origin', evil);
    expect(textOf('origin')).toBe('base');
  });
});

describe('a name', () => {
  it('is refused if a tag and a branch have it, unless they are the same', () => {
    const { folder, base, evil } = repository();
    git(folder, 'tag', 'main', evil);
    expect(readFiles(['git:main']).problems).toMatchObject([
      { code: 'GIT_REVISION_AMBIGUOUS', found: 'main could be refs/heads/main, refs/tags/main' },
    ]);
    git(folder, 'tag', '--force', 'main', base);
    expect(textOf('main')).toBe('base');
  });

  it('is refused if only a tag has it here, and a branch of a remote is called so', () => {
    const { folder, base, evil } = repository();
    git(folder, 'update-ref', 'refs/remotes/origin/stable', base);
    git(folder, 'tag', 'stable', evil);
    expect(textOf('stable')).toBe('GIT_REVISION_AMBIGUOUS');
  });

  it('may be a branch that differs from the one that it follows', () => {
    const { folder, evil } = repository();
    git(folder, 'update-ref', 'refs/remotes/origin/main', evil);
    expect(textOf('main')).toBe('base');
  });

  it('of a tag with a message is its commit', () => {
    const { folder, base } = repository();
    git(folder, 'tag', '--annotate', '--message', 'x', 'v1', base);
    expect(textOf('v1')).toBe('base');
    expect(textOf('v1^0')).toBe('base');
  });

  it('of a ref of the clone is no tag', () => {
    const { folder, base, evil } = repository();
    for (const name of ['HEAD', 'FETCH_HEAD']) git(folder, 'update-ref', `refs/tags/${name}`, base);
    expect(textOf('HEAD')).toBe('evil');
    expect(textOf('@')).toBe('evil');
    writeFileSync(join(folder, '.git/FETCH_HEAD'), `${evil}\t\tbranch 'x' of y\n`);
    expect(textOf('FETCH_HEAD')).toBe('evil');
  });

  it('of an earlier state is one of the same branch', () => {
    const { folder, base, evil } = repository();
    git(folder, 'update-ref', '-m', 'x', 'refs/heads/main', evil);
    expect(textOf('main@{1}')).toBe('base');
    git(folder, 'tag', 'main', base);
    expect(textOf('main@{1}')).toBe('GIT_REVISION_AMBIGUOUS');
  });
});

describe('a hash', () => {
  it('that is whole is a commit, whatever branch is called so', () => {
    const { folder, base, evil } = repository();
    git(folder, 'update-ref', `refs/heads/${base}`, evil);
    expect(textOf(base)).toBe('base');
  });

  it('that is short is refused if a branch or a tag is called so', () => {
    const { folder, base, evil } = repository();
    const short = base.slice(0, 7);
    expect(textOf(short)).toBe('base');
    git(folder, 'tag', short, evil);
    expect(textOf(short)).toBe('GIT_REVISION_AMBIGUOUS');
  });
});

describe('the repository', () => {
  it('is not a bare one in the folder', () => {
    const { folder } = repository();
    const bare = folderOf();
    git(folder, 'clone', '--quiet', '--bare', folder, bare);
    cpSync(bare, join(folder, 'prod'), { recursive: true });
    process.chdir(join(folder, 'prod'));
    expect(readFiles(['git:main'])).toMatchObject({
      texts: [],
      problems: [{ code: 'GIT_UNUSABLE', fix: expect.stringContaining('GIT_DIR') }],
    });
    vi.stubEnv('GIT_DIR', join(folder, 'prod'));
    expect(textOf('main')).toBe('base');
  });

  it('is not a submodule', () => {
    const { folder } = repository();
    const other = folderOf({ 'a.yaml': 'text: submodule\n' });
    git(other, 'init', '--quiet', '--initial-branch', 'main');
    git(other, 'add', '--all');
    git(other, 'commit', '--quiet', '--message', 'x');
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'prod');
    process.chdir(join(folder, 'prod'));
    expect(readFiles(['git:main'])).toMatchObject({
      texts: [],
      problems: [{ code: 'GIT_UNUSABLE', found: expect.stringContaining('a submodule of') }],
    });
  });

  it('has no objects and parents in place of those that were pushed', () => {
    const { folder, base, evil } = repository();
    git(folder, 'replace', base, evil);
    expect(textOf('main')).toBe('base');
    const other = git(folder, 'commit-tree', '-m', 'x', `${evil}^{tree}`);
    writeFileSync(join(folder, '.git/info/grafts'), `${evil} ${other}\n`);
    expect(textOf('work~1')).toBe('base');
  });
});

describe('what git does not have here', () => {
  const remove = (folder: string, revision: string): void => {
    const hash = git(folder, 'rev-parse', revision);
    rmSync(join(folder, '.git/objects', hash.slice(0, 2), hash.slice(2)));
  };

  it.each(['main:a.yaml', 'main:sub/b.yaml', 'main:sub', 'main^{tree}'])('is an error: %s', (revision) => {
    const { folder } = repository();
    git(folder, 'switch', '--quiet', 'main');
    execFileSync('mkdir', [join(folder, 'sub')]);
    writeFileSync(join(folder, 'sub/b.yaml'), 'b: 1\n');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'sub');
    remove(folder, revision);
    const path = revision.includes('a.yaml') ? 'a.yaml' : 'sub/b.yaml';
    // A file is missing alone; without its folder, nobody knows what else is.
    const isFile = revision.endsWith(path);
    expect(readFiles(['git:main'])).toMatchObject({
      texts: isFile ? [{ file: path === 'a.yaml' ? 'git:main:sub/b.yaml' : 'git:main:a.yaml' }] : [],
      problems: [{ code: 'FILE_UNREADABLE', file: isFile ? `git:main:${path}` : 'git:main' }],
    });
    expect(readFiles([`git:main:${path}`])).toMatchObject({ texts: [], problems: [{ code: 'GIT_OBJECT_MISSING' }] });
  });

  it('is an error as well where the clone never got it', () => {
    const { folder } = repository();
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const clone = folderOf();
    git(folder, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', `file://${folder}`, clone);
    process.chdir(clone);
    expect(readFiles(['git:origin/main'])).toMatchObject({ texts: [], problems: [{ code: 'FILE_UNREADABLE' }] });
    expect(readFiles(['git:origin/main:a.yaml'])).toMatchObject({ texts: [], problems: [{ code: 'GIT_OBJECT_MISSING' }] });
  });
});
