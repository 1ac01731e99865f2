import { spawn, spawnSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readEverything, readFiles } from '../../../src/repository/input/read-files.js';
import { MAX_FILE_BYTES } from '../../../src/repository/trees/file-tree.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';

/** The names of the files that are read from a folder, in order. */
function filesRead(folder: string, ...inputs: string[]): string[] {
  const { texts, problems } = readFiles(inputs.length > 0 ? inputs.map((input) => join(folder, input)) : [folder]);
  expect(problems).toEqual([]);
  return texts.map(({ file }) => relative(folder, file));
}

describe('a file', () => {
  it('is read under the name that it is given', () => {
    const folder = folderOf({ 'group.yaml': 'kind: OperatorGroup\n' });
    expect(readFiles([join(folder, 'group.yaml')])).toEqual({
      texts: [{ file: join(folder, 'group.yaml'), text: 'kind: OperatorGroup\n' }],
      problems: [],
    });
  });

  it('may have any name, be hidden, or be a link, when it is named itself', () => {
    const folder = folderOf({
      'notes.txt': 'apiVersion: v1\n',
      '.hidden.yaml': '',
      'kustomization.yaml': '',
      'sub/a.yaml': 'apiVersion: v1\n',
    });
    symlinkSync('sub/a.yaml', join(folder, 'link'));
    const names = ['notes.txt', '.hidden.yaml', 'kustomization.yaml', 'link'];
    expect(filesRead(folder, ...names)).toEqual(names);
  });

  it('that is not read is one of any number', () => {
    const unread = Array.from({ length: 200_000 }, () => ({ path: 'a', file: 'a', reason: 'node-modules' as const, content: '' }));
    expect(readEverything([{ name: 'unit', files: [], unread, near: () => undefined }]).unread).toHaveLength(unread.length);
  });

  it('is read once when it is named twice', () => {
    const folder = folderOf({ 'a.yaml': '', 'b.yaml': '' });
    expect(filesRead(folder, 'b.yaml', 'a.yaml', 'b.yaml')).toEqual(['b.yaml', 'a.yaml']);
  });

  it.each<[string, string[], string[]]>([
    ['in two spellings', ['sub/a.yaml', './sub//../sub/a.yaml'], ['sub/a.yaml']],
    ['as a link', ['link.yaml', 'sub/a.yaml'], ['link.yaml']],
    ['in its folder', ['sub/a.yaml', '.'], ['sub/a.yaml']],
    ['behind its folder', ['sub', 'sub/a.yaml', 'link.yaml'], ['sub/a.yaml']],
    ['in a folder and in a link to that', ['folder', 'sub'], ['folder/a.yaml']],
  ])('is read once, under its first name, when it is named by two names: %s', (_, inputs, read) => {
    const folder = folderOf({ 'sub/a.yaml': '' });
    symlinkSync('sub/a.yaml', join(folder, 'link.yaml'));
    symlinkSync('sub', join(folder, 'folder'));
    const { texts, problems } = readFiles(inputs.map((input) => `${folder}/${input}`));
    expect(problems).toEqual([]);
    expect(texts.map(({ file }) => relative(folder, file))).toEqual(read);
  });

  it('may begin with a byte order mark, which is no part of its text', () => {
    const folder = folderOf({ 'a.yaml': '\ufeffa: ä\n' });
    expect(readFiles([folder]).texts).toMatchObject([{ text: 'a: ä\n' }]);
  });

  it('may be empty', () => {
    expect(readFiles([folderOf({ 'a.yaml': '' })]).texts).toMatchObject([{ text: '' }]);
  });
});

