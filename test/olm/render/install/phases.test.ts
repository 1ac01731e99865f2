import { describe, expect, it } from 'vitest';
import { compareInstallOrder, phaseOf } from '../../../../src/olm/render/install/argocd.js';

const object = (kind: string, name = 'n', namespace?: string, apiVersion = 'v1') => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
});

describe('the order of what is installed', () => {
  it('is that in which an empty cluster takes it: webhooks after their Deployments, what is unknown with these', () => {
    const kinds = [
      'Namespace',
      'PriorityClass',
      'ServiceAccount',
      'ConfigMap',
      'CustomResourceDefinition',
      'ClusterRole',
      'RoleBinding',
      'Service',
      'Deployment',
      'PrometheusRule',
      'ValidatingWebhookConfiguration',
    ];
    const sorted = kinds
      .toReversed()
      .map((kind) => object(kind))
      .sort(compareInstallOrder);
    expect(sorted.map(({ kind }) => kind)).toEqual(kinds);
    expect(phaseOf(object('Anything'))).toBe(phaseOf(object('Deployment')));
  });

  it('is by group, version, kind, namespace and name within a phase', () => {
    const objects = [
      object('Role', 'b', 'x'),
      object('Role', 'a', 'y'),
      object('ClusterRole', 'z'),
      object('Role', 'a', 'x'),
      object('Role', 'a', 'x', 'g/v1'),
    ];
    expect(
      objects
        .sort(compareInstallOrder)
        .map(({ apiVersion, kind, metadata }) => [apiVersion, kind, metadata.namespace, metadata.name].join(' ')),
    ).toEqual(['v1 ClusterRole  z', 'v1 Role x a', 'v1 Role x b', 'v1 Role y a', 'g/v1 Role x a']);
  });
});
