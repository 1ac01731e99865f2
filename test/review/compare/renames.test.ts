import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import type { Presence } from '../../../src/olm/model/claim.js';
import { summarise } from '../../../src/report/summary.js';
import { review } from '../../../src/review/compare/compare.js';
import { isRename } from '../../../src/review/compare/renames.js';
import { reported } from '../../../src/review/compare/review.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';
import { changeOf } from '../../support/hand-made-review.js';
import { asking } from '../../support/permissions.js';
import { bind, role, rule } from '../../support/rbac-in-short.js';
import { stateOf, stateOfCluster } from '../../support/states.js';

const SECRETS = rule('get list', 'secrets');
const DEPLOYS = rule('create', 'deployments', 'apps');
const operator = (id: string, account: string, rules: readonly PolicyRule[], ...more: readonly KubernetesObject[]) => {
  const [home = ''] = id.split('/');
  const clusterPermissions = [{ serviceAccountName: account, rules }];
  return stateOf(
    namespace('op'),
    namespace('new'),
    namespace('team'),
    group(`${home}/g`),
    csv(id, asking({ clusterPermissions })),
    ...more,
  );
};
const base = operator('op/etcd.v1', 'old', [SECRETS, DEPLOYS]);
const withPod = (id: string, name: string) => {
  const clusterPermissions = [{ serviceAccountName: name, rules: [SECRETS, DEPLOYS] }];
  const cluster = clusterOf(namespace('op'), group('op/g'), csv(id, asking({ clusterPermissions })));
  const spec = { serviceAccountName: 'now', containers: [{ name: 'a', image: 'a' }] };
  return stateOfCluster(cluster, [{ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'op', name: 'tool' }, spec }]);
};
const account = (name: string, home = 'op') => ({ kind: 'ServiceAccount', namespace: home, name });
const gainedBy = ({ gained }: ReturnType<typeof review>) =>
  gained.map(({ subject, right }) => `${subject.name} ${right.verbs} ${right.resource}`);

describe('a renamed account', () => {
  it('is the same where its permissions are', () => {
    const result = review(base, operator('op/etcd.v2', 'now', [DEPLOYS, SECRETS]));
    expect(result.renames).toEqual([{ from: account('old'), to: account('now'), overlap: 1 }]);
    expect({
      gained: result.gained,
      lost: result.lost,
      new: reported(result, 'new', 'risk'),
      fixed: reported(result, 'fixed', 'risk'),
    }).toEqual({
      gained: [],
      lost: [],
      new: [],
      fixed: [],
    });
    expect(summarise(result)).toMatchObject({
      tone: 'less',
      headline: 'No new permissions. ServiceAccount op/old is renamed to op/now, otherwise unchanged',
    });
  });

  it('is gone from the bundle without a word, but not new in it', () => {
    const change = (name: string, presence: Presence) => changeOf({ subject: { kind: 'ServiceAccount', name }, presence });
    const renames = [{ from: account('old'), to: account('now'), overlap: 1 }];
    expect(isRename(change('old', 'removed'), renames)).toBe(true);
    expect(isRename(change('now', 'added'), renames)).toBe(false);
    expect(isRename(change('other', 'removed'), renames)).toBe(false);
  });

  it('gains what it did not have under the other name', () => {
    const result = review(base, operator('op/etcd.v2', 'now', [DEPLOYS, SECRETS, rule('create', 'pods')]));
    expect(result.renames).toMatchObject([{ overlap: 0.75 }]);
    expect(gainedBy(result)).toEqual(['now create pods']);
    expect(reported(result, 'grown', 'risk')).toMatchObject([{ id: 'workload-create', subject: account('now'), added: ['create pods'] }]);
    expect(summarise(result)).toMatchObject({ tone: 'look', headline: expect.stringMatching(/^Grants more: /) });
  });

  it('moves with its operator into another namespace', () => {
    const result = review(base, operator('new/etcd.v2', 'old', [DEPLOYS, SECRETS]));
    expect(result.renames).toEqual([{ from: account('old'), to: account('old', 'new'), overlap: 1 }]);
    expect(result.gained).toEqual([]);
  });

  it('is none where the old account keeps anything', () => {
    const keeps = [role('k', [rule('get', 'pods')]), bind('k', 'k', 'ServiceAccount op/old')];
    const result = review(base, operator('op/etcd.v2', 'now', [DEPLOYS, SECRETS], ...keeps));
    expect(result.renames).toEqual([]);
    expect(reported(result, 'new', 'risk').map(({ id }) => id)).toContain('secrets-read');
  });

  it('is none where the account was there before, runs other Pods, or belongs to nobody or to another operator', () => {
    const held = [role('k', [rule('get', 'pods')]), bind('k', 'k', 'ServiceAccount op/now')];
    const none = [
      review(operator('op/etcd.v1', 'old', [SECRETS], ...held), operator('op/etcd.v2', 'now', [SECRETS], ...held)),
      review(base, operator('op/etcd.v2', 'default', [DEPLOYS, SECRETS])),
      review(base, operator('op/other.v1', 'now', [DEPLOYS, SECRETS])),
      review(base, stateOf(namespace('op'), role('r', [SECRETS, DEPLOYS]), bind('b', 'r', 'ServiceAccount op/now'))),
      // Nobody gave the account anything, but a Pod of somebody else runs as it.
      review(withPod('op/etcd.v1', 'old'), withPod('op/etcd.v2', 'now')),
    ];
    expect(none.map(({ renames }) => renames)).toEqual([[], [], [], [], []]);
    for (const found of none) expect(reported(found, 'new', 'risk').map(({ id }) => id)).toContain('secrets-read');
  });

  it('is none where both have too little in common', () => {
    expect(review(base, operator('op/etcd.v2', 'now', [SECRETS, rule('create update patch delete', 'nodes')])).renames).toEqual([]);
  });

  it('does not hide a permission that holds in more namespaces', () => {
    const local = [role('team/r', [SECRETS]), bind('team/b', 'Role/r', 'ServiceAccount op/old')];
    const before = operator('op/etcd.v1', 'old', [DEPLOYS], ...local);
    const result = review(before, operator('op/etcd.v2', 'now', [DEPLOYS, SECRETS]));
    expect(gainedBy(result).filter((text) => text.includes('secrets'))).not.toEqual([]);
  });
});
