import { describe, expect, it } from 'vitest';
import { persistentVolumeCreate } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('persistent-volume-create', () => {
  testsOfHeldRule(persistentVolumeCreate, rule('create', 'persistentvolumes'));

  it('counts what else names a disk by its handle', () => {
    const held = [
      rule('create', 'volumesnapshotcontents', 'snapshot.storage.k8s.io'),
      rule('create', 'volumeattachments', 'storage.k8s.io'),
    ];
    expect(saidOf(persistentVolumeCreate, ...held)).toHaveLength(1);
  });

  it.each(['update', 'patch'])('counts %s, which binds the data of a volume to another claim', (verb) => {
    expect(saidOf(persistentVolumeCreate, rule(verb, 'persistentvolumes'))).toHaveLength(1);
  });

  it('says nothing of claims, and of reading volumes', () => {
    expect(saidOf(persistentVolumeCreate, rule('*', 'persistentvolumeclaims'), rule('get list watch', 'persistentvolumes'))).toEqual([]);
  });

  it('says nothing of a Role, which gives nothing', () => {
    expect(saidOfAccountIn(persistentVolumeCreate, 'team', rule('create', 'persistentvolumes'))).toEqual([]);
  });
});
