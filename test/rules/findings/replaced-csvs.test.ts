import { describe, expect, it } from 'vitest';
import { csv, group } from '../../support/build.js';
import { csvRef, findings, OPERATOR } from '../../support/findings.js';

describe('a CSV that is gone', () => {
  it('csv-replaced, for information', () => {
    expect(findings(group('op/group'), csv('op/operator'), csv('op/successor', { spec: { replaces: 'operator' } }))).toEqual([
      {
        id: 'csv-replaced',
        severity: 'info',
        subject: OPERATOR,
        message: 'operator is replaced by successor and is not rendered',
        fix: 'remove operator from the input once the cluster runs successor',
        related: [csvRef('op', 'successor')],
        verdict: false,
      },
    ]);
  });
});
