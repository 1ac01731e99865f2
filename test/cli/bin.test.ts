import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csv, group, namespace } from '../support/build.js';
import { cli, manifests, program } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';
import { FAILED, FINE } from '../support/inputs.js';

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
    expect(readFileSync('lib/src/cli/bin.js', 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

describe('a reader that has seen enough, as head has', () => {
  it('ends the program quietly', async () => {
    const namespaces = Array.from({ length: 2000 }, (_, index) => namespace(`team-${index}`));
    const folder = folderOf({ 'input.yaml': manifests(...namespaces, namespace('operators'), group('operators/g'), csv('operators/foo')) });
    const child = spawn(process.execPath, ['lib/src/cli/bin.js', 'render', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('that is slow gets everything', async () => {
    const namespaces = Array.from({ length: 2000 }, (_, index) => namespace(`team-${index}`));
    const folder = folderOf({ 'input.yaml': manifests(...namespaces, namespace('operators'), group('operators/g'), csv('operators/foo')) });
    const child = spawn(process.execPath, ['lib/src/cli/bin.js', 'render', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      child.stdout.pause();
      setTimeout(() => child.stdout.resume(), 2);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, documents: out.split('\n---\n').length }).toEqual({ code: 0, documents: namespaces.length + 1 + 3 + 1 + 1 + 2000 });
  });
});

describe('cdk8s', () => {
  /** A module hook that lets nothing load cdk8s or constructs. */
  const hook = `export async function resolve(specifier, context, next) {
    if (/^(?:cdk8s|constructs)/.test(specifier)) throw new Error('loads ' + specifier);
    return next(specifier, context);
  }`;
  const url = (module: string): string => `data:text/javascript;base64,${Buffer.from(module).toString('base64')}`;
  const node = ['--import', url(`import { register } from 'node:module'; register('${url(hook)}');`)];

  it('is never loaded by the command line', () => {
    expect(program(['render', 'examples/tenants'], { node })).toEqual(program(['render', 'examples/tenants']));
    expect(program(['check', 'examples/tenants'], { node })).toEqual(program(['check', 'examples/tenants']));
  });

  it('would be noticed if it were', () => {
    const constructs = program([], { node: [...node, '--input-type=module', '--eval', "await import('./lib/src/index.js')"] });
    expect(constructs.err).toMatch(/Error: loads (?:cdk8s|constructs)/);
  });
});
