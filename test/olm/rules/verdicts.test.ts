import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { DEFAULT_KUBE_VERSION } from '../../../src/olm/model/versions.js';
import { availableIn } from '../../../src/olm/rules/available.js';
import type { GroupTargets } from '../../../src/olm/rules/membership.js';
import { targetNamespaces } from '../../../src/olm/rules/namespace-set.js';
import { neverSynced, SUCCEEDED } from '../../../src/olm/rules/verdict.js';
import { isReadable, verdictsOf } from '../../../src/olm/rules/verdicts.js';
import { clusterOf, csv, group } from '../../support/build.js';

const FOO = 'Foo.v1.example.com';

/** The reason and the rivals of every CSV, and what the groups come to list. */
function judged(objects: readonly KubernetesObject[], leaveOut: readonly string[] = []) {
  const cluster = clusterOf(...objects);
  const targets = cluster.operatorGroups.map((each): GroupTargets => {
    const namespaces = targetNamespaces(each, cluster.namespaces);
    return { group: each, serviceAccountMissing: false, ...(namespaces ? { namespaces } : {}) };
  });
  const csvs = cluster.clusterServiceVersions.filter(({ name }) => !leaveOut.includes(name));
  const { verdicts, providedApis } = verdictsOf(csvs, targets, cluster, availableIn(cluster, DEFAULT_KUBE_VERSION));
  return {
    verdicts: Object.fromEntries(
      [...verdicts].map(([{ name }, { verdict, rivals }]) => [name, [verdict.reason, ...rivals.map((rival) => rival.name)]]),
    ),
    providedApis: Object.fromEntries([...providedApis].map(([name, apis]) => [name, [...apis]])),
  };
}

describe('the judgement', () => {
  const groups = [group('a/group', { targets: ['team'] }), group('b/group', { targets: ['team'] })];

  it('asks for membership, then for conflicts, then for the installation', () => {
    const bad = { owns: [FOO], strategy: 'helm' };
    const { verdicts } = judged([
      ...groups,
      csv('a/winner', { owns: [FOO] }),
      csv('b/no-member', { ...bad, modes: [] }),
      csv('b/loser', bad),
      csv('b/broken', { strategy: 'helm' }),
    ]);
    expect(verdicts).toEqual({
      winner: ['InstallSucceeded'],
      'no-member': ['UnsupportedOperatorGroup'],
      loser: ['InterOperatorGroupOwnerConflict'],
      broken: ['InvalidInstallStrategy'],
    });
  });

  it('is of the CSVs that are given, as if there were no others', () => {
    const objects = [...groups, csv('a/winner', { owns: [FOO] }), csv('b/loser', { owns: [FOO] })];
    expect(judged(objects, ['winner'])).toEqual({
      verdicts: { loser: ['InstallSucceeded'] },
      providedApis: { 'a/group': [], 'b/group': [FOO] },
    });
  });
});

describe("a CSV's APIs", () => {
  it('are seen unless it is a copy or cannot be read', () => {
    const readable = (['IsCopied', 'MalformedCrdName', 'ServiceAccountNotFound'] as const).map((why) => isReadable(neverSynced(why)));
    expect([isReadable(SUCCEEDED), ...readable]).toEqual([true, false, false, true]);
  });
});
