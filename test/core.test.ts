import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accept, explain, FINDING_RULES, readBaseline, readState, review } from '../src/core.js';
import { folderOf } from './support/files.js';

const stateIn = (path: string) => {
  const { state } = readState([path]);
  if (!state) throw new Error(`bad input in ${path}`);
  return state;
};

it('the core explains, and applies a baseline', () => {
  const conflict = stateIn('examples/conflict');
  const csv = { kind: 'ClusterServiceVersion', namespace: 'team-b', name: 'stonedb.v1.9.0' };
  expect(explain(csv, conflict)?.findings.map(({ id }) => id)).toContain('inter-operator-group-owner-conflict');

  const text =
    'accept:\n  - { id: inter-operator-group-owner-conflict, reason: on purpose }\n  - { id: no-operator-group, reason: not there }\n';
  const baseline = readBaseline(join(folderOf({ 'accepted.yaml': text }), 'accepted.yaml'));
  expect(baseline.problems).toEqual([]);
  const { review: left, findings } = accept(review(conflict, conflict), baseline.entries, '2027-01-31');
  expect(left.findings.flatMap(({ finding, acceptance }) => (acceptance ? [finding.subject] : []))).toEqual([csv]);
  expect(findings.map(({ id }) => id)).toEqual(['baseline-unused']);
  expect(FINDING_RULES.map(({ id }) => id)).toContain('baseline-unused');
});

it('a baseline with problems accepts nothing', () => {
  const file = join(folderOf({ 'accepted.yaml': 'accept:\n  - { id: no-such-thing, reason: x }\n' }), 'accepted.yaml');
  expect(readBaseline(file)).toMatchObject({ entries: [], problems: [{ code: 'INVALID_VALUE' }] });
});
