/** The KRM function by itself, below kubectl's kustomize, and below kpt, where these are installed. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { runFunction } from '../../../src/cli/krm/run-function.js';
import { csv, group, namespace, subscription } from '../../support/build.js';
import { cli, manifests } from '../../support/command-line.js';
import { contentOf, folderOf } from '../../support/files.js';
import { describeWith, program } from '../../support/needs.js';
import { names } from '../../support/render.js';

const FINE = [namespace('operators'), namespace('team'), group('operators/group', { targets: ['team'] }), csv('operators/etcd.v1')];
const OTHER: KubernetesObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other', namespace: 'team' }, data: { a: '012' } };
const PROGRAM = join(import.meta.dirname, '../../../lib/bin.js');

interface List {
  readonly items: readonly KubernetesObject[];
  readonly results?: readonly Record<string, unknown>[];
}

const listOf = (items: readonly unknown[], functionConfig?: unknown): string =>
  JSON.stringify({ apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items, ...(functionConfig ? { functionConfig } : {}) });
const settings = (spec: Record<string, unknown>): unknown => ({ apiVersion: 'cdk8s-olm/v1', kind: 'OlmRendering', spec });

/** Runs it on items. */
function run(items: readonly unknown[], functionConfig?: unknown): List & { readonly failed: boolean; readonly report: string } {
  const { text, failed, report } = runFunction(listOf(items, functionConfig));
  return { ...(parse(text) as List), failed, report };
}

/** An item as an orchestrator gives it. */
const inFile = (object: KubernetesObject, path: string, index: number): KubernetesObject => ({
  ...object,
  metadata: {
    ...object.metadata,
    annotations: {
      ...object.metadata.annotations,
      'internal.config.kubernetes.io/path': path,
      'internal.config.kubernetes.io/index': `${index}`,
    },
  },
});

