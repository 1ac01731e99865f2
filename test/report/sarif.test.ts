import { createRequire } from 'node:module';
import Ajv from 'ajv-draft-04';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import { sarifReport } from '../../src/report/sarif.js';
import type { Review } from '../../src/review/compare/review.js';
import { secretsRead } from '../../src/review/rules/held/secrets.js';
import { CONFLICT, FULL, reviewOf, riskOf, UNCHANGED } from '../support/hand-made-review.js';

const schema = createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as object;
const validate = new Ajv.default({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly object[] } };
    readonly results: readonly { readonly message: { text: string }; readonly locations: readonly { physicalLocation: unknown }[] }[];
  }[];
}

/** The place of the only result. */
function placeIn(review: Review): unknown {
  const [run] = (sarifReport(review, '0.0.0') as Log).runs;
  return run?.results[0]?.locations[0]?.physicalLocation;
}

describe('the SARIF report', () => {
  it.each([
    ['without a change', UNCHANGED],
    ['with one of everything', FULL],
    ['of hostile names', reviewOf({ risks: { new: [riskOf({ message: '\u0000<&', place: { file: 'ä b/%c?#\\\u0007.yaml' } })] } })],
  ])('keeps to the schema of SARIF 2.1.0: a review %s', (_, review) => {
    expect([validate(sarifReport(review, '0.0.0')), validate.errors]).toEqual([true, null]);
  });

  it('has rules, levels, places, fingerprints, and accepted risks as suppressed ones', () => {
    expect(wrap(JSON.stringify(sarifReport(FULL, '0.0.0'), null, 1))).toMatchSnapshot();
  });

  it('has the findings that stay, so that code scanning leaves their alerts open', () => {
    const place = { file: 'prod/a.yaml', line: 3, column: 1 };
    const [run] = (sarifReport(reviewOf({ checks: { unchanged: [{ ...CONFLICT, place }] } }), '0') as Log).runs;
    expect(run?.results).toMatchObject([
      {
        ruleId: CONFLICT.id,
        baselineState: 'unchanged',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'prod/a.yaml' }, region: { startLine: 3, startColumn: 1 } } }],
      },
    ]);
  });

  it('takes title, level and help from the rule, whatever is reported of it', () => {
    const milder = riskOf({ id: 'secrets-read', severity: 'info', fix: 'take it out of one CSV', references: ['another'] });
    const [run] = (sarifReport(reviewOf({ risks: { new: [milder] } }), '1.2.3') as Log).runs;
    const { title, references, documentation } = secretsRead;
    expect(run?.tool.driver.rules).toEqual([
      {
        id: 'secrets-read',
        shortDescription: { text: `${title}.` },
        fullDescription: { text: documentation.meaning },
        help: { text: documentation.fix },
        helpUri: 'https://github.com/OWNER/cdk8s-olm/blob/main/docs/findings/secrets-read.md',
        defaultConfiguration: { level: 'error' },
        properties: { tags: ['security', ...references], 'security-severity': '8.0' },
      },
    ]);
    expect(run?.results).toMatchObject([{ ruleId: 'secrets-read', level: 'note' }]);
  });

  it('takes no verdict for a matter of security', () => {
    const [run] = (sarifReport(reviewOf({ checks: { new: [CONFLICT] } }), '0') as Log).runs;
    expect(run?.tool.driver.rules).toMatchObject([{ id: CONFLICT.id, defaultConfiguration: { level: 'error' } }]);
    expect(run?.tool.driver.rules[0]).not.toHaveProperty('properties');
  });

  it('names a rule that is not ours by its id', () => {
    const [run] = (sarifReport(reviewOf({ risks: { new: [riskOf({ id: 'of-our-own' })] } }), '0') as Log).runs;
    expect(run?.tool.driver.rules).toEqual([{ id: 'of-our-own' }]);
  });

  it('makes no links of the input', () => {
    const [run] = (sarifReport(reviewOf({ risks: { new: [riskOf({ message: '[a](https://evil.example)', path: [] })] } }), '0') as Log)
      .runs;
    expect(run?.results[0]?.message.text).toContain('\\[a\\](https://evil.example)');
  });

  it.each([
    ['prod/a b.yaml', { uri: 'prod/a%20b.yaml', uriBaseId: '%SRCROOT%' }],
    ['./prod/a.yaml', { uri: 'prod/a.yaml', uriBaseId: '%SRCROOT%' }],
    ['git:main:prod/a.yaml', { uri: 'prod/a.yaml', uriBaseId: '%SRCROOT%' }],
    ['/tmp/a.yaml', { uri: 'file:///tmp/a.yaml' }],
  ])('names the file %s by its path in the repository', (file, artifactLocation) => {
    expect(placeIn(reviewOf({ risks: { new: [riskOf({ place: { file } })] } }))).toEqual({ artifactLocation });
  });

  it.each([
    ['clusters/prod', 'clusters/prod'],
    ['git:main:clusters/prod', 'clusters/prod'],
    ['git:main', '.'],
  ])('puts what stands in no file into the input: %s', (head, uri) => {
    const { place: _, ...risk } = riskOf();
    expect(placeIn(reviewOf({ head, risks: { new: [risk] } }))).toEqual({ artifactLocation: { uri, uriBaseId: '%SRCROOT%' } });
  });
});
