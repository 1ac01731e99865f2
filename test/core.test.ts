import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accept, explain, FINDING_RULES, ProblemError, readBaseline, readInput, readState, review } from '../src/core.js';
import { folderOf } from './support/files.js';

const stateIn = (path: string) => readState([path]).state;

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

it('bad input is thrown with all of its problems, or returned if that is asked for', () => {
  const thrown = (read: () => unknown): ProblemError => {
    try {
      read();
    } catch (error) {
      if (ProblemError.isProblemError(error)) return error;
    }
    throw new Error('no ProblemError');
  };
  const file = join(folderOf({ 'accepted.yaml': 'accept:\n  - { id: no-such-thing, reason: x }\n' }), 'accepted.yaml');
  const errors = [() => readInput(['nope']), () => readState(['nope']), () => readBaseline(file)].map(thrown);
  expect(errors.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ['FILE_UNREADABLE'],
    ['FILE_UNREADABLE'],
    ['INVALID_VALUE'],
  ]);
  expect(errors[0]?.message).toContain('nope');

  expect(readInput(['nope'], { throws: false }).problems).toMatchObject([{ code: 'FILE_UNREADABLE' }]);
  expect(readState(['nope'], { throws: false })).toMatchObject({ problems: [{ code: 'FILE_UNREADABLE' }] });
  expect(readBaseline(file, { throws: false })).toMatchObject({ entries: [], problems: [{ code: 'INVALID_VALUE' }] });
});

it('a warning about the input is not thrown', () => {
  expect(readState([folderOf({ 'empty.yaml': '' })]).problems).toMatchObject([{ code: 'NO_MANIFESTS' }]);
});
