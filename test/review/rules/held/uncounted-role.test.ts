import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { accessOf } from '../../../../src/review/rules/access/access.js';
import { uncountedRole } from '../../../../src/review/rules/held/uncertain-roles.js';
import { csv, group, namespace } from '../../../support/build.js';
import { asking, READ_PODS } from '../../../support/permissions.js';
import { bind, role } from '../../../support/rbac-in-short.js';
import { profileState } from '../../../support/review.js';

const OPERATOR = [
  namespace('op'),
  group('op/group', { targets: ['op'] }),
  csv('op/etcd.v1', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] })),
];
const state = (...objects: readonly KubernetesObject[]) => profileState('documented', ...objects);
const told = (...objects: readonly KubernetesObject[]): string[] =>
  (uncountedRole.find?.(accessOf(state(...objects))) ?? []).map(({ severity, message }) => `${severity}: ${message}`);
const [made] = state(...OPERATOR).objects.filter(({ kind }) => kind === 'RoleBinding');
const name = `op/${made?.metadata.name}`;

describe('uncounted-role', () => {
  it('tells of a binding that has the name of a rendered one and grants something else', () => {
    expect(told(...OPERATOR, bind(name, 'admin', 'User mallory'))).toEqual([
      `warning: RoleBinding ${name} is there twice and grants different permissions: which of them applies is not known`,
    ]);
  });

  it('says nothing of what is rendered, and is given as well', () => {
    expect(made).toBeDefined();
    if (made) expect(told(...OPERATOR, made)).toEqual([]);
    expect(told(...OPERATOR, role('mine', []), bind('a', 'mine', 'User ann'))).toEqual([]);
  });
});
