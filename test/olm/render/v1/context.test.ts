import { expect, it } from 'vitest';
import { servingNames, servingOf, watchesAll } from '../../../../src/olm/render/v1/context.js';
import { registry, webhook } from '../../../support/registry.js';
import { v1Context } from '../../../support/v1.js';

it('the context of an installation knows what it watches and which Deployments serve webhooks', () => {
  const context = v1Context(registry({ webhooks: [webhook(), webhook({ deploymentName: 'other' }), webhook()] }));
  expect([watchesAll(context), watchesAll({ ...context, targetNamespaces: ['a'] })]).toEqual([true, false]);
  expect(servingNames(context)).toEqual(['db', 'other']);
  expect(servingOf(context, 'db')).toEqual({ deployment: 'db', namespace: 'ops', service: 'db-service', certificate: 'db-service-cert' });
});
