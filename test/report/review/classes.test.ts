import { describe, expect, it } from 'vitest';
import { classOf, effectOf, isRoutine } from '../../../src/report/review/classes.js';
import { CHANGE_RULES } from '../../../src/review/rules/changed/index.js';
import { RISK_RULES } from '../../../src/review/rules/index.js';
import { tierOf } from '../../../src/review/rules/tiers.js';
import { scopeChangeOf } from '../../support/hand-made-review.js';

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
  const effect = (after: string) => effectOf(scopeChangeOf({ id: 'command-changed', severity: 'warning', after }), 'change', false);
  expect(effect('oc apply <<EOF\nkind: Subscription\nEOF')).toBe('perhaps');
  expect(effect('run --verbose')).toBe('none');
});
