import { describe, expect, it } from 'vitest';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

type Files = Readonly<Record<string, string>>;

const WEB = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'op' },
  spec: { template: { spec: { containers: [{ name: 'web', image: 'a/web:1', envFrom: [{ configMapRef: { name: 'web' } }] }] } } },
};
const object = (apiVersion: string, kind: string, more: object) => ({
  apiVersion,
  kind,
  metadata: { name: 'one', namespace: 'op' },
  ...more,
});
const policy = (spec: object) => object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, ...spec } });
const FROM_FRONT = { from: [{ podSelector: { matchLabels: { app: 'front' } } }] };

function told(before: Files, after: Files): string[] {
  const { out } = cli(['review', folderOf(before), folderOf(after), '--format', 'json']);
  const { findings } = JSON.parse(out) as { findings: { new: { id: string; severity: string }[] } };
  return findings.new.map(({ id, severity }) => `${severity} ${id}`);
}
const files = (...objects: readonly object[]): Files => ({ 'all.yaml': manifests(...([WEB, ...objects] as never[])) });

describe('what changes in an object decides how bad it is', () => {
  it.each([
    [
      'the message of a policy',
      object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', { spec: { validations: [{ expression: 'a' }] } }),
      object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', {
        spec: { validations: [{ expression: 'a', message: 'b' }] },
      }),
      'info object-not-reviewed',
    ],
    [
      'a protocol that is the default',
      policy({ ingress: [{ ...FROM_FRONT, ports: [{ port: 80 }] }] }),
      policy({ ingress: [{ ...FROM_FRONT, ports: [{ port: 80, protocol: 'TCP' }] }] }),
      'info cluster-setting',
    ],
    [
      'a limit that goes',
      object('v1', 'ResourceQuota', { spec: { hard: { pods: '10', 'services.nodeports': '0' } } }),
      object('v1', 'ResourceQuota', { spec: { hard: { pods: '10' } } }),
      'warning cluster-setting',
    ],
    [
      'a Service that is reached from outside',
      object('v1', 'Service', { spec: { selector: { app: 'a' } } }),
      object('v1', 'Service', { spec: { selector: { app: 'a' }, type: 'LoadBalancer' } }),
      'warning cluster-setting',
    ],
    [
      'a ConfigMap that nothing of the input reads',
      object('v1', 'ConfigMap', { data: { a: 'b' } }),
      object('v1', 'ConfigMap', { data: { a: 'c' } }),
      'warning foreign-configuration',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(told(files(before), files(after))).toEqual([expected]);
  });

  it('is quiet about the first NetworkPolicy of a namespace, as long as it only closes', () => {
    expect(told(files(), files(policy({ ingress: [FROM_FRONT] })))).toEqual(['info object-comes-or-goes']);
    expect(told(files(), files(policy({ ingress: [{}] })))).toEqual(['warning cluster-setting']);
    expect(
      told(files(policy({})), files(policy({}), { ...policy({ ingress: [FROM_FRONT] }), metadata: { name: 'b', namespace: 'op' } })),
    ).toEqual(['warning cluster-setting']);
  });
});

it('takes an object whose name the API server makes for one', () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { generateName: 'a-', namespace: 'op' },
    spec: { hostPID: true, containers: [{ name: 'a', image: 'a/b:1' }] },
  };
  expect(told(files(), { ...files(), 'pod.yaml': JSON.stringify(pod) })).toEqual(
    expect.arrayContaining(['error pod-security', 'info workload-added']),
  );
});

it('tells of a changed file by which a forge runs the review', () => {
  const workflow = (run: string): Files => ({
    ...files(),
    '.github/workflows/review.yaml': JSON.stringify({ jobs: { review: { steps: [{ run }] } } }),
  });
  expect(told(workflow('cdk8s-olm review git:main .'), workflow('cdk8s-olm review git:main . || true'))).toEqual([
    'warning operator-file-changed',
  ]);
  expect(told(workflow('make'), workflow('make all'))).toEqual(['info file-changed']);
});
