import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../src/model/cluster.js';
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { namespacedName } from '../../src/model/kubernetes-object.js';
import { orderDependent } from '../../src/rules/ambiguity.js';
import { type Claim, type Contender, claimsOf, contendersOf } from '../../src/rules/conflicts.js';
import { type GroupTargets, membershipVerdict } from '../../src/rules/membership.js';
import { DEFAULT_KUBE_VERSION, offerOf } from '../../src/rules/offer.js';
import { resolve } from '../../src/rules/resolve.js';
import { targetNamespaces } from '../../src/rules/target-namespaces.js';
import { competingGroups, competingOperators } from '../support/arbitrary-cluster.js';
import { clusterOf, csv, group } from '../support/build.js';
import { endingsInEveryOrder, installationsInEveryOrder } from '../support/every-order.js';

/** The groups and the members' claims on which the order may tell. */
function competition({ operatorGroups, namespaces, clusterServiceVersions }: Cluster): { contenders: Contender[]; claims: Claim[] } {
  const targets = operatorGroups.map((member): GroupTargets => {
    const selected = targetNamespaces(member, namespaces);
    return { group: member, serviceAccountMissing: false, ...(selected ? { namespaces: selected } : {}) };
  });
  const members = clusterServiceVersions.filter(
    (operator) =>
      !membershipVerdict(
        operator,
        targets.filter((target) => target.group.namespace === operator.namespace),
      ),
  );
  const contenders = contendersOf(targets, clusterServiceVersions);
  return { contenders, claims: claimsOf(contenders, members) };
}

/** By CSV: the CSVs on which its verdict depends. */
function dependencies(...objects: KubernetesObject[]): Record<string, string[]> {
  const dependent = orderDependent(competition(clusterOf(...objects)).claims);
  return Object.fromEntries([...dependent].map(([operator, rivals]) => [namespacedName(operator), rivals.map(namespacedName)]));
}

const FOO = 'Foo.v1.example.com';
const BAR = 'Bar.v1.example.com';

describe('a verdict depends on the order', () => {
  it('where two CSVs of intersecting groups provide the same API', () => {
    expect(
      dependencies(
        group('a/group', { targets: ['team'] }),
        group('b/group', { targets: ['team'] }),
        csv('a/one', { owns: [FOO] }),
        csv('b/two', { owns: [FOO, BAR] }),
      ),
    ).toEqual({ 'a/one': ['b/two'], 'b/two': ['a/one'] });
  });

  it('of every CSV in a chain of such pairs', () => {
    expect(
      dependencies(
        group('a/group', { targets: ['x'] }),
        group('b/group', { targets: ['x', 'y'] }),
        group('c/group', { targets: ['y'] }),
        csv('a/one', { owns: [FOO] }),
        csv('b/two', { owns: [FOO] }),
        csv('c/three', { owns: [FOO] }),
      ),
    ).toEqual({ 'a/one': ['b/two'], 'b/two': ['a/one', 'c/three'], 'c/three': ['b/two'] });
  });

  it('where a static group cannot take an API that a rival may or may not hold', () => {
    expect(
      dependencies(
        group('a/group', { targets: ['team'] }),
        group('b/group', { targets: ['other'] }),
        group('s/static', { targets: ['team'], isStatic: true }),
        csv('a/one', { owns: [FOO, BAR] }),
        csv('b/two', { owns: [BAR] }),
        csv('s/three', { owns: [FOO] }),
      ),
    ).toEqual({});
    expect(
      dependencies(
        group('a/group', { targets: ['team', 'other'] }),
        group('b/group', { targets: ['other'] }),
        group('s/static', { targets: ['team'], isStatic: true }),
        csv('a/one', { owns: [FOO, BAR] }),
        csv('b/two', { owns: [BAR] }),
        csv('s/three', { owns: [FOO] }),
      ),
    ).toEqual({ 'a/one': ['b/two'], 'b/two': ['a/one'], 's/three': ['a/one'] });
  });
});

describe('a verdict is certain', () => {
  it('where the groups do not intersect, or the CSVs share a group', () => {
    expect(
      dependencies(
        group('a/group', { targets: ['x'] }),
        group('b/group', { targets: ['y'] }),
        csv('a/one', { owns: [FOO] }),
        csv('a/other', { owns: [FOO] }),
        csv('b/two', { owns: [FOO] }),
      ),
    ).toEqual({});
  });

  it('where an annotation already lists the API for one of them', () => {
    expect(
      dependencies(
        group('a/group', { targets: ['team'] }),
        group('b/group', { targets: ['team'], provides: FOO }),
        csv('a/one', { owns: [FOO] }),
        csv('b/two', { owns: [FOO] }),
      ),
    ).toEqual({});
  });

  it('where a static group reserves the API', () => {
    expect(
      dependencies(
        group('a/group', { targets: ['team'] }),
        group('b/group', { targets: ['team'] }),
        group('s/static', { targets: ['team'], isStatic: true, provides: FOO }),
        csv('a/one', { owns: [FOO] }),
        csv('b/two', { owns: [FOO] }),
        csv('s/three', { owns: [FOO] }),
      ),
    ).toEqual({});
  });

  it('where the rival is no member of its group', () => {
    expect(
      dependencies(
        group('a/group', { targets: ['team'] }),
        group('b/group', { targets: ['team'] }),
        csv('a/one', { owns: [FOO] }),
        csv('b/two', { owns: [FOO], modes: ['OwnNamespace'] }),
      ),
    ).toEqual({});
  });
});

