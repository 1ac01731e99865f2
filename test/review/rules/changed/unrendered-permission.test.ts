import { describe, expect, it } from 'vitest';
import { accessOf } from '../../../../src/review/rules/access/access.js';
import { unrenderedPermission } from '../../../../src/review/rules/changed/roles.js';
import { csv, group, namespace } from '../../../support/build.js';
import { asking } from '../../../support/permissions.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { stateOf } from '../../../support/states.js';

const PODS = rule('get', 'pods');
const SECRETS = rule('get', 'secrets');

/** A folder of roles that give `held`, beside a CSV that asks for `asked`; `made` where both are rendered now. */
const state = (asked: typeof PODS, held: typeof PODS, made = false) => {
  const permissions = [{ serviceAccountName: 'manager', rules: [{ verbs: ['get'], apiGroups: [''], resources: asked.resources }] }];
  const {
    objects,
    made: now,
    ...others
  } = stateOf(namespace('op'), group('op/group'), csv('op/etcd.v1', asking({ clusterPermissions: permissions })));
  if (made) return accessOf({ ...others, objects, made: now });
  return accessOf({ ...others, objects: [role('r', [held]), bind('b', 'r', 'ServiceAccount op/manager')] });
};
const told = (before: ReturnType<typeof state>, after: ReturnType<typeof state>) =>
  unrenderedPermission.compare?.(before, after).map(({ severity, message }) => `${severity}: ${message}`);

describe('unrendered-permission', () => {
  it('says nothing of what the roles give, of what was so before, and of what is rendered now', () => {
    expect(told(state(PODS, PODS), state(SECRETS, SECRETS))).toEqual([]);
    expect(told(state(SECRETS, PODS), state(SECRETS, PODS))).toEqual([]);
    expect(told(state(PODS, PODS, true), state(SECRETS, PODS, true))).toEqual([]);
  });
});
