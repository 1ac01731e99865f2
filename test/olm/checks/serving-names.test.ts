import { describe, expect, it } from 'vitest';
import { servingNames } from '../../../src/olm/checks/csvs.js';
import { clusterOf, csv, group, readCsv } from '../../support/build.js';
import { failure, findings, findingsAbout } from '../../support/findings.js';
import { serving, webhook } from '../../support/serving.js';

const NEVER_INSTALLED = failure({
  id: 'unstable-outcome',
  message: 'OLM keeps changing the phase of this CSV; this report assumes Failed/InstallComponentFailed',
  fix: 'see the finding about its name',
  references: [],
  fingerprint: expect.any(String),
});

describe('the name of a Deployment that serves webhooks or APIServices', () => {
  it('serving-deployment-name-invalid', () => {
    expect(findings(group('op/group'), serving('op/operator', { deployment: 'manager.v1' }))).toEqual([
      NEVER_INSTALLED,
      failure({
        id: 'serving-deployment-name-invalid',
        message:
          'OLM creates a Service manager.v1-service for the webhooks and APIServices of the Deployment manager.v1. The API server refuses this name, so OLM never creates their certificate and never installs the operator',
        fix: 'rename the Deployment: at most 55 lower-case letters, digits and "-", starting with a letter',
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      }),
    ]);
  });

  it.each<[string, number]>([
    ['m'.repeat(55), 0],
    ['m'.repeat(56), 1],
    ['manager-1', 0],
    ['1-manager', 1],
    ['a.b', 1],
  ])('%s: %i findings', (deployment, expected) => {
    const [operator] = clusterOf(serving('op/operator', { deployment })).clusterServiceVersions;
    expect(operator && findingsAbout(servingNames, { csv: operator })).toHaveLength(expected);
  });

  it('does not matter where the Deployment serves nothing, or is not there', () => {
    expect(findingsAbout(servingNames, { csv: readCsv('op/operator', { deployments: ['a.b'] }) })).toEqual([]);
    expect(findingsAbout(servingNames, { csv: readCsv('op/operator', { spec: { webhookdefinitions: [webhook('a.b')] } }) })).toEqual([]);
  });

  it('matters for an owned APIService too', () => {
    const owned = [{ name: 'widgets', group: 'example.com', version: 'v1', kind: 'Widget', deploymentName: 'a.b' }];
    const found = findings(group('op/group'), csv('op/operator', { deployments: ['a.b'], spec: { apiservicedefinitions: { owned } } }));
    expect(found.map(({ id }) => id)).toEqual([NEVER_INSTALLED.id, 'serving-deployment-name-invalid']);
  });
});
