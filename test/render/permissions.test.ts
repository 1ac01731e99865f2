import { describe, expect, it } from 'vitest';
import type { ClusterServiceVersion } from '../../src/model/cluster-service-version.js';
import { clusterWideRoles, getsRoles, namespacedRoles } from '../../src/render/permissions.js';
import { readCsv } from '../support/build.js';
import { asking, type Permission, READ_PODS } from '../support/permissions.js';

const sa = (rules?: readonly unknown[]): Permission => ({ serviceAccountName: 'sa', ...(rules ? { rules } : {}) });
const asks = (permissions: readonly Permission[], name = 'foo', strategy?: string): ClusterServiceVersion =>
  readCsv(`op/${name}`, asking({ permissions, clusterPermissions: permissions }, strategy));

describe.each([
  ['permissions', namespacedRoles],
  ['clusterPermissions', clusterWideRoles],
])('the roles of %s', (_, rolesOf) => {
  it('are made once for equal entries', () => {
    expect(rolesOf(asks([sa([READ_PODS]), sa([READ_PODS])]))).toHaveLength(1);
    expect(rolesOf(asks([sa([READ_PODS]), sa([])]))).toHaveLength(2);
  });

  it('are made for each account', () => {
    const subjects = rolesOf(asks([sa([READ_PODS]), { serviceAccountName: 'other', rules: [READ_PODS] }])).map(
      ({ binding }) => binding.subjects,
    );
    expect(subjects).toEqual(['sa', 'other'].map((name) => [{ kind: 'ServiceAccount', name, namespace: 'op' }]));
  });

  it('bind the account default like any other', () => {
    const [entry] = rolesOf(asks([{ serviceAccountName: 'default', rules: [READ_PODS] }]));
    expect(entry?.binding.subjects).toEqual([{ kind: 'ServiceAccount', name: 'default', namespace: 'op' }]);
  });

  it('have the keys of their rules as Kubernetes spells them, as Go’s decoder reads them whatever their case', () => {
    const misspelt = { apigroups: [''], Resources: ['pods'], verbs: ['get'], resourcenames: ['one'], comment: 'none' };
    const correct = { apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames: ['one'] };
    const [roles] = rolesOf(asks([sa([misspelt])]));
    expect(roles?.role.rules).toEqual([correct]);
    expect(rolesOf(asks([sa([correct])]))).toEqual([roles]);
  });

  it('have an empty list of rules where the CSV gives none', () => {
    const [absent, empty] = [rolesOf(asks([sa()])), rolesOf(asks([sa([])]))].flat();
    expect([absent?.role.rules, empty?.role.rules]).toEqual([[], []]);
    expect(absent?.role.metadata.name).not.toBe(empty?.role.metadata.name);
  });

  it('are not made by an install strategy that OLM does not know', () => {
    expect(rolesOf(asks([sa([READ_PODS])], 'foo', 'helm'))).toEqual([]);
  });

  it('are not made when the label olm.owner cannot hold the CSV’s name', () => {
    expect(rolesOf(asks([sa([READ_PODS])], 'f'.repeat(63)))).toHaveLength(1);
    expect(rolesOf(asks([sa([READ_PODS])], 'f'.repeat(64)))).toEqual([]);
  });
});

it.each([
  ['a strategy that OLM knows and a name that fits a label', 'f'.repeat(63), 'deployment', true],
  ['another strategy', 'foo', 'helm', false],
  ['too long a name', 'f'.repeat(64), 'deployment', false],
])('a CSV with %s gets roles: %s', (_, name, strategy, expected) => {
  expect(getsRoles(asks([], name, strategy))).toBe(expected);
});
