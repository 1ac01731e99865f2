import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { accountUsed, tokenMounted } from '../../../src/review/rules/changed/accounts-used.js';
import { powerfulInput } from '../../../src/review/rules/changed/powerful-workloads.js';
import { keepFiles } from '../../../src/review/state/object-files.js';
import { renamedWorkloads } from '../../../src/review/state/renamed-workloads.js';
import { namespace } from '../../support/build.js';
import { bind } from '../../support/rbac-in-short.js';
import { accessTo } from '../../support/states.js';

// biome-ignore lint/suspicious/noExplicitAny: the fields of any object
type Change = (object: any) => void;

function deployment(name: string, change: Change = () => {}, file = 'apps/d.yaml'): KubernetesObject {
  const pod = {
    serviceAccountName: 'powerful',
    containers: [{ name: 'a', image: 'a:1', args: ['run'] }],
    volumes: [
      { name: 'c', configMap: { name: 'script' } },
      { name: 's', secret: { secretName: 'powerful-token-abcde' } },
    ],
  };
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'op', labels: { app: name } },
    spec: { replicas: 1, selector: { matchLabels: { app: name } }, template: { metadata: { labels: { app: name } }, spec: pod } },
  };
  change(object);
  keepFiles([{ value: object, source: { file } }]);
  return object;
}
const script = (text: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'script', namespace: 'op' },
  data: { run: text },
});

const around = [namespace('op'), bind('b', 'cluster-admin', 'ServiceAccount op/powerful')];
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]): string[] => {
  const [base, head] = [accessTo(...around, ...before), accessTo(...around, ...after)];
  return [accountUsed, tokenMounted].flatMap((rule) => (rule.compare?.(base, head) ?? []).map(() => rule.id));
};

describe('a renamed workload', () => {
  const old = deployment('old');

  it('gains nothing', () => {
    expect(told([old], [deployment('new')])).toEqual([]);
    expect([...renamedWorkloads({ given: [old] }, { given: [deployment('new')] }).values()]).toEqual([old]);
  });

  const named = (kind: string, fields: object): KubernetesObject => ({
    apiVersion: 'x/v1',
    kind,
    metadata: { name: 'x', namespace: 'op' },
    ...fields,
  });
  it.each([
    named('Role', { rules: [{ verbs: ['create'], resources: ['pods/exec'], resourceNames: ['new-0'] }] }),
    named('Policy', { spec: { rules: [{ match: { any: [{ resources: { names: ['old'] } }] } }] } }),
    named('Exception', { spec: { match: { any: [{ resources: { names: ['n*'] } }] } } }),
    named('Policy', { spec: { matchConditions: [{ expression: "object.metadata.name == 'old'" }] } }),
    named('Scaler', { spec: { scaleTargetRef: { kind: 'Deployment', name: 'new' } } }),
  ])('is a new one where an object names it: %j', (object) => {
    expect(renamedWorkloads({ given: [old, object] }, { given: [deployment('new'), object] }).size).toBe(0);
  });

  it('is a new one if it is a Job, which runs again', () => {
    const job = (name: string) => deployment(name, (object) => (object.kind = 'Job'));
    expect(renamedWorkloads({ given: [job('old')] }, { given: [job('new')] }).size).toBe(0);
  });

  it('stays one beside objects that name others, or select by labels', () => {
    const [role, service] = [
      named('Role', { rules: [{ resourceNames: ['other'] }] }),
      named('Service', { spec: { selector: { app: 'old' } } }),
    ];
    expect(renamedWorkloads({ given: [old, role, service] }, { given: [deployment('new'), role, service] }).size).toBe(1);
  });

  const others: Readonly<Record<string, Change>> = {
    'another namespace': ({ metadata }) => (metadata.namespace = 'other'),
    'another kind': (object) => (object.kind = 'StatefulSet'),
    'another image': ({ spec }) => (spec.template.spec.containers[0].image = 'b:1'),
    'a command': ({ spec }) => (spec.template.spec.containers[0].command = ['sh']),
    'other arguments': ({ spec }) => (spec.template.spec.containers[0].args = ['bind']),
    'another account': ({ spec }) => (spec.template.spec.serviceAccountName = 'default'),
    'other volumes': ({ spec }) => spec.template.spec.volumes.pop(),
    'more containers': ({ spec }) => spec.template.spec.containers.push({ name: 'b', image: 'b' }),
    'an init container': ({ spec }) => (spec.template.spec.initContainers = [{ name: 'b', image: 'b' }]),
    'more replicas': ({ spec }) => (spec.replicas = 2),
    'another annotation': ({ metadata }) => (metadata.annotations = { 'argocd.argoproj.io/hook': 'PreSync' }),
    'another annotation of its Pods': ({ spec }) => (spec.template.metadata.annotations = { 'vault.hashicorp.com/agent-inject': 'true' }),
  };

  it.each(Object.entries(others))('is a new one with %s', (_, change) => {
    expect(renamedWorkloads({ given: [old] }, { given: [deployment('new', change)] }).size).toBe(0);
    // The one of another account gains no powerful one.
    const isPowerful = !['another namespace', 'another account'].includes(_);
    expect(told([old], [deployment('new', change)]).includes('account-used')).toBe(isPowerful);
  });

  it('is a new one if the old one stays, or moves to another folder, and for the second of two', () => {
    expect(told([old], [old, deployment('new')])).toEqual(['account-used', 'token-mounted']);
    expect(told([old], [deployment('new', () => {}, 'other/d.yaml')])).toEqual(['account-used', 'token-mounted']);
    expect(told([old], [deployment('new'), deployment('newer')])).toEqual(['account-used', 'token-mounted']);
  });

  it('is told with a script that changes under the new name', () => {
    const [base, head] = [accessTo(...around, old, script('a')), accessTo(...around, deployment('new'), script('b'))];
    expect(powerfulInput.compare?.(base, head).map(({ message }) => message)).toEqual([
      'Deployment op/new runs as ServiceAccount op/powerful, which can do everything in all namespaces, and what it reads or runs on is changed: ConfigMap script',
    ]);
  });
});
