import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { summarise } from '../../src/report/summary.js';
import { review } from '../../src/review/compare/compare.js';
import { namespace } from '../support/build.js';
import { allow, binding, role } from '../support/rbac.js';
import { stateOf } from '../support/states.js';

const SUBJECTS = ['eva', 'bob', 'ann'].map((name) => ({ kind: 'User', name }));
const answer = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) => {
  const [base, head] = [before, after].map((objects) => stateOf(namespace('a'), ...objects));
  if (!base || !head) throw new Error('no states');
  return summarise(review(base, head));
};

describe('a binding to a role that is not in the input', () => {
  const ids = fc.constantFrom('a/one', 'one');
  const subjects = fc.subarray(SUBJECTS, { minLength: 1 });

  it('is a loss where it goes or loses subjects, and a possible gain the other way round', () => {
    fc.assert(
      fc.property(ids, subjects, fc.subarray(SUBJECTS), (id, all, some) => {
        const left = all.filter((one) => some.includes(one));
        const [before, after] = [all, left].map((own) => (own.length > 0 ? [binding(id, 'ClusterRole/elsewhere', ...own)] : []));
        if (!before || !after || left.length === all.length) return;
        const gone = all.filter((one) => !left.includes(one)).map(({ name }) => name);
        expect(answer(before, after)).toMatchObject({
          answer: 'less',
          headline: expect.stringMatching(
            new RegExp(`^Grants less: User (?:${gone.join('|')}) is no longer bound to ClusterRole elsewhere`),
          ),
        });
        expect(answer(after, before).answer).toBe('perhaps');
      }),
      { numRuns: 40 },
    );
  });

  it('is no loss where the role comes into the input', () => {
    const bound = binding('one', 'ClusterRole/elsewhere', ...SUBJECTS);
    expect(answer([bound], [bound, role('elsewhere')]).answer).toBe('none');
    expect(answer([bound], [bound, role('elsewhere', allow('get', 'pods'))]).answer).toBe('more');
  });
});
