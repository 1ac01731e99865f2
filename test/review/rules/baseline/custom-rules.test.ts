import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLocator } from '../../../../src/base/manifest/locate.js';
import { parseDocuments } from '../../../../src/base/manifest/parse.js';
import { REPOSITORY_OPTIONS } from '../../../../src/olm/settings/table.js';
import { ACCEPTABLE_RULES } from '../../../../src/review/rules/all-rules.js';
import { baselineEntries, configurationJsonSchema } from '../../../../src/review/rules/baseline/entries.js';
import { riskFinders } from '../../../../src/review/rules/index.js';
import { namespace } from '../../../support/build.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { stateOf } from '../../../support/states.js';

const read = (text: string) => {
  const { documents } = parseDocuments({ file: 'c.yaml', text });
  return baselineEntries(
    documents[0],
    createLocator(() => text),
    ACCEPTABLE_RULES,
    REPOSITORY_OPTIONS,
  );
};
const FILE = `
accept:
  - { id: writes-vaults, reason: it keeps them }
rules:
  - id: writes-vaults
    title: Can write vaults
    severity: error
    match: { apiGroups: [keeper.example.com], resources: [vaults], verbs: [create, update], scope: cluster }
severities: { secrets-read: info, writes-vaults: warning }
`;
const state = stateOf(
  namespace('op'),
  role('r', [rule('create', 'vaults', 'keeper.example.com'), rule('get', 'secrets')]),
  bind('b', 'r', 'ServiceAccount op/manager'),
  bind('op/b', 'r', 'User eve'),
);

describe('rules of the configuration', () => {
  it('find what they match, with the severities that it sets', () => {
    const { configuration, problems } = read(FILE);
    expect(problems).toEqual([]);
    const risks = riskFinders(configuration).risksOf(state);
    expect(risks.map(({ id, severity, subject }) => `${severity} ${id} ${subject.name}`)).toEqual([
      'info secrets-read manager',
      'info secrets-read eve',
      'warning writes-vaults manager',
    ]);
    expect(risks.at(-1)?.permissions).toEqual(['create vaults.keeper.example.com']);
  });

  it.each([
    [
      'rules: [{ id: secrets-read, title: x, severity: error, match: { apiGroups: [core], resources: [x], verbs: [get] } }]',
      'already a rule',
    ],
    ['severities: { secret-read: info }', 'no such risk'],
    ['rules: [{ id: a, title: x, severity: bad, match: { apiGroups: [core], resources: [x], verbs: [get] } }]', ''],
    ['rules: [{ id: a, title: x, severity: error, match: { apigroups: [core], resources: [x], verbs: [get] } }]', ''],
    ['rule: []', 'no such field'],
  ])('are refused where they are wrong: %s', (text, message) => {
    const { configuration, problems } = read(text);
    expect(configuration).toEqual({ rules: [], severities: {} });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]?.message).toContain(message);
  });
});

describe('docs/config.schema.json', () => {
  it('is current', async () => {
    const text = `${JSON.stringify(configurationJsonSchema(REPOSITORY_OPTIONS), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../../../docs/config.schema.json'));
  });
});

describe('a rule about the core group', () => {
  it.each(['""', 'core'])('names it %s', (group) => {
    const { configuration, problems } = read(
      `rules: [{ id: reads, title: Reads, severity: info, match: { apiGroups: [${group}], resources: [secrets], verbs: [get] } }]\n`,
    );
    expect(problems).toEqual([]);
    expect(
      riskFinders(configuration)
        .risksOf(state)
        .filter(({ id }) => id === 'reads')
        .map(({ subject }) => subject.name),
    ).toEqual(['manager', 'eve']);
  });
});

describe('a mistake in a rule', () => {
  const GOOD = { id: 'own', title: 'Own', severity: 'info', match: { apiGroups: ['a'], resources: ['b'], verbs: ['get'] } };
  const WRONG: readonly unknown[] = ['', 'No', 5, null, [], [''], [5], {}];
  const places = [
    ['id'],
    ['title'],
    ['severity'],
    ['match'],
    ...['apiGroups', 'resources', 'verbs', 'names', 'scope'].map((key) => ['match', key]),
  ];
  const cases = places.flatMap((place) => WRONG.map((value) => ({ place, value })));

  it.each(cases)('has a message in our own words: $place is $value', ({ place: [field = '', inner], value }) => {
    const rule = inner === undefined ? { ...GOOD, [field]: value } : { ...GOOD, match: { ...GOOD.match, [inner]: value } };
    for (const { expected = '', message } of read(JSON.stringify({ rules: [rule] })).problems)
      expect(`${message}; ${expected}`).not.toMatch(/Invalid|Too small|Too big|expected (?:string|array|object)|received|characters/);
  });
});
