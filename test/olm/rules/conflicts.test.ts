import { describe, expect, it } from 'vitest';
import { type KubernetesObject, namespacedName } from '../../../src/base/kubernetes/object.js';
import {
  type Claim,
  type Contender,
  claimsOf,
  contendersOf,
  isSubset,
  resolveConflicts,
  shareApi,
} from '../../../src/olm/rules/conflicts.js';
import type { GroupTargets } from '../../../src/olm/rules/membership.js';
import { targetNamespaces } from '../../../src/olm/rules/namespace-set.js';
import type { Verdict } from '../../../src/olm/rules/verdict.js';
import { clusterOf, csv, group, readCsv } from '../../support/build.js';

const FOO = 'Foo.v1.example.com';
const BAR = 'Bar.v1.example.com';

/** The contenders of a cluster, and the claims of all its CSVs. */
function competition(...objects: KubernetesObject[]): { contenders: Contender[]; claims: Claim[] } {
  const { operatorGroups, namespaces, clusterServiceVersions, serviceAccounts } = clusterOf(...objects);
  const targets = operatorGroups.map(
    (member): GroupTargets => ({
      group: member,
      namespaces: targetNamespaces(member, namespaces) ?? [],
      serviceAccountMissing: member.serviceAccountName !== undefined && serviceAccounts.length === 0,
    }),
  );
  const contenders = contendersOf(targets, clusterServiceVersions);
  return { contenders, claims: claimsOf(contenders, clusterServiceVersions) };
}

function annotations(contenders: readonly Contender[]): Record<string, string[]> {
  return Object.fromEntries(contenders.map((contender) => [namespacedName(contender), [...contender.providedApis]]));
}

/** What the annotations list in the end, and the reasons of those that fail. */
function outcome(...objects: KubernetesObject[]) {
  const { contenders, claims } = competition(...objects);
  const { providedApis, verdicts } = resolveConflicts(contenders, claims);
  return {
    annotations: Object.fromEntries([...providedApis].map(([name, apis]) => [name, [...apis]])),
    failed: Object.fromEntries([...verdicts].map(([name, { reason }]) => [name, reason])),
  };
}

describe('the groups that compete', () => {
  it('begin with what their annotations list, as far as a CSV of the namespace provides it', () => {
    const { contenders } = competition(
      group('a/group', { targets: ['a'], provides: `${FOO},${BAR}` }),
      group('b/group', { targets: ['b'] }),
      csv('a/operator', { owns: [FOO] }),
      csv('b/operator', { owns: [FOO] }),
    );
    expect(annotations(contenders)).toEqual({ 'a/group': [FOO], 'b/group': [] });
  });

  it('begin with nothing where an intersecting group lists the same API, as OLM cannot have left it so', () => {
    const { contenders } = competition(
      group('a/group', { targets: ['team'], provides: `${FOO},${BAR}` }),
      group('b/group', { targets: ['team'], provides: FOO }),
      group('c/group', { targets: ['elsewhere'], provides: FOO }),
      csv('a/operator', { owns: [FOO, BAR] }),
      csv('b/operator', { owns: [FOO] }),
      csv('c/operator', { owns: [FOO] }),
    );
    expect(annotations(contenders)).toEqual({ 'a/group': [], 'b/group': [], 'c/group': [FOO] });
  });

  it('keep a static annotation even then', () => {
    const { contenders } = competition(
      group('a/group', { targets: ['team'], isStatic: true, provides: FOO }),
      group('b/group', { targets: ['team'], isStatic: true, provides: FOO }),
      group('c/group', { targets: ['team'], provides: FOO }),
      csv('c/operator', { owns: [FOO] }),
    );
    expect(annotations(contenders)).toEqual({ 'a/group': [FOO], 'b/group': [FOO], 'c/group': [] });
  });

  it('have the intersecting groups as rivals', () => {
    const { contenders } = competition(
      group('a/group', { targets: ['x'] }),
      group('b/group', { targets: ['a'] }),
      group('c/global'),
      group('d/nothing', { selector: { matchLabels: { tenant: 'nobody' } } }),
      group('e/blocked', { serviceAccountName: 'missing' }),
    );
    expect(Object.fromEntries(contenders.map(({ namespace, rivals }) => [namespace, rivals.map((rival) => rival.namespace)]))).toEqual({
      a: ['b', 'c'],
      b: ['a', 'c'],
      c: ['a', 'b'],
      d: [],
      e: [],
    });
  });
});

