import { describe, expect, it } from 'vitest';
import { bundleProvider, csvProvider, gvkKey, type Provider } from '../../../src/olm/dependencies/facts.js';
import { readCsv } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';

const api = (kind: string, group = 'example.com'): string => gvkKey({ group, version: 'v1', kind });
const brief = ({ packageName, version, facts }: Provider) => ({ packageName, version: version?.raw, apis: facts.apis });

describe('what others may depend on', () => {
  it('is the package, the version and the APIs of a bundle', () => {
    const provider = bundleProvider(bundle('etcd/0.9.4', { owns: ['Etcd.v1.example.com'], ownsApiServices: ['Widget.v1.example.com'] }));
    expect(brief(provider)).toEqual({ packageName: 'etcd', version: '0.9.4', apis: [api('Etcd'), api('Widget')] });
    expect(provider.facts.packages).toMatchObject([{ name: 'etcd', version: { raw: '0.9.4' } }]);
  });

  it('is what OLM wrote on a CSV of a snapshot when it installed it, and nothing else', () => {
    const properties = [
      { type: 'olm.gvk', value: { group: 'old.example.com', version: 'v1', kind: 'Etcd' } },
      { type: 'olm.package', value: { packageName: 'etcd', version: '0.9.4' } },
    ];
    const annotations = { 'operatorframework.io/properties': JSON.stringify({ properties }), 'olm.properties': '[{"type":"a","value":1}]' };
    const provider = csvProvider(
      readCsv('operators/etcd.v0.9.4', { annotations, owns: ['New.v1.example.com'], spec: { version: '0.9.4' } }),
    );
    expect(brief(provider)).toEqual({ packageName: 'etcd', version: '0.9.4', apis: [api('Etcd', 'old.example.com')] });
    expect(provider.facts.properties).toEqual(properties);
  });

  it('is what a CSV owns, and the package of its Subscription, where OLM wrote nothing', () => {
    const csv = readCsv('operators/etcd.v0.9.4', { owns: ['Etcd.v1.example.com'], spec: { version: '0.9.4' } });
    expect(brief(csvProvider(csv, 'etcd'))).toEqual({ packageName: 'etcd', version: '0.9.4', apis: [api('Etcd')] });
    expect(brief(csvProvider(csv))).toEqual({ packageName: '', version: '0.9.4', apis: [api('Etcd')] });
  });

  it.each(['', '{', '7', '{"properties": {}}', '{"properties": [7]}'])('is nothing where OLM could not read its annotation: %j', (text) => {
    const csv = readCsv('operators/etcd.v1', { annotations: { 'operatorframework.io/properties': text }, owns: ['Etcd.v1.example.com'] });
    expect(brief(csvProvider(csv))).toMatchObject({ packageName: '', apis: [] });
  });
});
