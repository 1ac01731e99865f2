import { expect, it } from 'vitest';
import { subscriptionBesideInstall } from '../../../src/rules/install/subscriptions.js';

it('a Subscription beside an installed operator gets a note', () => {
  const csv = { kind: 'ClusterServiceVersion', namespace: 'ops', name: 'db.v1' };
  expect(subscriptionBesideInstall({ namespace: 'ops', name: 'db' }, csv)).toMatchObject({
    id: 'subscription-beside-install',
    severity: 'info',
    subject: { kind: 'Subscription', namespace: 'ops', name: 'db' },
    related: [csv],
  });
});
