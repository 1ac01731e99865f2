import { describe, expect, it } from 'vitest';
import { NO_PAINT, type Paint } from '../../../src/base/manifest/format-problem.js';
import type { Finding, Severity } from '../../../src/olm/model/finding.js';
import { countFindings, formatFinding } from '../../../src/report/text/finding.js';

const finding = (rest: Partial<Finding> = {}): Finding => ({
  id: 'no-operator-group',
  severity: 'error',
  subject: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'foo' },
  message: 'what is the case',
  fix: 'what to do',
  related: [],
  references: [],
  verdict: true,
  fingerprint: '',
  ...rest,
});

/** Paint that shows itself. */
const MARKS: Paint = {
  bold: (text) => `*${text}*`,
  red: (text) => `red(${text})`,
  yellow: (text) => `yellow(${text})`,
  cyan: (text) => `cyan(${text})`,
  dim: (text) => `dim(${text})`,
};

describe('a finding as text', () => {
  it.each([
    [
      'with its place',
      { place: { file: 'a.yaml', line: 3, column: 5 } },
      'error[no-operator-group] ClusterServiceVersion op/foo (a.yaml:3:5): what is the case',
    ],
    ['of a file', { place: { file: 'a.yaml' } }, 'error[no-operator-group] ClusterServiceVersion op/foo (a.yaml): what is the case'],
    [
      'on standard input',
      { place: { file: '-', line: 3, column: 5 } },
      'error[no-operator-group] ClusterServiceVersion op/foo (standard input:3:5): what is the case',
    ],
    ['without a place', {}, 'error[no-operator-group] ClusterServiceVersion op/foo: what is the case'],
    [
      'about a cluster-scoped object',
      { subject: { kind: 'ClusterRole', name: 'x' } },
      'error[no-operator-group] ClusterRole x: what is the case',
    ],
  ])('%s', (_, rest, line) => {
    expect(formatFinding(finding(rest), NO_PAINT)).toBe(`${line}\n  fix  what to do`);
  });

  it.each<[Severity, string]>([
    ['error', 'red'],
    ['warning', 'yellow'],
    ['info', 'cyan'],
  ])('has the colour of its severity: %s is %s', (severity, colour) => {
    expect(formatFinding(finding({ severity }), MARKS)).toBe(
      `*${colour}(${severity}[no-operator-group])* *ClusterServiceVersion op/foo*: what is the case\n  dim(fix)  what to do`,
    );
  });

  it('shows control characters and line breaks of the input as text', () => {
    const steering = '\u001b[2J\u202e\nerror[x] y: z';
    const shown = String.raw`\u001b[2J\u202e\u000aerror[x] y: z`;
    const text = formatFinding(
      finding({ place: { file: steering }, message: steering, fix: steering, subject: { kind: 'OperatorGroup', name: steering } }),
      NO_PAINT,
    );
    expect(text).toBe(`error[no-operator-group] OperatorGroup ${shown} (${shown}): ${shown}\n  fix  ${shown}`);
  });
});

it.each<[Severity[], string]>([
  [[], 'no findings'],
  [['error'], '1 error'],
  [['error', 'error'], '2 errors'],
  [['info', 'warning', 'error', 'warning'], '1 error, 2 warnings, 1 note'],
  [['info', 'info'], '2 notes'],
])('counts %j as %j', (severities, expected) => {
  expect(countFindings(severities.map((severity) => finding({ severity })))).toBe(expected);
});
