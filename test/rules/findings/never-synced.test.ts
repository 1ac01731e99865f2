import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.js';
import type { KubernetesObject } from '../../../src/model/kubernetes-object.js';
import { type CsvFields, csv, group } from '../../support/build.js';
import { findings, GROUP, OPERATOR } from '../../support/findings.js';

describe('a CSV that OLM never syncs', () => {
  it.each<[string, KubernetesObject, CsvFields, Pick<Finding, 'message' | 'fix' | 'severity' | 'related' | 'verdict'>]>([
    [
      'a copy, which is only a warning',
      group('op/group'),
      { annotations: { 'olm.operatorNamespace': 'elsewhere' } },
      {
        message: 'the annotation olm.operatorNamespace names elsewhere, so OLM takes the CSV for a copy and does nothing with it',
        fix: 'remove the annotation; OLM sets it',
        severity: 'warning',
        related: [],
        verdict: false,
      },
    ],
    [
      'a CRD name without a group',
      group('op/group'),
      { spec: { customresourcedefinitions: { owned: [{ name: 'foos', version: 'v1', kind: 'Foo' }] } } },
      {
        message: 'an owned or required CRD has a name without a group, and OLM gives up on the CSV',
        fix: 'write the full name of the CRD, such as etcdclusters.etcd.database.coreos.com',
        severity: 'error',
        related: [],
        verdict: true,
      },
    ],
    [
      'the empty string among the targets',
      group('op/group', { targets: ['op', ''] }),
      {},
      {
        message: 'spec.targetNamespaces of OperatorGroup group holds the empty string, and OLM never syncs such a group',
        fix: 'leave spec.targetNamespaces out to select all namespaces, or list names only',
        severity: 'error',
        related: [GROUP],
        verdict: true,
      },
    ],
    [
      'a missing ServiceAccount',
      group('op/group', { serviceAccountName: 'robot' }),
      {},
      {
        message: 'the ServiceAccount robot of OperatorGroup group does not exist, and OLM does not sync the group without it',
        fix: 'add the ServiceAccount op/robot to the input, or remove spec.serviceAccountName',
        severity: 'error',
        related: [GROUP],
        verdict: true,
      },
    ],
  ])('never-synced: %s', (_, operatorGroup, fields, expected) => {
    expect(findings(operatorGroup, csv('op/operator', fields))).toEqual([{ id: 'never-synced', subject: OPERATOR, ...expected }]);
  });
});
