import { describe, expect, it } from 'vitest';
import { keyCase } from '../../../src/model/csv-warnings/key-case.js';
import type { CsvFields } from '../../support/build.js';
import { warnings } from '../../support/csv-warnings.js';

const keys = (fields: CsvFields) => warnings(keyCase, fields).map(({ at, expected }) => [at.join('.'), expected]);

describe('a key in another case', () => {
  it('is named with the one that is meant', () => {
    expect(warnings(keyCase, { spec: { installmodes: [] } })).toEqual([
      {
        code: 'CSV_KEY_CASE',
        at: ['spec', 'installmodes'],
        message: 'the API server has no such field and drops it; only tools written in Go ignore the case of keys',
        found: 'installmodes',
        expected: 'installModes',
        fix: 'write installModes',
      },
    ]);
  });

  it('is found wherever the API of OLM says what a field is called', () => {
    const rules = [{ apigroups: [''], Resources: ['pods'], verbs: ['get'] }];
    const install = { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: 'a', rules }] } };
    expect(
      keys({ spec: { install, customResourceDefinitions: { owned: [] }, webhookdefinitions: [{ generateName: 'a', Rules: [] }] } }),
    ).toEqual([
      ['spec.install.spec.clusterPermissions.0.rules.0.apigroups', 'apiGroups'],
      ['spec.install.spec.clusterPermissions.0.rules.0.Resources', 'resources'],
      ['spec.customResourceDefinitions', 'customresourcedefinitions'],
      ['spec.webhookdefinitions.0.Rules', 'rules'],
    ]);
  });

  it('is nothing that a person may name freely', () => {
    const free = { Name: 'x', APIGROUPS: 'x', constructor: 'x', toString: 'x' };
    expect(keys({ labels: free, annotations: free, spec: { labels: free, annotations: free, selector: { MatchLabels: free } } })).toEqual(
      [],
    );
  });

  it('is not looked for in a field that is not known', () => {
    expect(
      keys({ spec: { extra: { installmodes: [] }, install: { strategy: 'deployment', spec: { services: [{ Name: 'a' }] } } } }),
    ).toEqual([]);
  });
});
