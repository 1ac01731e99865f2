import { describe, expect, it } from 'vitest';
import { LOCK_FILE } from '../../../../../src/olm/lock/lock-name.js';
import { summarise } from '../../../../../src/report/summary.js';
import { review } from '../../../../../src/review/compare/compare.js';
import { riskFinders } from '../../../../../src/review/rules/index.js';
import type { State } from '../../../../../src/review/state/state.js';
import { bundleFiles } from '../../../../support/bundle-files.js';
import { DIGEST, etcd, INPUT, kept, lockOf, reading, state } from '../../../../support/locked-bundle.js';

const told = (base: State, head: State): string[] =>
  riskFinders()
    .changes(base, head)
    .filter(({ id }) => id === 'lock-not-verified')
    .map(({ severity, id, subject, message }) => `${severity} ${id} ${subject.name}: ${message}`);

const [OLD, NEW] = [etcd('0.9.2', 'pods'), etcd('0.9.4', 'pods', 'secrets')];

describe('an entry of a lock that comes or changes', () => {
  it('is not verified where its bundle is not at hand: a warning', () => {
    const line = `warning lock-not-verified etcd.v0.9.4: only the lock says what etcd.v0.9.4 can do; example.com/etcd@${DIGEST} is not available, so nothing was compared`;
    expect(told(state(lockOf(OLD)), state(lockOf(NEW)))).toEqual([line]);
    expect(told(state(undefined), state(lockOf(NEW)))).toEqual([line]);
  });

  it('asks for its verification, until it is verified', () => {
    const alike = etcd('0.9.4', 'pods');
    expect(summarise(review(state(lockOf(OLD)), state(lockOf(alike)))).advice).toMatch(/^Run cdk8s-olm lock --verify: /);
    expect(summarise(review(state(lockOf(OLD)), state(lockOf(alike), kept(alike)))).advice).toBeUndefined();
  });

  it('is not verified where it has no image', () => {
    expect(told(state(lockOf(OLD)), state(lockOf(NEW, {})))).toEqual([
      expect.stringContaining('the bundle has no image: give its catalog with --catalog NAME=FOLDER, and it is compared'),
    ]);
  });

  it('is nothing where it says what its bundle says, or stays as it is', () => {
    expect(told(state(lockOf(OLD)), state(lockOf(NEW), kept(NEW)))).toEqual([]);
    expect(told(state(lockOf(NEW)), state(lockOf(NEW)))).toEqual([]);
  });

  it('says once that a cluster can be ahead of it, where a Subscription upgrades by itself', () => {
    const ahead = (base: State, head: State) =>
      riskFinders()
        .changes(base, head)
        .filter(({ id }) => id === 'lock-behind-cluster');
    const manual = {
      'app.yaml': INPUT.replace('"name": "etcd",\n  "channel"', '"installPlanApproval": "Manual",\n  "name": "etcd",\n  "channel"'),
    };
    expect(manual['app.yaml']).toContain('Manual');
    expect(ahead(state(lockOf(OLD)), state(lockOf(NEW)))).toMatchObject([{ severity: 'info', subject: { name: LOCK_FILE } }]);
    expect(ahead(state(lockOf(OLD)), state(lockOf(OLD)))).toEqual([]);
    expect(ahead(state(lockOf(OLD)), state(lockOf(NEW), undefined, manual))).toEqual([]);
  });

  it('says once of a catalog which platforms of its index the lock has not read', () => {
    const unread = (base: State, head: State) =>
      riskFinders()
        .changes(base, head)
        .filter(({ id }) => id === 'catalog-platforms-not-read')
        .map(({ severity, message }) => `${severity}: ${message}`);
    const of = (one: typeof NEW) => ({ ...lockOf(one), catalogs: [{ name: 'olm/catalog', notRead: ['linux/arm64', 'linux/s390x'] }] });
    expect(unread(state(of(OLD)), state(of(NEW)))).toEqual([
      "info: the lock was made without the catalog's images for linux/arm64 and linux/s390x, which can offer other bundles",
    ]);
    expect(unread(state(of(NEW)), state(of(NEW)))).toEqual([]);
    expect(unread(state(lockOf(OLD)), state(lockOf(NEW)))).toEqual([]);
  });

  it('is nothing where the bundle is in the input, which counts then', () => {
    const files = bundleFiles('etcd/0.9.4', reading('pods', 'secrets'));
    expect(told(state(lockOf(OLD)), state(lockOf(NEW), undefined, files))).toEqual([]);
  });
});
