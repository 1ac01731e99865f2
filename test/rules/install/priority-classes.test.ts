import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { missingPriorityClasses } from '../../../src/rules/install/priority-classes.js';

const deployment = (name: string, priorityClassName?: string): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'ops' },
  spec: { template: { spec: { priorityClassName } } },
});

it('a PriorityClass that no cluster has by itself, and that is not rendered, gets a warning', () => {
  const deployments = [
    deployment('a', 'own'),
    deployment('b', 'own'),
    deployment('c', 'system-node-critical'),
    deployment('d'),
    deployment('e', 'there'),
  ];
  expect(missingPriorityClasses(deployments, ['there'], 'db.v1')).toMatchObject([
    {
      id: 'priority-class-not-rendered',
      severity: 'warning',
      subject: { kind: 'ClusterServiceVersion', namespace: 'ops', name: 'db.v1' },
      message: '2 Deployments get no pods before there is a PriorityClass own, which the bundle does not bring',
      related: [{ kind: 'PriorityClass', name: 'own' }],
    },
  ]);
});
