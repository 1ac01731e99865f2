import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { neverSyncedWords } from '../../../src/olm/checks/groups.js';
import type { Finding } from '../../../src/olm/model/finding.js';
import type { ResolvedCsv } from '../../../src/olm/rules/resolution.js';
import type { Verdict } from '../../../src/olm/rules/verdict.js';
import { type CsvFields, csv, group } from '../../support/build.js';
import { failure, findings, GROUP, resolutionOf } from '../../support/findings.js';

describe('a CSV that OLM never syncs', () => {
  it.each<[string, KubernetesObject, CsvFields, Pick<Finding, 'message' | 'fix' | 'severity' | 'related' | 'verdict'>]>([
    [
      'a copy, which is only a warning',
      group('op/group'),
      { annotations: { 'olm.operatorNamespace': 'elsewhere' } },
      {
        message: 'the annotation olm.operatorNamespace names elsewhere, so OLM treats the CSV as a copied CSV and ignores it',
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
        message: 'the name of an owned or required CRD has no group, and OLM stops processing the CSV',
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
        message: 'spec.targetNamespaces of OperatorGroup group contains the empty string, and OLM never syncs such a group',
        fix: 'omit spec.targetNamespaces to select all namespaces, or list names only',
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
    expect(findings(operatorGroup, csv('op/operator', fields))).toEqual([failure({ id: 'never-synced', ...expected })]);
  });

  it('never-synced, of a status that does not say why', () => {
    const [operator] = resolutionOf(group('op/group'), csv('op/operator')).csvs as [ResolvedCsv];
    const verdict: Verdict = { phase: '', reason: '', message: '', because: [] };
    expect(neverSyncedWords({ ...operator, verdict }).message).toBe('its status contains no phase and no reason');
  });
});
