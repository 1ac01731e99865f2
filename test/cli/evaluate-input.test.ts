import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { isError, type Problem } from '../../src/base/manifest/problem.js';
import { evaluateInput, printProblems } from '../../src/cli/evaluate-input.js';
import { namespace, subscription } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { CLASHING, FAILED, FINE } from '../support/inputs.js';

const fileOf = (...objects: readonly KubernetesObject[]): string => join(folderOf({ 'a.yaml': manifests(...objects) }), 'a.yaml');

describe('studying an input', () => {
  it('says where the subject of each finding stands', () => {
    const file = fileOf(...FAILED);
    expect(evaluateInput([file], {}).result?.findings.map((finding) => [finding.id, finding.place])).toEqual([
      ['no-operator-group', { file, line: 10, column: 1 }],
    ]);
    const clash = fileOf(...CLASHING);
    expect(evaluateInput([clash], { profile: 'documented' }).result?.findings).toMatchObject([
      { id: 'cluster-role-name-reserved', place: { file: clash, line: 10, column: 1 } },
    ]);
  });

  it('says where a Subscription stands, and where the CSV that it brings does', () => {
    const folder = folderOf({
      ...bundleFiles('etcd/0.9.4'),
      'cluster.yaml': manifests(namespace('op'), subscription('op/etcd')),
    });
    expect(evaluateInput([folder], {}).result?.findings.map((finding) => [finding.id, finding.place?.file, finding.place?.line])).toEqual([
      ['no-operator-group', join(folder, 'etcd/0.9.4/manifests/csv.yaml'), 1],
      ['subscription-not-pinned', join(folder, 'cluster.yaml'), 10],
    ]);
  });

  it('gives only the problems of bad input, whatever else is in it', () => {
    const { problems, result } = evaluateInput(
      [fileOf(...FINE), fileOf({ apiVersion: 'v1', kind: 'Nmaespace', metadata: { name: 'x' } })],
      {},
    );
    expect(problems.map(({ code }) => code)).toEqual(['UNKNOWN_KIND']);
    expect(result).toBeUndefined();
  });

  it('is lenient where it is told to be, and still says what it met', () => {
    const input = join(
      folderOf({
        'a.yaml': `${manifests(...FINE.slice(0, 3))}---\n${manifests(FINE[3] as KubernetesObject).replace('"spec"', '"kind": "ClusterServiceVersion", "spec"')}`,
      }),
      'a.yaml',
    );
    expect(evaluateInput([input], {}).problems.map(isError)).toEqual([true]);
    const { problems, result } = evaluateInput([input], { lenient: true });
    expect(problems.map(({ code, line, tolerated }) => [code, line, tolerated])).toEqual([['DUPLICATE_KEY', expect.any(Number), true]]);
    expect(result?.resolution.csvs).toHaveLength(1);
  });

  it('passes on what the rules are told', () => {
    const file = fileOf(
      ...FINE.map((object) =>
        object.kind === 'ClusterServiceVersion' ? { ...object, spec: { ...(object.spec as object), minKubeVersion: '1.20.0' } } : object,
      ),
    );
    const phase = (kubeVersion: string) => evaluateInput([file], { kubeVersion }).result?.resolution.csvs[0]?.verdict.phase;
    expect([phase('1.19.0'), phase('1.20.0')]).toEqual(['Pending', 'Succeeded']);
  });
});

describe('printed problems', () => {
  const printed = (problems: readonly Problem[]): string => {
    let err = '';
    printProblems(problems, {
      out: () => expect.unreachable(),
      err: (text) => {
        err += text;
      },
      outIsTerminal: false,
      errIsTerminal: false,
      env: {},
    });
    return err;
  };
  const print = (...codes: ('NOT_YAML' | 'CSV_API_VERSION')[]): string =>
    printed(codes.map((code) => ({ code, message: 'm', file: 'f', fix: 'x' })));

  it('tell of many namespaces that the input does not have in one', () => {
    const missing = (found: string): Problem => ({
      code: 'NAMESPACE_NOT_FOUND',
      message: 'm',
      file: 'f',
      fix: 'x',
      found,
      tolerated: true,
    });
    expect(printed(['a', 'b', 'b'].map(missing)).match(/^warning/gm)).toHaveLength(3);
    expect(printed(['a', 'b', 'b', 'c', 'd', 'e'].map(missing))).toBe(
      'warning[NAMESPACE_NOT_FOUND] 5 namespaces are not in the input: a, b, c and 2 more\n' +
        '  fix  name those that are made elsewhere with --assume-namespace, and add the others; check --all shows each place\n',
    );
  });

  it('end with their number, where any stops the run', () => {
    expect(print('NOT_YAML')).toBe('error[NOT_YAML] f: m\n  fix       x\n1 problem; nothing was written\n');
    expect(print('NOT_YAML', 'CSV_API_VERSION', 'NOT_YAML').split('\n').at(-2)).toBe('2 problems; nothing was written');
  });

  it('are only shown, where none stops the run', () => {
    expect(print('CSV_API_VERSION')).toBe('warning[CSV_API_VERSION] f: m\n  fix       x\n');
    expect(print()).toBe('');
  });

  it('end with the number of warnings, where there are several', () => {
    expect(print('CSV_API_VERSION', 'CSV_API_VERSION').split('\n').at(-2)).toBe('2 warnings about the input');
    expect(print('NOT_YAML', 'CSV_API_VERSION', 'CSV_API_VERSION').split('\n').slice(-3)).toEqual([
      '2 warnings about the input',
      '1 problem; nothing was written',
      '',
    ]);
  });

  it('are a hundred at most, those that stop the run first, and how many more there are', () => {
    const many = print(...Array<'CSV_API_VERSION'>(10_000).fill('CSV_API_VERSION'), 'NOT_YAML').split('\n');
    expect(many).toHaveLength(2 * 100 + 4);
    expect(many[0]).toBe('error[NOT_YAML] f: m');
    expect(many.slice(-4)).toEqual([
      'and 9901 more; cdk8s-olm check --all shows all of them',
      '10000 warnings about the input',
      '1 problem; nothing was written',
      '',
    ]);
  });
});
