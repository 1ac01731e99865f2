import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/kubernetes/object.js';
import { powerfulImage } from '../../src/risks/powerful-image.js';
import { namespace } from '../support/build.js';
import { bind } from '../support/rbac-in-short.js';
import { accessTo } from '../support/states.js';

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

describe('powerful-image', () => {
  it('tells of an image from elsewhere, and of another command', () => {
    const end = 'as ServiceAccount op/ci, which can do everything in all namespaces';
    expect(told(job({ image: 'quay.io/evil/backup:v1' }))).toEqual([`Pod op/backup runs quay.io/evil/backup:v1 ${end}`]);
    expect(told(job(OURS, { initContainers: [{ image: 'evil' }] }))).toEqual([`Pod op/backup runs evil ${end}`]);
    expect(told(job({ ...OURS, command: ['sh', '-c', 'evil'] }))).toEqual([
      `Pod op/backup runs quay.io/ours/backup:v1 with ["sh","-c","evil"] ${end}`,
    ]);
  });

  it('tells of the arguments of a shell, of a hook and of a probe', () => {
    const exec = { exec: { command: ['evil'] } };
    for (const more of [{ command: ['sh', '-c'], args: ['evil'] }, { lifecycle: { postStart: exec } }, { livenessProbe: exec }])
      expect(told(job({ ...OURS, ...more }))?.[0]).toContain('with ["evil"]');
    expect(told(job({ ...OURS, livenessProbe: { httpGet: { path: '/' } } }))).toEqual([]);
  });

  it('says nothing of the next version, of what stays, and of an account that can do little', () => {
    expect(told(job(OURS))).toEqual([]);
    expect(told(job({ image: 'quay.io/ours/backup:v2@sha256:0f', args: ['--verbose'] }))).toEqual([]);
    expect(told(job({ image: 'quay.io/evil/backup:v1' }), 'view')).toEqual([]);
  });
});
