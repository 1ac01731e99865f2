/** The extension of an output file says in which format a report is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';

const TENANTS = 'examples/tenants';

describe('check --output', () => {
  const [text, json] = [cli(['check', TENANTS]), cli(['check', TENANTS, '--format', 'json'])];

  it('writes what standard output has, in the format of the extension, and prints the verdict and the names', () => {
    const folder = folderOf();
    const run = cli(['check', TENANTS, '-o', join(folder, 'check.txt'), '-o', join(folder, 'check.json')]);
    const names = ['check.txt', 'check.json'].map((name) => join(folder, name)).join(', ');
    expect(run).toEqual({ code: text.code, out: `7 operators, 1 note, exit 0\nwritten: ${names}\n`, err: text.err });
    expect(contentOf(folder)).toEqual({ 'check.txt': text.out, 'check.json': json.out });
  });

  it('counts the warnings about the input in the verdict', () => {
    const folder = folderOf({ 'a.yaml': 'kind: Namespace\napiVersion: v1\nmetadata: {name: a}\n...\nmore: text\n' });
    const { out, err } = cli(['check', folder, '-o', join(folder, 'page.html')]);
    expect([out.split('\n')[0], err]).toEqual([
      expect.stringContaining(', 1 input warning, exit '),
      expect.stringContaining('warning[DOUBTFUL_YAML]'),
    ]);
  });

  it('writes no colours into a file', () => {
    const file = join(folderOf(), 'check.txt');
    cli(['check', 'examples/conflict', '-o', file], { outIsTerminal: true, errIsTerminal: true });
    expect(readFileSync(file, 'utf8')).toBe(cli(['check', 'examples/conflict']).out);
  });

  it('says what keeps it from writing', () => {
    expect(cli(['check', TENANTS, '-o', '/nowhere/check.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('error[OUTPUT_NOT_WRITTEN] /nowhere/check.json: ENOENT'),
    });
  });
});

describe.each([
  ['check', ['check', TENANTS]],
  ['review', ['review', TENANTS, TENANTS]],
])('%s', (command, words) => {
  it.each([
    [
      'a format that contradicts the extension',
      ['--format', 'text', '-o', 'FILE.json'],
      "option '--format text' contradicts the extension of 'FILE.json'",
    ],
    [
      'a format that contradicts one of several',
      ['--format', 'json', '-o', 'FILE.json', '-o', 'FILE.txt'],
      "option '--format json' contradicts the extension of 'FILE.txt'",
    ],
  ])('takes %s for wrong usage, and writes nothing', (_, options, message) => {
    const folder = folderOf();
    const inFolder = (text: string): string => text.replaceAll('FILE', join(folder, 'report'));
    expect(cli([...words, ...options.map(inFolder)])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`error: ${inFolder(message)}\n`),
    });
    expect(contentOf(folder)).toEqual({});
  });

  it('takes a format that the extension says, too, or that no extension says', () => {
    const folder = folderOf();
    const files = ['report.json', 'report', 'report.out'].map((name) => join(folder, name));
    const run = cli([...words, '--format', 'json', ...files.flatMap((file) => ['-o', file])]);
    expect([command, run.code]).toEqual([command, 0]);
    for (const content of Object.values(contentOf(folder))) expect(JSON.parse(content)).toBeTypeOf('object');
  });
});

it('what a command does not write is wrong usage', () => {
  expect(cli(['check', TENANTS, '-o', 'check.md'])).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      "error: check does not write md, the format of 'check.md'; it writes text, wide, name, html, csv, json, yaml, sarif, junit, gitlab, prometheus, github, azure\n",
    ),
  });
});

it('a review is written as SARIF into a file that is named as SARIF is', () => {
  const folder = folderOf();
  cli(['review', TENANTS, TENANTS, '-o', join(folder, 'review.sarif.json'), '-o', join(folder, 'review.sarif')]);
  const { 'review.sarif.json': json, 'review.sarif': sarif } = contentOf(folder);
  expect(JSON.parse(json ?? '')).toMatchObject({ version: '2.1.0' });
  expect(json).toBe(sarif);
});

it('the verdict of a review is printed, and the files are named', () => {
  const [base, head] = ['examples/reviews/risk-grown/base', 'examples/reviews/risk-grown/head'];
  const file = join(folderOf(), 'review.html');
  const { code, out } = cli(['review', base, head, '-o', file]);
  expect(out.split('\n')).toEqual([
    'Grants more: ServiceAccount platform-operators/gatewarden can now also create cronjobs.batch in all namespaces',
    expect.stringMatching(/^exit \d: /),
    `written: ${file}`,
    '',
  ]);
  expect(cli(['review', base, head, '-o', file, '--quiet'])).toEqual({ code, out: '', err: '' });
});

it('beside a report on standard output, the files are only named in the diagnostics', () => {
  const file = join(folderOf(), 'check.html');
  const plain = cli(['check', TENANTS, '-o', 'json']);
  expect(cli(['check', TENANTS, '-o', 'json', '-o', file])).toMatchObject({ out: plain.out, err: `written: ${file}\n` });
  expect(cli(['check', TENANTS, '-o', 'json', '-o', file, '--quiet'])).toMatchObject({ out: plain.out, err: '' });
});
