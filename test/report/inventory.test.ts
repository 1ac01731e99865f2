import { describe, expect, it } from 'vitest';
import { inventoryOf, numberOf, worstPowers } from '../../src/report/inventory.js';
import { riskFinders } from '../../src/review/rules/index.js';
import { INVENTORY_COLUMNS } from '../../src/review/rules/rule.js';
import { csv, group, namespace } from '../support/build.js';
import { asking } from '../support/permissions.js';
import { allow, binding, role } from '../support/rbac.js';
import { stateOf } from '../support/states.js';

const state = stateOf(
  namespace('op'),
  group('op/all'),
  csv('op/a', asking({ clusterPermissions: [{ serviceAccountName: 'robot', rules: [allow('get', 'secrets')] }] })),
  role('all', allow('*', '*', { apiGroups: ['*'] })),
  binding('all', 'ClusterRole/all', { kind: 'User', name: 'alice' }),
);

describe('the inventory of a state', () => {
  it('has a row for each holder, operators first, with the severities of the rules by column', () => {
    const rows = inventoryOf(state);
    expect(rows.map(({ holder, operators }) => [holder, operators])).toEqual([
      ['ServiceAccount op/robot', ['op/a']],
      ['User alice', []],
    ]);
    expect([...(rows[0]?.risks ?? [])].map(([column, risks]) => [column, risks.map(({ id, severity }) => [id, severity])])).toEqual([
      ['Secrets', [['secrets-read', 'error']]],
    ]);
    expect(rows.map((row) => numberOf(row, 'error') > 0)).toEqual([true, true]);
    for (const column of rows.flatMap(({ risks }) => [...risks.keys()])) expect(INVENTORY_COLUMNS).toContain(column);
  });

  it('is empty where nobody is bound, as no rule tells of a holder there', () => {
    const aggregated = { metadata: { name: 'more', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } } };
    for (const unbound of [
      stateOf(namespace('op'), group('op/all')),
      stateOf(namespace('op'), group('op/all'), role('all', allow('*', '*', { apiGroups: ['*'] }))),
      stateOf(namespace('op'), { ...role('more', allow('get', 'secrets')), ...aggregated }),
      stateOf(
        namespace('op'),
        { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a', namespace: 'op' } },
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'op' }, spec: { serviceAccountName: 'a', containers: [] } },
      ),
    ]) {
      expect(inventoryOf(unbound)).toEqual([]);
      const told = riskFinders().risksOf(unbound);
      expect(told.filter(({ permissions, scope }) => permissions !== undefined && scope !== undefined)).toEqual([]);
    }
  });

  it('has the worst of each operator, what escalates first, and counts the rules beside', () => {
    const rules = [allow('get', 'secrets'), allow('create', 'pods'), allow('impersonate', 'users')];
    const powerful = stateOf(
      namespace('op'),
      group('op/all'),
      csv('op/a', asking({ clusterPermissions: [{ serviceAccountName: 'robot', rules }] })),
      csv('op/b', asking({ clusterPermissions: [{ serviceAccountName: 'idle', rules: [] }] })),
    );
    expect([...worstPowers(inventoryOf(powerful))]).toEqual([['op/a', expect.stringMatching(/^error impersonation \+2$/)]]);
    expect([...worstPowers(inventoryOf(state))]).toEqual([['op/a', 'error secrets-read']]);
  });

  it('follows the severities of the configuration, and names the unit', () => {
    const [row] = inventoryOf(state, { rules: [], severities: { 'secrets-read': 'info' } }, 'prod');
    expect(row).toMatchObject({ unit: 'prod', holder: 'ServiceAccount op/robot' });
    expect(row && [numberOf(row, 'error'), numberOf(row, 'info')]).toEqual([0, 1]);
  });
});
