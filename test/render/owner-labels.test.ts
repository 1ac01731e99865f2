import { expect, it } from 'vitest';
import { MANAGED_LABEL, ownerLabels } from '../../src/render/owner-labels.js';

it('what belongs to a CSV or a group says so, and that OLM manages it', () => {
  expect(ownerLabels({ namespace: 'op', name: 'foo.v1' }, 'ClusterServiceVersion')).toEqual({
    'olm.managed': 'true',
    'olm.owner': 'foo.v1',
    'olm.owner.kind': 'ClusterServiceVersion',
    'olm.owner.namespace': 'op',
  });
});

it('what belongs to nobody is managed all the same', () => {
  expect(MANAGED_LABEL).toEqual({ 'olm.managed': 'true' });
});
