import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readFiles } from '../../../src/repository/input/read-files.js';
import { MAX_FILE_BYTES } from '../../../src/repository/trees/file-tree.js';
import { homeOf } from '../../../src/repository/trees/git-tree.js';
import { folderOf } from '../../support/files.js';
import { committed, git } from '../../support/git.js';

/** A repository with one commit of these files on the branch main; it is the current folder of the test. */
function repository(files: Record<string, string>, prepare?: (folder: string) => void): string {
  const folder = committed(files);
  if (prepare) {
    prepare(folder);
    git(folder, 'add', '--all', '--force');
    git(folder, 'commit', '--quiet', '--amend', '--message', 'x');
  }
  process.chdir(folder);
  return folder;
}

const START = process.cwd();
afterEach(() => process.chdir(START));

describe('a commit', () => {
  it('gives the manifests of a folder by the rules for folders on disk', () => {
    repository({
      'prod/b.yaml': 'b: 1\n',
      'prod/a/c.json': '{}',
      'prod/a/README.md': '',
      'prod/.hidden.yaml': '',
      'prod/node_modules/x.yaml': '',
      'prod/.cdk8s-olm': 'cluster.k8s.yaml\n',
      'prod/cluster.k8s.yaml': '',
      'staging/a.yaml': '',
    });
    const texts = [
      { file: 'git:main:prod/a/c.json', text: '{}' },
      { file: 'git:main:prod/b.yaml', text: 'b: 1\n' },
    ];
    for (const path of ['prod', 'prod/', './prod', 'prod//']) {
      const { texts: read, problems } = readFiles([`git:main:${path}`]);
      expect(problems).toEqual([]);
      expect(read.map(({ text }) => text)).toEqual(texts.map(({ text }) => text));
    }
    expect(readFiles(['git:main:prod'])).toMatchObject({ texts, problems: [] });
    expect(readFiles(['git:main:prod/'])).toMatchObject({ texts, problems: [] });
  });

  it.each(['git:main', 'git:main:'])('gives everything when no path is named: %s', (input) => {
    repository({ 'a.yaml': '', 'sub/b.yaml': '' });
    expect(readFiles([input]).texts.map(({ file }) => file)).toEqual(['git:main:a.yaml', 'git:main:sub/b.yaml']);
  });

  it('gives a file under any name', () => {
    repository({ 'notes.txt': 'a: 1\n' });
    expect(readFiles(['git:HEAD:notes.txt'])).toEqual({ texts: [{ file: 'git:HEAD:notes.txt', text: 'a: 1\n' }], problems: [] });
  });

  it('gives what was committed, not what lies in the folder', () => {
    const folder = repository({ 'a.yaml': 'old' });
    git(folder, 'tag', 'v1');
    rmSync(join(folder, 'a.yaml'));
    git(folder, 'commit', '--quiet', '--all', '--allow-empty', '--message', 'y');
    for (const revision of ['v1', 'HEAD~1', 'main^', git(folder, 'rev-parse', '--short', 'v1').trim()])
      expect(readFiles([`git:${revision}`]).texts).toMatchObject([{ text: 'old' }]);
  });

  it.each(['feat/#1', 'a+b,c', 'ümlaut', "it's", 'a&b;c', '100%'])('may be on a branch of any name: %s', (branch) => {
    const folder = repository({ 'a.yaml': 'a: 1\n' });
    git(folder, 'branch', branch);
    expect(readFiles([`git:${branch}:a.yaml`])).toEqual({ texts: [{ file: `git:${branch}:a.yaml`, text: 'a: 1\n' }], problems: [] });
  });

  it('counts paths from the top of the repository, wherever in it the command runs', () => {
    const folder = repository({ 'prod/a.yaml': '', 'prod/sub/b.yaml': '' });
    process.chdir(join(folder, 'prod/sub'));
    expect(readFiles(['git:main:prod/sub']).texts.map(({ file }) => file)).toEqual(['git:main:prod/sub/b.yaml']);
  });

  it('is not left through links', () => {
    repository({ 'a.yaml': '', 'secret/b.txt': '' }, (folder) => {
      symlinkSync('/etc/passwd', join(folder, 'link.yaml'));
      symlinkSync('secret', join(folder, 'folder'));
    });
    expect(readFiles(['git:main']).texts.map(({ file }) => file)).toEqual(['git:main:a.yaml']);
    expect(readFiles(['git:main:link.yaml']).texts).toEqual([{ file: 'git:main:link.yaml', text: '/etc/passwd' }]);
    expect(readFiles(['git:main:folder/b.txt']).problems).toMatchObject([{ code: 'GIT_PATH_NOT_FOUND' }]);
  });

  it('may have any names in it, and many files', () => {
    const names = ['ä b.yaml', '-a.yaml', '"q".yaml', 'new\nline.yaml', 'tab\t.yaml', ':(top).yaml', '*.yaml'];
    const many = Array.from({ length: 300 }, (_, index) => `many/${index}.yaml`);
    repository(Object.fromEntries([...names, ...many].map((name) => [name, `# ${name}`])));
    const { texts, problems } = readFiles(['git:main']);
    expect(problems).toEqual([]);
    expect(Object.fromEntries(texts.map(({ file, text }) => [file.slice('git:main:'.length), text]))).toEqual(
      Object.fromEntries([...names, ...many].map((name) => [name, `# ${name}`])),
    );
  });

  it('has the bounds of files on disk', () => {
    repository({ 'a.yaml': ' '.repeat(MAX_FILE_BYTES + 1), 'b.yaml': '' });
    expect(readFiles(['git:main'])).toMatchObject({
      texts: [{ file: 'git:main:b.yaml' }],
      problems: [{ code: 'FILE_TOO_LARGE', file: 'git:main:a.yaml' }],
    });
  });

  it('without manifests is a problem', () => {
    repository({ 'README.md': '' });
    expect(readFiles(['git:main'])).toMatchObject({ texts: [], problems: [{ code: 'NO_MANIFESTS', file: 'git:main' }] });
  });
});

