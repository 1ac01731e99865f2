import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { unknownMetadata } from '../../../../src/review/rules/changed/unknown.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const secret = (annotations: object): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 's', namespace: 'op', annotations } as KubernetesObject['metadata'],
});
const labelled = (labels: Readonly<Record<string, string>>): KubernetesObject => ({
  ...namespace('team'),
  metadata: { name: 'team', labels },
});
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  unknownMetadata.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after)).map(({ message }) => message);

describe('unknown-metadata', () => {
  it('tells of the key of an annotation, and of a label of a Namespace', () => {
    expect(told([secret({})], [secret({ 'reflector.example.com/auto': 'true' })])).toEqual([
      'annotation reflector.example.com/auto: is new, and the review does not know what acts on it: Secret op/s',
    ]);
    expect(told([labelled({})], [labelled({ 'mesh.example.com/inject': 'on' })])?.[0]).toMatch(/^label mesh\.example\.com\/inject: /);
  });

  it('tells of a key that an object loses, and not of one that goes with its object', () => {
    expect(told([labelled({ 'policy.example.com/include': 'true' })], [labelled({})])).toEqual([
      'label policy.example.com/include: is removed, and the review does not know what acts on it: Namespace team',
    ]);
    expect(told([secret({ 'a.example.com/b': 'c' })], [secret({ 'a.example.com/b': undefined })])).toHaveLength(1);
    expect(told([secret({ 'a.example.com/b': 'c' })], [])).toEqual([]);
    expect(told([secret({ team: 'x', 'app.kubernetes.io/name': 'a' })], [secret({})])).toEqual([]);
  });

  it('says nothing of keys of users, of harmless ones, of settings, and of what stays', () => {
    const kustomize = { 'config.kubernetes.io/origin': 'path: a.yaml', 'alpha.config.kubernetes.io/transformations': '- configuredIn: a' };
    const keys = { team: 'x', 'app.kubernetes.io/name': 'a', 'argocd.argoproj.io/sync-wave': '1', ...kustomize };
    expect(told([secret({})], [secret(keys)])).toEqual([]);
    expect(told([labelled({})], [labelled({ 'pod-security.kubernetes.io/enforce': 'baseline' })])).toEqual([]);
    expect(told([secret({ 'a.example.com/b': 'c' })], [secret({ 'a.example.com/b': 'c' })])).toEqual([]);
  });

  it('says nothing of marks whose effect is known, and tells of other values of their keys', () => {
    const hook = { 'argocd.argoproj.io/hook': 'PostSync', 'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded' };
    const job = (annotations: object): KubernetesObject => ({ ...secret(annotations), apiVersion: 'batch/v1', kind: 'Job' });
    expect(told([], [job(hook)])).toEqual([]);
    // What is new is reviewed as if it were applied.
    expect(told([], [secret(hook)])).toEqual([]);
    expect(told([], [secret({ 'kubernetes.io/service-account.name': 'a' })])).toEqual([]);
    const options = (value: string) => told([], [secret({ 'argocd.argoproj.io/sync-options': value })]);
    expect(options('SkipDryRunOnMissingResource=true,ServerSideApply=true')).toEqual([]);
    expect(options('SkipDryRunOnMissingResource=true,Later=true')).toHaveLength(1);
  });
});
