import { describe, expect, it } from 'vitest';
import { accept } from '../../../src/review/compare/accept.js';
import { reported } from '../../../src/review/compare/review.js';
import { CONFLICT, reviewOf, riskOf } from '../../support/hand-made-review.js';

const TODAY = '2030-01-01';
const entry = (id: string) => ({ id, reason: 'it is meant to', file: '.cdk8s-olm.yaml' });
const [NEW, OLD] = [riskOf(), riskOf({ id: 'secrets-read', fingerprint: 'x' })];
const REVIEW = reviewOf({ risks: { new: [NEW], unchanged: [OLD] }, checks: { new: [CONFLICT] } });

describe('a baseline over a review', () => {
  it('takes out the risks that it accepts, new and old, with its reason', () => {
    const { review, findings } = accept(REVIEW, [entry('role-escalation'), entry('secrets-read')], TODAY);
    expect(findings).toEqual([]);
    const acceptance = { reason: 'it is meant to' };
    expect(review).toEqual({
      ...REVIEW,
      findings: [
        { finding: CONFLICT, kind: 'check', state: 'new' },
        { finding: NEW, kind: 'risk', state: 'accepted', acceptance, isOpen: true },
        { finding: OLD, kind: 'risk', state: 'accepted', acceptance },
      ],
    });
  });

  it('takes out findings, too', () => {
    const { review } = accept(REVIEW, [entry(CONFLICT.id)], TODAY);
    expect(reported(review, 'new', 'check')).toEqual([]);
    expect(review.findings.at(-1)).toMatchObject({ finding: CONFLICT, state: 'accepted', acceptance: { reason: 'it is meant to' } });
  });

  it('takes out findings that were there before, with their place', () => {
    const place = { file: 'prod/a.yaml', line: 3, column: 1 };
    const { review, findings } = accept(reviewOf({ checks: { unchanged: [{ ...CONFLICT, place }] } }), [entry(CONFLICT.id)], TODAY);
    expect({ findings, left: reported(review, 'unchanged') }).toEqual({ findings: [], left: [] });
    expect(review.findings).toMatchObject([{ finding: { id: CONFLICT.id, place }, acceptance: { reason: 'it is meant to' } }]);
  });

  it('tells of entries that nothing needs, and leaves the rest as it is', () => {
    const { review, findings } = accept(REVIEW, [entry('impersonation')], TODAY);
    expect(review).toEqual(REVIEW);
    expect(findings.map(({ id }) => id)).toEqual(['baseline-unused']);
  });
});
