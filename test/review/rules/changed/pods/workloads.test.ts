import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { images } from '../../../../../src/review/rules/changed/pods/images.js';
import { workloadPairs } from '../../../../../src/review/rules/changed/pods/workload-pairs.js';
import { workloads } from '../../../../../src/review/rules/changed/pods/workloads.js';
import { keepFiles } from '../../../../../src/review/state/object-files.js';
import type { State } from '../../../../../src/review/state/state.js';
import { group, namespace } from '../../../../support/build.js';
import { sides, stateOf } from '../../../../support/states.js';
import { csvWith, deployment, operatorState, pod } from '../../../../support/workloads.js';

const texts = (...args: Parameters<typeof sides>) =>
  workloads.compare(...sides(...args)).map(({ severity, message }) => `${severity}: ${message}`);

describe('workloads that come, go or change their account', () => {
  const base = operatorState('etcd.v1', pod());

  it('tells of a new workload with its images', () => {
    const head = operatorState('etcd.v1', pod(), {}, deployment('team-a/web', pod({ image: 'quay.io/acme/web:v1' })));
    expect(texts(base, head)).toEqual(['info: is a new workload that runs quay.io/acme/web:v1']);
    expect(texts(head, base)).toEqual(['info: is removed']);
  });

  it('is an error where the new workload runs as the account of an operator', () => {
    const head = operatorState('etcd.v1', pod(), {}, deployment('op/tool', pod({}, { serviceAccountName: 'etcd' })));
    expect(texts(base, head)).toEqual([
      'error: is a new workload that runs quay.io/acme/etcd:v1 as ServiceAccount op/etcd, with all permissions of ClusterServiceVersion op/etcd.v1',
    ]);
  });

  it('keeps Deployments of one name apart by their operators', () => {
    const [one, two] = ['a.v1', 'b.v1'].map((name) => csvWith(name, pod({ image: `quay.io/acme/${name}` })));
    const both = stateOf(namespace('op'), group('op/global'), one as KubernetesObject, two as KubernetesObject);
    expect(texts(both, both)).toEqual([]);
    expect(images.compare(...sides(both, both))).toEqual([]);
  });

  it('pairs several of one name, as files for different clusters have them, in their order', () => {
    const [one, two] = ['v1', 'v2'].map((tag) => deployment('team-a/web', pod({ image: `quay.io/acme/web:${tag}` })));
    const both = stateOf(namespace('op'), one as KubernetesObject, two as KubernetesObject);
    expect(texts(both, both)).toEqual([]);
    expect(texts(stateOf(namespace('op'), one as KubernetesObject), both)).toEqual([
      'info: is a new workload that runs quay.io/acme/web:v2',
    ]);
  });

  it('pairs one with that of its own file before any order counts: what goes is not what stays and is widened', () => {
    const [plain, wide] = [pod(), pod({}, { hostPID: true })];
    const inFiles = (label: string, files: Readonly<Record<string, typeof plain>>) => {
      const objects = Object.entries(files).map(([file, spec]) => ({ file: `${label}${file}`, value: deployment('team-a/web', spec) }));
      keepFiles(objects.map(({ file, value }) => ({ value, source: { file } })));
      return stateOf(namespace('op'), ...objects.map(({ value }) => value));
    };
    const pairsOf = (base: State, head: State) =>
      workloadPairs(base, head).map(({ before, after }) => [before, after].map((one) => one && one.pod.fields.hostPID === true));
    const files = { 'dev/web.yaml': wide, 'prod/web.yaml': plain };
    for (const [was, is] of [
      ['git:main^:', 'git:main:'],
      ['before/', 'after/'],
    ] as const) {
      expect(pairsOf(inFiles(was, files), inFiles(is, { 'prod/web.yaml': wide }))).toEqual([
        [false, true],
        [true, undefined],
      ]);
      expect(pairsOf(inFiles(was, files), inFiles(is, { 'a/web.yaml': wide, 'dev/web.yaml': plain, 'prod/web.yaml': plain }))).toEqual([
        [undefined, true],
        [true, false],
        [false, false],
      ]);
    }
  });
});
