import { describe, expect, it } from 'vitest';
import { surroundingsOf } from '../../../src/olm/checks/surroundings.js';
import { EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { clusterOf, group, namespace, readCsv } from '../../support/build.js';

/** The circles that each of these CSVs is part of. @param replacing `name` or `name < replaced` */
function circles(...replacing: readonly string[]): Record<string, string[]> {
  const csvs = replacing.map((text) => {
    const [id = '', replaces] = text.split(' < ');
    const csv = readCsv(id, replaces === undefined ? {} : { spec: { replaces } });
    return { csv, verdict: { phase: '' as const, reason: '' as const, message: '', because: [] }, certainty: 'certain' as const };
  });
  const resolved = csvs.map((csv) => ({ ...csv, rivals: [], providedApis: [], unmet: [] }));
  const found = surroundingsOf(EMPTY_CLUSTER, { csvs: resolved, groups: [] }).circles;
  return Object.fromEntries([...found].map(([{ name }, members]) => [name, members.map((member) => member.name)]));
}

describe('CSVs that replace each other in a circle', () => {
  it.each<[string, string[], Record<string, string[]>]>([
    ['one that replaces itself', ['op/a < a'], { a: ['a'] }],
    ['two', ['op/a < b', 'op/b < a'], { a: ['a', 'b'], b: ['a', 'b'] }],
    ['without those that lead into it', ['op/a < b', 'op/b < c', 'op/c < b', 'op/d < a'], { b: ['b', 'c'], c: ['b', 'c'] }],
    ['several', ['op/a < a', 'op/b < c', 'op/c < b'], { a: ['a'], b: ['b', 'c'], c: ['b', 'c'] }],
  ])('are found: %s', (_, replacing, expected) => {
    expect(circles(...replacing)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['a chain', ['op/a', 'op/b < a', 'op/c < b']],
    ['one that replaces what is not there', ['op/a < b']],
    ['two of different namespaces', ['op/a < b', 'other/b < a']],
    ['two that replace the same one', ['op/a', 'op/b < a', 'op/c < a']],
  ])('are not %s', (_, replacing) => {
    expect(circles(...replacing)).toEqual({});
  });

  it('are found in time that grows with their number', () => {
    const csv = readCsv('op/c');
    const resolved = Array.from({ length: 20_000 }, (_, index) => ({
      csv: { ...csv, name: `c${index}`, replaces: `c${(index + 1) % 20_000}` },
    })) as unknown as Parameters<typeof surroundingsOf>[1]['csvs'];
    expect(surroundingsOf(EMPTY_CLUSTER, { csvs: resolved, groups: [] }).circles.size).toBe(20_000);
  });
});

it('namespaces are found by name, groups by namespace and name', () => {
  const cluster = clusterOf(namespace('team'), group('a/group'), group('b/group', { targets: ['team'] }));
  const { groups } = resolve(cluster);
  expect(surroundingsOf(cluster, { csvs: [], groups })).toEqual({
    bundles: [],
    isPartlyRead: false,
    namespaces: new Set(['a', 'b', 'team']),
    groups: new Map([
      ['a/group', groups[0]],
      ['b/group', groups[1]],
    ]),
    members: new Map(),
    circles: new Map(),
  });
});
