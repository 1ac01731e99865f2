import { expect, it } from 'vitest';
import type { LockFile } from '../../../../../src/olm/lock/lock-file.js';
import type { Bundle } from '../../../../../src/olm/model/bundle.js';
import { summarise } from '../../../../../src/report/summary.js';
import { review } from '../../../../../src/review/compare/compare.js';
import { riskFinders } from '../../../../../src/review/rules/index.js';
import type { State } from '../../../../../src/review/state/state.js';
import { etcd, lockOf, state } from '../../../../support/locked-bundle.js';

/** A lock whose Subscription comes to the last of the bundles by way of the others. */
function lockVia(end: Bundle, ...steps: readonly Bundle[]): LockFile {
  const lock = lockOf(end);
  return {
    ...lock,
    subscriptions: (lock.subscriptions ?? []).map((one) => ({ ...one, via: steps.map(({ name }) => name) })),
    packages: lock.packages.map((one) => ({
      ...one,
      channels: one.channels.map(({ name, entries }) => ({
        name,
        entries: [
          ...entries.map((entry) => ({ ...entry, ...(steps.length > 0 ? { replaces: steps.at(-1)?.name } : {}) })),
          ...steps.map((step, at) => ({ name: step.name, ...(at > 0 ? { replaces: steps[at - 1]?.name } : {}) })),
        ],
      })),
    })),
    bundles: [...lock.bundles, ...steps.flatMap((step) => lockOf(step).bundles)],
  };
}
const told = (base: State, head: State): string[] =>
  riskFinders()
    .changes(base, head)
    .filter(({ id }) => id === 'locked-step')
    .map(({ severity, message }) => `${severity} ${message}`);
const [OLD, END] = [etcd('0.9.2', 'pods'), etcd('0.9.4', 'pods', 'services')];

it('tells what a version on the way asks for, and neither the one before nor the locked one has', () => {
  const step = etcd('0.9.3', 'pods', 'services', 'secrets');
  const [base, head] = [state(lockOf(OLD)), state(lockVia(END, step))];
  expect(told(base, head)).toEqual(['warning on the way to etcd.v0.9.4, OLM installs etcd.v0.9.3, which asks for more: get secrets']);
  const { headline, points } = summarise(review(base, head));
  expect([headline, ...points.map(({ text }) => text)].join('\n')).toContain('OLM installs etcd.v0.9.3, which asks for more: get secrets');
});

it('tells nothing of a version that asks for no more, or was reviewed before', () => {
  expect(told(state(lockOf(OLD)), state(lockVia(END, etcd('0.9.3', 'services'))))).toEqual([]);
  const step = etcd('0.9.3', 'secrets');
  expect(told(state(lockVia(END, step)), state(lockVia(END, step)))).toEqual([]);
});

it('tells a version that somebody adds to the way, where nothing else changes', () => {
  const [base, head] = [state(lockOf(END)), state(lockVia(END, etcd('0.9.3', 'secrets')))];
  expect(told(base, head)).toHaveLength(1);
  expect(summarise(review(base, head)).headline).not.toBe('No change');
});

it('compares each version on the way with its bundle, too', () => {
  const found = riskFinders().changes(state(lockOf(END)), state(lockVia(END, etcd('0.9.3', 'pods'))));
  expect(found.filter(({ id }) => id === 'lock-not-verified').map(({ subject }) => subject.name)).toEqual(['etcd.v0.9.3']);
});