describe('a folder', () => {
  it('gives its manifests, those of its sub-folders included, in the order of bytes', () => {
    const names = ['B.yaml', 'a/z.yaml', 'a/b/c.json', 'a-b.yaml', 'a.yml', 'a.yaml', 'Ä.yaml', 'c.YAML', '10.yaml', '9.yaml'];
    const folder = folderOf(Object.fromEntries(names.map((name) => [name, ''])));
    expect(filesRead(folder)).toEqual([
      ...['10.yaml', '9.yaml', 'B.yaml', 'a/b/c.json', 'a/z.yaml', 'a-b.yaml', 'a.yaml', 'a.yml', 'c.YAML', 'Ä.yaml'],
    ]);
  });

  it.each<[string, string]>([
    ['files of other kinds', 'README.md'],
    ['files that only contain the ending', 'a.yaml.bak'],
    ['hidden files', '.a.yaml'],
    ['hidden folders', '.git/a.yaml'],
    ['packages of Node', 'node_modules/a/b.yaml'],
  ])('passes over %s', (_, name) => {
    expect(filesRead(folderOf({ [name]: '', 'read.yaml': '' }))).toEqual(['read.yaml']);
  });

  it('is what its kustomization lists', () => {
    const folder = folderOf({ 'kustomization.yaml': 'resources: [b.yaml]\n', 'a.yaml': '', 'b.yaml': '' });
    expect(filesRead(folder)).toEqual(['b.yaml']);
    expect(filesRead(folderOf({ 'sub/Kustomization': 'resources: [b.yaml]\n', 'a.yaml': '', 'sub/b.yaml': '', 'sub/c.yaml': '' }))).toEqual(
      ['a.yaml', 'sub/b.yaml'],
    );
  });

  it('is not read where its kustomization cannot be followed', () => {
    const folder = folderOf({ 'kustomization.yaml': 'resources: ["../b.yaml"]\n', 'a.yaml': '' });
    expect(readFiles([folder])).toMatchObject({
      texts: [],
      problems: [{ code: 'KUSTOMIZATION_NOT_BUILT', found: '"../b.yaml", which is outside the input and its repository' }],
    });
  });

  it('says what to install where nothing builds its kustomization', () => {
    vi.stubEnv('PATH', '/nowhere');
    const problem = readFiles([folderOf({ 'kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: x-\n', 'a.yaml': '' })]).problems[0];
    expect(problem).toMatchObject({ found: 'neither kustomize nor kubectl is installed' });
    expect(problem?.fix).toMatch(/^install kubectl or kustomize, or build it elsewhere: kubectl kustomize /);
    vi.unstubAllEnvs();
  });

  it('passes over the files that an earlier rendering wrote into it', () => {
    const folder = folderOf({
      'dist/.cdk8s-olm': lines('# comment', 'cluster.k8s.yaml', '../input.k8s.yaml', 'sub/own.k8s.yaml', 'other.yaml'),
      'dist/cluster.k8s.yaml': '',
      'dist/other.yaml': '',
      'dist/own.k8s.yaml': '',
      'dist/sub/own.k8s.yaml': '',
      'cluster.k8s.yaml': '',
      'input.k8s.yaml': '',
    });
    expect(filesRead(folder)).toEqual([
      'cluster.k8s.yaml',
      'dist/other.yaml',
      'dist/own.k8s.yaml',
      'dist/sub/own.k8s.yaml',
      'input.k8s.yaml',
    ]);
  });

  it('may hold a folder that is called like the list of those', () => {
    expect(filesRead(folderOf({ '.cdk8s-olm/a.yaml': '', 'a.yaml': '' }))).toEqual(['a.yaml']);
  });

  it('may be a link itself', () => {
    const folder = folderOf({ 'real/a.yaml': '' });
    symlinkSync('real', join(folder, 'link'));
    expect(filesRead(folder, 'link')).toEqual(['link/a.yaml']);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['no manifests', { 'README.md': '', '.hidden.yaml': '', 'sub/notes.txt': '' }],
  ])('that holds %s is a problem', (_, files) => {
    const folder = folderOf(files);
    expect(readFiles([folder])).toEqual({
      texts: [],
      problems: [
        {
          code: 'NO_MANIFESTS',
          message: 'the folder contains no manifests',
          file: folder,
          found: 'no manifest file',
          expected: 'files that end in .yaml, .yml or .json',
          fix: 'check the path',
        },
      ],
    });
  });
});

describe('links in a folder', () => {
  it('to files in the folder are read', () => {
    const folder = folderOf({ '..data/real.yaml': '' });
    symlinkSync('..data/real.yaml', join(folder, 'a.yaml'));
    expect(filesRead(folder)).toEqual(['a.yaml']);
  });

  it.each<[string, (root: string) => string]>([
    ['to a file beside the folder', () => '../secret.yaml'],
    ['to a file by its whole path', (root) => join(root, 'secret.yaml')],
    ['to a folder whose name begins with that of the folder', () => '../input-2/a.yaml'],
    ['to another link that leads out', () => 'hop'],
    ['to nothing', () => 'nowhere.yaml'],
    ['to themselves', () => 'link.yaml'],
  ])('that lead out of it are not followed: %s', (_, target) => {
    const root = folderOf({ 'secret.yaml': '', 'input/read.yaml': '', 'input-2/a.yaml': '' });
    symlinkSync('../secret.yaml', join(root, 'input/hop'));
    symlinkSync(target(root), join(root, 'input/link.yaml'));
    expect(filesRead(root, 'input')).toEqual(['input/read.yaml']);
  });

  it.each<[string, string]>([
    ['around them', '..'],
    ['beside them', '../other'],
    ['outside', '../../outside'],
    ['that they are in', '.'],
  ])('to folders %s are not followed', (_, target) => {
    const root = folderOf({ 'input/sub/read.yaml': '', 'input/other/read.yaml': '', 'outside/a.yaml': '' });
    symlinkSync(target, join(root, 'input/sub/link'));
    symlinkSync(target, join(root, 'input/sub/link.yaml'));
    expect(filesRead(root, 'input')).toEqual(['input/other/read.yaml', 'input/sub/read.yaml']);
  });
});

