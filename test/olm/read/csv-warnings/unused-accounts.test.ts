import { describe, expect, it } from 'vitest';
import { unusedAccounts } from '../../../../src/olm/read/csv-warnings.js';
import { deployments, warnings } from '../../../support/csv-warnings.js';

const of = (running: string[], permissions: string[], clusterPermissions: string[] = []) => {
  const entries = (accounts: string[]) => accounts.map((serviceAccountName) => ({ serviceAccountName, rules: [] }));
  const spec = { deployments: deployments(...running), permissions: entries(permissions), clusterPermissions: entries(clusterPermissions) };
  return warnings(unusedAccounts, { spec: { install: { strategy: 'deployment', spec } } });
};

describe('permissions for a ServiceAccount that no Deployment runs as', () => {
  it('are meant for one that has none', () => {
    expect(of(['manager:etcd'], [], ['ectd'])).toEqual([
      {
        code: 'CSV_UNUSED_ACCOUNT',
        at: ['spec', 'install', 'spec', 'clusterPermissions', 0, 'serviceAccountName'],
        message: 'no Deployment runs as the ServiceAccount that gets these permissions',
        found: 'ectd',
        expected: 'etcd, which the Deployment manager runs as',
        fix: 'did you mean etcd?',
      },
    ]);
  });

  it('are reported once for an account, at its first entry', () => {
    expect(of(['manager:etcd', 'web:web'], ['web', 'ectd', 'ectd'], ['ectd']).map(({ at }) => at.slice(3))).toEqual([
      ['permissions', 1, 'serviceAccountName'],
    ]);
  });

  it('leave open which account is meant where none is alike', () => {
    expect(of(['one:first', 'two:second'], ['operator']).map(({ fix }) => fix)).toEqual([
      'correct the name here, or serviceAccountName of the Deployment',
    ]);
  });

  it('are missed by a Deployment that names no account', () => {
    expect(of(['manager'], ['operator'])).toMatchObject([{ expected: 'default, which the Deployment manager runs as' }]);
  });

  describe('where a Deployment names its account in the deprecated field `serviceAccount`', () => {
    const old = (more: object) => {
      const [deployment] = deployments('manager') as [{ name: string; spec: object }];
      const install = {
        permissions: [
          { serviceAccountName: 'etcd', rules: [] },
          { serviceAccountName: 'other', rules: [] },
        ],
        deployments: [{ ...deployment, spec: { template: { spec: { serviceAccount: 'etcd' } } } }],
      };
      return warnings(unusedAccounts, { spec: { install: { strategy: 'deployment', spec: install }, ...more } });
    };

    it('are for workloads of the operator, too: Kubernetes takes it for serviceAccountName while that is empty', () => {
      expect(old({})).toEqual([]);
    });

    it('are missed where OLM gives it a certificate, and with it serviceAccountName: default', () => {
      const webhook = { type: 'ValidatingAdmissionWebhook', generateName: 'a', deploymentName: 'manager', admissionReviewVersions: ['v1'] };
      expect(old({ webhookdefinitions: [webhook] })).toMatchObject([
        { found: 'etcd', expected: 'default, which the Deployment manager runs as' },
        { found: 'other' },
      ]);
    });
  });

  it('are for workloads of the operator where all Deployments have theirs', () => {
    expect(of(['manager:etcd'], ['etcd', 'backup-agent'], ['metrics'])).toEqual([]);
  });

  it('are not judged where there are no Deployments, or no permissions', () => {
    expect([of([], ['operator']), of(['manager:etcd'], [])]).toEqual([[], []]);
  });
});