describe('the KRM function as a transformer', () => {
  it('gives what render gives, and what it does not make as it was', () => {
    const { items, failed } = run([...FINE, OTHER]);
    const folder = folderOf({ 'input.yaml': manifests(...FINE) });
    const rendered = parseAllDocuments(cli(['render', folder]).out).map((document) => document.toJS() as KubernetesObject);
    expect(failed).toBe(false);
    expect(names([...items]).sort()).toEqual([...names(rendered), 'ConfigMap team/other'].sort());
    expect(items.find(({ kind }) => kind === 'ConfigMap')).toEqual(OTHER);
  });

  it('replaces a CSV where it stands, and puts new objects into files of their own', () => {
    const { items } = run(FINE.map((object, index) => inFile(object, 'cluster.yaml', index)));
    const places = items.map(({ kind, metadata: { annotations = {} } }) => [kind, annotations['internal.config.kubernetes.io/path']]);
    expect(places.slice(0, 4)).toEqual(
      ['Namespace', 'Namespace', 'OperatorGroup', 'ClusterServiceVersion'].map((kind) => [kind, 'cluster.yaml']),
    );
    expect(items[3]?.metadata.annotations?.['olm.operatorGroup']).toBe('group');
    expect([...new Set(places.slice(4).map(([, path]) => path))]).toEqual([
      'olm-rendered/cluster.k8s.yaml',
      'olm-rendered/ns-operators.k8s.yaml',
      'olm-rendered/ns-team.k8s.yaml',
    ]);
  });

  it('copies no annotation of an orchestrator', () => {
    const { items } = run(FINE.map((object, index) => inFile(object, 'cluster.yaml', index)));
    const copy = items.find(({ metadata }) => metadata.labels?.['olm.copiedFrom'] && metadata.namespace === 'team');
    expect(copy?.metadata.annotations?.['internal.config.kubernetes.io/path']).toBe('olm-rendered/ns-team.k8s.yaml');
    const numbered = { ...(FINE[3] as KubernetesObject), metadata: { ...FINE[3]?.metadata, annotations: { 'config.k8s.io/id': '4' } } };
    const ids = run([...FINE.slice(0, 3), numbered]).items.map(({ metadata }) => metadata.annotations?.['config.k8s.io/id']);
    expect(ids.filter((id) => id !== undefined)).toEqual(['4']);
  });

  it('comes to rest: its own output gives the same again', () => {
    const once = run([...FINE.map((object, index) => inFile(object, 'cluster.yaml', index)), inFile(OTHER, 'other.yaml', 0)]);
    expect(run(once.items)).toEqual(once);
  });

  it('takes away what it made for an operator that is gone', () => {
    const [, , , operator, ...rest] = run(FINE.map((object, index) => inFile(object, 'cluster.yaml', index))).items;
    expect(operator?.kind).toBe('ClusterServiceVersion');
    const { items } = run([...FINE.slice(0, 3).map((object, index) => inFile(object, 'cluster.yaml', index)), ...rest]);
    expect(names([...items]).filter((name) => name.includes('etcd'))).toEqual([]);
  });

  it('says what it takes away besides what it makes anew, and keeps what only seems to be in its folder', () => {
    const there = inFile(OTHER, 'olm-rendered/mine.yaml', 0);
    const beside = inFile({ ...OTHER, metadata: { ...OTHER.metadata, name: 'beside' } }, 'olm-rendered/../mine.yaml', 0);
    const { items, results } = run([...FINE.map((object, index) => inFile(object, 'cluster.yaml', index)), there, beside]);
    expect(items.filter(({ kind }) => kind === 'ConfigMap')).toEqual([beside]);
    expect(results).toEqual([
      {
        message: 'this object is removed, because it is in the folder olm-rendered and not rendered; keep such objects in another folder',
        severity: 'info',
        file: { path: 'olm-rendered/mine.yaml', index: 0 },
        resourceRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', namespace: 'team' },
        tags: {},
      },
    ]);
  });

  it('leaves a ServiceAccount that is there as it is', () => {
    const operator = csv('operators/etcd.v1', { permissions: true });
    const account = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'operator', namespace: 'operators', labels: { 'olm.managed': 'true' } },
      imagePullSecrets: [{ name: 'mirror' }],
    };
    const accounts = (items: readonly unknown[]): readonly unknown[] => run(items).items.filter(({ kind }) => kind === 'ServiceAccount');
    expect(accounts([...FINE.slice(0, 3), operator])).toMatchObject([{ metadata: { name: 'operator' } }]);
    expect(accounts([...FINE.slice(0, 3), operator, account])).toEqual([account]);
  });

  it('takes the annotations of a file for text alone', () => {
    const odd = { ...OTHER, metadata: { ...OTHER.metadata, annotations: { 'internal.config.kubernetes.io/path': 5 } } };
    expect(run([...FINE, odd as unknown as KubernetesObject]).items).toContainEqual(odd);
  });

  it('reads annotations that are none as they are written', () => {
    const odd = { ...FINE[2], metadata: { name: 'group', namespace: 'operators', annotations: 'abc' } };
    expect(run([...FINE.slice(0, 2), odd]).results).toMatchObject([
      { field: { path: 'metadata.annotations' }, tags: { code: 'WRONG_TYPE' } },
    ]);
  });

  it('takes no List for an item, which would come back beside its members', () => {
    const { failed, results } = run([...FINE.slice(0, 2), { apiVersion: 'v1', kind: 'List', items: [FINE[2]] }]);
    expect(failed).toBe(true);
    expect(results).toMatchObject([{ message: expect.stringContaining('an item of a ResourceList is one object') }]);
  });

  it('passes a list without operators through', () => {
    expect(run([OTHER])).toMatchObject({ items: [OTHER], failed: false });
  });

  it('does not read what is for tools alone', () => {
    const local = {
      ...FINE[3],
      metadata: { name: 'etcd.v1', namespace: 'operators', annotations: { 'config.kubernetes.io/local-config': 'true' } },
    };
    expect(run([...FINE.slice(0, 3), local]).items).toContainEqual(local);
    expect(names([...run([...FINE.slice(0, 3), local]).items]).filter((name) => name.startsWith('Role '))).toEqual([]);
  });

  it('gives back what it was given, with results, if anything is wrong', () => {
    const broken = inFile({ ...(FINE[2] as KubernetesObject), spec: { targetNamespaces: 'team' } }, 'groups.yaml', 2);
    const { items, results, failed, report } = run([broken, OTHER]);
    expect({ items, failed }).toEqual({ items: [broken, OTHER], failed: true });
    expect(results).toEqual([
      {
        message: expect.stringContaining('the value has the wrong type: found the text "team", expected a list'),
        severity: 'error',
        file: { path: 'groups.yaml', index: 2 },
        resourceRef: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', name: 'group', namespace: 'operators' },
        field: { path: 'spec.targetNamespaces', currentValue: 'the text "team"' },
        tags: { code: 'WRONG_TYPE' },
      },
    ]);
    expect(report).toMatch(/^error\[WRONG_TYPE\] OperatorGroup operators\/group \(groups\.yaml spec\.targetNamespaces\): /);
  });

  it('tells findings as results, with the field', () => {
    const misspelt = { ...(FINE[2] as KubernetesObject), spec: { targetNamespace: ['team'] } };
    expect(run([...FINE.slice(0, 2), misspelt]).results).toContainEqual({
      message: expect.stringContaining('the group targets all namespaces; did you mean targetNamespaces?'),
      severity: 'error',
      resourceRef: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', name: 'group', namespace: 'operators' },
      field: { path: 'spec.targetNamespace' },
      tags: { id: 'unknown-field' },
    });
  });

  it('is nothing but a ResourceList', () => {
    expect(runFunction(manifests(...FINE))).toMatchObject({
      text: '',
      failed: true,
      report: expect.stringContaining('error[NOT_A_MANIFEST]'),
    });
    expect(cli(['krm', 'file']).code).toBe(2);
  });

  it('installs nothing beside an operator that is not known, unless it is left out', () => {
    const items = [...FINE.slice(0, 3), subscription('operators/kettle')];
    const refused = run(items, settings({ install: true }));
    expect(refused.failed).toBe(true);
    expect(refused.items).toEqual(items);
    expect(refused.report).toContain('allowUnknownOperators');
    expect(run(items, settings({ install: true, failOn: 'never' })).failed).toBe(true);
    expect(run(items, settings({})).failed).toBe(false);
    expect(run(items, settings({ install: true, allowUnknownOperators: true })).report).toBe('');
  });
});

