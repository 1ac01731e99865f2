import { describe, expect, it } from 'vitest';
import {
  type Discovery,
  type FailOn,
  type Finding,
  type FindingRule,
  failing,
  isAtLeast,
  report,
  SEVERITIES,
  type Severity,
  toFinding,
} from '../../../src/olm/model/finding.js';

const finding = (severity: Severity, verdict = false): Finding => ({
  id: 'ambiguous-outcome',
  severity,
  subject: { kind: 'ClusterServiceVersion', namespace: 'a', name: 'b' },
  message: '',
  fix: '',
  related: [],
  references: [],
  verdict,
  fingerprint: '',
});

describe('a finding', () => {
  const rule: FindingRule = {
    id: 'of-a-rule',
    severity: 'warning',
    title: 'Something',
    references: ['CIS Kubernetes 5.1.2'],
    documentation: { meaning: 'Something.', fix: 'Nothing.' },
  };
  const subject = { kind: 'OperatorGroup', namespace: 'op', name: 'group' };
  const related = [{ kind: 'Namespace', name: 'a' }];

  it('has what its rule says of all its findings', () => {
    expect(toFinding(rule, { subject, message: 'it is so', fix: 'do that', related })).toEqual<Finding>({
      id: 'of-a-rule',
      severity: 'warning',
      subject,
      message: 'it is so',
      fix: 'do that',
      related,
      references: ['CIS Kubernetes 5.1.2'],
      verdict: false,
      fingerprint: 'of-a-rule:OperatorGroup op/group\nNamespace a',
    });
  });

  it('is told by what it speaks of, whatever it says and wherever it stands', () => {
    const fingerprint = (rest: Partial<Discovery>): string => toFinding(rule, { subject, message: '', fix: '', ...rest }).fingerprint;
    expect(fingerprint({ message: 'x', fix: 'y', place: { file: 'a.yaml', line: 3 } })).toBe(fingerprint({}));
    expect(fingerprint({ related })).not.toBe(fingerprint({}));
  });

  it('comes of a rule that looks for itself', () => {
    const find = (name: string): Discovery[] => [{ subject: { ...subject, name }, message: '', fix: '' }];
    expect(report({ ...rule, find }, 'x').map((found) => found.subject.name)).toEqual(['x']);
    expect(report(rule)).toEqual([]);
  });
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
