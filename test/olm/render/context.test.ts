import { describe, expect, it } from 'vitest';
import { copyNamespaces, isGlobal } from '../../../src/olm/render/copies-of.js';
import type { ResolvedCsv } from '../../../src/olm/rules/resolution.js';
import { csv, type GroupFields, group, namespace } from '../../support/build.js';
import { contextOf } from '../../support/render.js';

const CASES: [string, GroupFields, { global: boolean; copies: string[] }][] = [
  ['all namespaces', {}, { global: true, copies: ['a', 'b'] }],
  ['its own namespace', { targets: ['op'] }, { global: false, copies: [] }],
  ['another namespace', { targets: ['b'] }, { global: false, copies: ['b'] }],
  ['several, its own among them', { targets: ['b', 'op', 'a'] }, { global: false, copies: ['a', 'b'] }],
  ['a namespace that does not exist', { targets: ['missing'] }, { global: false, copies: [] }],
  ['nothing', { selector: { matchLabels: { no: 'match' } } }, { global: false, copies: [] }],
  ['the empty string, and so is never synced', { targets: [''] }, { global: false, copies: [] }],
];

describe('where a CSV and its Roles are copied to', () => {
  it.each(CASES)('by a group that targets %s', (_, fields, expected) => {
    const context = contextOf(namespace('a'), namespace('b'), group('op/group', fields), csv('op/foo'));
    const resolved = context.resolution.csvs[0] as ResolvedCsv;
    expect({ global: isGlobal(resolved), copies: copyNamespaces(resolved, context) }).toEqual(expected);
  });

  it('without a group: nowhere', () => {
    const context = contextOf(namespace('a'), csv('op/foo'));
    const resolved = context.resolution.csvs[0] as ResolvedCsv;
    expect({ global: isGlobal(resolved), copies: copyNamespaces(resolved, context) }).toEqual({ global: false, copies: [] });
  });
});
