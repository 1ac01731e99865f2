import { describe, expect, it } from 'vitest';
import { comesAlong } from '../../../src/olm/checks/dependencies.js';
import { cluster } from '../../../src/olm/model/cluster-of-parts.js';
import { readCsv } from '../../support/build.js';

describe('dependency-comes-along', () => {
  it('says what needs an operator that nobody asks for', () => {
    const clusterServiceVersions = [readCsv('op/etcd.v1'), { ...readCsv('op/storage.v1'), neededBy: ['etcd.v1'] }];
    expect(comesAlong.find?.(cluster({ clusterServiceVersions }))).toEqual([
      {
        subject: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'storage.v1' },
        message: 'no Subscription asks for it; OLM installs it because etcd.v1 needs it',
        fix: 'nothing, if it is meant; a Subscription of your own fixes its channel and catalog',
        related: [{ kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' }],
      },
    ]);
  });
});
