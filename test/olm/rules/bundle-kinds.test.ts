import { describe, expect, it } from 'vitest';
import { olmRelease, openShiftRelease } from '../../../src/olm/model/olm-version.js';
import {
  apiVersionOfKind,
  firstReleaseOf,
  goesIntoNamespace,
  isInstalledBy,
  isSupportedKind,
} from '../../../src/olm/rules/bundle-kinds.js';

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

describe('the kinds that came later', () => {
  it.each([
    ['NetworkPolicy', 'OLM v0.32 or OpenShift 4.12', ['v0.31', '4.11'], ['v0.32', '4.12']],
    ['ConsolePlugin', 'OLM v0.32 or OpenShift 4.20', ['v0.31', '4.19'], ['v0.32', '4.20']],
    ['ConfigMap', 'any OLM', [], ['v0.17', '4.6']],
  ])('%s: from %s on', (kind, since, without, withIt) => {
    const isInstalled = (version: string): boolean =>
      isInstalledBy((version.startsWith('v') ? olmRelease(version) : openShiftRelease(version)) ?? expect.unreachable(), kind);
    expect([firstReleaseOf(kind), without.map(isInstalled), withIt.map(isInstalled)]).toEqual([
      since,
      without.map(() => false),
      withIt.map(() => true),
    ]);
  });
});
