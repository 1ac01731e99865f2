import { expect, it } from 'vitest';
import { destinationsOf } from '../../../src/review/state/account-uses.js';

const application = (namespace?: string) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'a', namespace: 'argocd' },
  spec: { destination: { server: 'https://kubernetes.default.svc', ...(namespace === undefined ? {} : { namespace }) } },
});
const kustomization = (targetNamespace: string) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'k', namespace: 'flux-system' },
  spec: { targetNamespace },
});

it('are default and those that Applications and Kustomizations name, each once', () => {
  expect(destinationsOf({ given: [] })).toEqual(['default']);
  expect(destinationsOf({ given: [application('op'), application(), kustomization('apps'), kustomization('op')] })).toEqual([
    'default',
    'apps',
    'op',
  ]);
});
