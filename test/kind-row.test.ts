/** A tool is one file, and a kind is one row of it: whatever a review says of a kind, it says without any other change. */
import { describe, expect, it, vi } from 'vitest';
import { unwrapped } from '../src/base/inside/index.js';
import type { KubernetesObject } from '../src/base/kubernetes/object.js';
import { resourceOf } from '../src/base/tools/kinds.js';
import { podSpecOf } from '../src/base/tools/pod-specs.js';
import { riskFinders } from '../src/review/rules/index.js';
import { workloadsOf } from '../src/review/state/workloads.js';
import { namespace } from './support/build.js';
import { kindsPage } from './support/kinds-page.js';
import { bind, role, rule } from './support/rbac-in-short.js';
import { stateOf } from './support/states.js';

vi.mock('../src/base/tools/all.js', async (importOriginal) => {
  const { TOOLS } = await importOriginal<typeof import('../src/base/tools/all.js')>();
  const { APPLIES, namespaced, runs } = await import('../src/base/tools/row.js');
  const { guards, UNWRAPPED } = await import('../src/base/tools/setting.js');
  const group = 'tool.example.com';
  const TOOL: (typeof TOOLS)[number] = {
    name: 'A tool of nobody',
    rows: [
      ...namespaced(group, 'Puller', APPLIES),
      ...namespaced(group, 'Crate', UNWRAPPED, { carries: ['spec', 'objects'] }),
      ...namespaced(group, 'Fence', guards('which objects are let in')),
      ...namespaced(group, 'Oxen/oxen', runs(['spec', 'yoke', 'pod'])),
    ],
    marks: [[`${group}/keep`, 'true', 'kept', 'the tool keeps it']],
    settingMarks: [['Namespace', 'labels', `${group}/open`, 'warning', 'whether the tool looks away']],
  };
  return { TOOLS: [...TOOLS, TOOL] };
});

const NOTHING = { rules: [], severities: {}, known: [] };
const object = (kind: string, spec: object, metadata: object = {}): KubernetesObject => ({
  apiVersion: 'tool.example.com/v1',
  kind,
  metadata: { name: 'a', namespace: 'op', ...metadata },
  spec,
});
const OP = namespace('op');

/** What a change of these objects is told as. */
function risks(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): string[] {
  const [base, head] = [before, after].map((all) => stateOf(OP, ...all)) as [ReturnType<typeof stateOf>, ReturnType<typeof stateOf>];
  return riskFinders(NOTHING)
    .changeRisks(base, head)
    .map(({ severity, id }) => `${severity} ${id}`);
}

/** What a permission to create objects is told as. */
function permission(resource: string): string[] {
  const state = stateOf(OP, role('r', [rule('create', resource, 'tool.example.com')]), bind('b', 'r', 'ServiceAccount op/manager'));
  return riskFinders(NOTHING)
    .risksOf(state)
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, id }) => `${severity} ${id}`);
}

describe('a row of the table of kinds', () => {
  it('is enough for what a change of its objects is told as', () => {
    expect(risks([], [object('Puller', { url: 'https://example.com/a' })])).toEqual(['error outside-source']);
    expect(risks([], [object('Crate', {})])).toEqual(['warning cluster-setting']);
    expect(risks([object('Fence', { a: 1 })], [])).toEqual(['error cluster-setting']);
    expect(risks([], [object('Other', {})])).toEqual(['warning unknown-kind']);
  });

  it('is enough for what a permission to write them is told as', () => {
    expect(permission('pullers')).toEqual(['error gitops-write']);
    expect(permission('crates')).toEqual(['error gitops-write']);
    expect(permission('fences')).toEqual(['error setting-write']);
    expect(permission('oxen')).toEqual(['error workload-create']);
    expect(permission('others')).toEqual(['warning unknown-permission']);
  });

  it('is enough for the objects in them, their Pods and their plural', () => {
    const inner = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', namespace: 'op' }, data: { a: 'b' } };
    const [, ...found] = unwrapped([{ value: object('Crate', { objects: [inner] }), source: { file: 'a.yaml', document: 0, path: [] } }]);
    expect(found).toMatchObject([{ value: inner, source: { path: ['spec', 'objects', 0] } }]);
    const pod = { containers: [{ name: 'c', securityContext: { privileged: true } }] };
    const oxen = object('Oxen', { yoke: { pod } });
    expect(podSpecOf(oxen)).toEqual({ fields: pod, at: ['spec', 'yoke', 'pod'] });
    expect(risks([], [oxen])).toEqual([]);
    expect(workloadsOf(stateOf(OP, oxen))).toHaveLength(1);
    expect(resourceOf(oxen)).toEqual({ apiGroup: 'tool.example.com', resource: 'oxen' });
  });

  it('and its marks are', () => {
    const kept = object('Fence', {}, { annotations: { 'tool.example.com/keep': 'true' } });
    expect(risks([kept], [])).toContain('warning kept-object');
    expect(risks([object('Fence', {})], [kept])).toEqual([]);
    const open = { ...OP, metadata: { ...OP.metadata, labels: { 'tool.example.com/open': 'yes' } } };
    expect(
      riskFinders(NOTHING)
        .changeRisks(stateOf(OP), stateOf(open))
        .map(({ id }) => id),
    ).toEqual(['cluster-setting']);
  });

  it('is on the page', () => {
    const [, section = ''] = kindsPage().split('## A tool of nobody\n');
    expect(section).toContain('| Puller | namespace | apply manifests from elsewhere | [gitops-write]');
    expect(section).toContain('contain objects: `spec.objects`');
    expect(section).toContain('| Oxen (`oxen`) | namespace | create Pods; contain a Pod spec: `spec.yoke.pod` | [workload-create]');
    expect(section).toContain('| `tool.example.com/keep` | `true` | stays in the cluster when its file is removed');
  });
});
