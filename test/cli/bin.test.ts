import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, group, namespace } from '../support/build.js';
import { cli, manifests, type Outcome, program } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';
import { FAILED, FINE } from '../support/inputs.js';
import { itWith } from '../support/needs.js';

describe('the program', () => {
  it('gives what it gives in this process', () => {
    for (const argv of [['--version'], ['check', 'examples/conflict'], ['render', 'examples/tenants'], ['render', 'nowhere'], ['rendr']]) {
      expect(program(argv)).toEqual(cli(argv));
    }
  });

  it('reads standard input', () => {
    const input = manifests(...FINE);
    const folder = folderOf({ 'input.yaml': input });
    expect(program(['render', '-'], { input })).toEqual(cli(['render', folder]));
    const out = join(folder, 'out');
    expect(program(['render', '-', '-o', out], { input })).toMatchObject({ code: 0, out: '' });
    expect(Object.keys(contentOf(out)).sort()).toEqual([
      '.cdk8s-olm',
      'cluster.k8s.yaml',
      'kustomization.yaml',
      'ns-operators.k8s.yaml',
      'ns-team.k8s.yaml',
    ]);
  });

  it('calls standard input by that name in messages', () => {
    expect(program(['render', '-'], { input: 'a: [' }).err).toMatch(/^error\[NOT_YAML\] standard input:1:\d+: /);
    expect(program(['check', '-'], { input: manifests(...FAILED) }).out).toMatch(
      /^error\[no-operator-group\] ClusterServiceVersion operators\/etcd\.v1 \(standard input:10:1\): /m,
    );
  });

  it('ends with 0, 1 or 2', () => {
    expect(program(['check', '-'], { input: manifests(...FINE) }).code).toBe(0);
    expect(program(['check', '-'], { input: manifests(...FAILED) }).code).toBe(1);
    expect(program(['check', '-'], { input: '' }).code).toBe(2);
    expect(program(['check', '--nonsense', '-']).code).toBe(2);
  });

  it('begins with a line that finds node', () => {
    expect(readFileSync('lib/bin.js', 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

describe('a reader that has seen enough, as head has', () => {
  it('ends the program quietly', async () => {
    const namespaces = Array.from({ length: 2000 }, (_, index) => namespace(`team-${index}`));
    const folder = folderOf({ 'input.yaml': manifests(...namespaces, namespace('operators'), group('operators/g'), csv('operators/foo')) });
    const child = spawn(process.execPath, ['lib/bin.js', 'render', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('does not hide that the input is bad', () => {
    const bad = spawnSync('bash', ['-c', `set -o pipefail; ${process.execPath} lib/bin.js check examples/conflict | true`]);
    expect(bad.status).toBe(1);
  });

  it('that is slow gets everything', async () => {
    const namespaces = Array.from({ length: 2000 }, (_, index) => namespace(`team-${index}`));
    const folder = folderOf({ 'input.yaml': manifests(...namespaces, namespace('operators'), group('operators/g'), csv('operators/foo')) });
    const child = spawn(process.execPath, ['lib/bin.js', 'render', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      child.stdout.pause();
      setTimeout(() => child.stdout.resume(), 2);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    const roles = 3;
    // The OperatorCondition, which OLM makes for each operator, with a Role and a RoleBinding.
    const conditions = 3;
    const documents = namespaces.length + [namespace, group, csv].length + roles + conditions + 2000;
    expect({ code, documents: out.split('\n---\n').length }).toEqual({ code: 0, documents });
  });
});

describe('a full disk', () => {
  itWith([{ isThere: existsSync('/dev/full'), what: '/dev/full' }], 'behind standard output is bad output, no error of ours', () => {
    const full = spawnSync('bash', ['-c', `${process.execPath} lib/bin.js render examples/tenants > /dev/full`], {
      encoding: 'utf8',
    });
    expect({ code: full.status, err: full.stderr }).toEqual({
      code: 2,
      err: 'error[OUTPUT_NOT_WRITTEN] standard output: ENOSPC: no space left on device, write\n  fix       check the free space, or write to another place\n',
    });
  });
});

describe('a run that is killed', () => {
  it('leaves every file of the folder, and the next run, although it fails, leaves it as it was', async () => {
    const namespaces = Array.from({ length: 300 }, (_, index) => namespace(`team-${index}`));
    const input = (version: string): string =>
      manifests(...namespaces, namespace('operators'), group('operators/g'), csv(`operators/foo.${version}`));
    const folder = folderOf({ 'v1/input.yaml': input('v1'), 'v2/input.yaml': input('v2'), 'bad/input.yaml': 'a: [' });
    const out = join(folder, 'out');
    expect(program(['render', join(folder, 'v1'), '-o', out]).code).toBe(0);
    const before = contentOf(out);
    const child = spawn(process.execPath, ['lib/bin.js', 'render', join(folder, 'v2'), '-o', out], { stdio: 'ignore' });
    const closed = new Promise((resolve) => child.on('close', resolve));
    while (child.exitCode === null && !existsSync(join(out, '.cdk8s-olm-new/created')))
      await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGKILL');
    await closed;
    const visible = (content: Record<string, string>): string[] =>
      Object.keys(content).filter((name) => !name.startsWith('.cdk8s-olm-new'));
    expect(visible(contentOf(out))).toEqual(visible(before));
    const killed = existsSync(join(out, '.cdk8s-olm-new'));
    expect(program(['render', join(folder, 'bad'), '-o', out]).code).toBe(2);
    if (killed) expect(contentOf(out)).toEqual(before);
    expect(program(['render', join(folder, 'v1'), '-o', out]).code).toBe(0);
    expect(contentOf(out)).toEqual(before);
  });
});

describe('two runs into one folder', () => {
  it('both finish, or one says that the other is there', async () => {
    const namespaces = Array.from({ length: 300 }, (_, index) => namespace(`team-${index}`));
    const folder = folderOf({
      'in/input.yaml': manifests(...namespaces, namespace('operators'), group('operators/g'), csv('operators/foo')),
    });
    const out = join(folder, 'out');
    const runs = [0, 1, 2].map(
      () =>
        new Promise<[number | null, string]>((resolve) => {
          const child = spawn(process.execPath, ['lib/bin.js', 'render', join(folder, 'in'), '-o', out]);
          let err = '';
          child.stderr.setEncoding('utf8').on('data', (text: string) => {
            err += text;
          });
          child.on('close', (code) => resolve([code, err]));
        }),
    );
    const ends = await Promise.all(runs);
    expect(ends.map(([code]) => code)).toContain(0);
    for (const [code, err] of ends)
      expect(err).toMatch(code === 0 ? /objects in \d+ files/ : /another run \(process \d+@.*\) is writing into/);
    expect(Object.keys(contentOf(out)).filter((name) => name.includes('-new'))).toEqual([]);
  });
});

describe('where cdk8s is not installed', () => {
  const lib = mkdtempSync(join(tmpdir(), 'cdk8s-olm-lib-'));

  beforeAll(() => cpSync('lib', lib, { recursive: true, filter: (source) => !/\.(?:map|d\.ts)$/.test(source) }));
  afterAll(() => rmSync(lib, { recursive: true }));

  /** What a program that requires an entry says. */
  const requiring = (entry: string): Outcome =>
    program([], { node: ['--eval', `console.log(typeof require(${JSON.stringify(join(lib, entry))}))`] });

  it('the command works', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(lib, 'bin.js'), 'render', 'examples/tenants'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: program(['render', 'examples/tenants']).out });
  });

  it('cdk8s-olm/core works', () => {
    expect(requiring('core.js')).toEqual({ code: 0, out: 'object\n', err: '' });
  });

  it.each(['index.js', 'imports.js'])('%s says what to install', (entry) => {
    const { code, err } = requiring(entry);
    expect(code).toBe(1);
    expect(err).toContain(
      'Error: cdk8s-olm needs cdk8s and constructs: npm install cdk8s constructs. Only cdk8s-olm/core works without.\n',
    );
  });
});
