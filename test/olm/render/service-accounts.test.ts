import { describe, expect, it } from 'vitest';
import { serviceAccounts } from '../../../src/olm/render/permissions.js';
import { csv, group } from '../../support/build.js';
import { asking } from '../../support/permissions.js';
import { generate, names } from '../../support/render.js';

const both = asking({
  permissions: [{ serviceAccountName: 'operator' }, { serviceAccountName: 'default' }],
  clusterPermissions: [{ serviceAccountName: 'operator' }, { serviceAccountName: 'webhook' }],
});

describe('the ServiceAccounts of an operator', () => {
  it('are those that its permissions and clusterPermissions name, each once, but never default', () => {
    const account = (name: string): unknown => ({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace: 'operators', labels: { 'olm.managed': 'true' } },
    });
    expect(generate(serviceAccounts, group('operators/etcd'), csv('operators/etcd.v1', both))).toEqual([
      account('operator'),
      account('webhook'),
    ]);
  });

  it('are made once where two CSVs of a namespace share one, and in each namespace where they do not', () => {
    const objects = [
      group('a/a', { targets: ['a'] }),
      csv('a/one', both),
      csv('a/two', both),
      group('b/b', { targets: ['b'] }),
      csv('b/one', both),
    ];
    expect(names(generate(serviceAccounts, ...objects))).toEqual([
      'ServiceAccount a/operator',
      'ServiceAccount a/webhook',
      'ServiceAccount b/operator',
      'ServiceAccount b/webhook',
    ]);
  });

  it('are made for a failed CSV too: OLM’s catalog operator makes them before the CSV is judged', () => {
    expect(names(generate(serviceAccounts, csv('operators/etcd.v1', both)))).toEqual([
      'ServiceAccount operators/operator',
      'ServiceAccount operators/webhook',
    ]);
  });

  it('are not made by an install strategy that OLM does not know', () => {
    const unknown = csv('operators/etcd.v1', asking({ permissions: [{ serviceAccountName: 'operator' }] }, 'helm'));
    expect(generate(serviceAccounts, group('operators/etcd'), unknown)).toEqual([]);
  });
});
