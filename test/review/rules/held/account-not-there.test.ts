import { describe, expect, it } from 'vitest';
import { accountNotThere } from '../../../../src/review/rules/held/bound-subjects.js';
import { namespace } from '../../../support/build.js';
import { said } from '../../../support/held-rule.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

describe('account-not-there', () => {
  it('tells of an account in a namespace that the input does not have', () => {
    expect(accountNotThere.find?.(accessTo(namespace('op'), bind('b', 'cluster-admin', 'ServiceAccount flux-system/helm')))).toEqual([
      {
        severity: 'warning',
        subject: { kind: 'ServiceAccount', namespace: 'flux-system', name: 'helm' },
        message:
          'ServiceAccount flux-system/helm is bound to cluster-admin in all namespaces, but the input has no namespace flux-system: anyone who creates it gets the permissions',
        path: wayOf('ServiceAccount flux-system/helm → ClusterRoleBinding b → ClusterRole cluster-admin → cluster-admin in all namespaces'),
        fix: 'correct the namespace of the subject in ClusterRoleBinding b, or remove it',
        place: { file: 'ClusterRoleBinding/b' },
        permissions: ['* *.*', '* url:*'],
        scope: 'cluster',
        identity: ['cluster'],
      },
    ]);
  });

  it('is a note for rights in a namespace', () => {
    expect(said(accountNotThere, namespace('op'), bind('op/b', 'view', 'ServiceAccount absent/ci'))).toEqual([
      'info: ServiceAccount absent/ci is bound to view in op, but the input has no namespace absent: anyone who creates it gets the permissions',
    ]);
  });

  it('says nothing of namespaces that are there, in the input or in every cluster', () => {
    const accounts = bind(
      'b',
      'view',
      'ServiceAccount op/ci',
      'ServiceAccount kube-system/ci',
      'ServiceAccount default/ci',
      'ServiceAccount openshift-monitoring/ci',
    );
    expect(said(accountNotThere, namespace('op'), accounts)).toEqual([]);
  });

  it('says nothing of an input without namespaces', () => {
    expect(said(accountNotThere, bind('b', 'view', 'ServiceAccount op/ci'))).toEqual([]);
  });
});
