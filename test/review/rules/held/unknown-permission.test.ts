import { describe, expect, it } from 'vitest';
import { RISK_RULES } from '../../../../src/review/rules/index.js';
import type { RiskRule } from '../../../../src/review/rules/rule.js';
import { permissionsOfAccount, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const unknownPermission = RISK_RULES.find(({ id }) => id === 'unknown-permission') as RiskRule;
const RULE = rule('create', 'managedclusteractions', 'action.open-cluster-management.io');

describe('unknown-permission', () => {
  testsOfHeldRule(unknownPermission, RULE);

  it.each([
    ['an API that nobody knows', rule('create', 'clusteradmins', 'mycorp.example'), 'create clusteradmins.mycorp.example'],
    ['deleting in one', rule('delete', '*', 'mycorp.example'), 'delete *.mycorp.example'],
    ['where Pods run', rule('create', 'pods/binding', ''), 'create pods/binding'],
    ['reading the tokens of users', rule('list', 'oauthaccesstokens', 'oauth.openshift.io'), 'list oauthaccesstokens.oauth.openshift.io'],
    ['stopping the Pods of others', rule('update', 'deployments/scale', 'apps'), 'update deployments/scale.apps'],
    ['stopping the Pods of others, of any kind', rule('update', '*/scale', 'apps'), 'update */scale.apps'],
    ['stopping the Pods of others, of any group', rule('update', '*/scale', '*'), 'update */scale.*'],
    ['taking addresses by an Ingress', rule('create', 'ingresses', 'networking.k8s.io'), 'create ingresses.networking.k8s.io'],
    ['taking addresses by a route', rule('patch', 'httproutes', 'gateway.networking.k8s.io'), 'patch httproutes.gateway.networking.k8s.io'],
    ['taking addresses by a Route', rule('create', 'routes', 'route.openshift.io'), 'create routes.route.openshift.io'],
    [
      'the status with a certificate',
      rule('update', 'certificaterequests/status', 'cert-manager.io'),
      'update certificaterequests/status.cert-manager.io',
    ],
    ['asking through the API server', rule('get', 'services/proxy', ''), 'get services/proxy'],
  ])('tells of %s', (_, held, permission) => {
    expect(permissionsOfAccount(unknownPermission, held)).toEqual([`warning: ${permission}`]);
  });

  it.each([
    ['reads', rule('list', 'clusteradmins', 'mycorp.example')],
    ['named objects', { ...rule('update', 'clusteradmins', 'mycorp.example'), resourceNames: ['one'] }],
    ['what another rule knows', rule('create', 'deployments', 'apps')],
    ['how bad another rule calls it', rule('create', 'clusterpolicies', 'kyverno.io')],
    ['kinds that others review', rule('create', 'servicemonitors', 'monitoring.coreos.com')],
    ['finalizers and the status', rule('update', 'gadgets/finalizers', 'mycorp.example')],
    ['the number of Pods of an unknown kind', rule('update', 'gadgets/scale', 'mycorp.example')],
    ['the status of all kinds', rule('update', '*/status', 'apps')],
    ['questions', rule('create', 'subjectaccessreviews', 'authorization.k8s.io')],
  ])('says nothing of %s', (_, held) => {
    expect(permissionsOfAccount(unknownPermission, held)).toEqual([]);
  });
});
