import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printProblems, studyInput } from '../../src/cli/study-input.js';
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { namespace, subscription } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { CLASHING, FAILED, FINE } from '../support/inputs.js';

const fileOf = (...objects: readonly KubernetesObject[]): string => join(folderOf({ 'a.yaml': manifests(...objects) }), 'a.yaml');

describe('studying an input', () => {
  it('says where the subject of each finding stands', () => {
    const file = fileOf(...FAILED);
    expect(studyInput([file], {}).result?.findings.map((finding) => [finding.id, finding.file, finding.line, finding.column])).toEqual([
      ['no-operator-group', file, 10, 1],
    ]);
    const clash = fileOf(...CLASHING);
    expect(studyInput([clash], {}).result?.findings).toMatchObject([
      { id: 'cluster-role-name-reserved', file: clash, line: 10, column: 1 },
    ]);
  });

  it('says where a Subscription stands, and where the CSV that it brings does', () => {
    const folder = folderOf({
      ...bundleFiles('etcd/0.9.4'),
      'cluster.yaml': manifests(namespace('op'), subscription('op/etcd')),
    });
    expect(studyInput([folder], {}).result?.findings.map((finding) => [finding.id, finding.file, finding.line])).toEqual([
      ['no-operator-group', join(folder, 'etcd/0.9.4/manifests/csv.yaml'), 1],
      ['subscription-not-pinned', join(folder, 'cluster.yaml'), 10],
    ]);
  });

  it('gives only the problems of bad input, whatever else is in it', () => {
    const { problems, result } = studyInput(
      [fileOf(...FINE), fileOf({ apiVersion: 'v1', kind: 'Nmaespace', metadata: { name: 'x' } })],
      {},
    );
    expect(problems.map(({ code }) => code)).toEqual(['UNKNOWN_KIND']);
    expect(result).toBeUndefined();
  });

  it('passes on what the rules are told', () => {
    const file = fileOf(
      ...FINE.map((object) =>
        object.kind === 'ClusterServiceVersion' ? { ...object, spec: { ...(object.spec as object), minKubeVersion: '1.20.0' } } : object,
      ),
    );
    const phase = (kubeVersion: string) => studyInput([file], { kubeVersion }).result?.resolution.csvs[0]?.verdict.phase;
    expect([phase('1.19.0'), phase('1.20.0')]).toEqual(['Pending', 'Succeeded']);
  });
});

describe('printed problems', () => {
  const print = (...codes: ('NOT_YAML' | 'CSV_API_VERSION')[]): string => {
    let err = '';
    printProblems(
      codes.map((code) => ({ code, message: 'm', file: 'f', fix: 'x' })),
      {
        out: () => expect.unreachable(),
        err: (text) => {
          err += text;
        },
        outIsTerminal: false,
        errIsTerminal: false,
        env: {},
      },
    );
    return err;
  };

  it('end with their number, where any stops the run', () => {
    expect(print('NOT_YAML')).toBe('error[NOT_YAML] f: m\n  fix       x\n1 problem; nothing was written\n');
    expect(print('NOT_YAML', 'CSV_API_VERSION', 'NOT_YAML').split('\n').at(-2)).toBe('2 problems; nothing was written');
  });

  it('are only shown, where none stops the run', () => {
    expect(print('CSV_API_VERSION')).toBe('warning[CSV_API_VERSION] f: m\n  fix       x\n');
    expect(print()).toBe('');
  });
});
