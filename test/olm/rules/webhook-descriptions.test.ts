import { describe, expect, it } from 'vitest';
import { webhookDescriptions } from '../../../src/olm/rules/pending-rules.js';
import { clusterOf, csv } from '../../support/build.js';
import { type RuleResult, runRule } from '../../support/run-rule.js';

interface WebhookRule {
  readonly apiGroups?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
}

const webhook = (generateName: string, ...rules: WebhookRule[]) => ({ generateName, type: 'ValidatingAdmissionWebhook', rules });

const operator = (name: string, ...webhookdefinitions: unknown[]) => csv(`op/${name}`, { spec: { webhookdefinitions } });

/** As nothing is installed, OLM tries again and fails again. */
function fails(message: string): RuleResult {
  return { verdict: { phase: 'Failed', reason: 'InvalidWebhookDescription', message, because: [] }, unstable: true };
}

const REPEATED = 'CSV contains repeated WebhookDescription name';
const ALL_GROUPS = 'Webhook rules cannot include all groups';
const OLM_GROUP = 'Webhook rules cannot include the OLM group';
const WEBHOOKS = 'Webhook rules cannot include MutatingWebhookConfiguration or ValidatingWebhookConfiguration resources';

function found(...webhooks: unknown[]): RuleResult | undefined {
  return runRule(webhookDescriptions, clusterOf(operator('operator', ...webhooks)))['op/operator'];
}

describe('the rules of a webhook', () => {
  const REGISTRATION = 'admissionregistration.k8s.io';

  it.each<[string, WebhookRule, string]>([
    ['all API groups', { apiGroups: ['*'], resources: ['pods'] }, ALL_GROUPS],
    ['all API groups, among others', { apiGroups: ['apps', '*'] }, ALL_GROUPS],
    ["OLM's API group", { apiGroups: ['apps', 'operators.coreos.com'], resources: ['subscriptions'] }, OLM_GROUP],
    ['all resources beside webhook configurations', { apiGroups: [REGISTRATION], resources: ['*'] }, WEBHOOKS],
    ['mutating webhook configurations', { apiGroups: [REGISTRATION], resources: ['x', 'MutatingWebhookConfiguration'] }, WEBHOOKS],
    ['validating webhook configurations', { apiGroups: [REGISTRATION], resources: ['ValidatingWebhookConfiguration'] }, WEBHOOKS],
    ['all groups and OLM, the first of which is named', { apiGroups: ['operators.coreos.com', '*'] }, ALL_GROUPS],
  ])('must not reach %s', (_, rule, message) => {
    expect(found(webhook('hook', { apiGroups: ['apps'] }, rule))).toEqual(fails(message));
  });

  it.each<[string, WebhookRule]>([
    ['all resources of another group', { apiGroups: ['apps'], resources: ['*'] }],
    ['other resources beside webhook configurations', { apiGroups: [REGISTRATION], resources: ['validatingadmissionpolicies'] }],
    // OLM compares with the kinds, so the plurals, which are what Kubernetes looks at, get past it.
    ['webhook configurations by their plural', { apiGroups: [REGISTRATION], resources: ['validatingwebhookconfigurations'] }],
    ['webhook configurations of another group', { apiGroups: ['apps'], resources: ['ValidatingWebhookConfiguration'] }],
    ['nothing', { apiGroups: null, resources: null }],
  ])('may reach %s', (_, rule) => {
    expect(found(webhook('hook', rule))).toBeUndefined();
  });

  it('may be missing', () => {
    expect(found({ generateName: 'hook' }, { generateName: 'other', rules: null })).toBeUndefined();
  });
});

describe('the names of webhooks', () => {
  it('must differ within a CSV', () => {
    expect(found(webhook('hook'), webhook('other'), webhook('hook'))).toEqual(fails(REPEATED));
  });

  it('may be the same in two CSVs', () => {
    expect(runRule(webhookDescriptions, clusterOf(operator('one', webhook('hook')), operator('two', webhook('hook'))))).toEqual({});
  });
});

describe('webhook descriptions', () => {
  it('are looked at in turn, the name before the rules', () => {
    const bad = { apiGroups: ['*'] };
    expect(found(webhook('hook'), webhook('hook', bad))).toEqual(fails(REPEATED));
    expect(found(webhook('hook', bad), webhook('hook'))).toEqual(fails(ALL_GROUPS));
  });

  it('fail only the CSV that has them', () => {
    expect(runRule(webhookDescriptions, clusterOf(operator('bad', webhook('hook', { apiGroups: ['*'] })), operator('good')))).toEqual({
      'op/bad': fails(ALL_GROUPS),
    });
  });
});
