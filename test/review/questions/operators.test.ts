import { describe, expect, it } from 'vitest';
import { ofOperators, operatorAccounts } from '../../../src/review/questions/operators.js';
import { whoCanVerbs } from '../../../src/review/questions/verb-groups.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { allow, binding, role } from '../../support/rbac.js';
import { stateOf } from '../../support/states.js';

const state = stateOf(
  namespace('op'),
  group('op/all', { targets: ['op'] }),
  csv('op/a', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] })),
  csv('op/b', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] })),
  role('op/maps', allow('list', 'configmaps')),
  binding('op/maps', 'Role/maps', { kind: 'Group', name: 'system:serviceaccounts:op' }),
);

describe('accounts of operators', () => {
  it('are named with their operators, each once', () => {
    expect(operatorAccounts(state).filter(({ subject }) => subject.name === 'robot')).toMatchObject([{ operators: ['op/a', 'op/b'] }]);
  });

  it('can do what their groups can', () => {
    const found = whoCanVerbs(state, { verb: 'list', apiGroup: '', resource: 'configmaps' });
    const { allowed } = ofOperators(found, operatorAccounts(state));
    expect(allowed.map(({ subject, operators }) => [subject.name, operators])).toContainEqual([
      'system:serviceaccounts:op',
      ['op/a', 'op/b'],
    ]);
    expect(allowed.some(({ subject }) => subject.name === 'system:masters')).toBe(false);
  });
});
