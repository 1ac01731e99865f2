import { describe, expect, it } from 'vitest';
import { bundleProvider, providerOf } from '../../../src/rules/dependencies/provider.js';
import { readCsv } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';

describe('what others may depend on', () => {
  it('is the package, the version and the APIs of a bundle', () => {
    expect(bundleProvider(bundle('etcd/0.9.4', { owns: ['Etcd.v1.example.com'], ownsApiServices: ['Widget.v1.example.com'] }))).toEqual({
      name: 'etcd.v0.9.4',
      packageName: 'etcd',
      version: '0.9.4',
      properties: [
        { type: 'olm.package', value: { packageName: 'etcd', version: '0.9.4' } },
        { type: 'olm.gvk', value: { group: 'example.com', version: 'v1', kind: 'Etcd' } },
        { type: 'olm.gvk', value: { group: 'example.com', version: 'v1', kind: 'Widget' } },
      ],
    });
  });

  it('is what OLM wrote on a CSV of a snapshot when it installed it', () => {
    const properties = [
      { type: 'olm.gvk', value: { group: 'old.example.com', version: 'v1', kind: 'Etcd' } },
      { type: 'olm.package', value: { packageName: 'etcd', version: '0.9.4' } },
      { type: 'certified', value: true },
    ];
    const annotations = {
      'operatorframework.io/properties': JSON.stringify({ properties }),
      'olm.properties': '[{"type":"stable","value":1}]',
    };
    expect(providerOf(readCsv('operators/etcd.v0.9.4', { annotations }))).toEqual({
      name: 'etcd.v0.9.4',
      packageName: 'etcd',
      version: '0.9.4',
      properties: [properties[1], { type: 'stable', value: 1 }, properties[2]],
    });
  });

  it.each(['', '{', 'null', '7', '[7, null, {"type": 1}]', '{"properties": {}}'])(
    'is not in an annotation that says nothing: %j',
    (text) => {
      const annotations = { 'operatorframework.io/properties': text, 'olm.properties': text };
      expect(providerOf(readCsv('operators/etcd.v1', { annotations, spec: { version: '1.0.0' } }))).toEqual({
        name: 'etcd.v1',
        version: '1.0.0',
        properties: [],
      });
    },
  );

  it('is nothing of a bundle whose CSV cannot be read', () => {
    const broken = bundle('etcd/0.9.4');
    expect(bundleProvider({ ...broken, csv: { ...broken.csv, spec: {} } })).toBeUndefined();
  });
});
