import { describe, expect, it } from 'vitest';
import { changed, type Finding, rule, toFinding, toldWhenRead } from '../../../src/olm/model/finding.js';

const RULE = rule('an-id', 'error', 'A title', { meaning: 'A meaning.', fix: 'A fix.' });
const found = (message: string): Finding =>
  toFinding(RULE, {
    subject: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'a.v1' },
    message,
    fix: 'keep one',
    related: [{ kind: 'ClusterServiceVersion', namespace: 'op', name: 'b.v1' }],
  });

describe('a finding that is told when it is read', () => {
  it('is the same finding', () => {
    expect({ ...toldWhenRead(found(''), () => 'says it') }).toEqual(found('says it'));
  });

  it('makes its sentence only then, also after another field changed', () => {
    let times = 0;
    const told = changed(
      toldWhenRead(found(''), () => `said ${++times} times`),
      (finding) => ({ ...finding, severity: 'info' }),
    );
    expect([told.severity, times]).toEqual(['info', 0]);
    expect(told.message).toBe('said 1 times');
    expect(told.fingerprint).toBe(found('').fingerprint);
  });
});
