import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { groupMember } from '../../../../src/review/rules/changed/wider-groups.js';
import { namespace } from '../../../support/build.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const group = (...users: string[]): KubernetesObject => ({
  apiVersion: 'user.openshift.io/v1',
  kind: 'Group',
  metadata: { name: 'admins' },
  users,
});
const told = (before: KubernetesObject, after: KubernetesObject, ...more: readonly KubernetesObject[]) =>
  groupMember
    .compare?.(accessTo(namespace('op'), before, ...more), accessTo(namespace('op'), after, ...more))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('group-member', () => {
  it('is a warning where it is not known to be powerful', () => {
    expect(told(group('alice'), group('bob', 'alice', 'mallory'), bind('b', 'view', 'Group admins'))).toEqual([
      'warning: Group admins has 2 new members: bob and mallory',
    ]);
  });

  it('says nothing of members that go', () => {
    expect(told(group('alice', 'bob'), group('bob'))).toEqual([]);
  });
});
