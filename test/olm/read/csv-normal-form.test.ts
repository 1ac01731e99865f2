import { describe, expect, it } from 'vitest';
import { csvAsOlmReads } from '../../../src/olm/read/csv-normal-form.js';
import { type CsvFields, csv } from '../../support/build.js';

const SOURCE = { file: 'csv.yaml', document: 0, path: [] };
const asRead = (fields: CsvFields) => csvAsOlmReads(csv('operators/etcd.v1', fields), SOURCE);
const warnings = (fields: CsvFields) => asRead(fields).problems;
const inShort = (fields: CsvFields) => warnings(fields).map(({ code, at, found, expected }) => [code, at.join('.'), found, expected]);

describe('a CSV that is not as OLM would store it', () => {
  it('with a key in another case is taken by OLM and refused from Git', () => {
    expect(warnings({ spec: { installmodes: [] } })).toMatchObject([
      { code: 'CSV_KEY_CASE', at: ['spec', 'installModes'], fix: 'remove one of the two keys' },
      { code: 'CSV_KEY_CASE', at: ['spec', 'installmodes'], found: 'installmodes', expected: 'installModes', fix: 'write installModes' },
    ]);
  });

  it('with a key in another case is warned of, wherever the API says what a field is called', () => {
    const rules = [{ apigroups: [''], Resources: ['pods'], verbs: ['get'] }];
    const install = { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: 'a', rules }] } };
    expect(inShort({ spec: { install } })).toEqual([
      ['CSV_KEY_CASE', 'spec.install.spec.clusterPermissions.0.rules.0.apigroups', 'apigroups', 'apiGroups'],
      ['CSV_KEY_CASE', 'spec.install.spec.clusterPermissions.0.rules.0.Resources', 'Resources', 'resources'],
    ]);
  });

  it('loses fields that the API does not have', () => {
    expect(inShort({ spec: { support: 'x' } })).toEqual([
      ['CSV_UNKNOWN_FIELD', 'spec.support', '"x"', 'only fields that the API of OLM has'],
    ]);
  });

  it('is not spoken of for the texts that OLM adds, nor are they added here: what is missing is told by the schema', () => {
    expect(asRead({ spec: { relatedImages: [{ image: 'i' }] } })).toMatchObject({
      object: { spec: { relatedImages: [{ image: 'i' }] } },
      problems: [],
    });
  });

  it('keeps its apiVersion, which is complained of elsewhere', () => {
    const { object } = csvAsOlmReads(
      { apiVersion: 'operators.coreos.com/v1', kind: 'ClusterServiceVersion', spec: { Version: '1' } },
      SOURCE,
    );
    expect(object).toEqual({ apiVersion: 'operators.coreos.com/v1', kind: 'ClusterServiceVersion', spec: { version: '1' } });
  });

  const pods = (container: object) => ({
    install: {
      strategy: 'deployment',
      spec: { deployments: [{ name: 'd', spec: { selector: {}, template: { spec: { containers: [{ name: 'c', ...container }] } } } }] },
    },
  });
  const CONTAINER = 'spec.install.spec.deployments.0.spec.template.spec.containers.0';

  it('has fractions of amounts written as text', () => {
    expect(inShort({ spec: pods({ resources: { limits: { cpu: 0.5 } } }) })).toEqual([
      ['CSV_AMOUNT', `${CONTAINER}.resources.limits.cpu`, '0.5', '"500m"'],
    ]);
  });

  it('cannot be read with a number for a text', () => {
    expect(warnings({ spec: pods({ args: [8080] }) })).toMatchObject([
      { code: 'WRONG_TYPE', found: '8080', expected: 'text', fix: 'put it in quotes: "8080"' },
    ]);
  });

  it('is not spoken of for what changes nothing: null, and the protocol of a port', () => {
    expect(inShort({ spec: { replaces: null, ...pods({ ports: [{ containerPort: 80 }] }) } })).toEqual([]);
  });

  it('may have anything where a person chooses the keys', () => {
    const free = { Name: 'x', APIGROUPS: 'x', constructor: 'x', toString: 'x' };
    expect(inShort({ labels: free, annotations: free, spec: { labels: free, annotations: free } })).toEqual([]);
  });
});
