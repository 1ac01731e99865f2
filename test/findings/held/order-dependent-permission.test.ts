import { expect, it } from 'vitest';
import { accessOf } from '../../../src/findings/access/access.js';
import { orderDependentPermission } from '../../../src/findings/held/order-dependent-permission.js';
import { review } from '../../../src/review/compare.js';
import { reported } from '../../../src/review/reported.js';
import { contending } from '../../support/contending.js';
import { stateOf } from '../../support/review.js';

it('order-dependent-permission tells what the operator that loses here has where it wins, and why', () => {
  const found = orderDependentPermission.find?.(accessOf(stateOf(...contending()))) ?? [];
  expect(found.map(({ message, fix }) => [message, fix])).toEqual([
    [
      'ServiceAccount op-b/robot perhaps can get secrets in tenant: it depends on whether OLM processes op-b/bar or op-a/foo first',
      'follow the finding about op-b/bar',
    ],
  ]);
});

it('says nothing where one operator is alone', () => {
  const alone = contending().filter(({ kind, metadata }) => kind !== 'ClusterServiceVersion' || metadata.namespace !== 'op-b');
  expect(orderDependentPermission.find?.(accessOf(stateOf(...alone)))).toEqual([]);
});

it('is a new risk of the change that adds the second operator', () => {
  const [base, head] = [stateOf(...contending().slice(0, -1)), stateOf(...contending())];
  expect(reported(review(base, head), 'new', 'risk').map(({ id }) => id)).toContain('order-dependent-permission');
  expect(reported(review(head, head), 'unchanged', 'risk').map(({ id }) => id)).toContain('order-dependent-permission');
});