describe('the settings of the KRM function', () => {
  it('are those of render', () => {
    const { items } = run(FINE, settings({ profile: 'olm', only: ['rbac'] }));
    expect(names([...items]).some((name) => name.startsWith('ClusterRole olm.og.group.admin-'))).toBe(true);
    expect(items.some(({ kind }) => kind === 'OperatorCondition')).toBe(false);
  });

  it('can be a ConfigMap', () => {
    const functionConfig = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'c' },
      data: { profile: 'olm', only: 'olm, rbac', status: 'true' },
    };
    const { items } = run(FINE, functionConfig);
    expect(items.find(({ kind }) => kind === 'ClusterServiceVersion')?.status).toMatchObject({ phase: 'Succeeded' });
  });

  it.each([
    [settings({ profil: 'olm' }), 'spec'],
    [settings({ profile: 'OLM' }), 'spec.profile'],
    [settings({ path: '../elsewhere' }), 'spec.path'],
    [{ apiVersion: 'cdk8s-olm/v1', kind: 'Rendering' }, 'kind'],
    [{ kind: 'ConfigMap', data: 5 }, 'data'],
    [{ kind: 'ConfigMap', data: { profile: 'OLM' } }, 'data.profile'],
    [{ kind: 'ConfigMap', binaryData: { profile: 'b2xt' } }, 'data.profile'],
  ])('are refused where they are wrong: %j', (functionConfig, path) => {
    const { failed, results, items } = run(FINE, functionConfig);
    expect({ failed, items: items.length }).toEqual({ failed: true, items: 4 });
    expect(results?.map(({ field }) => field)).toMatchObject([{ path }]);
  });
});

describe('the KRM function as a generator', () => {
  it('reads files, and renders their namespaces, too', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FINE) });
    const start = process.cwd();
    process.chdir(folder);
    const { items } = run([], settings({ inputs: ['.'] }));
    process.chdir(start);
    expect(names([...items]).slice(0, 2)).toEqual(['Namespace operators', 'Namespace team']);
    expect(items.some(({ kind }) => kind === 'ClusterServiceVersion')).toBe(true);
  });
});