describe('the order of the claims', () => {
  it('puts incumbents first, then the older, then by namespace and name', () => {
    const { claims } = competition(
      group('a/group', { targets: ['a'] }),
      group('b/group', { targets: ['b'] }),
      group('c/group', { targets: ['c'], provides: `${FOO},${BAR}` }),
      csv('a/undated', { owns: [FOO] }),
      csv('b/dated', { owns: [FOO], created: '2024-01-01T00:00:00Z' }),
      csv('b/older', { owns: [BAR], created: '2023-01-01T00:00:00Z' }),
      csv('c/incumbent', { owns: [FOO, BAR] }),
      csv('c/without-apis'),
    );
    expect(claims.map((claim) => namespacedName(claim.csv))).toEqual(['c/incumbent', 'b/older', 'b/dated', 'a/undated', 'c/without-apis']);
  });

  it('leaves out CSVs without a group', () => {
    expect(claimsOf([], [readCsv('a/operator', { owns: [FOO] })])).toEqual([]);
  });
});

describe('conflicts', () => {
  it('are won by the first, and only its group lists the APIs', () => {
    expect(
      outcome(
        group('a/group', { targets: ['team'] }),
        group('b/group', { targets: ['team'] }),
        csv('a/one', { owns: [FOO] }),
        csv('b/two', { owns: [FOO, BAR] }),
      ),
    ).toEqual({ annotations: { 'a/group': [FOO], 'b/group': [] }, failed: { 'b/two': 'InterOperatorGroupOwnerConflict' } });
  });

  it('are won by the incumbent, and among the others by the older', () => {
    const groups = [group('a/group', { targets: ['team'] }), group('b/group', { targets: ['team'] })];
    expect(
      outcome(...groups, csv('a/one', { owns: [FOO] }), csv('b/two', { owns: [FOO], created: '2024-01-01T00:00:00Z' })).failed,
    ).toEqual({
      'a/one': 'InterOperatorGroupOwnerConflict',
    });
    expect(
      outcome(
        group('a/group', { targets: ['team'] }),
        group('b/group', { targets: ['team'], provides: FOO }),
        csv('a/one', { owns: [FOO], created: '2024-01-01T00:00:00Z' }),
        csv('b/two', { owns: [FOO] }),
      ).failed,
    ).toEqual({ 'a/one': 'InterOperatorGroupOwnerConflict' });
  });

  it('leave alone whom the loser would have kept out', () => {
    expect(
      outcome(
        group('a/group', { targets: ['x'] }),
        group('b/group', { targets: ['x', 'y'] }),
        group('c/group', { targets: ['y'] }),
        csv('a/one', { owns: [FOO] }),
        csv('b/two', { owns: [FOO, BAR] }),
        csv('c/three', { owns: [BAR] }),
      ),
    ).toEqual({
      annotations: { 'a/group': [FOO], 'b/group': [], 'c/group': [BAR] },
      failed: { 'b/two': 'InterOperatorGroupOwnerConflict' },
    });
  });

  it('do not arise within a group', () => {
    expect(outcome(group('a/group'), csv('a/one', { owns: [FOO] }), csv('a/two', { owns: [FOO, BAR] }))).toEqual({
      annotations: { 'a/group': [FOO, BAR] },
      failed: {},
    });
  });

  it('keep a CSV with new APIs out of a static group, and let in one with the listed APIs or none', () => {
    expect(
      outcome(
        group('s/static', { isStatic: true, provides: FOO }),
        csv('s/listed', { owns: [FOO] }),
        csv('s/new', { owns: [FOO, BAR] }),
        csv('s/without'),
      ),
    ).toEqual({ annotations: { 's/static': [FOO] }, failed: { 's/new': 'CannotModifyStaticOperatorGroupProvidedAPIs' } });
  });

  it('fail both CSVs of two static groups that list the same API', () => {
    expect(
      outcome(
        group('a/static', { targets: ['team'], isStatic: true, provides: FOO }),
        group('b/static', { targets: ['team'], isStatic: true, provides: FOO }),
        csv('a/one', { owns: [FOO] }),
        csv('b/two', { owns: [FOO] }),
      ).failed,
    ).toEqual({
      'a/one': 'CannotModifyStaticOperatorGroupProvidedAPIs',
      'b/two': 'CannotModifyStaticOperatorGroupProvidedAPIs',
    });
  });

  it('name the groups that hold the APIs, or the static group itself', () => {
    const { contenders, claims } = competition(
      group('a/group', { targets: ['team'] }),
      group('b/group', { targets: ['team'], isStatic: true, provides: BAR }),
      group('c/group', { targets: ['team'] }),
      group('s/static', { targets: ['elsewhere'], isStatic: true }),
      csv('a/one', { owns: [FOO] }),
      csv('c/two', { owns: [FOO, BAR] }),
      csv('s/three', { owns: [FOO] }),
    );
    expect(Object.fromEntries(resolveConflicts(contenders, claims).verdicts)).toEqual<Record<string, Verdict>>({
      'c/two': {
        phase: 'Failed',
        reason: 'InterOperatorGroupOwnerConflict',
        message: 'intersecting operatorgroups provide the same apis',
        because: [
          { kind: 'OperatorGroup', namespace: 'a', name: 'group' },
          { kind: 'OperatorGroup', namespace: 'b', name: 'group' },
        ],
      },
      's/three': {
        phase: 'Failed',
        reason: 'CannotModifyStaticOperatorGroupProvidedAPIs',
        message: 'static provided api operatorgroup cannot be modified by these apis',
        because: [{ kind: 'OperatorGroup', namespace: 's', name: 'static' }],
      },
    });
  });

  describe('settle only when nothing changes any more', () => {
    const contender = (namespace: string, providedApis: ReadonlySet<string>): Contender & { rivals: Contender[] } => {
      return {
        namespace,
        name: 'group',
        targets: [namespace],
        providedApis,
        isStatic: false,
        isKept: false,
        annotated: new Set<string>(),
        rivals: [],
      };
    };
    const intersecting = (a: Contender & { rivals: Contender[] }, b: Contender & { rivals: Contender[] }) => {
      a.rivals.push(b);
      b.rivals.push(a);
    };
    const claim = (group: Contender): Claim => ({
      csv: readCsv(`${group.namespace}/operator`, { owns: [FOO] }),
      group,
      apis: new Set([FOO]),
    });

    it('of two groups that list an API, the first gives it up and fails', () => {
      const [a, b] = [contender('a', new Set([FOO])), contender('b', new Set([FOO]))];
      intersecting(a, b);
      const { providedApis, verdicts } = resolveConflicts([a, b], [claim(a), claim(b)]);
      expect(Object.fromEntries(providedApis)).toEqual({ 'a/group': new Set(), 'b/group': new Set([FOO]) });
      expect([...verdicts.keys()]).toEqual(['a/operator']);
    });

    it('a CSV that failed takes the API once another group has given it up', () => {
      const [a, b, c] = [contender('a', new Set([FOO])), contender('b', new Set([FOO])), contender('c', new Set())];
      intersecting(a, b);
      intersecting(a, c);
      const { providedApis, verdicts } = resolveConflicts([a, b, c], [claim(c), claim(a), claim(b)]);
      expect(Object.fromEntries(providedApis)).toEqual({ 'a/group': new Set(), 'b/group': new Set([FOO]), 'c/group': new Set([FOO]) });
      expect([...verdicts.keys()]).toEqual(['a/operator']);
    });
  });
});

describe('sets of APIs', () => {
  it('share one, whichever is larger', () => {
    expect(shareApi(new Set([FOO]), new Set([BAR, FOO]))).toBe(true);
    expect(shareApi(new Set([BAR, FOO]), new Set([FOO]))).toBe(true);
    expect(shareApi(new Set([FOO]), new Set([BAR]))).toBe(false);
    expect(shareApi(new Set([FOO]), undefined)).toBe(false);
  });

  it('contain each other', () => {
    expect(isSubset(new Set(), new Set())).toBe(true);
    expect(isSubset(new Set([FOO]), new Set([FOO, BAR]))).toBe(true);
    expect(isSubset(new Set([FOO, BAR]), new Set([FOO]))).toBe(false);
  });
});