describe('a path that cannot be read', () => {
  it('is a problem when there is nothing', () => {
    const path = join(folderOf(), 'nowhere');
    expect(readFiles([path])).toEqual({
      texts: [],
      problems: [
        {
          code: 'FILE_UNREADABLE',
          message: 'the file or folder does not exist',
          file: path,
          found: 'nothing',
          expected: 'a file or folder of manifests',
          fix: 'check the path',
        },
      ],
    });
  });

  it.each(['HEAD', 'HEAD~1', 'main', 'origin/main', 'origin/release/1.2^', '0123abc'])(
    'is a problem that names the way to a commit: %s',
    (name) => {
      expect(readFiles([name]).problems).toMatchObject([{ fix: `check the path, or write git:${name} for a commit` }]);
    },
  );

  it.each<[string, string, string]>([
    ['a link to itself', 'loop', 'ELOOP'],
    ['something in a link to itself', 'loop/a.yaml', 'ELOOP'],
    ['a name that is too long', 'a'.repeat(300), 'ENAMETOOLONG'],
    ['something in a file', 'a.yaml/b.yaml', 'ENOTDIR'],
  ])('is a problem when it is %s', (_, name, code) => {
    const folder = folderOf({ 'a.yaml': '' });
    symlinkSync('loop', join(folder, 'loop'));
    const path = join(folder, name);
    expect(readFiles([path, join(folder, 'a.yaml')])).toEqual({
      texts: [{ file: join(folder, 'a.yaml'), text: '' }],
      problems: [
        {
          code: 'FILE_UNREADABLE',
          message: 'the file or folder cannot be read',
          file: path,
          found: expect.stringContaining(code),
          expected: 'a file or folder of manifests',
          fix: 'check the path and its permissions',
        },
      ],
    });
  });

  it('is a problem when the system refuses to open it', async () => {
    const path = join(folderOf(), 'socket.yaml');
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(readFiles([path])).toEqual({
      texts: [],
      problems: [
        {
          code: 'FILE_UNREADABLE',
          message: 'the file or folder cannot be read',
          file: path,
          found: expect.stringContaining('socket.yaml'),
          expected: 'a file or folder of manifests',
          fix: 'check the path and its permissions',
        },
      ],
    });
  });

  it('does not keep the others from being read', () => {
    const folder = folderOf({ 'a.yaml': '', 'c.yaml': '' });
    writeFileSync(join(folder, 'b.yaml'), new Uint8Array([0xff]));
    const { texts, problems } = readFiles([join(folder, 'x'), folder, join(folder, 'y')]);
    expect(texts.map(({ file }) => relative(folder, file))).toEqual(['a.yaml', 'c.yaml']);
    expect(problems.map(({ code, file }) => [code, relative(folder, file)])).toEqual([
      ['FILE_UNREADABLE', 'x'],
      ['FILE_NOT_TEXT', 'b.yaml'],
      ['FILE_UNREADABLE', 'y'],
    ]);
  });
});

describe('a file that is not UTF-8', () => {
  it.each<[string, number[], number, number, string]>([
    ['Latin-1', [...Buffer.from('a: 1\nb: '), 0xe4, ...Buffer.from(' x\n')], 2, 4, '0xe4'],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00], 1, 1, '0xff'],
    ['a character that is cut off', [...Buffer.from('a: x\n\nb: 1\n'), 0xc3], 4, 1, '0xc3'],
    ['a surrogate', [...Buffer.from('a: '), 0xed, 0xa0, 0x80], 1, 4, '0xed'],
    ['a byte behind the sign that stands for such bytes', [...Buffer.from('a: 1\nb: \ufffd\ufffd '), 0xe4, 0x0a], 2, 7, '0xe4'],
    ['a byte behind characters of several bytes', [...Buffer.from('ä: "漢字'), 0xff], 1, 7, '0xff'],
    ['the first byte of the sign that stands for such bytes', [...Buffer.from('a: "'), 0xef, 0x78], 1, 5, '0xef'],
    ['an image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 1, 1, '0x89'],
  ])('is a problem at the byte: %s', (_, bytes, line, column, byte) => {
    const folder = folderOf();
    writeFileSync(join(folder, 'a.yaml'), new Uint8Array(bytes));
    expect(readFiles([folder])).toEqual({
      texts: [],
      problems: [
        {
          code: 'FILE_NOT_TEXT',
          message: 'the file is not UTF-8 text',
          file: join(folder, 'a.yaml'),
          line,
          column,
          found: `the byte ${byte}`,
          expected: 'YAML or JSON in UTF-8',
          fix: 'save the file as UTF-8, or exclude it',
        },
      ],
    });
  });
});

