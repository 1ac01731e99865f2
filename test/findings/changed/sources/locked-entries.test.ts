import { describe, expect, it } from 'vitest';
import { readState } from '../../../../src/evaluate/read-state.js';
import { otherChanges } from '../../../../src/findings/changed/index.js';
import { judgedContent } from '../../../../src/lock/judged-content.js';
import { LOCK_FILE, type LockFile } from '../../../../src/lock/lock-file.js';
import type { KeptBundles } from '../../../../src/lock/locked-catalogs.js';
import { writeLock } from '../../../../src/lock/write-lock.js';
import type { Bundle } from '../../../../src/model/bundle.js';
import type { State } from '../../../../src/state/state.js';
import { group, namespace } from '../../../support/build.js';
import { bundle, bundleFiles } from '../../../support/bundle-files.js';
import { manifests } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';
import { lockOfBundles } from '../../../support/locking.js';
import { asking } from '../../../support/permissions.js';

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'etcd', namespace: 'op' },
  spec: { name: 'etcd', channel: 'stable', source: 'catalog', sourceNamespace: 'olm' },
};
const INPUT = manifests(namespace('op'), group('op/og'), SUBSCRIPTION);
const DIGEST = `sha256:${'a'.repeat(64)}`;

const reading = (...resources: string[]) =>
  asking({ clusterPermissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: [''], resources, verbs: ['get'] }] }] });
const etcd = (version: string, ...resources: string[]): Bundle => bundle(`etcd/${version}`, reading(...resources));

function lockOf(
  one: Bundle,
  image: { image?: string; digest?: string } = { image: `example.com/etcd@${DIGEST}`, digest: DIGEST },
): LockFile {
  const lock = lockOfBundles([one], {
    subscriptions: [{ namespace: 'op', name: 'etcd', catalog: 'olm/catalog', package: 'etcd', channel: 'stable', csv: one.name }],
  });
  return { ...lock, bundles: lock.bundles.map(({ image: _, digest: __, ...rest }) => ({ ...rest, ...image })) };
}

function state(lock: LockFile | undefined, keptBundles?: KeptBundles, files: Record<string, string> = {}): State {
  const folder = folderOf({ 'app.yaml': INPUT, ...files, ...(lock ? { [LOCK_FILE]: writeLock(lock) } : {}) });
  const read = readState([folder], { ...(keptBundles ? { keptBundles } : {}) });
  if (!read.state) throw new Error(JSON.stringify(read.problems));
  return read.state;
}

const told = (base: State, head: State): string[] =>
  otherChanges(base, head)
    .filter(({ id }) => ['lock-mismatch', 'lock-not-verified'].includes(id))
    .map(({ severity, id, subject, message }) => `${severity} ${id} ${subject.name}: ${message}`);

const [OLD, NEW] = [etcd('0.9.2', 'pods'), etcd('0.9.4', 'pods', 'secrets')];
const kept =
  (one: Bundle): KeptBundles =>
  (digest) =>
    digest === DIGEST ? { name: one.name, content: judgedContent(one) } : undefined;

describe('an entry of a lock that comes or changes', () => {
  it('is not verified where its bundle is not at hand: a warning', () => {
    const line = `warning lock-not-verified etcd.v0.9.4: the lock says what etcd.v0.9.4 may do; not verified, as example.com/etcd@${DIGEST} is not at hand`;
    expect(told(state(lockOf(OLD)), state(lockOf(NEW)))).toEqual([line]);
    expect(told(state(undefined), state(lockOf(NEW)))).toEqual([line]);
  });

  it('is not verified where it has no image', () => {
    expect(told(state(lockOf(OLD)), state(lockOf(NEW, {})))).toEqual([
      expect.stringContaining('nobody can verify that, as it has no image'),
    ]);
  });

  it('is an error where it shows fewer permissions than its bundle has, which is at hand by its digest', () => {
    const edited = lockOf(etcd('0.9.4', 'pods'));
    expect(told(state(lockOf(OLD)), state(edited, kept(NEW)))).toEqual([
      `error lock-mismatch etcd.v0.9.4: the lock does not say of etcd.v0.9.4 what its bundle says: another spec than example.com/etcd@${DIGEST} has`,
    ]);
  });

  it('is an error where its digest is that of another bundle, or not that of its image', () => {
    const other = { image: `example.com/etcd@sha256:${'b'.repeat(64)}`, digest: DIGEST };
    expect(told(state(lockOf(OLD)), state(lockOf(NEW), kept(OLD)))).toEqual([
      expect.stringMatching(/^error lock-mismatch .* another name/),
    ]);
    expect(told(state(lockOf(OLD)), state(lockOf(NEW, other), kept(NEW)))).toEqual([expect.stringMatching(/^error .* another digest/)]);
  });

  it('is nothing where it says what its bundle says, or stays as it is', () => {
    expect(told(state(lockOf(OLD)), state(lockOf(NEW), kept(NEW)))).toEqual([]);
    expect(told(state(lockOf(NEW)), state(lockOf(NEW)))).toEqual([]);
  });

  it('says once that a cluster can be ahead of it, where a Subscription upgrades by itself', () => {
    const ahead = (base: State, head: State) => otherChanges(base, head).filter(({ id }) => id === 'lock-behind-cluster');
    const manual = {
      'app.yaml': INPUT.replace('"name": "etcd",\n  "channel"', '"installPlanApproval": "Manual",\n  "name": "etcd",\n  "channel"'),
    };
    expect(manual['app.yaml']).toContain('Manual');
    expect(ahead(state(lockOf(OLD)), state(lockOf(NEW)))).toMatchObject([{ severity: 'info', subject: { name: LOCK_FILE } }]);
    expect(ahead(state(lockOf(OLD)), state(lockOf(OLD)))).toEqual([]);
    expect(ahead(state(lockOf(OLD)), state(lockOf(NEW), undefined, manual))).toEqual([]);
  });

  it('is nothing where the bundle is in the input, which counts then', () => {
    const files = bundleFiles('etcd/0.9.4', reading('pods', 'secrets'));
    expect(told(state(lockOf(OLD)), state(lockOf(NEW), undefined, files))).toEqual([]);
  });
});
