import { describe, expect, it } from 'vitest';
import { duplicateRules } from '../../../../src/olm/read/csv-warnings.js';
import { warnings } from '../../../support/csv-warnings.js';

const READ = { apiGroups: [''], resources: ['pods', 'secrets'], verbs: ['get', 'list'] };
const WRITE = { ...READ, verbs: ['update'] };

const of = (permissions: unknown[][], clusterPermissions: unknown[][] = []) => {
  const entries = (all: unknown[][]) => all.map((rules) => ({ serviceAccountName: 'etcd', rules }));
  const spec = { permissions: entries(permissions), clusterPermissions: entries(clusterPermissions) };
  return warnings(duplicateRules, { spec: { install: { strategy: 'deployment', spec } } });
};

describe('a rule that is twice in a permissions entry', () => {
  it('is shown where it stands the second time', () => {
    expect(of([[WRITE], [READ, WRITE, READ]])).toEqual([
      {
        code: 'CSV_DUPLICATE_RULES',
        at: ['spec', 'install', 'spec', 'permissions', 1, 'rules', 2],
        message: 'a rule repeats an earlier one of the same permissions entry',
        found: '{"verbs":["get","list"],"apiGroups":[""],"resources":["pods","secrets"]}',
        expected: 'each rule only once',
        fix: 'remove the rule',
      },
    ]);
  });

  it('gives one warning, however many there are', () => {
    expect(of([[READ, READ]], [[WRITE, WRITE, WRITE]])).toMatchObject([
      {
        at: ['spec', 'install', 'spec', 'permissions', 0, 'rules', 1],
        message: '3 rules repeat earlier ones of the same permissions entry',
      },
    ]);
  });

  it('is the same in another order, and with keys in another case', () => {
    const { apiGroups, ...rest } = READ;
    expect(of([[READ, { apigroups: apiGroups, ...rest, verbs: ['list', 'get'] }]])).toHaveLength(1);
  });

  it('is another one in another entry, or with another verb', () => {
    expect(of([[READ], [READ]], [[READ, WRITE]])).toEqual([]);
  });

  it('is not one that says nothing', () => {
    expect(of([[{ verb: 'get' }, { verb: 'list' }]])).toEqual([]);
  });
});
