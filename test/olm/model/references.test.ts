import { describe, expect, it } from 'vitest';
import { csvReference, groupReference } from '../../../src/olm/model/finding.js';
import { readCsv, readGroup } from '../../support/build.js';

describe('a reference', () => {
  it('names the object and nothing more of it', () => {
    expect(csvReference(readCsv('op/operator'))).toEqual({ kind: 'ClusterServiceVersion', namespace: 'op', name: 'operator' });
    expect(groupReference(readGroup('op/group'))).toEqual({ kind: 'OperatorGroup', namespace: 'op', name: 'group' });
  });
});
