import { describe, expect, it } from 'vitest';
import { createLocator } from '../../../../src/base/manifest/locate.js';
import { parseDocuments } from '../../../../src/base/manifest/parse.js';
import { REPOSITORY_OPTIONS } from '../../../../src/olm/settings/table.js';
import { ACCEPTABLE_RULES } from '../../../../src/review/rules/all-rules.js';
import { baselineEntries } from '../../../../src/review/rules/baseline/entries.js';
import { lines } from '../../../support/lines.js';
import { brief } from '../../../support/read-texts.js';

function read(...text: readonly string[]) {
  return readWith(ACCEPTABLE_RULES, ...text);
}

function readWith(rules: Parameters<typeof baselineEntries>[2], ...text: readonly string[]) {
  const file = '.cdk8s-olm.yaml';
  const { documents, problems } = parseDocuments({ file, text: lines(...text) });
  expect(problems).toEqual([]);
  return baselineEntries(
    documents[0],
    createLocator(() => lines(...text)),
    rules,
    REPOSITORY_OPTIONS,
  );
}

describe('the entries of a baseline', () => {
  it('are read with their places', () => {
    const { entries, problems } = read(
      'accept:',
      '  - id: secrets-read',
      '    subject: ServiceAccount op/*',
      '    reason: the operator keeps its own passwords there',
      '    expires: 2027-01-31',
      '  - { id: no-operator-group, reason: to be moved }',
    );
    expect(problems).toEqual([]);
    expect(entries).toEqual([
      {
        id: 'secrets-read',
        subject: 'ServiceAccount op/*',
        reason: 'the operator keeps its own passwords there',
        expires: '2027-01-31',
        file: '.cdk8s-olm.yaml',
        place: { file: '.cdk8s-olm.yaml', line: 2, column: 5 },
      },
      { id: 'no-operator-group', reason: 'to be moved', file: '.cdk8s-olm.yaml', place: { file: '.cdk8s-olm.yaml', line: 6, column: 5 } },
    ]);
  });

  it('mean a rule by an id that it had in an earlier version, and what the present id says counts more', () => {
    const rules = [{ id: 'secrets-read', formerIds: ['secret-read'] }, { id: 'token-create' }];
    const { entries, configuration, problems } = readWith(
      rules,
      'accept: [{ id: secret-read, reason: kept }, { id: token-create, reason: fine }]',
      'severities: { secrets-read: warning, secret-read: info, token-create: info }',
    );
    expect(problems).toEqual([]);
    expect(entries.map(({ id }) => id)).toEqual(['secrets-read', 'token-create']);
    expect(configuration.severities).toEqual({ 'secrets-read': 'warning', 'token-create': 'info' });
    const own = 'rules: [{ id: secret-read, title: Mine, severity: info, match: { apiGroups: [core], resources: [pods], verbs: [get] } }]';
    expect(readWith(rules, own).problems).toHaveLength(1);
  });

  it('are none in an empty file, or in an empty list', () => {
    expect(read('')).toMatchObject({ entries: [], problems: [] });
    expect(read('accept: []')).toMatchObject({ entries: [], problems: [] });
  });

  it('are none where one of them is bad; every problem has its place', () => {
    const { entries, problems } = read(
      'accept:',
      '  - id: secret-read',
      '    reason: ""',
      '    expires: 31.01.2027',
      '  - id: token-create',
      '  - id: pod-access',
      '    reason: fine',
      '    expiry: 2027-01-31',
      'excepted: []',
    );
    expect(entries).toEqual([]);
    expect(brief(problems)).toEqual([
      ['INVALID_VALUE', 2, 9, 'accept[0].id'],
      ['INVALID_VALUE', 3, 13, 'accept[0].reason'],
      ['INVALID_VALUE', 4, 14, 'accept[0].expires'],
      ['FIELD_MISSING', 5, 5, 'accept[1].reason'],
      ['INVALID_VALUE', 8, 13, 'accept[2].expiry'],
      ['INVALID_VALUE', 9, 1, 'excepted'],
    ]);
  });

  it.each([
    ['secret-read', 'did you mean secrets-read?'],
    ['no-operatorgroup', 'did you mean no-operator-group?'],
    ['something-else-entirely', 'copy the id from the report; docs/findings.md lists them all'],
    ['baseline-expired', 'copy the id from the report; docs/findings.md lists them all'],
  ])('name the nearest id: %s', (id, fix) => {
    expect(read('accept:', `  - { id: ${id}, reason: r }`).problems.map((problem) => problem.fix)).toEqual([fix]);
  });

  it.each(['2027-02-30', '2027-13-01', '2027-1-1', 'soon', '2027-01-31T00:00:00Z'])('take no other date: %s', (expires) => {
    const { problems } = read('accept:', `  - { id: pod-access, reason: r, expires: "${expires}" }`);
    expect(problems.map(({ code, found }) => [code, found])).toEqual([['INVALID_VALUE', JSON.stringify(expires)]]);
  });

  it.each([
    ['a list', '- id: pod-access'],
    ['a text', 'accept'],
    ['a mapping in place of the list', 'accept: { id: pod-access }'],
    ['texts in place of entries', 'accept: [pod-access]'],
    ['a subject that is no text', 'accept: [{ id: pod-access, reason: r, subject: 5 }]'],
    ['an empty subject', 'accept: [{ id: pod-access, reason: r, subject: " " }]'],
    ['a subject of many stars', 'accept: [{ id: pod-access, reason: r, subject: "*a*a*a*a*a" }]'],
    ['a subject with groups', 'accept: [{ id: pod-access, reason: r, subject: "(a+)+" }]'],
    ['a subject without an end', `accept: [{ id: pod-access, reason: r, subject: "${'a'.repeat(600)}" }]`],
  ])('are not %s', (_, text) => {
    const { entries, problems } = read(text);
    expect(entries).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });
});
