import { expect, it } from 'vitest';
import { allGrants } from '../../../src/review/questions/all-grants.js';
import { namespace } from '../../support/build.js';
import { allow, binding, role } from '../../support/rbac.js';
import { stateOf } from '../../support/review.js';

it('the grants of a state are those of all its subjects, and of whoever holds an aggregated role', () => {
  const state = stateOf(
    namespace('a'),
    role('a/reader', allow('get', 'pods')),
    binding('a/reader', 'Role/reader', { kind: 'User', name: 'eve' }),
  );
  const grants = allGrants(state);
  expect(grants.filter(({ subject }) => subject.kind !== 'RoleHolder')).toEqual([
    {
      subject: { kind: 'User', name: 'eve' },
      scope: ['a'],
      right: { verbs: ['get'], apiGroup: '', resource: 'pods' },
      paths: [
        {
          binding: { kind: 'RoleBinding', namespace: 'a', name: 'reader' },
          roles: [{ kind: 'Role', namespace: 'a', name: 'reader' }],
          rule: 0,
        },
      ],
    },
  ]);
  expect(new Set(grants.flatMap(({ subject }) => (subject.kind === 'RoleHolder' ? [subject.name] : [])))).toEqual(
    new Set(['admin', 'edit', 'view']),
  );
});
