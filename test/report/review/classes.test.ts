import { describe, expect, it } from 'vitest';
import { classOf, effectOf, holdersOf, isRoutine } from '../../../src/report/review/classes.js';
import { CHANGE_RULES } from '../../../src/review/rules/changed/index.js';
import { RISK_RULES } from '../../../src/review/rules/index.js';
import { tierOf } from '../../../src/review/rules/tiers.js';
import { grantOf, riskOf, scopeChangeOf } from '../../support/hand-made-review.js';

describe('the lists by which a report sorts findings', () => {
  it('put each rule where a reader looks for it; one that is new is seen here', () => {
    const kinds = [
      ['risk', RISK_RULES],
      ['change', CHANGE_RULES],
    ] as const;
    const rows = kinds.flatMap(([kind, rules]) =>
      rules.map(({ id }) => {
        const tier = tierOf({ id, severity: 'error', permissions: [] });
        const words = [classOf({ id }, kind), ...(tier ? [tier] : []), ...(isRoutine({ id, severity: 'info' }) ? ['counted'] : [])];
        return `${id}: ${words.join(', ')}`;
      }),
    );
    expect(`${rows.join('\n')}\n`).toMatchSnapshot();
  });
});

it('says that permissions may change where a script that runs names objects of OLM', () => {
  const effect = (after: string) =>
    effectOf(scopeChangeOf({ id: 'command-changed', severity: 'warning', after }), 'change', holdersOf({ gained: [], lost: [] }));
  expect(effect('oc apply <<EOF\nkind: Subscription\nEOF')).toBe('perhaps');
  expect(effect('run --verbose')).toBe('none');
});

describe('a finding about held permissions', () => {
  const [keeper, other] = ['keeper', 'other'].map((name) => grantOf({ subject: { kind: 'ServiceAccount', namespace: 'platform', name } }));
  const [mine, theirs] = [[keeper], [other]] as [(typeof keeper & object)[], (typeof other & object)[]];
  const held = riskOf({ subject: { kind: 'ServiceAccount', namespace: 'platform', name: 'keeper' }, permissions: ['create pods'] });

  it.each([
    ['a gain, if its subject gains', mine, [], 'more'],
    ['a gain, if its subject gains and loses', mine, mine, 'more'],
    ['none, if its subject only loses', [], mine, 'none'],
    ['none, if its subject only loses, and another gains', theirs, mine, 'none'],
    ['open, if it is an error, and only another loses', [], theirs, 'perhaps'],
  ] as const)('is %s', (_, gained, lost, effect) => {
    expect(effectOf(held, 'risk', holdersOf({ gained, lost }))).toBe(effect);
  });
});
