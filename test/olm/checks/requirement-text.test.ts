import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/olm/model/finding.js';
import { type CsvFields, csv, group } from '../../support/build.js';
import { csvRef, FOO, findings } from '../../support/findings.js';

describe('what OLM waits for', () => {
  it('requirements-not-met is a warning that lists all that is missing', () => {
    const name = 'o'.repeat(64);
    const lacking: CsvFields = {
      requires: [FOO],
      requiresApiServices: ['Widget.v1.widgets.example.com'],
      permissions: true,
      spec: { minKubeVersion: '9.0.0', nativeAPIs: [{ group: 'route.example.com', version: 'v1', kind: 'Route' }] },
    };
    const [requirementsNotMet] = findings(group('op/group'), csv(`op/${name}`, lacking));
    expect(requirementsNotMet).toEqual<Finding>({
      id: 'requirements-not-met',
      severity: 'warning',
      subject: csvRef('op', name),
      message:
        'the operator requires Kubernetes 9.0.0 by its minKubeVersion (the cluster has 1.32.0), the CRD foos.example.com in version v1, ' +
        'the APIService v1.widgets.example.com, the API Route.v1.route.example.com and ' +
        'its Roles, which the API server refuses because the name of the CSV is too long; OLM does not install it without',
      fix: 'add the missing object to the input, if the cluster has it',
      related: [
        { kind: 'CustomResourceDefinition', name: 'foos.example.com' },
        { kind: 'APIService', name: 'v1.widgets.example.com' },
      ],
      verdict: false,
      references: [],
      fingerprint: expect.any(String),
    });
  });

  it('requirements-not-met over the Deployment of an owned APIService', () => {
    const owned = [{ name: 'widgets', group: 'widgets.example.com', version: 'v1', kind: 'Widget', deploymentName: 'server' }];
    const [requirementsNotMet] = findings(group('op/group'), csv('op/operator', { spec: { apiservicedefinitions: { owned } } }));
    expect(requirementsNotMet?.message).toBe(
      'the operator requires the Deployment server of its APIService, which spec.install does not contain; OLM does not install it without',
    );
  });
});
