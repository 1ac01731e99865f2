import { describe, expect, it } from 'vitest';
import { selectorPassedOver } from '../../../src/olm/checks/groups.js';
import { group } from '../../support/build.js';
import { findings } from '../../support/findings.js';

const found = (...fields: Parameters<typeof group>) => findings(group(...fields)).filter(({ id }) => id === selectorPassedOver.id);

describe('a selector beside target namespaces', () => {
  const selector = { matchLabels: { a: 'b' } };

  it('counts for nothing', () => {
    expect(found('op/group', { targets: ['op'], selector })).toMatchObject([
      { subject: { kind: 'OperatorGroup', namespace: 'op', name: 'group' } },
    ]);
  });

  it('counts alone, and an empty one is none', () => {
    expect(found('op/group', { selector })).toEqual([]);
    expect(found('op/group', { targets: ['op'], selector: {} })).toEqual([]);
    expect(found('op/group', { targets: ['op'] })).toEqual([]);
  });
});
