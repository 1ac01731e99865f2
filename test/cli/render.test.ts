import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { group, namespace } from '../support/build.js';
import { cli, manifests } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';
import { CLASHING, FAILED, FINE, NOTED, WARNED, WHOLE } from '../support/inputs.js';
import { names } from '../support/render.js';

/** A file of these objects. */
function file(objects: readonly KubernetesObject[]): string {
  return join(folderOf({ 'input.yaml': manifests(...objects) }), 'input.yaml');
}

const parsed = (text: string): KubernetesObject[] => {
  const { documents, problems } = parseDocuments({ file: 'out', text });
  expect(problems).toEqual([]);
  return documents.map(({ value }) => value as KubernetesObject);
};

describe('render to standard output', () => {
  it('is nothing where a part of a kustomization is not read', () => {
    const folder = folderOf({
      'input.yaml': manifests(...FINE),
      'kustomization.yaml': 'resources: [input.yaml, "https://example.com/a"]\n',
    });
    expect(cli(['render', folder])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('a part of the input was not read') });
  });

  it('gives one YAML stream, the cluster-scoped objects first', () => {
    const { code, out, err } = cli(['render', file(FINE)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(wrap(out)).toMatchSnapshot();
  });

  it('is the default, and may be asked for', () => {
    const input = file(FINE);
    expect(cli(['render', '--stdout', input])).toEqual(cli(['render', input]));
  });

  it('gives one JSON array of the same objects with --format json', () => {
    const input = file(FINE);
    const { code, out, err } = cli(['render', input, '--format', 'json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual(parsed(cli(['render', input]).out));
  });

  it('reads several inputs as one cluster', () => {
    const [first, ...others] = FINE.map((object) => file([object]));
    expect(cli(['render', ...others, first as string])).toEqual(cli(['render', file(FINE)]));
  });

  it.each([
    ['olm', ['OperatorGroup', 'ClusterServiceVersion', 'OperatorCondition', 'Role', 'RoleBinding']],
    ['rbac', ['ClusterRole', 'Role', 'RoleBinding', 'ServiceAccount']],
    ['olm,rbac', ['ClusterRole', 'Role', 'RoleBinding', 'ServiceAccount', 'OperatorGroup', 'ClusterServiceVersion', 'OperatorCondition']],
    [
      ' rbac , olm ',
      ['ClusterRole', 'Role', 'RoleBinding', 'ServiceAccount', 'OperatorGroup', 'ClusterServiceVersion', 'OperatorCondition'],
    ],
  ])('gives only what --only %j names', (only, kinds) => {
    const objects = JSON.parse(cli(['render', file(FINE), '--only', only, '--format', 'json']).out) as KubernetesObject[];
    expect(new Set(objects.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });

  it('follows the profile that is asked for, and without one OLM', () => {
    const roles = (...options: string[]) =>
      names(parsed(cli(['render', file(FINE), '--only', 'rbac', ...options]).out)).filter((name) => name.startsWith('ClusterRole '));
    expect(roles('--profile', 'documented')).toContain('ClusterRole etcd-admin');
    expect(roles('--profile', 'olm').filter((name) => name.startsWith('ClusterRole olm.og.etcd.'))).toHaveLength(3);
    expect(roles()).toEqual(roles('--profile', 'olm'));
  });

  it('gives an empty text, or an empty array, where nothing is to be rendered', () => {
    const input = file([namespace('operators'), group('operators/etcd')]);
    expect(parsed(cli(['render', input, '--only', 'olm']).out)).toHaveLength(1);
    const roleless = file(FAILED);
    expect(cli(['render', roleless, '--only', 'rbac', '--allow-failed']).out).toBe('');
    expect(JSON.parse(cli(['render', roleless, '--only', 'rbac', '--allow-failed', '--format', 'json']).out)).toEqual([]);
  });
});

describe('render -o', () => {
  it('writes one file for each namespace and one for the cluster, and says so on stderr', () => {
    const folder = join(folderOf(), 'out');
    expect(cli(['render', file(FINE), '-o', folder, '--only', 'namespaces,rbac'])).toEqual({
      code: 0,
      out: '',
      err: `14 objects in 3 files in ${folder}\n`,
    });
    const content = contentOf(folder);
    expect(Object.keys(content)).toEqual([
      '.cdk8s-olm',
      'cluster.k8s.yaml',
      'kustomization.yaml',
      'ns-operators.k8s.yaml',
      'ns-team.k8s.yaml',
    ]);
    const { '.cdk8s-olm': list, ...files } = content;
    expect(list?.split('\n').filter((line) => !line.startsWith('#'))).toEqual([...Object.keys(files), '']);
    const { 'kustomization.yaml': _, ...written } = files;
    expect(Object.values(written).flatMap(parsed)).toEqual(parsed(cli(['render', file(FINE), '--only', 'namespaces,rbac']).out));
  });

  it('writes Lists with --format json, which kubectl, Argo CD and Flux take', () => {
    const folder = folderOf();
    expect(cli(['render', file(FINE), '-o', folder, '--format', 'json']).code).toBe(0);
    const { '.cdk8s-olm': _, 'kustomization.yaml': __, ...files } = contentOf(folder);
    expect(Object.keys(files)).toEqual(['cluster.k8s.json', 'ns-operators.k8s.json', 'ns-team.k8s.json']);
    const lists = Object.values(files).map((text) => JSON.parse(text) as { apiVersion: string; kind: string; items: KubernetesObject[] });
    expect(lists.map(({ apiVersion, kind }) => [apiVersion, kind])).toEqual(Array(3).fill(['v1', 'List']));
    expect(lists.flatMap(({ items }) => items)).toEqual(parsed(cli(['render', file(FINE)]).out));
  });

  it('gives the same bytes when it is done twice', () => {
    const folder = folderOf();
    const run = () => cli(['render', file(FINE), '-o', folder]);
    const first = run();
    const content = contentOf(folder);
    expect(run()).toEqual(first);
    expect(contentOf(folder)).toEqual(content);
  });

  it('removes what the new rendering does not have, and says so', () => {
    const folder = folderOf();
    cli(['render', file(FINE), '-o', folder]);
    const fewer = file([namespace('operators'), group('operators/etcd')]);
    expect(cli(['render', fewer, '-o', folder, '--format', 'json'])).toEqual({
      code: 0,
      out: '',
      err: `5 objects in 2 files in ${folder}; removed cluster.k8s.yaml, ns-operators.k8s.yaml, ns-team.k8s.yaml\n`,
    });
    expect(Object.keys(contentOf(folder))).toEqual(['.cdk8s-olm', 'cluster.k8s.json', 'kustomization.yaml', 'ns-operators.k8s.json']);
  });

  it('may write into the folder that it reads, and does not read what it wrote', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FINE) });
    const run = () => cli(['render', folder, '-o', folder]);
    expect(run().code).toBe(0);
    const content = contentOf(folder);
    expect(run().code).toBe(0);
    expect(contentOf(folder)).toEqual(content);
  });

  it('keeps the files of others, and does not overwrite one', () => {
    const folder = folderOf({ 'README.md': 'theirs', 'ns-team.k8s.yaml': 'theirs' });
    const before = contentOf(folder);
    expect(cli(['render', file(FINE), '-o', folder])).toEqual({
      code: 2,
      out: '',
      err: `error[OUTPUT_NOT_WRITTEN] ${folder}: ${folder}/ns-team.k8s.yaml was not written by cdk8s-olm
  fix       remove it, or choose another folder
nothing was written
`,
    });
    expect(contentOf(folder)).toEqual(before);
  });

  it('says what is wrong with a folder that cannot be written', () => {
    const path = join(folderOf({ file: 'theirs' }), 'file');
    const { code, out, err } = cli(['render', file(FINE), '-o', path]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(`error[OUTPUT_NOT_WRITTEN] ${path}: EEXIST: file already exists, mkdir '${path}'
  fix       check the path, the permissions and the free space
nothing was written
`);
  });
});

describe('what keeps render from writing', () => {
  it('is bad input, all of it reported with its place, and the folder stays as it is', () => {
    const folder = folderOf({ 'kept.txt': 'theirs' });
    cli(['render', file(FINE), '-o', folder]);
    const before = contentOf(folder);
    const bad = folderOf({
      'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: Team\n',
      'b.yaml': 'kind: [\n',
      'c.yaml': 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  namespace: operators\n',
    });
    const { code, out, err } = cli(['render', bad, '-o', folder]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(wrap(err.replaceAll(bad, '<folder>'))).toMatchSnapshot();
    expect(contentOf(folder)).toEqual(before);
  });

  it('is an input that does not exist', () => {
    const folder = folderOf();
    expect(cli(['render', 'does/not/exist', '-o', folder])).toEqual({
      code: 2,
      out: '',
      err: `error[FILE_UNREADABLE] does/not/exist: the file or folder does not exist
  found     nothing
  expected  a file or folder of manifests
  fix       check the path
1 problem; nothing was written
`,
    });
    expect(contentOf(folder)).toEqual({});
  });

  it('is a failed CSV, and the folder stays as it is', () => {
    const folder = folderOf();
    cli(['render', file(FINE), '-o', folder]);
    const before = contentOf(folder);
    const input = file(FAILED);
    expect(cli(['render', input, '-o', folder])).toEqual({
      code: 1,
      out: '',
      err: `error[no-operator-group] ClusterServiceVersion operators/etcd.v1 (${input}:10:1): the namespace operators has no OperatorGroup, so OLM installs no operator in it
  fix  add an OperatorGroup to the namespace operators
1 error at or above --fail-on error; nothing was written; --allow-failed renders the objects that OLM would leave in the cluster
`,
    });
    expect(contentOf(folder)).toEqual(before);
  });

  it('is not a failed CSV with --allow-failed: what OLM leaves standing is the result, and the finding is still reported', () => {
    const input = file(FAILED);
    const { code, out, err } = cli(['render', input, '--allow-failed']);
    expect(code).toBe(0);
    expect(names(parsed(out))).toContain('ClusterServiceVersion operators/etcd.v1');
    const documented = cli(['render', input, '--allow-failed', '--profile', 'documented']);
    expect(names(parsed(documented.out))).toEqual(['Namespace operators', 'ClusterServiceVersion operators/etcd.v1']);
    expect(err).toContain('error[no-operator-group] ClusterServiceVersion operators/etcd.v1');
  });

  it('is a clash even with --allow-failed, which is then not recommended', () => {
    const { code, out, err } = cli(['render', file(CLASHING), '--allow-failed', '--profile', 'documented']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.split('\n').at(-2)).toBe('1 error at or above --fail-on error; nothing was written');
  });
});

describe('--fail-on', () => {
  const CODES: [string, readonly KubernetesObject[], Record<string, number>][] = [
    ['an error', CLASHING, { error: 1, warning: 1, info: 1, never: 0 }],
    ['an error about a verdict', FAILED, { error: 1, warning: 1, info: 1, never: 0 }],
    ['a warning', WARNED, { error: 0, warning: 1, info: 1, never: 0 }],
    ['a note', NOTED, { error: 0, warning: 0, info: 1, never: 0 }],
    ['nothing to find', WHOLE, { error: 0, warning: 0, info: 0, never: 0 }],
  ];

  it.each(CODES)('decides the exit code of render and check alike: %s', (_, objects, expected) => {
    const input = file(objects);
    for (const command of ['render', 'check']) {
      const codes = Object.keys(expected).map((level) => [
        level,
        cli([command, input, '--fail-on', level, '--profile', 'documented']).code,
      ]);
      expect(Object.fromEntries(codes)).toEqual(expected);
    }
  });

  it('is error by default', () => {
    for (const [, objects, { error }] of CODES) expect(cli(['render', file(objects), '--profile', 'documented']).code).toBe(error);
  });

  it('decides whether render writes', () => {
    const input = file(WARNED);
    expect(cli(['render', input, '--fail-on', 'warning']).out).toBe('');
    expect(parsed(cli(['render', input, '--fail-on', 'error']).out)).not.toEqual([]);
  });
});

describe('diagnostics of render', () => {
  it('are coloured on a terminal, and only there', () => {
    const input = file(FAILED);
    const plain = cli(['render', input]).err;
    expect(plain).not.toContain('\u001b');
    const coloured = cli(['render', input], { errIsTerminal: true }).err;
    expect(coloured).toContain('\u001b[1m\u001b[31merror[no-operator-group]\u001b[39m\u001b[22m');
    expect(cli(['render', input], { outIsTerminal: true }).err).toBe(plain);
    expect(cli(['render', input], { errIsTerminal: true, env: { NO_COLOR: '1' } }).err).toBe(plain);
  });

  it('show control characters of the input as text', () => {
    const folder = folderOf({ 'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: "\\u001b[31m"\n' });
    expect(cli(['render', folder]).err).not.toContain('\u001b');
  });

  it('never change what is written', () => {
    const input = file(WARNED);
    const { out } = cli(['render', input]);
    expect(cli(['render', input], { outIsTerminal: true, errIsTerminal: true }).out).toBe(out);
  });
});

it('an input folder may hold other things', () => {
  const folder = folderOf({ 'input.yaml': manifests(...FINE), 'README.md': '# not a manifest', '.git/config.yaml': 'a: [' });
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'kustomization.yaml'), 'resources: [input.yaml]\n');
  expect(cli(['render', folder]).out).toBe(cli(['render', file(FINE)]).out);
});
