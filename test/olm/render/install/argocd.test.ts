import { expect, it } from 'vitest';
import { annotationBytes, MAX_ANNOTATION_BYTES } from '../../../../src/olm/render/findings.js';
import { forArgoCd, phaseOf } from '../../../../src/olm/render/install/argocd.js';

const GROUPS: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  CustomResourceDefinition: 'apiextensions.k8s.io/v1',
  Certificate: 'cert-manager.io/v1',
  ConsolePlugin: 'console.openshift.io/v1',
  Pod: 'v1',
};
const object = (kind: string, more: object = {}) => ({ apiVersion: GROUPS[kind] ?? '', kind, metadata: { name: 'n' }, ...more });
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

it('Argo CD does not try out an object of a kind that Kubernetes does not define', () => {
  const option = { 'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true' };
  expect(annotations('ConsolePlugin')).toMatchObject(option);
  expect(annotations('Pod')).not.toHaveProperty(['argocd.argoproj.io/sync-options']);
});

it('Argo CD applies on the server what does not fit into annotations, to the byte', () => {
  const isOnServer = (length: number): boolean =>
    String(annotations('CustomResourceDefinition', { spec: 'x'.repeat(length) })?.['argocd.argoproj.io/sync-options']).includes(
      'ServerSideApply',
    );
  const bytes = annotationBytes(forArgoCd(object('CustomResourceDefinition', { spec: '' })));
  expect([isOnServer(MAX_ANNOTATION_BYTES - bytes), isOnServer(MAX_ANNOTATION_BYTES - bytes + 1)]).toEqual([false, true]);
});
