/** The formats that forges show: each keeps to its schema, and no text of the input reaches a command of a runner. */
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import Draft4 from 'ajv-draft-04';
import { describe, expect, it } from 'vitest';
import { azureAnnotations } from '../../src/report/azure.js';
import { checkSarif } from '../../src/report/check-sarif.js';
import { checkEntries, type Entry, reviewEntries } from '../../src/report/entries.js';
import { githubAnnotations } from '../../src/report/github.js';
import { codeQuality } from '../../src/report/gitlab.js';
import { junitReport } from '../../src/report/junit.js';
import { cli } from '../support/command-line.js';
import { azureCommands, CODE_QUALITY_SCHEMA, githubCommands, junitFaults } from '../support/forge-formats.js';
import { FULL, riskOf } from '../support/hand-made-review.js';

const sarif = new Draft4.default({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as object,
);
const quality = new Ajv({ strict: false }).compile(CODE_QUALITY_SCHEMA);

/** What ends a line, a property, a command, a value or an element in one of the formats, or begins a command. */
const MARKS = [
  ...['\n', '\r', '\r\n', '\u2028', '\u0085', '\u000b', '\u0000', '\u001b[2J', '\ud800', '\ufffe'],
  ...['::', ':', ',', ';', ']', '=', '%', '%0A', '%0D', '%3A', '%3B', '%5D', '%AZP25', '%25', '"', "'", '<', '&', ']]>', '&#10;', '<!--'],
];
const COMMANDS = ['::set-env name=A::b', '::add-mask::x', '##[stop-commands]t', '##vso[task.setvariable variable=A]b', '##[error]x'];
const HOSTILE = [
  ...MARKS,
  ...COMMANDS,
  ...MARKS.flatMap((mark) => COMMANDS.map((command) => `a${mark}${command}`)),
  ...MARKS.flatMap((mark) => MARKS.map((other) => `${mark}${other}::stop-commands::t`)),
];

/** Entries with a hostile text in each of their fields. */
const ENTRIES: readonly Entry[] = HOSTILE.flatMap((text) =>
  (['subject', 'message', 'fix', 'file'] as const).map((field): Entry => {
    const usual = { id: 'secrets-read', severity: 'warning', subject: 'ClusterServiceVersion a/b', message: 'm', fix: 'f' } as const;
    const place = { file: field === 'file' ? text : 'a.yaml', line: 3, column: 2 };
    return { ...usual, fingerprint: text, place, ...(field === 'file' ? {} : { [field]: text }) };
  }),
);

it.each(['\n', '\r'])('no annotation has a second line, whatever is split at %j', (end) => {
  for (const text of [githubAnnotations(ENTRIES), azureAnnotations(ENTRIES)])
    expect(text.split(end).filter((line) => line !== '')).toHaveLength(end === '\n' ? ENTRIES.length : 1);
});

describe('GitHub', () => {
  const commands = githubCommands(githubAnnotations(ENTRIES));

  it('sees one annotation for each entry, with its own place and id', () => {
    expect(new Set(commands.map(({ command }) => command))).toEqual(new Set(['warning']));
    expect(commands).toHaveLength(ENTRIES.length);
    for (const { properties } of commands) {
      expect(Object.keys(properties)).toEqual(['file', 'line', 'col', 'title']);
      expect(properties).toMatchObject({ line: '3', col: '2', title: 'secrets-read' });
    }
  });

  it('has no older command anywhere in a line', () => {
    expect(githubAnnotations(ENTRIES)).not.toMatch(/##\[/);
  });

  it('shows printable texts as they are', () => {
    const [command] = githubCommands(githubAnnotations([{ ...(ENTRIES[0] as Entry), subject: 'a, b: 100%', message: 'x::y,%0A' }]));
    expect(command?.data).toBe('a, b: 100%: x::y,%0A. Fix: f.');
  });
});

describe('Azure', () => {
  const commands = azureCommands(azureAnnotations(ENTRIES));

  it('sees one issue for each entry, with its own place and id', () => {
    expect(new Set(commands.map(({ command }) => command))).toEqual(new Set(['task.logissue']));
    expect(commands).toHaveLength(ENTRIES.length);
    for (const { properties, data } of commands) {
      expect(Object.keys(properties)).toEqual(['type', 'sourcepath', 'linenumber', 'columnnumber', 'code']);
      expect(properties).toMatchObject({ type: 'warning', linenumber: '3', columnnumber: '2', code: 'secrets-read' });
      expect(data).not.toMatch(/##(?:\[|vso\[)/);
    }
  });

  it('has no type for notes, which are left out', () => {
    expect(azureAnnotations(ENTRIES.map((entry) => ({ ...entry, severity: 'info' as const })))).toBe('');
  });
});

describe.each([
  ['hostile entries', ENTRIES],
  ['no entry', []],
  ['a review with one of everything', reviewEntries(FULL)],
  ['entries that are equal', [ENTRIES[0] as Entry, ENTRIES[0] as Entry]],
])('%s', (_, entries) => {
  it('is a report of Code Quality, with a fingerprint of its own for each', () => {
    const report = codeQuality(entries) as readonly { readonly fingerprint: string }[];
    expect([quality(report), quality.errors]).toEqual([true, null]);
    expect(new Set(report.map(({ fingerprint }) => fingerprint)).size).toBe(entries.length);
  });

  it.each([undefined, 'exit 1: <&">'])('is a JUnit report, of a run that ends with %s', (failure) => {
    expect(junitFaults(junitReport(entries, { name: 'cdk8s-olm review', failure }))).toEqual([]);
  });
});

it('problems of the input are entries too, so that a run that cannot read is red everywhere', () => {
  const problem = { severity: 'error', code: 'NOT_YAML', message: 'm', fix: 'f', place: { file: 'a.yaml', line: 1 } } as const;
  const entries = checkEntries({ findings: [], problems: [problem] });
  expect(entries).toMatchObject([{ id: 'NOT_YAML', severity: 'error' }]);
  expect(junitReport(entries, { name: 'c' })).toContain('failures="1"');
  const log = checkSarif({ findings: [], problems: [problem] }, '0.0.0', '.');
  expect([sarif(log), log]).toMatchObject([true, { runs: [{ results: [{ ruleId: 'NOT_YAML', level: 'error' }] }] }]);
});

it('the SARIF of a check keeps to the schema, also with hostile texts', () => {
  const findings = HOSTILE.map((text) => ({ ...riskOf({ message: text, place: { file: text } }), related: [], references: [] }));
  expect([sarif(checkSarif({ findings, problems: [] } as never, '0.0.0', '.')), sarif.errors]).toEqual([true, null]);
});

describe('the program', () => {
  const words = ['check', 'examples/conflict'];

  it('prints annotations that the runners read', () => {
    const errors = (commands: readonly { readonly command: string }[]): number => commands.length;
    const github = githubCommands(cli([...words, '-o', 'github']).out);
    expect(github.map(({ command, properties }) => [command, properties.file, properties.title])).toEqual([
      ['error', 'examples/conflict/team-a.yaml', 'ambiguous-outcome'],
      ['error', 'examples/conflict/team-b.yaml', 'inter-operator-group-owner-conflict'],
      ['error', 'examples/conflict/team-b.yaml', 'ambiguous-outcome'],
      ['notice', 'examples/conflict/team-a.yaml', 'own-crds-absent'],
    ]);
    expect(errors(azureCommands(cli([...words, '-o', 'azure']).out))).toBe(3);
  });

  it('writes JUnit, Code Quality and SARIF of a check', () => {
    const { out, code } = cli([...words, '-o', 'junit']);
    expect([junitFaults(out), code]).toEqual([[], 1]);
    expect(out).toContain('<failure type="exit" message="exit 1">');
    expect(quality(JSON.parse(cli([...words, '-o', 'gitlab']).out))).toBe(true);
    expect(sarif(JSON.parse(cli([...words, '-o', 'sarif']).out))).toBe(true);
  });

  it('writes the same of a review', () => {
    const review = ['review', 'examples/reviews/risk-grown/base', 'examples/reviews/risk-grown/head'];
    expect(githubCommands(cli([...review, '-o', 'github']).out)).toMatchObject([{ command: 'warning' }, { command: 'notice' }]);
    expect(junitFaults(cli([...review, '-o', 'junit']).out)).toEqual([]);
    expect(quality(JSON.parse(cli([...review, '-o', 'gitlab']).out))).toBe(true);
  });
});
