import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { isReadable, judge } from '../../src/rules/judgement.js';
import type { GroupTargets } from '../../src/rules/membership.js';
import { DEFAULT_KUBE_VERSION, offerOf } from '../../src/rules/offer.js';
import { targetNamespaces } from '../../src/rules/target-namespaces.js';
import { neverSynced, SUCCEEDED } from '../../src/rules/verdict.js';
import { clusterOf, csv, group } from '../support/build.js';

const FOO = 'Foo.v1.example.com';
const BAR = 'Bar.v1.example.com';

/** The reason and the rivals of every CSV, and what the groups come to list. */
function judged(objects: readonly KubernetesObject[], leaveOut: readonly string[] = []) {
  const cluster = clusterOf(...objects);
  const targets = cluster.operatorGroups.map((each): GroupTargets => {
    const namespaces = targetNamespaces(each, cluster.namespaces);
    return { group: each, serviceAccountMissing: false, ...(namespaces ? { namespaces } : {}) };
  });
  const csvs = cluster.clusterServiceVersions.filter(({ name }) => !leaveOut.includes(name));
  const { verdicts, providedApis } = judge(csvs, targets, cluster, offerOf(cluster, DEFAULT_KUBE_VERSION));
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
      winner: ['InstallSucceeded', 'loser'],
      'no-member': ['UnsupportedOperatorGroup'],
      loser: ['InterOperatorGroupOwnerConflict', 'winner'],
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

  it('passes the doubt about a CSV on to those that replace it, and theirs to the next', () => {
    const { verdicts } = judged([
      ...groups,
      csv('a/v1', { owns: [FOO] }),
      csv('a/v2', { owns: [BAR], spec: { replaces: 'v1' } }),
      csv('a/v3', { spec: { replaces: 'v2' } }),
      csv('b/rival', { owns: [FOO] }),
    ]);
    expect(verdicts).toEqual({
      v1: ['InstallSucceeded', 'rival'],
      v2: ['InstallSucceeded', 'rival'],
      v3: ['InstallSucceeded', 'rival'],
      rival: ['InterOperatorGroupOwnerConflict', 'v1'],
    });
  });

  it('does not pass it on to one that fails before it would be asked for its predecessor', () => {
    const { verdicts } = judged([
      ...groups,
      csv('a/v1', { owns: [FOO] }),
      csv('a/v2', { strategy: 'helm', spec: { replaces: 'v1' } }),
      csv('b/rival', { owns: [FOO] }),
    ]);
    expect(verdicts.v2).toEqual(['InvalidInstallStrategy']);
  });
});

describe("a CSV's APIs", () => {
  it('are seen unless it is a copy or cannot be read', () => {
    const readable = (['IsCopied', 'MalformedCrdName', 'ServiceAccountNotFound'] as const).map((why) => isReadable(neverSynced(why)));
    expect([isReadable(SUCCEEDED), ...readable]).toEqual([true, false, false, true]);
  });
});
