import { expect, it } from 'vitest';
import { installation, registry, webhook } from '../../../support/registry.js';
import { OLM_INSTALL } from '../../../support/render.js';

const ours = { ...installation(registry()), labels: { 'operators.coreos.com/db.ops': '', other: 'x' } };
const owner = { 'olm.managed': 'true', 'olm.owner': 'db.v1.0.0', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'ops' };

it('OLM labels what it installs with its owner', () => {
  expect(OLM_INSTALL.labels(ours, 'Deployment')).toEqual({ ...owner, 'operators.coreos.com/db.ops': '' });
  expect(OLM_INSTALL.labels(ours, 'Service')).toEqual({ 'olm.managed': 'true', 'operators.coreos.com/db.ops': '' });
  expect(OLM_INSTALL.labels(ours, 'APIService')).toEqual(owner);
  expect(OLM_INSTALL.webhookLabels(ours, webhook())).toMatchObject({ ...owner, 'olm.webhook-description-generate-name': 'vdb.kb.io' });
});
