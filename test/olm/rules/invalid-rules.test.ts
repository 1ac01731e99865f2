import { describe, expect, it } from 'vitest';
import { invalidRules, isInvalidRule } from '../../../src/olm/rules/pending-rules.js';
import { clusterOf, csv } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { type RuleResult, runRule } from '../../support/run-rule.js';

const NO_VERB = 'policy rule must have at least one verb';
const MIXED = 'rule cannot apply to both regular resources and non-resource URLs';
const URLS = { verbs: ['get'], nonResourceURLs: ['/metrics'] };

/** What the rule says about a CSV that asks for these rules in the whole cluster. */
function found(...rules: unknown[]): RuleResult | undefined {
  return runRule(invalidRules, clusterOf(csv('op/operator', asking({ clusterPermissions: [{ serviceAccountName: 'robot', rules }] }))))[
    'op/operator'
  ];
}

/** As nothing is installed, OLM goes on to RequirementsNotMet and from there back. */
function fails(message: string): RuleResult {
  const verdict = {
    phase: 'Failed',
    reason: 'InvalidInstallStrategy',
    message: `install strategy invalid: rule invalid: ${message}`,
  } as const;
  return { verdict: { ...verdict, because: [] }, unstable: true };
}

describe('a rule of clusterPermissions', () => {
  it.each<[string, unknown, string]>([
    ['no verbs', { apiGroups: [''], resources: ['pods'] }, NO_VERB],
    ['an empty list of verbs', { verbs: [], apiGroups: [''], resources: ['pods'] }, NO_VERB],
    ['nothing at all', {}, NO_VERB],
    ['URLs beside resources', { ...URLS, resources: ['pods'] }, MIXED],
    ['URLs beside an API group', { ...URLS, apiGroups: [''] }, MIXED],
    ['URLs beside the names of objects', { ...URLS, resourceNames: ['one'] }, MIXED],
    ['neither verbs nor one kind of target', { nonResourceURLs: ['/metrics'], resources: ['pods'] }, NO_VERB],
    ['keys in lower case', { verbs: ['get'], nonresourceurls: ['/metrics'], apigroups: [''] }, MIXED],
  ])('with %s fails the CSV, and OLM never comes to rest over it', (_, rule, message) => {
    expect(found(rule)).toEqual(fails(message));
  });

  it.each<[string, unknown]>([
    ['over resources', READ_PODS],
    ['over URLs', URLS],
    ['over URLs, with empty lists for resources', { ...URLS, apiGroups: [], resources: [], resourceNames: [] }],
    ['over resources, with an empty list of URLs', { ...READ_PODS, nonResourceURLs: [] }],
    ['over nothing', { verbs: ['get'] }],
  ])('%s is one that OLM can judge', (_, rule) => {
    expect(found(rule)).toBeUndefined();
  });

  it('is reported if it is the first bad one', () => {
    expect(found(READ_PODS, { ...URLS, resources: ['pods'] }, {})).toEqual(fails(MIXED));
  });

  it('is looked for in every entry', () => {
    const clusterPermissions = [{ serviceAccountName: 'one' }, { serviceAccountName: 'two', rules: [{}] }];
    expect(runRule(invalidRules, clusterOf(csv('op/bad', asking({ clusterPermissions })), csv('op/good')))).toEqual({
      'op/bad': fails(NO_VERB),
    });
  });
});

describe('a rule of permissions', () => {
  it('is not looked into: OLM recognises it by its hash', () => {
    const permissions = [{ serviceAccountName: 'robot', rules: [{}, { ...URLS, resources: ['pods'] }] }];
    expect(runRule(invalidRules, clusterOf(csv('op/operator', asking({ permissions }))))).toEqual({});
  });
});

describe('an invalid rule', () => {
  it('is one without a verb, or over both resources and URLs', () => {
    const rules = [{}, { verbs: [] }, { ...URLS, resources: ['pods'] }, READ_PODS, URLS];
    expect(rules.map(isInvalidRule)).toEqual([true, true, true, false, false]);
  });
});
