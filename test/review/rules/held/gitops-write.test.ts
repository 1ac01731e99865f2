import { describe, expect, it } from 'vitest';
import { gitopsWrite } from '../../../../src/review/rules/held/admission.js';
import { csv, group, namespace } from '../../../support/build.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { asking } from '../../../support/permissions.js';
import { rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const RULE = rule('create', 'applications', 'argoproj.io');

describe('gitops-write', () => {
  testsOfHeldRule(gitopsWrite, RULE);

  it('is a warning for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(gitopsWrite, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(gitopsWrite, 'op', RULE)).toEqual(['info']);
    // Velero is cluster-admin as it is installed.
    expect(severityOfAccountIn(gitopsWrite, 'velero', rule('create', 'restores', 'velero.io'))).toEqual(['error']);
  });

  it('says nothing of get applications', () => {
    expect(permissionsOfAccount(gitopsWrite, rule('get', 'applications', 'argoproj.io'))).toEqual([]);
  });

  it('says nothing of the operator that provides the API', () => {
    const permissions = [{ serviceAccountName: 'manager', rules: [RULE] }];
    const argo = (owns: readonly string[]) => [
      namespace('op'),
      group('op/g'),
      csv('op/argo.v1', { owns, ...asking({ clusterPermissions: permissions }) }),
    ];
    expect(gitopsWrite.find?.(accessTo(...argo(['Application.v1.argoproj.io'])))).toEqual([]);
    expect(gitopsWrite.find?.(accessTo(...argo(['Other.v1.argoproj.io'])))).toHaveLength(1);
  });

  it('counts Flux', () => {
    expect(permissionsOfAccount(gitopsWrite, rule('create', 'helmreleases', 'helm.toolkit.fluxcd.io'))).toHaveLength(1);
    expect(permissionsOfAccount(gitopsWrite, rule('create', 'kustomizations', 'kustomize.toolkit.fluxcd.io'))).toHaveLength(1);
  });

  it.each([
    ['rootsyncs', 'configsync.gke.io'],
    ['applications', 'core.oam.dev'],
    ['clusterprofiles', 'config.projectsveltos.io'],
    ['selectorsyncsets', 'hive.openshift.io'],
    ['restores', 'velero.io'],
  ])('counts %s of %s', (resource, apiGroup) => {
    expect(permissionsOfAccount(gitopsWrite, rule('create', resource, apiGroup))).toEqual([`error: create ${resource}.${apiGroup}`]);
  });
});
