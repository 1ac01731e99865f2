import { expect, it } from 'vitest';
import { ownerLabels } from '../../../src/olm/render/metadata.js';
import { ERA } from '../../../src/olm/render/profile/era.js';

it('what belongs to a CSV or a group says so, and that OLM manages it', () => {
  expect(ownerLabels({ namespace: 'op', name: 'foo.v1' }, 'ClusterServiceVersion', ERA.C)).toEqual({
    'olm.managed': 'true',
    'olm.owner': 'foo.v1',
    'olm.owner.kind': 'ClusterServiceVersion',
    'olm.owner.namespace': 'op',
  });
});

it('up to v0.25, OLM does not say that it manages anything', () => {
  expect(ownerLabels({ namespace: 'op', name: 'foo.v1' }, 'ClusterServiceVersion', ERA.A)).not.toHaveProperty('olm.managed');
});
