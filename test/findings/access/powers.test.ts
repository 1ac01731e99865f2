import { describe, expect, it } from 'vitest';
import { powerOf } from '../../../src/findings/access/powers.js';
import type { GrantSubject } from '../../../src/rbac/grant.js';
import { namespace } from '../../support/build.js';
import { deepFreeze } from '../../support/deep-freeze.js';
import { bind, role, rule } from '../../support/rbac-in-short.js';
import { accessTo } from '../../support/states.js';
import { deployment, pod } from '../../support/workloads.js';

const HELD: GrantSubject = deepFreeze({ kind: 'ServiceAccount', namespace: 'op', name: 'held' });
const ADMIN = bind('powerful', 'cluster-admin', 'ServiceAccount op/powerful');
const powerIn = (place: string, ...rules: Parameters<typeof role>[1]) => {
  const id = place === '' ? 'held' : `${place}/held`;
  return powerOf(accessTo(namespace('op'), ADMIN, role('held', rules), bind(id, 'held', 'ServiceAccount op/held')), HELD);
};

describe('powerful', () => {
  it('is whoever holds what a rule calls an error', () => {
    expect(powerIn('', rule('create update', 'mutatingadmissionpolicies', 'admissionregistration.k8s.io'))).toBe(
      'create and update mutatingadmissionpolicies.admissionregistration.k8s.io in the whole cluster',
    );
    expect(powerIn('', rule('create', 'taskruns', 'tekton.dev'))).toBe('create taskruns.tekton.dev in all namespaces');
    expect(powerIn('', rule('update', 'configmaps', '', ['aws-auth']))).toContain('aws-auth');
  });

  it('is nobody for a warning or a note', () => {
    expect(powerIn('', rule('get', 'configmaps'))).toBeUndefined();
    expect(powerIn('', rule('update', 'configmaps', '', ['mine']))).toBeUndefined();
    expect(powerIn('other', rule('create', 'pods'))).toBeUndefined();
  });

  it('is whoever can act as a powerful account of a namespace', () => {
    expect(powerIn('op', rule('create', 'pods'))).toBe('create pods in op, and so act as ServiceAccount op/powerful');
  });

  it('is so in any number of steps', () => {
    const access = accessTo(
      bind('powerful', 'cluster-admin', 'ServiceAccount three/powerful'),
      role('pods', [rule('create', 'pods')]),
      bind('three/two', 'pods', 'ServiceAccount two/middle'),
      bind('two/one', 'pods', 'ServiceAccount op/held'),
    );
    expect(powerOf(access, HELD)).toBe('create pods in two, and so act as ServiceAccount two/middle');
  });

  it('is whoever changes by name the workload of a powerful account, and not its own', () => {
    const patch = role('held', [rule('patch', 'deployments', 'apps', ['controller'])]);
    const of = (account: string) =>
      powerOf(
        accessTo(
          ADMIN,
          patch,
          bind('held', 'held', 'ServiceAccount op/held'),
          deployment('op/controller', pod({}, { serviceAccountName: account })),
        ),
        HELD,
      );
    expect(of('powerful')).toBe('patch deployments.apps named controller in all namespaces');
    expect(of('held')).toBeUndefined();
    expect(powerIn('', rule('patch', 'deployments', 'apps', ['argocd-server']))).toContain('argocd-server');
  });
});
