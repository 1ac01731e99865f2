import { expect, it } from 'vitest';
import { forArgoCd } from '../../../src/render/install/argocd.js';
import { phaseOf } from '../../../src/render/install/phases.js';

const object = (kind: string, more: object = {}) => ({ apiVersion: 'v1', kind, metadata: { name: 'n' }, ...more });
const annotations = (kind: string, more: object = {}) => forArgoCd(object(kind, more)).metadata.annotations;

it('Argo CD is told the wave of each object, and how to apply some', () => {
  const wave = (kind: string) => ({ 'argocd.argoproj.io/sync-wave': String(phaseOf({ kind })) });
  expect(annotations('Deployment')).toEqual(wave('Deployment'));
  expect(annotations('CustomResourceDefinition')).toEqual({
    ...wave('CustomResourceDefinition'),
    'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
  });
  expect(annotations('CustomResourceDefinition', { spec: 'x'.repeat(256 * 1024) })).toMatchObject({
    'argocd.argoproj.io/sync-options': 'ServerSideApply=true,Prune=false,Delete=false',
  });
  const own = { metadata: { name: 'n', annotations: { 'argocd.argoproj.io/sync-options': 'Replace=true' } } };
  expect(annotations('Certificate', own)).toMatchObject({
    'argocd.argoproj.io/sync-options': 'Replace=true,SkipDryRunOnMissingResource=true',
  });
});
