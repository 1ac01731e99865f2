import { describe, expect, it } from 'vitest';
import { NO_PAINT } from '../../src/base/manifest/format-problem.js';
import type { CheckedJson } from '../../src/report/check-json.js';
import {
  checkIn,
  formatOfFile,
  formatsOf,
  REPORT_FORMATS,
  type ReportFormats,
  type ReviewReport,
  reviewIn,
} from '../../src/report/formats.js';
import { FULL } from '../support/hand-made-review.js';

const VERSIONS = { olm: null, openshift: null, kubernetes: '1.32.0', notes: [] };
const REPORT: ReviewReport = {
  result: FULL,
  background: () => ({ held: [], reachGraph: { groups: [], namespaces: [], apis: [], ties: [] } }),
  versions: { base: VERSIONS, head: VERSIONS },
  program: '0.0.0',
  all: false,
  hasEntries: false,
};

describe('a format of reports', () => {
  const FORMATS: ReportFormats = {
    ...REPORT_FORMATS,
    // What a new format takes: a function, in a file of its own, and this row.
    tsv: {
      endings: ['.tsv'],
      review: ({ result }) => result.findings.map(({ finding: { id, severity } }) => `${severity},${id}\n`).join(''),
    },
  };

  it('is one row: it is offered, found by the extension, and written', () => {
    expect(formatsOf('review', FORMATS)).toEqual([
      'text',
      'wide',
      'md',
      'html',
      'json',
      'yaml',
      'sarif',
      'junit',
      'gitlab',
      'github',
      'azure',
      'tsv',
    ]);
    expect(formatsOf('check', FORMATS)).toEqual([
      'text',
      'wide',
      'name',
      'html',
      'csv',
      'json',
      'yaml',
      'sarif',
      'junit',
      'gitlab',
      'prometheus',
      'github',
      'azure',
    ]);
    expect(formatOfFile('out/review.tsv', FORMATS)).toBe('tsv');
    expect(reviewIn('tsv', REPORT, { paint: NO_PAINT }, FORMATS)).toContain('error,role-escalation\n');
  });

  it('is said by the longest extension', () => {
    expect(['a.sarif.json', 'a.sarif', 'a.json', 'a.txt', 'a.md', 'a.html', 'a'].map((file) => formatOfFile(file))).toEqual([
      ...['sarif', 'sarif', 'json', 'text', 'md', 'html'],
      undefined,
    ]);
  });

  it.each(formatsOf('review'))('of a review is written, the same each time: %s', (name) => {
    const text = reviewIn(name, REPORT);
    expect(text).toContain('platform/keeper');
    expect(reviewIn(name, { ...REPORT, result: structuredClone(FULL) })).toBe(text);
  });

  it('of a check needs what it is made of: parts have no page', () => {
    const report = {
      json: () => ({ a: 1 }),
      text: () => 'text\n',
      committed: () => ({}),
      checked: () => ({}) as CheckedJson,
      all: false,
      program: '0.0.0',
      input: '.',
      exit: 0,
    };
    expect(['text', 'json', 'html', 'md'].map((name) => checkIn(name, report))).toEqual([
      'text\n',
      '{\n  "a": 1\n}\n',
      undefined,
      undefined,
    ]);
  });
});
