import { expect, it } from 'vitest';
import { apiKey } from '../../../src/olm/model/api-key.js';

it('an API is named Kind.version.group, as in olm.providedAPIs', () => {
  expect(apiKey({ kind: 'EtcdCluster', version: 'v1beta2', group: 'etcd.database.coreos.com' })).toBe(
    'EtcdCluster.v1beta2.etcd.database.coreos.com',
  );
});
