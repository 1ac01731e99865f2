import { describe, expect, it } from 'vitest';
import { workloadsOf } from '../../../src/review/state/workloads.js';
import { deployment, operatorState, pod } from '../../support/workloads.js';

const accounts = (...parameters: Parameters<typeof operatorState>) =>
  workloadsOf(operatorState(...parameters)).map(({ account }) => account);
const webhook = { type: 'ValidatingAdmissionWebhook', generateName: 'a', deploymentName: 'manager', admissionReviewVersions: ['v1'] };

describe('the account of a workload', () => {
  it('is the one that its Pod names, also in the deprecated field alone', () => {
    const both = { serviceAccountName: 'new', serviceAccount: 'old' };
    expect(accounts('etcd.v1', pod({}, both))).toEqual(['new']);
    expect(accounts('etcd.v1', pod({}, { serviceAccount: 'old' }))).toEqual(['old']);
    expect(accounts('etcd.v1', pod())).toEqual(['default']);
    expect(accounts('etcd.v1', pod(), {}, deployment('op/web', pod({}, { serviceAccount: 'old' })))).toEqual(['default', 'old']);
  });

  it('is default where OLM gives the Deployment a certificate, which fills in the field that counts', () => {
    expect(accounts('etcd.v1', pod({}, { serviceAccount: 'old' }), { webhookdefinitions: [webhook] })).toEqual(['default']);
    expect(accounts('etcd.v1', pod({}, { serviceAccountName: 'new' }), { webhookdefinitions: [webhook] })).toEqual(['new']);
  });
});