describe('a file above 32 MiB', () => {
  const tooLarge = {
    code: 'FILE_TOO_LARGE',
    message: 'the file is too large',
    found: 'more than 32 MiB',
    expected: 'at most 32 MiB',
    fix: 'split the file; of a catalog, keep only the packages that Subscriptions name',
  };

  it('is a problem', () => {
    const folder = folderOf({ 'a.yaml': '', 'b.yaml': '' });
    truncateSync(join(folder, 'a.yaml'), MAX_FILE_BYTES + 1);
    const { texts, problems } = readFiles([folder]);
    expect(problems).toEqual([{ ...tooLarge, file: join(folder, 'a.yaml') }]);
    expect(texts).toMatchObject([{ file: join(folder, 'b.yaml'), text: '' }]);
  });

  it('is none at 32 MiB', () => {
    const folder = folderOf({ 'a.yaml': '' });
    truncateSync(join(folder, 'a.yaml'), MAX_FILE_BYTES);
    const { texts, problems } = readFiles([folder]);
    expect([problems, texts.map(({ text }) => text.length)]).toEqual([[], [32 * 1024 * 1024]]);
  });

  it('is a problem when it does not tell its size and never ends', () => {
    expect(readFiles(['/dev/zero'])).toEqual({ texts: [], problems: [{ ...tooLarge, file: '/dev/zero' }] });
  });
});

describe('standard input', () => {
  const PROGRAM = join(import.meta.dirname, '../../../lib/bin.js');
  const GROUP = '{apiVersion: operators.coreos.com/v1, kind: OperatorGroup, metadata: {name: group, namespace: default}}\n';

  /** The exit code of `check` and its problems: file, line, code. */
  function check(input: string | Uint8Array, ...args: string[]): [number | null, [string, number | undefined, string][]] {
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, 'check', '--format', 'json', ...args], { input, encoding: 'utf8' });
    const { problems } = JSON.parse(stdout) as { problems: { place: { file: string; line?: number }; code: string }[] };
    return [status, problems.map(({ place: { file, line }, code }) => [file, line, code])];
  }

  it('is read', () => {
    expect(check(GROUP, '-')).toEqual([0, []]);
  });

  it('is read once when it is named twice', () => {
    expect(check(GROUP, '-', '-')).toEqual([0, []]);
  });

  it('is read as a file too, as from a shell’s <(…)', () => {
    const file = join(folderOf({ 'a.yaml': GROUP }), 'a.yaml');
    const command = 'cat "$0" | "$1" "$2" check --format json /dev/stdin';
    const { status, stdout } = spawnSync('sh', ['-c', command, file, process.execPath, PROGRAM], { encoding: 'utf8' });
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      {
        schemaVersion: 1,
        verdicts: [],
        unknownOperators: [],
        inventory: [],
        findings: [],
        versions: expect.anything(),
        operators: [],
        problems: [],
      },
    ]);
  });

  it('is read beside files', () => {
    const folder = folderOf({ 'a.yaml': GROUP });
    expect(check(GROUP, folder, '-')).toEqual([2, [['-', 1, 'DUPLICATE_OBJECT']]]);
  });

  it.each<[string, string | Uint8Array, [string, number | undefined, string]]>([
    ['it is not YAML', 'a: 1\nb: @\n', ['-', 2, 'NOT_YAML']],
    ['it is empty', '', ['-', undefined, 'NO_MANIFESTS']],
    ['it is not UTF-8', new Uint8Array([0x61, 0x0a, 0xff]), ['-', 2, 'FILE_NOT_TEXT']],
    ['it is too large', new Uint8Array(MAX_FILE_BYTES + 1), ['-', undefined, 'FILE_TOO_LARGE']],
  ])('is a problem when %s', (_, input, problem) => {
    expect(check(input, '-')).toEqual([2, [problem]]);
  });

  it('is named so in messages', () => {
    const { stderr } = spawnSync(process.execPath, [PROGRAM, 'check', '-'], { input: 'a: 1\nb: @\n', encoding: 'utf8' });
    expect(stderr).toMatch(/^error\[NOT_YAML\] standard input:2:4: /);
  });

  it('is waited for', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'check', '-', '--format', 'json']);
    const output = readStream(child.stdout);
    for (const part of [GROUP.slice(0, 30), GROUP.slice(30)]) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      child.stdin.write(part);
    }
    child.stdin.end();
    expect(JSON.parse(await output)).toMatchObject({ problems: [] });
  });
});
