import { describe, expect, it } from 'vitest';
import { rolesFor } from '../../../src/base/rbac/default-roles.js';
import type { GrantPath } from '../../../src/base/rbac/grant.js';
import { grantsOf } from '../../../src/base/rbac/grants.js';
import { rbacOf } from '../../../src/base/rbac/rbac.js';
import { pathTeller } from '../../../src/review/state/grant-path.js';
import type { State } from '../../../src/review/state/state.js';
import { csv, group, namespace } from '../../support/build.js';
import { aggregating, allow, binding, labelled, role } from '../../support/rbac.js';
import { profileState, stateOf } from '../../support/review.js';

const ALICE = { kind: 'User', name: 'alice' };

/** The paths to all rights of a subject, and the fields that were looked up for their places. */
function paths(state: State, kind: string): { paths: unknown[]; asked: string[] } {
  const asked: string[] = [];
  const teller = pathTeller({
    ...state,
    placeOf: (subject, field = []) => {
      asked.push([subject.kind, subject.name, ...field].join(' '));
      return { file: 'input.yaml', line: asked.length };
    },
  });
  const holders = rbacOf(state, rolesFor(state));
  const meant = [...holders.bySubject.values()].filter(({ subject }) => subject.kind === kind);
  return { paths: teller.place(grantsOf(meant, holders, teller.tell)).flatMap((grant) => grant.paths), asked };
}

describe('the path to a right', () => {
  it('leads to the rule of the role where that stands for itself', () => {
    const state = stateOf(
      namespace('a'),
      role('a/reader', allow('get', 'jobs'), allow('get', 'pods')),
      binding('a/devs', 'Role/reader', ALICE),
    );
    const path = {
      binding: { kind: 'RoleBinding', namespace: 'a', name: 'devs' },
      roles: [{ kind: 'Role', namespace: 'a', name: 'reader' }],
    };
    expect(paths(state, 'User')).toEqual({
      paths: [
        { ...path, rule: 0, place: { file: 'input.yaml', line: 1 } },
        { ...path, rule: 1, place: { file: 'input.yaml', line: 2 } },
      ],
      asked: ['Role reader rules 0', 'Role reader rules 1'],
    });
  });

  it('asks for a place once, however many rights stand there', () => {
    const state = stateOf(namespace('a'), role('a/reader', allow('get', 'jobs,pods,secrets')), binding('a/devs', 'Role/reader', ALICE));
    expect(paths(state, 'User').asked).toEqual(['Role reader rules 0']);
  });

  it("leads to the operator that one of Kubernetes' own roles is bound for", () => {
    const webhooks = [{ generateName: 'hook', deploymentName: 'server', type: 'ValidatingAdmissionWebhook' }];
    const install = { strategy: 'deployment', spec: { deployments: [{ name: 'server' }] } };
    const state = profileState(
      'olm',
      namespace('op'),
      group('op/etcd', { targets: ['op'] }),
      csv('op/etcd.v1', { spec: { install, webhookdefinitions: webhooks } }),
    );
    const owner = { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' };
    expect(paths(state, 'ServiceAccount').paths).toContainEqual({
      binding: { kind: 'ClusterRoleBinding', name: 'server-service-system:auth-delegator' },
      roles: [{ kind: 'ClusterRole', name: 'system:auth-delegator' }],
      rule: 0,
      owner,
      place: { file: 'input.yaml', line: 1 },
    });
  });

  it('has no place where none is known', () => {
    const state = stateOf(namespace('a'), role('a/reader', allow('get', 'jobs')), binding('a/devs', 'Role/reader', ALICE));
    const teller = pathTeller(state);
    const holders = rbacOf(state, rolesFor(state));
    const grants = grantsOf(
      [...holders.bySubject.values()],
      holders,
      teller.tell,
      (atom) => 'resource' in atom && atom.resource === 'jobs',
    );
    const own = teller.place(grants).filter(({ subject }) => subject.kind === 'User');
    expect(own.flatMap((grant) => grant.paths).map((path) => 'place' in path)).toEqual([false]);
  });

  it('shares its list of roles with the other rules on it', () => {
    const chain = stateOf(
      aggregating('sum'),
      labelled('part', { to: 'sum' }, allow('get', 'jobs'), allow('get', 'pods')),
      binding('devs', 'ClusterRole/sum', ALICE),
    );
    const [jobs, pods] = paths(chain, 'User').paths as GrantPath[];
    expect(jobs?.roles.map(({ name }) => name)).toEqual(['sum', 'part']);
    expect(pods?.rule).toBe(1);
    expect(pods?.roles).toBe(jobs?.roles);
  });
});
