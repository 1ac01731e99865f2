import { describe, expect, it } from 'vitest';
import { refusedRules } from '../../../src/olm/checks/csvs.js';
import { csv, group, readCsv } from '../../support/build.js';
import { failure, findings, findingsAbout } from '../../support/findings.js';
import { asking, READ_PODS } from '../../support/permissions.js';

const ENTRY = { serviceAccountName: 'robot' };
const URLS = { nonResourceURLs: ['/metrics'], verbs: ['get'] };

/** What is wrong with one rule in one of the lists. */
function said(list: 'permissions' | 'clusterPermissions', rule: object): string | undefined {
  const [finding] = findingsAbout(refusedRules, { csv: readCsv('op/operator', asking({ [list]: [{ ...ENTRY, rules: [rule] }] })) });
  return finding && /rules\[0\] \((.*?)\)/.exec(finding.message)?.[1];
}

describe('rules that the API server refuses', () => {
  it('rules-refused names where they stand', () => {
    const operator = csv(
      'op/operator',
      asking({
        permissions: [{ ...ENTRY }, { ...ENTRY, rules: [READ_PODS, { ...READ_PODS, apiGroups: [] }, URLS] }],
        clusterPermissions: [{ ...ENTRY, rules: [{ ...READ_PODS, resources: [] }] }],
      }),
    );
    expect(findings(group('op/group', { targets: ['op'] }), operator)).toEqual([
      failure({
        id: 'rules-refused',
        message:
          'the API server refuses the roles with spec.install.spec.permissions[1].rules[1] (no apiGroups), ' +
          'spec.install.spec.permissions[1].rules[2] (nonResourceURLs in a Role) and ' +
          'spec.install.spec.clusterPermissions[0].rules[0] (no resources), so OLM never installs the operator',
        fix: 'give every rule verbs, apiGroups and resources; rules for nonResourceURLs have only verbs, and belong to clusterPermissions',
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      }),
    ]);
  });

  it.each<['permissions' | 'clusterPermissions', object, string | undefined]>([
    ['permissions', READ_PODS, undefined],
    ['permissions', { ...READ_PODS, verbs: [] }, 'no verbs'],
    ['permissions', { verbs: ['get'], resources: ['pods'] }, 'no apiGroups'],
    ['permissions', { verbs: ['get'], apiGroups: [''] }, 'no resources'],
    ['permissions', URLS, 'nonResourceURLs in a Role'],
    ['permissions', { verbs: ['get'], apigroups: [''], resources: ['pods'] }, undefined],
    ['clusterPermissions', READ_PODS, undefined],
    ['clusterPermissions', URLS, undefined],
    ['clusterPermissions', { verbs: ['get'], resources: ['pods'] }, 'no apiGroups'],
    ['clusterPermissions', { verbs: ['get'], apiGroups: [''] }, 'no resources'],
  ])('%s with %j: %s', (list, rule, why) => {
    expect(said(list, rule)).toBe(why);
  });

  it('are left to the verdict where OLM refuses them itself', () => {
    expect(said('clusterPermissions', { ...READ_PODS, verbs: [] })).toBeUndefined();
    expect(said('clusterPermissions', { ...READ_PODS, ...URLS })).toBeUndefined();
  });

  it('do not matter where OLM makes no roles', () => {
    const operator = readCsv('op/operator', asking({ permissions: [{ ...ENTRY, rules: [{}] }] }, 'helm'));
    expect(findingsAbout(refusedRules, { csv: operator })).toEqual([]);
  });
});
