import { describe, expect, it } from 'vitest';
import { settingWrite } from '../../../../src/review/rules/held/admission.js';
import { permissionsOfAccount, saidOf, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('patch', 'clusterversions', 'config.openshift.io');

describe('setting-write', () => {
  testsOfHeldRule(settingWrite, RULE);

  it.each([
    ['the release of the cluster', RULE, 'patch clusterversions.config.openshift.io'],
    ['mirrors', rule('create', 'imagetagmirrorsets', 'config.openshift.io'), 'create imagetagmirrorsets.config.openshift.io'],
    ['what policies do not look at', rule('create', 'policyexceptions', 'kyverno.io'), 'create policyexceptions.kyverno.io'],
    ['what nodes start with', rule('update', 'nodepools', 'hypershift.openshift.io'), 'update nodepools.hypershift.openshift.io'],
    ['the cloud', rule('create', 'accessentries', 'eks.services.k8s.aws'), 'create accessentries.eks.services.k8s.aws'],
    ['any kind of a group', rule('create', 'globalrolebindings', 'management.cattle.io'), 'create globalrolebindings.management.cattle.io'],
    [
      'a guard that goes',
      rule('delete', 'k8srequiredlabels', 'constraints.gatekeeper.sh'),
      'delete k8srequiredlabels.constraints.gatekeeper.sh',
    ],
  ])('is an error where somebody can write %s in all namespaces', (_, held, permission) => {
    expect(permissionsOfAccount(settingWrite, held)).toEqual([`error: ${permission}`]);
  });

  it('counts a named object: there is one of many of them', () => {
    expect(permissionsOfAccount(settingWrite, { ...RULE, resourceNames: ['version'] })).toHaveLength(1);
  });

  it('is a warning of kinds that are one when a change writes them', () => {
    expect(permissionsOfAccount(settingWrite, rule('create', 'priorityclasses', 'scheduling.k8s.io'))).toEqual([
      'warning: create priorityclasses.scheduling.k8s.io',
    ]);
  });

  it('is a warning in some namespaces', () => {
    expect(severityOfAccountIn(settingWrite, 'team', rule('create', 'policyexceptions', 'kyverno.io'))).toEqual(['warning']);
  });

  it('says nothing of reading, of subresources, of sizes, and of what another rule tells', () => {
    const quiet = [
      rule('get', 'clusterversions', 'config.openshift.io'),
      rule('update', 'clusterversions/status', 'config.openshift.io'),
      rule('create', 'poddisruptionbudgets', 'policy'),
      rule('create', 'machineconfigs', 'machineconfiguration.openshift.io'),
      rule('create', 'applications', 'argoproj.io'),
      rule('create', 'deployments', '*'),
    ];
    expect(saidOf(settingWrite, ...quiet)).toEqual([]);
  });
});
