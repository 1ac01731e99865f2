import { describe, expect, it } from 'vitest';
import type { ObjectReference } from '../../../src/base/kubernetes/object.js';
import type { Finding } from '../../../src/olm/model/finding.js';
import { accept, deduplicated } from '../../../src/review/compare/accept.js';
import { reported } from '../../../src/review/compare/review.js';
import { changeOf, reviewOf, riskOf } from '../../support/hand-made-review.js';

const SUBJECT: ObjectReference = { kind: 'StorageClass', name: 'fast' };
const change = (message: string, subject = SUBJECT, parts: Partial<Finding> = {}): Finding => changeOf({ subject, message, ...parts });
const NEW = change('is new; the review does not cover this', SUBJECT, { presence: 'added' });
const risk = (says: string, parts: Partial<Finding> = {}): Finding => {
  const { permissions: _, scope: __, ...plain } = riskOf({ id: 'cluster-setting', subject: SUBJECT });
  return { ...plain, message: `StorageClass fast ${says}`, ...parts };
};
const WHOLE = risk('is new and decides where volumes come from', { presence: 'added' });
const changesOf = (risks: readonly Finding[], changes: readonly Finding[]): readonly Finding[] =>
  reported(deduplicated(reviewOf({ risks: { new: risks }, changes })), 'new', 'change');

describe('an object that comes or goes', () => {
  it('is not told again as unreviewed where a new risk tells of the whole object', () => {
    const other = change('is new; the review does not cover this', { kind: 'StorageClass', name: 'slow' }, { presence: 'added' });
    expect(changesOf([WHOLE], [NEW, other])).toEqual([other]);
    expect(
      changesOf(
        [risk('was removed; it decided where volumes come from', { presence: 'removed' })],
        [change('is removed; the review does not cover this', SUBJECT, { presence: 'removed' })],
      ),
    ).toEqual([]);
  });

  it('is unreviewed but for what a new risk tells of a part of it, or of what it holds', () => {
    const rest = [{ ...NEW, message: 'is new; the review does not cover the rest of it' }];
    expect(changesOf([risk('has a=b, which decides where volumes come from')], [NEW])).toEqual(rest);
    expect(changesOf([risk('can get pods', { permissions: ['get pods'] })], [NEW])).toEqual(rest);
  });

  it('is unreviewed where the risk can be about another object of the same kind and name', () => {
    expect(changesOf([WHOLE], [NEW, NEW])).toEqual([NEW, NEW]);
  });

  it('is unreviewed where a baseline accepts the risk', () => {
    const { review } = accept(
      reviewOf({ risks: { new: [WHOLE] }, changes: [NEW] }),
      [{ id: WHOLE.id, reason: 'it is meant to', file: '.cdk8s-olm.yaml' }],
      '2030-01-01',
    );
    expect([reported(review, 'new', 'risk'), reported(review, 'new', 'change')]).toEqual([[], [NEW]]);
  });
});

describe('an object that differs', () => {
  it('keeps the fields in which it does, which no risk names', () => {
    const differs = change('differs in spec.ingress; the review does not cover this');
    expect(changesOf([risk('is changed and decides who can reach whom on the network')], [differs])).toEqual([differs]);
  });
});
