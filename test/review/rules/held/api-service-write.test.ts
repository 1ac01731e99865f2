import { describe, expect, it } from 'vitest';
import { apiServiceWrite } from '../../../../src/review/rules/held/admission.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('create', 'apiservices', 'apiregistration.k8s.io');

describe('api-service-write', () => {
  testsOfHeldRule(apiServiceWrite, RULE);

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(apiServiceWrite, 'team', RULE)).toEqual([]);
  });

  it('counts the names of what Kubernetes and OpenShift serve', () => {
    const named = (name: string) => permissionsOfAccount(apiServiceWrite, rule('update', 'apiservices', 'apiregistration.k8s.io', [name]));
    for (const name of ['v1.apps', 'v1.', 'v1.rbac.authorization.k8s.io', 'v1.oauth.openshift.io']) expect(named(name)).toHaveLength(1);
    for (const name of ['v1beta1.metrics.k8s.io', 'v1beta1.custom.metrics.k8s.io']) expect(named(name)).toEqual([]);
  });

  it('says nothing of other named objects', () => {
    expect(permissionsOfAccount(apiServiceWrite, rule('create', 'apiservices', 'apiregistration.k8s.io', ['v1.example.com']))).toEqual([]);
  });
});
