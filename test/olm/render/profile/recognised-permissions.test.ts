import { describe, expect, it } from 'vitest';
import { namespacedRoles } from '../../../../src/olm/render/permissions.js';
import { permissionKeys, recognisedPermissions } from '../../../../src/olm/render/profile/recognised-permissions.js';
import { readCsv } from '../../../support/build.js';
import { asking } from '../../../support/permissions.js';
import { OLM } from '../../../support/render.js';

const READ = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const WRITE = { apiGroups: [''], resources: ['pods'], verbs: ['create'] };
const permission = (serviceAccountName: string, ...rules: (typeof READ)[]) => ({ serviceAccountName, rules });
const operator = (name: string, ...permissions: ReturnType<typeof permission>[]) => readCsv(`op/${name}`, asking({ permissions }));

describe('a permission', () => {
  const first = operator('first', permission('robot', READ));
  const second = operator('second', permission('robot', READ));
  const keys = permissionKeys(second, permission('robot', READ));

  it('is recognised in the namespace whose Role has its rules and is bound to its account, whoever asked for it', () => {
    const recognised = recognisedPermissions(namespacedRoles(first, OLM));
    expect([recognised.has('op', keys), recognised.has('team', keys)]).toEqual([true, false]);
  });

  it('is recognised where its Role has been copied to', () => {
    const recognised = recognisedPermissions([]);
    recognised.add('team', namespacedRoles(first, OLM));
    expect([recognised.has('op', keys), recognised.has('team', keys)]).toEqual([false, true]);
  });

  it.each<[string, ReturnType<typeof permission>]>([
    ['of another account', permission('other', READ)],
    ['with other rules', permission('robot', WRITE)],
    ['with more rules', permission('robot', READ, WRITE)],
  ])('%s is not recognised', (_, asked) => {
    expect(recognisedPermissions(namespacedRoles(first, OLM)).has('op', permissionKeys(second, asked))).toBe(false);
  });

  it('is recognised beside a Role with its rules that is bound to another account', () => {
    const both = [...namespacedRoles(operator('a', permission('other', READ)), OLM), ...namespacedRoles(first, OLM)];
    expect(recognisedPermissions(both).has('op', keys)).toBe(true);
  });
});