describe('a static group whose rivals could all fall only if outsiders found room for it', () => {
  /**
   * A static group cannot take any of the APIs x. Each rival wants one of them and falls only to an outsider of its own
   * row; two outsiders of one column cannot both stand. With more rows than columns, some rival always stands.
   */
  function pigeonholes(rows: number, columns: number): KubernetesObject[] {
    const range = (length: number) => Array.from({ length }, (_, index) => index);
    const api = (kind: string, index: number) => `${kind}${index}.v1.example.com`;
    const competitor = (id: string, owns: string[], isStatic = false) => [
      group(`${id}/group`, { isStatic }),
      csv(`${id}/operator`, { owns }),
    ];
    return [
      ...competitor(
        'static',
        range(rows).map((row) => api('X', row)),
        true,
      ),
      ...range(rows).flatMap((row) => competitor(`rival-${row}`, [api('X', row), api('Y', row)])),
      ...range(rows).flatMap((row) =>
        range(columns).flatMap((column) => competitor(`outsider-${row}-${column}`, [api('Y', row), api('Z', column)])),
      ),
    ];
  }

  it('fails for a reason that depends on the order where there is room', () => {
    expect(dependencies(...pigeonholes(2, 2))['static/operator']).toEqual(['rival-0/operator', 'rival-1/operator']);
  });

  it('fails for a reason that is certain where there is none', () => {
    expect(dependencies(...pigeonholes(3, 2))['static/operator']).toBeUndefined();
    expect(dependencies(...pigeonholes(5, 4))['static/operator']).toBeUndefined();
  });

  it('may differ, says the analysis, where an answer would take too long', () => {
    expect(dependencies(...pigeonholes(11, 10))['static/operator']).toHaveLength(11);
  });
});

describe('the analysis agrees with every order tried out', () => {
  const RUNS = 6000;

  it('a CSV is ambiguous exactly when some orders end differently for it, and the resolution is one of the endings', () => {
    fc.assert(
      fc.property(competingGroups, (objects) => {
        const cluster = clusterOf(...objects);
        const { contenders, claims } = competition(cluster);
        const endings = endingsInEveryOrder(contenders, claims);

        const { csvs } = resolve(cluster);
        const resolved = claims.map(({ csv: operator }) => csvs.find((entry) => entry.csv === operator));
        expect(resolved.map((entry) => entry?.certainty)).toEqual(
          claims.map((_, index) => (new Set(endings.map((ending) => ending[index])).size > 1 ? 'ambiguous' : 'certain')),
        );
        expect(endings).toContainEqual(resolved.map((entry) => (entry?.verdict.phase === 'Succeeded' ? 'goes on' : entry?.verdict.reason)));
      }),
      { numRuns: RUNS },
    );
  });

  it('no CSV is certain that some orders end differently for once those that win are installed', () => {
    fc.assert(
      fc.property(competingOperators, (objects) => {
        const cluster = clusterOf(...objects);
        const { claims } = competition(cluster);
        const { clusterServiceVersions: csvs, apiServices } = cluster;
        const endings = installationsInEveryOrder(claims, {
          csvs,
          apiServices,
          offer: offerOf(cluster, DEFAULT_KUBE_VERSION),
          failForward: new Set(),
        });

        const { csvs: resolved } = resolve(cluster);
        for (const [index, { csv: operator }] of claims.entries()) {
          const depends = new Set(endings.map((ending) => ending[index])).size > 1;
          if (depends) expect(resolved.find((entry) => entry.csv === operator)?.certainty).not.toBe('certain');
        }
      }),
      { numRuns: RUNS / 3 },
    );
  });

  it('without the CSVs on which it depends, a CSV comes to the same end in every order', () => {
    fc.assert(
      fc.property(competingGroups, (objects) => {
        const { contenders, claims } = competition(clusterOf(...objects));
        for (const [operator, rivals] of orderDependent(claims)) {
          const left = claims.filter((claim) => !rivals.includes(claim.csv));
          const index = left.findIndex((claim) => claim.csv === operator);
          expect(new Set(endingsInEveryOrder(contenders, left).map((ending) => ending[index])).size).toBe(1);
        }
      }),
      { numRuns: RUNS / 3 },
    );
  });

  it('CSVs that are no members are never ambiguous', () => {
    fc.assert(
      fc.property(competingGroups, (objects) => {
        const cluster = clusterOf(...objects);
        const members = new Set(competition(cluster).claims.map((claim) => claim.csv));
        const others = resolve(cluster).csvs.filter((entry) => !members.has(entry.csv));
        expect(others.filter(({ certainty }) => certainty !== 'certain')).toEqual([]);
      }),
    );
  });
});
