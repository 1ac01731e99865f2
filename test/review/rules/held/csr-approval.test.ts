import { describe, expect, it } from 'vitest';
import { csrApproval } from '../../../../src/review/rules/held/grants.js';
import { saidOf } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const GROUP = 'certificates.k8s.io';
const APPROVE = rule('update patch', 'certificatesigningrequests/approval', GROUP);
const FOUND = [
  'error: ServiceAccount op/manager can update and patch certificatesigningrequests/approval.certificates.k8s.io in the whole cluster for signers that the API server trusts',
];

describe('csr-approval', () => {
  it('tells of both rights together', () => {
    expect(saidOf(csrApproval, APPROVE, rule('approve', 'signers', GROUP))).toEqual(FOUND);
  });

  it("counts the named signers of Kubernetes, by '*' too", () => {
    expect(saidOf(csrApproval, APPROVE, rule('approve', 'signers', GROUP, ['kubernetes.io/kube-apiserver-client']))).toEqual(FOUND);
    expect(saidOf(csrApproval, APPROVE, rule('approve', 'signers', GROUP, ['kubernetes.io/*']))).toEqual(FOUND);
  });

  it('says nothing of the signers of others', () => {
    expect(saidOf(csrApproval, APPROVE, rule('approve', 'signers', GROUP, ['example.com/mine']))).toEqual([]);
  });

  it('says nothing of either right alone', () => {
    expect(saidOf(csrApproval, APPROVE)).toEqual([]);
    expect(saidOf(csrApproval, rule('approve', 'signers', GROUP))).toEqual([]);
  });
});
