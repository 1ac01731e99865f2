import { expect, it } from 'vitest';
import { roles } from '../../../src/render/v1/roles.js';
import { registry } from '../../support/registry.js';
import { permission, v1Context } from '../../support/v1.js';

it('OLM v1 makes Roles in each target namespace, and none where the operator watches all', () => {
  const bundle = registry({ permissions: [permission('a')] });
  expect(roles(v1Context(bundle))).toEqual([]);
  expect(roles(v1Context(bundle, 'y', 'x')).map(({ kind, metadata }) => `${kind} ${metadata.namespace}`)).toEqual([
    'Role y',
    'RoleBinding y',
    'Role x',
    'RoleBinding x',
  ]);
});
