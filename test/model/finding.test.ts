import { describe, expect, it } from 'vitest';
import { type FailOn, type Finding, failing, isAtLeast, SEVERITIES, type Severity } from '../../src/model/finding.js';

const finding = (severity: Severity, verdict = false): Finding => ({
  id: 'ambiguous-outcome',
  severity,
  subject: { kind: 'ClusterServiceVersion', namespace: 'a', name: 'b' },
  message: '',
  fix: '',
  related: [],
  verdict,
});

describe('the severity', () => {
  it.each<[Severity, Severity[]]>([
    ['error', ['error']],
    ['warning', ['error', 'warning']],
    ['info', ['error', 'warning', 'info']],
  ])('%s is reached by %j', (threshold, reached) => {
    expect(SEVERITIES.filter((severity) => isAtLeast(severity, threshold))).toEqual(reached);
  });
});

describe('the findings that make a run fail', () => {
  const all = [finding('info'), finding('error', true), finding('warning'), finding('error'), finding('warning', true)];

  it.each<[FailOn, boolean, number[]]>([
    ['error', false, [1, 3]],
    ['warning', false, [1, 2, 3, 4]],
    ['info', false, [0, 1, 2, 3, 4]],
    ['never', false, []],
    ['error', true, [3]],
    ['info', true, [0, 2, 3]],
    ['never', true, []],
  ])('with --fail-on %s and --allow-failed %s', (failOn, allowFailed, expected) => {
    expect(failing(all, failOn, allowFailed)).toEqual(expected.map((index) => all[index]));
  });
});
