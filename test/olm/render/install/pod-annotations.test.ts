import { expect, it } from 'vitest';
import { annotationsRead, groupAnnotations } from '../../../../src/olm/render/install/rules.js';
import { installation, registry } from '../../../support/registry.js';

it('pods are told their group and its targets', () => {
  expect(groupAnnotations(installation(registry(), 'ops', ['a', 'b']))).toEqual({
    'olm.operatorGroup': 'og',
    'olm.operatorNamespace': 'ops',
    'olm.targetNamespaces': 'a,b',
  });
  expect(groupAnnotations({ bundle: registry(), namespace: 'ops' })).toEqual({ 'olm.operatorNamespace': 'ops' });
});

it('the annotations that pods read are found in variables and volumes', () => {
  const read = (key: string) => ({ fieldRef: { fieldPath: `metadata.annotations['${key}']` } });
  const spec = {
    containers: [
      {
        name: 'a',
        env: [
          { name: 'A', valueFrom: read('a') },
          { name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        ],
      },
    ],
    initContainers: [{ name: 'i', env: [{ name: 'B', valueFrom: read('b') }] }],
    volumes: [{ name: 'v', downwardAPI: { items: [{ path: 'c', ...read('c') }] } }],
  };
  expect([...annotationsRead({ template: { spec } })].sort()).toEqual(['a', 'b', 'c']);
});
