import { describe, expect, it } from 'vitest';
import { apiVersionOfKind, goesIntoNamespace, isSupportedKind } from '../../src/rules/bundle-kinds.js';

describe('the kinds that a bundle may bring', () => {
  it.each([
    ['ConfigMap', true, true],
    ['NetworkPolicy', true, true],
    ['ClusterRole', true, false],
    ['VerticalPodAutoscaler', true, false],
    ['ConsolePlugin', true, false],
    ['Namespace', false, false],
    ['Deployment', false, false],
    ['toString', false, false],
  ])('%s: installed %s, into the operator’s namespace %s', (kind, isSupported, isNamespaced) => {
    expect([isSupportedKind(kind), goesIntoNamespace(kind)]).toEqual([isSupported, isNamespaced]);
  });
});

it('Kubernetes’ own kinds have a version of their own', () => {
  expect([apiVersionOfKind('ClusterRole'), apiVersionOfKind('ServiceMonitor'), apiVersionOfKind('toString')]).toEqual([
    'rbac.authorization.k8s.io/v1',
    undefined,
    undefined,
  ]);
});
