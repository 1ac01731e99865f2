import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { summarise } from '../../src/report/summary.js';
import { review } from '../../src/review/compare/compare.js';
import { namespace } from '../support/build.js';
import { allow, binding, labelled, role } from '../support/rbac.js';
import { stateOf } from '../support/states.js';

const RESOURCES = ['pods', 'secrets', 'configmaps', 'services'];
const PARTS = ['one', 'two', 'three'];
const LABELS = ['a', 'b'];

/** A ClusterRole that collects roles by their labels, or has rules of its own, and the roles that it can collect. */
interface Side {
  readonly selectors: readonly string[] | undefined;
  readonly own: readonly string[];
  readonly parts: readonly { readonly labels: readonly string[]; readonly resources: readonly string[] }[];
}

const side: fc.Arbitrary<Side> = fc.record({
  selectors: fc.option(fc.subarray(LABELS, { minLength: 1 }), { nil: undefined }),
  own: fc.subarray(RESOURCES),
  parts: fc.array(fc.record({ labels: fc.subarray(LABELS), resources: fc.subarray(RESOURCES) }), { minLength: 3, maxLength: 3 }),
});

function objectsOf(
  { selectors, own, parts }: Side,
  subjects: readonly { kind: string; name: string; namespace?: string }[],
): KubernetesObject[] {
  const collecting = {
    ...role('team', ...(selectors ? [] : own).map((resource) => allow('get', resource))),
    ...(selectors ? { aggregationRule: { clusterRoleSelectors: selectors.map((to) => ({ matchLabels: { [`to-${to}`]: 'true' } })) } } : {}),
  };
  return [
    namespace('op'),
    collecting,
    ...parts.map(({ labels, resources }, index) =>
      labelled(
        PARTS[index] ?? '',
        Object.fromEntries(labels.map((label) => [`to-${label}`, 'true'])),
        ...resources.map((resource) => allow('get', resource)),
      ),
    ),
    ...(subjects.length > 0 ? [binding('team', 'ClusterRole/team', ...subjects)] : []),
  ];
}

/** What the collecting role lets its subjects read. */
function readable({ selectors, own, parts }: Side): ReadonlySet<string> {
  if (!selectors) return new Set(own);
  return new Set(parts.flatMap(({ labels, resources }) => (labels.some((label) => selectors.includes(label)) ? resources : [])));
}

/** Whether one of its selectors matches no role. */
function unmatched({ selectors = [], parts }: Side): boolean {
  return selectors.some((label) => !parts.some(({ labels }) => labels.includes(label)));
}

const less = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] => [...some].filter((one) => !others.has(one));

const SUBJECTS = [
  [{ kind: 'Group', name: 'devs' }],
  [{ kind: 'ServiceAccount', name: 'robot', namespace: 'op' }],
  [
    { kind: 'User', name: 'eva' },
    { kind: 'Group', name: 'devs' },
  ],
];

describe('the first line about a role that collects others', () => {
  it('is what its subjects gain or lose by rules, selectors and labels, mirrored', () => {
    fc.assert(
      fc.property(side, side, fc.constantFrom(...SUBJECTS), (before, after, subjects) => {
        const [base, head] = [before, after].map((one) => stateOf(...objectsOf(one, subjects)));
        if (!base || !head) throw new Error('no states');
        const [was, is] = [readable(before), readable(after)];
        const [gained, lost] = [less(is, was), less(was, is)];
        const { answer, headline } = summarise(review(base, head));
        const named = expect.stringMatching(new RegExp(subjects.map(({ name }) => name).join('|')));
        // A selector that is not as before and matches nothing in the input can match roles that are only on the cluster.
        const isOpen = unmatched(after) && String(before.selectors) !== String(after.selectors);
        if (gained.length > 0) expect([answer, headline]).toEqual(['more', named]);
        else if (isOpen) expect(answer).toBe('perhaps');
        else if (lost.length > 0) expect([answer, headline]).toEqual(['less', named]);
        else expect(['none', 'same']).toContain(answer);
        if (gained.length === 0 && lost.length > 0) expect(summarise(review(head, base)).answer).toBe('more');
      }),
      { numRuns: 60 },
    );
  });

  it('is about nobody who gains anything where its rules only become fewer and nobody is known to have it', () => {
    fc.assert(
      fc.property(side, side, (before, after) => {
        const [was, is] = [readable(before), readable(after)];
        const [base, head] = [before, after].map((one) => stateOf(...objectsOf(one, [])));
        if (!base || !head) throw new Error('no states');
        const [there, back] = [review(base, head), review(head, base)];
        expect([there.gained.length, there.lost.length]).toEqual([back.lost.length, back.gained.length]);
        if (less(is, was).length === 0) expect(summarise(there).answer).not.toBe('more');
      }),
      { numRuns: 40 },
    );
  });
});
