import { describe, expect, it } from 'vitest';
import { guardUndone } from '../../../src/findings/changed/guard-undone.js';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { csv, namespace } from '../../support/build.js';
import { accessTo } from '../../support/states.js';
import { deployment } from '../../support/workloads.js';

const WEBHOOK: KubernetesObject = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'guard' },
  webhooks: [
    {
      name: 'a.b.c',
      clientConfig: { service: { name: 'wh', namespace: 'op' } },
      namespaceSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
      objectSelector: { matchLabels: { checked: 'yes' } },
    },
  ],
};
const SERVICE: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'wh', namespace: 'op' },
  spec: { selector: { app: 'wh' } },
};
const server = (replicas = 2, app = 'wh'): KubernetesObject => {
  const plain = deployment('op/wh', { containers: [{ name: 'a', image: 'a' }] });
  return { ...plain, spec: { ...(plain.spec as object), replicas, template: { metadata: { labels: { app } } } } };
};
const policy: KubernetesObject = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'deny', namespace: 'op' },
  spec: { podSelector: {} },
};
const withMetadata = (object: KubernetesObject, more: object): KubernetesObject => ({
  ...object,
  metadata: { ...object.metadata, ...more },
});
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  guardUndone
    .compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('guard-undone', () => {
  it('tells of marks by which a guard is not applied or removed', () => {
    const local = { annotations: { 'config.kubernetes.io/local-config': 'true' } };
    expect(told([WEBHOOK], [withMetadata(WEBHOOK, local)])).toEqual([
      'error: ValidatingWebhookConfiguration guard has config.kubernetes.io/local-config: true, by which it is not applied, or removed again',
    ]);
    const owner = { ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: 'gone', uid: '0' }] };
    expect(told([policy], [withMetadata(policy, owner)])).toEqual([
      'warning: NetworkPolicy op/deny has ownerReferences to Namespace gone, by which it is not applied, or removed again',
    ]);
    expect(told([SERVICE], [withMetadata(SERVICE, local)])).toEqual([]);
  });

  it('tells of what served a webhook, and does not any more', () => {
    const all = [WEBHOOK, SERVICE, server()];
    const serves = 'and serves the webhook a.b.c of ValidatingWebhookConfiguration guard';
    expect(told(all, [WEBHOOK, server()])).toEqual([`error: Service op/wh is gone, ${serves}`]);
    expect(told(all, [WEBHOOK, SERVICE, server(0)])).toEqual([`error: Deployment op/wh has 0 replicas, ${serves}`]);
    expect(told(all, [WEBHOOK, SERVICE, server(2, 'other')])).toEqual([
      `error: Deployment op/wh is gone, or is not behind its Service any more, ${serves}`,
    ]);
    expect(told(all, [WEBHOOK, SERVICE, server(3)])).toEqual([]);
    expect(told(all, [...all, policy])).toEqual([`error: NetworkPolicy op/deny decides who reaches Deployment op/wh, ${serves}`]);
  });

  it('tells of labels that a guard selects by, and not of others', () => {
    const skipped = withMetadata(namespace('team'), { labels: { skip: 'yes', team: 'x' } });
    expect(told([WEBHOOK, namespace('team')], [WEBHOOK, skipped])).toEqual([
      'error: Namespace team has skip=yes, by which ValidatingWebhookConfiguration guard selects',
    ]);
    const byName = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'p', namespace: 'op' },
      spec: { podSelector: {}, ingress: [{ from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'team' } } }] }] },
    };
    // Its API server writes the label, whether the manifest does or not.
    const named = withMetadata(namespace('team'), { labels: { 'kubernetes.io/metadata.name': 'team' } });
    expect(told([byName, namespace('team')], [byName, named])).toEqual([]);
    const checked = withMetadata(SERVICE, { labels: { checked: 'yes' } });
    expect(told([WEBHOOK, checked], [WEBHOOK, SERVICE])?.[0]).toBe(
      'error: Service op/wh has no longer checked=yes, by which ValidatingWebhookConfiguration guard selects',
    );
  });

  it('tells of a CSV and of a Namespace that go, by the name of a policy engine', () => {
    const operator = (name: string): KubernetesObject => csv(`op/${name}`);
    expect(told([operator('gatekeeper.v1.0.0')], [])).toEqual([
      'error: ClusterServiceVersion op/gatekeeper.v1.0.0 is gone, and its operator with it: by its name, what refuses requests',
    ]);
    expect(told([operator('gatekeeper.v1.0.0')], [operator('gatekeeper.v1.0.1')])).toEqual([]);
    expect(told([operator('etcd.v1.0.0')], [])).toEqual([]);
    expect(told([namespace('kyverno')], [])).toEqual([
      'warning: Namespace kyverno is gone, and all that is in it: by its name, what refuses requests',
    ]);
    expect(told([namespace('shop')], [])).toEqual([]);
  });

  it('tells of what applied manifests from elsewhere, and is removed', () => {
    const release = (name: string): KubernetesObject => ({
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name, namespace: 'op' },
      spec: { chart: { spec: { chart: name } } },
    });
    expect(told([release('kyverno')], [])?.[0]).toMatch(/^error: HelmRelease op\/kyverno is gone/);
    expect(told([release('shop')], [])?.[0]).toMatch(/^warning: HelmRelease op\/shop is gone/);
    const argo = (kind: string, spec: object): KubernetesObject => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind,
      metadata: { name: 'shop', namespace: 'argocd' },
      spec: { syncPolicy: { automated: { prune: true } }, ...spec },
    });
    expect(told([argo('Application', { source: { path: 'shop' } })], [])?.[0]).toMatch(/^warning: Application argocd\/shop is gone/);
    expect(told([argo('Application', { source: { path: 'cluster/policies' } })], [])?.[0]).toMatch(/^error: /);
    expect(told([argo('AppProject', { sourceRepos: ['*'] })], [])).toEqual([
      'warning: AppProject argocd/shop is gone, and limits no more what its Applications apply',
    ]);
  });
});
