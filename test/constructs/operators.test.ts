import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/base/manifest/problem.js';
import { Bundle } from '../../src/constructs/bundle.js';
import { Catalog } from '../../src/constructs/catalog.js';
import { OlmCluster } from '../../src/constructs/olm-cluster.js';
import { OperatorGroup } from '../../src/constructs/operator-group.js';
import { Operators } from '../../src/constructs/operators.js';
import { Subscription } from '../../src/constructs/subscription.js';
import { TargetNamespaces } from '../../src/constructs/target-namespaces.js';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { writeLock } from '../../src/olm/lock/lock-of.js';
import { approvalLock } from '../support/approval-lock.js';
import { folderOf } from '../support/files.js';

const LOCK = join(import.meta.dirname, '../../examples/constructs/olm-lock.yaml');

/** The roles that are rendered for an operator. */
function roles(operator: Bundle, install = false): unknown[] {
  const cluster = new OlmCluster(Testing.chart(), 'prod', { install });
  cluster.addNamespace('orders');
  new OperatorGroup(cluster, 'op', { targets: TargetNamespaces.named('orders') }).addOperator(operator);
  return cluster.apiObjects.filter(({ kind }) => kind.endsWith('Role') || kind.endsWith('RoleBinding')).map((object) => object.toJson());
}

describe('the operators of a lock', () => {
  it('get the roles that their bundle would get', () => {
    const operators = Operators.fromLock(LOCK);
    expect(operators.packages).toEqual(['sealwright', 'stonedb']);
    const ofLock = roles(operators.bundle('stonedb'));
    expect(ofLock.length).toBeGreaterThan(0);
    expect(ofLock).toEqual(roles(Bundle.fromDirectory('examples/gitops/catalog/stonedb/1.9.0')));
    expect(roles(operators.bundle('stonedb', 'stonedb.v1.9.0'))).toEqual(ofLock);
  });

  it('pin Subscriptions to the version that the lock has', () => {
    const cluster = new OlmCluster(Testing.chart(), 'prod');
    new Catalog(cluster, 'databases', { path: 'examples/gitops/catalog/stonedb' });
    const group = new OperatorGroup(cluster, 'op', { targets: TargetNamespaces.named('op') });
    const pin = Operators.fromLock(LOCK).pin('stonedb');
    expect(pin).toEqual({ startingCSV: 'stonedb.v1.9.0', approval: 'Manual' });
    new Subscription(group, 'stonedb', { package: 'stonedb', ...pin });
    expect(cluster.apiObjects.filter(({ kind }) => kind === 'ClusterServiceVersion').map(({ name }) => name)).toEqual(['stonedb.v1.9.0']);
    expect(() => Operators.fromLock(LOCK).pin('etcd')).toThrow(ProblemError);
  });

  it('are not installed without OLM, as a lock has no more of a bundle than what is judged', () => {
    expect(() => roles(Operators.fromLock(LOCK).bundle('stonedb'), true)).toThrow('lock --vendor');
  });

  it('are those that it comes to, where it has versions on the way, too', () => {
    const lock = approvalLock({ 'op/etcd': ['etcd.v2.0.0', 'etcd.v3.0.0'] });
    const operators = Operators.fromLock(`${folderOf({ [LOCK_FILE]: writeLock(lock) })}/${LOCK_FILE}`);
    expect(() => operators.bundle('etcd')).not.toThrow();
    expect(() => operators.bundle('etcd', 'etcd.v4.0.0')).toThrow('has not just one etcd.v4.0.0');
    expect(() => operators.bundle('etcd', 'etcd.v2.0.0')).not.toThrow();
  });

  it('that the lock does not have are told, with those that it has', () => {
    const operators = Operators.fromLock(LOCK);
    expect(() => operators.bundle('etcd')).toThrow(ProblemError);
    expect(() => operators.bundle('etcd')).toThrow('the packages sealwright, stonedb');
    expect(() => operators.bundle('stonedb', 'stonedb.v1.8.2')).toThrow('stonedb.v1.9.0');
  });

  it('of which there are several versions are named', () => {
    const text = readFileSync(LOCK, 'utf8');
    const [before = '', entry = ''] = text.split(/(?=^ {2}- name: stonedb\.v1\.9\.0\n {4}package)/m);
    const older = entry.replaceAll('1.9.0', '1.8.2');
    const file = join(folderOf({ 'olm-lock.yaml': before + older + entry }), 'olm-lock.yaml');
    const operators = Operators.fromLock(file);
    expect(() => operators.bundle('stonedb')).toThrow("bundle('stonedb', 'stonedb.v1.9.0')");
    expect(operators.bundle('stonedb', 'stonedb.v1.8.2').content.name).toBe('stonedb.v1.8.2');
  });

  it('cannot be read from anything but a lock', () => {
    expect(() => Operators.fromLock('nowhere.yaml')).toThrow('FILE_UNREADABLE');
    expect(() => Operators.fromLock('examples/constructs/../tenants/namespaces.yaml')).toThrow(ProblemError);
    expect(() => Operators.fromLock(1 as never)).toThrow('Operators.fromLock: found 1; expected the path of a lock, such as olm-lock.yaml');
  });
});