describe('an input that git cannot give', () => {
  it.each([
    'nowhere',
    '',
    '--help',
    '-h',
    '--output=x',
    'main;id',
    '$(id)',
    'a b',
    '../x',
    'main^{/x',
    ':/x',
    '^main',
    'main..main',
    '--all',
  ])('names no such revision: %j', (revision) => {
    repository({ 'a.yaml': '' });
    expect(readFiles([`git:${revision}`])).toMatchObject({ texts: [], problems: [{ code: 'GIT_REVISION_NOT_FOUND' }] });
  });

  it.each(['nowhere', '../main', '/a.yaml/x', 'a.yaml/b', '-h'])('names no such path: %j', (path) => {
    repository({ 'a.yaml': '' });
    expect(readFiles([`git:main:${path}`])).toMatchObject({
      texts: [],
      problems: [{ code: 'GIT_PATH_NOT_FOUND', found: 'nothing with this name in main' }],
    });
  });

  it('is a problem with a fix where there is no repository', () => {
    process.chdir(folderOf());
    expect(readFiles(['git:main'])).toEqual({
      texts: [],
      problems: [
        {
          code: 'GIT_UNUSABLE',
          message: 'git cannot read a repository here',
          file: 'git:main',
          found: expect.stringContaining('not a git repository'),
          expected: 'git, and a repository in the current folder or above',
          fix: 'run the command in a clone of the repository, with git installed',
        },
      ],
    });
  });

  it('is a problem with git’s own words where the repository is another user’s', () => {
    repository({ 'a.yaml': '' });
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
    vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
    expect(readFiles(['git:main'])).toMatchObject({
      problems: [
        {
          code: 'GIT_UNUSABLE',
          found: expect.stringContaining('detected dubious ownership in repository at '),
          fix: expect.stringContaining('safe.directory'),
        },
      ],
    });
    vi.unstubAllEnvs();
  });

  it('is a problem where there is no git', () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(readFiles(['git:main'])).toMatchObject({ problems: [{ code: 'GIT_UNUSABLE', found: 'git is not installed' }] });
    vi.unstubAllEnvs();
  });
});

describe('the repository that a change goes to', () => {
  it('is not known where nothing says which branch origin/HEAD is', () => {
    const at = (...then: readonly (readonly string[])[]) => {
      process.chdir(
        committed(
          { 'a.yaml': '' },
          ['config', 'remote.origin.url', 'https://example.com/a.git'],
          ['update-ref', 'refs/remotes/origin/main', 'HEAD'],
          ...then,
        ),
      );
      return homeOf('git:origin/HEAD', '.')?.revisions;
    };
    expect(at()).toBeUndefined();
    expect(at(['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main'])).toEqual(['main', 'HEAD']);
  });
});
