/** What is built twice: the tool starts again only for what changed. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildKustomizations } from '../../../src/repository/kustomize/kustomize-build.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { committed } from '../../support/git.js';
import { itWith, program } from '../../support/needs.js';

const PROGRAM = join(import.meta.dirname, '../../../lib/bin.js');
const PATH = process.env.PATH ?? '';
const kubectl = PATH.split(delimiter)
  .map((folder) => join(folder, 'kubectl'))
  .find((path) => existsSync(path));

const group = (name: string): string =>
  `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: ${name}, namespace: ${name}}\n`;
const REPOSITORY = {
  '.git/HEAD': '',
  'base/kustomization.yaml': 'resources: [a.yaml]\n',
  'base/a.yaml': group('a'),
  'overlays/one/kustomization.yaml': 'resources: [../../base]\nnamePrefix: one-\n',
  'overlays/two/kustomization.yaml': 'resources: [../../base, two.yaml]\nnameSuffix: -two\n',
  'overlays/two/two.yaml': group('two'),
};

describe('a unit that was built earlier', () => {
  let [tools, log, cache, state] = ['', '', '', ''];
  const tool = (): void =>
    writeFileSync(
      join(tools, 'kustomize'),
      // Started without PATH, as it is.
      `#!/bin/sh\nif [ "$1" = version ]; then read -r line < ${join(tools, 'version')}; echo "$line"; exit; fi\necho "$2" >> ${log}\nexec ${kubectl} kustomize "$2"\n`,
      { mode: 0o755 },
    );

  beforeEach(() => {
    [tools, cache, state] = [folderOf({ version: 'v5.0.0\n' }), folderOf(), folderOf()];
    log = join(folderOf({ log: '' }), 'log');
    tool();
    vi.stubEnv('PATH', [tools, PATH].join(delimiter));
    vi.stubEnv('XDG_STATE_HOME', state);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const env = (): Record<string, string> => ({ XDG_STATE_HOME: state });
  const built = (): string[] => {
    const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean).sort();
    writeFileSync(log, '');
    return lines;
  };
  const BOTH = ['./overlays/one', './overlays/two'];

  itWith([program('kubectl')], 'is not built again: the report is the same without a process', () => {
    const folder = folderOf(REPOSITORY);
    const plain = cli(['check', folder]);
    expect(built()).toEqual(BOTH);
    const first = cli(['check', folder, '--cache', cache], { env: env() });
    expect(built()).toEqual(BOTH);
    const second = cli(['check', folder, '--cache', cache], { env: env() });
    expect(built()).toEqual([]);
    expect([first, second]).toEqual([plain, plain]);
    // One unit by itself is the same.
    cli(['check', join(folder, 'overlays/one'), '--cache', cache], { env: env() });
    expect(built()).toEqual([]);
  });

  itWith([program('kubectl')], 'is built again with any file of its own, and no other one with it', () => {
    const folder = folderOf(REPOSITORY);
    const check = () => cli(['check', folder, '--cache', cache, '--format', 'json'], { env: env() });
    check();
    built();
    writeFileSync(join(folder, 'overlays/two/two.yaml'), group('three'));
    expect(check().out).toContain('three');
    expect(built()).toEqual(['./overlays/two']);
    writeFileSync(join(folder, 'base/a.yaml'), group('b'));
    check();
    expect(built()).toEqual(BOTH);
    writeFileSync(join(folder, 'base/a.yaml'), group('a'));
    writeFileSync(join(folder, 'overlays/two/two.yaml'), group('two'));
    check();
    expect(built()).toEqual([]);
  });

  itWith([program('kubectl')], 'is built again by another version of the tool, also of one that a script starts', () => {
    const folder = folderOf(REPOSITORY);
    const check = () => cli(['check', folder, '--cache', cache], { env: env() });
    check();
    built();
    writeFileSync(join(tools, 'version'), 'v5.1.0\n');
    check();
    expect(built()).toEqual(BOTH);
    check();
    expect(built()).toEqual([]);
  });

  itWith([program('kubectl')], 'is built again where its entry is of another unit', () => {
    const folder = folderOf(REPOSITORY);
    const check = () => cli(['check', folder, '--cache', cache], { env: env() });
    const whole = check();
    built();
    const names = readdirSync(cache);
    const contents = names.map((name) => readFileSync(join(cache, name)));
    for (const [index, name] of names.entries()) writeFileSync(join(cache, name), contents[(index + 1) % names.length] ?? '');
    expect(check()).toEqual(whole);
    expect(built()).toEqual(BOTH);
  });

  describe('with an error', () => {
    const broken = { ...REPOSITORY, 'overlays/two/kustomization.yaml': 'resources: [../../base, two.yaml]\npatches: [{path: no.yaml}]\n' };
    const check = (folder: string) => cli(['check', folder, '--cache', cache, '--all'], { env: env() });

    itWith([program('kubectl')], 'is not built again, and says the same', () => {
      const folder = folderOf(broken);
      const plain = cli(['check', folder, '--all']);
      expect(plain.out + plain.err).toContain('no.yaml');
      expect(plain.code).not.toBe(0);
      built();
      expect(check(folder)).toEqual(plain);
      expect(built()).toEqual(BOTH);
      expect(check(folder)).toEqual(plain);
      expect(built()).toEqual([]);
    });

    itWith([program('kubectl')], 'is built again with any file of its own, with the file that was missing, and by another tool', () => {
      const folder = folderOf(broken);
      check(folder);
      built();
      writeFileSync(join(folder, 'overlays/two/two.yaml'), group('three'));
      check(folder);
      expect(built()).toEqual(['./overlays/two']);
      writeFileSync(join(tools, 'version'), 'v5.1.0\n');
      check(folder);
      expect(built()).toEqual(BOTH);
      const patch = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: a, labels: {b: c}}\n';
      writeFileSync(join(folder, 'overlays/two/no.yaml'), patch);
      expect(check(folder)).toEqual(cli(['check', folder, '--all']));
      expect(built()).toEqual([...BOTH, './overlays/two']);
    });

    itWith([program('kubectl')], 'of the machine, or of a tool that was ended, is built again', () => {
      const folder = folderOf(broken);
      for (const end of ['echo no space left on device >&2; exit 1', 'kill -9 $$', 'echo fatal error >&2; exit 2', 'exit 1']) {
        const script = `#!/bin/sh\nif [ "$1" = version ]; then echo v1; exit; fi\necho "$2" >> ${log}\n${end}\n`;
        writeFileSync(join(tools, 'kustomize'), script, { mode: 0o755 });
        const said = check(folder);
        expect(built()).toEqual(BOTH);
        expect(check(folder)).toEqual(said);
        expect(built()).toEqual(BOTH);
      }
    });
  });

  itWith([program('kubectl'), program('git')], 'is known of a revision, too', () => {
    const { '.git/HEAD': _, ...files } = REPOSITORY;
    const folder = committed(files);
    cli(['check', folder, '--cache', cache], { env: env() });
    built();
    writeFileSync(join(folder, 'overlays/two/two.yaml'), group('three'));
    const start = process.cwd();
    process.chdir(folder);
    try {
      const { err } = cli(['review', 'git:HEAD', '.', '--cache', cache], { env: env() });
      expect(err).toContain('the change touches overlays/two');
    } finally {
      process.chdir(start);
    }
    expect(built()).toEqual(['./overlays/two']);
  });

  itWith([program('kubectl')], 'is the same for runs side by side', async () => {
    const folder = folderOf(REPOSITORY);
    const run = (): Promise<string> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [PROGRAM, 'check', folder, '--cache', cache], { stdio: ['ignore', 'pipe', 'ignore'] });
        let out = '';
        child.stdout.on('data', (chunk) => {
          out += chunk;
        });
        child.on('close', () => resolve(out));
      });
    const outs = await Promise.all([run(), run(), run()]);
    expect(new Set(outs)).toEqual(new Set([cli(['check', folder]).out]));
    built();
    expect(await run()).toBe(outs[0]);
    expect(built()).toEqual([]);
    expect(readdirSync(cache).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  itWith([program('kubectl')], 'is kept in no folder of the repository, which is said, and judged all the same', () => {
    const folder = folderOf(REPOSITORY);
    const { code, out, err } = cli(['check', folder, '--cache', join(folder, 'cache')], { env: env() });
    const plain = cli(['check', folder]);
    expect({ code, out }).toEqual({ code: plain.code, out: plain.out });
    expect(err).toMatch(/^\S+ is not used as a cache: it is in the repository of the input, where a change could write it; .+\n/);
    expect(existsSync(join(folder, 'cache'))).toBe(false);
  });

  itWith([program('kubectl')], 'is kept nowhere by a configuration file', () => {
    const folder = folderOf({ ...REPOSITORY, '.cdk8s-olm.yaml': `options: { cache: ${cache} }\n` });
    expect(cli(['check', folder], { env: env() })).toMatchObject({ code: 2, err: expect.stringContaining('cache') });
    expect(readdirSync(cache)).toEqual([]);
  });
});

it('a folder without a name is none: a variable of a pipeline may be empty', () => {
  const folder = folderOf({ 'a.yaml': group('a') });
  expect(cli(['check', folder, '--cache', ''])).toEqual(cli(['check', folder]));
});

describe('a kubectl that builds', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('gets no kubeconfig and no server, whatever this machine has', () => {
    const tools = folderOf();
    const variables = join(tools, 'variables');
    writeFileSync(join(tools, 'kubectl'), `#!/bin/sh\nexport >>${variables}\n`, { mode: 0o755 });
    vi.stubEnv('PATH', [tools, '/bin', '/usr/bin'].join(delimiter));
    vi.stubEnv('KUBECONFIG', '/home/x/.kube/config');
    vi.stubEnv('KUBERNETES_MASTER', 'https://cluster.example.com');
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.0.0.1');
    cli(['check', folderOf(REPOSITORY)]);
    const one = Object.fromEntries(Object.entries(REPOSITORY).filter(([path]) => !path.includes('two')));
    cli(['check', folderOf(one)]);
    const of = (name: string): string[] => {
      const found = readFileSync(variables, 'utf8').matchAll(new RegExp(`^export ${name}='?"?([^'"\n]*)`, 'gm'));
      return [...new Set([...found].map(([, value = '']) => value))];
    };
    expect(of('KUBECONFIG')).toEqual(['/dev/null']);
    // A scheme that kubectl cannot reach: without one, it asks localhost:8080.
    expect(of('KUBERNETES_MASTER')).toEqual(['none://none']);
    expect(of('GOGC')).toEqual(['400']);
    expect(of('KUBERNETES_SERVICE_HOST')).toEqual([]);
    expect(of('HOME')).not.toContain(process.env.HOME);
  });
});

describe('a build that waits', () => {
  it.each(['kustomization.yaml', 'one/kustomization.yaml two/kustomization.yaml'])('ends after its time: %s', (names) => {
    const tools = folderOf();
    writeFileSync(join(tools, 'kustomize'), '#!/bin/sh\n[ "$1" = version ] && echo v5.0.0 && exit 0\nexec /bin/sleep 600\n', {
      mode: 0o755,
    });
    const files = Object.fromEntries(names.split(' ').map((name) => [name, 'namePrefix: a-\nresources: [a.yaml]\n']));
    const objects = Object.fromEntries(Object.keys(files).map((name) => [name.replace('kustomization', 'a'), 'a: b\n']));
    const folders = Object.keys(files).map((name) => name.replace(/\/?kustomization.yaml$/, ''));
    const path = [tools, '/bin', '/usr/bin'].join(delimiter);
    const built = buildKustomizations(diskTree(folderOf({ ...files, ...objects })), folders, { path, temporary: folderOf(), seconds: 1 });
    for (const folder of folders) expect(built.get(folder)).toMatchObject({ failure: 'failed' });
    if (folders.length > 1) expect(built.get('two')).toMatchObject({ message: 'it took more than 1 seconds' });
  });
});