describe('what the function may read', () => {
  it.each([
    ['inputs', { inputs: ['/proc/self/environ'] }],
    ['inputs', { inputs: ['-'] }],
    ['inputs', { inputs: ['../../../../etc'] }],
    ['catalog', { catalog: '/proc/self/environ' }],
    ['catalog', { catalog: ['catalog', 'a=/etc'] }],
  ])('is in the repository: %s %j', (name, spec) => {
    const { failed, results } = run(FINE, settings(spec));
    expect({ failed, fields: results?.map(({ field }) => field) }).toMatchObject({ failed: true, fields: [{ path: `spec.${name}` }] });
  });
});

describeWith([program('kubectl')], "below kubectl's kustomize", () => {
  const FUNCTION = 'config.kubernetes.io/function: |\n      container: { image: cdk8s-olm }\n';
  const config = (spec: string): string =>
    `apiVersion: cdk8s-olm/v1\nkind: OlmRendering\nmetadata:\n  name: olm\n  annotations:\n    ${FUNCTION}spec: ${spec}\n`;

  /** Kustomize starts containers by the command `docker`; here that starts the program itself. */
  function kustomize(files: Readonly<Record<string, string>>): KubernetesObject[] {
    const folder = folderOf({ ...files, 'bin/docker': `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' krm\n` });
    chmodSync(join(folder, 'bin/docker'), 0o755);
    const path = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
    const { stdout, stderr } = spawnSync('kubectl', ['kustomize', '--enable-alpha-plugins', folder], {
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    });
    expect(stderr).toBe('');
    return parseAllDocuments(stdout).map((document) => document.toJS() as KubernetesObject);
  }

  it('transforms the resources of a kustomization', () => {
    const objects = kustomize({
      'kustomization.yaml': 'resources: [input.yaml]\ntransformers: [olm.yaml]\n',
      'input.yaml': manifests(...FINE, OTHER),
      'olm.yaml': config('{ profile: olm }'),
    });
    const alone = run([...FINE, OTHER], settings({ profile: 'olm' })).items;
    expect(names(objects).sort()).toEqual(names([...alone]).sort());
    expect(JSON.stringify(objects)).not.toContain('config.kubernetes.io');
  });

  it('generates resources', () => {
    const objects = kustomize({
      'kustomization.yaml': 'generators: [olm.yaml]\n',
      'operators/input.yaml': manifests(...FINE),
      'olm.yaml': config('{ inputs: [operators] }'),
    });
    expect(names(objects)).toContain('ClusterServiceVersion operators/etcd.v1');
  });
});

describeWith([program('kpt')], 'below kpt', () => {
  it('renders a package in place, and comes to rest', () => {
    const folder = folderOf({ 'package/input.yaml': manifests(...FINE) });
    const program = join(folder, 'function');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' krm\n`, { mode: 0o755 });
    writeFileSync(join(folder, 'package/Kptfile'), 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: { name: package }\n');
    mkdirSync(join(folder, 'results'));
    const evaluate = (): number | null => {
      const args = [
        'fn',
        'eval',
        join(folder, 'package'),
        '--exec',
        program,
        '--results-dir',
        join(folder, 'results'),
        '--',
        'profile=olm',
      ];
      return spawnSync('kpt', args, { encoding: 'utf8' }).status;
    };
    expect(evaluate()).toBe(0);
    const first = contentOf(join(folder, 'package'));
    expect(Object.keys(first)).toEqual([
      'Kptfile',
      'input.yaml',
      'olm-rendered/',
      'olm-rendered/cluster.k8s.yaml',
      'olm-rendered/ns-operators.k8s.yaml',
      'olm-rendered/ns-team.k8s.yaml',
    ]);
    expect(evaluate()).toBe(0);
    // kpt indents what it keeps in its own way.
    const parsed = (files: Readonly<Record<string, string>>): unknown =>
      Object.entries(files).map(([name, text]) => [name, parseAllDocuments(text).map((document) => document.toJS())]);
    expect(parsed(contentOf(join(folder, 'package')))).toEqual(parsed(first));
    expect(readFileSync(join(folder, 'results/results.yaml'), 'utf8')).toContain('exitCode: 0');
  });
});
