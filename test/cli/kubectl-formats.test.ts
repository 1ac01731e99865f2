/** `-o` has kubectl's manners: a format is printed, a file is written only where its extension or a path says so. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FORMAT_NAMES, formatsOf } from '../../src/report/formats.js';
import { cli, inFolder } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const ROOT = join(import.meta.dirname, '../..');
const at = (path: string): string => join(ROOT, path);
const REVIEW = [at('examples/reviews/risk-grown/base'), at('examples/reviews/risk-grown/head')];

/** The commands whose answer is data. */
const DATA: Readonly<Record<string, readonly string[]>> = {
  check: ['check', at('examples/conflict')],
  'check of a repository': ['check', at('examples/start')],
  resolve: ['resolve', at('examples/gitops')],
  upgrades: ['upgrades', at('examples/gitops')],
  plans: ['plans', at('examples/approvals/waiting.yaml'), '--lock', at('examples/approvals')],
  'who-can': ['who-can', 'get', 'secrets', at('examples/conflict')],
  'can-i': ['can-i', 'get', 'secrets', at('examples/conflict'), '--as', 'team-a/stonedb'],
  'can-i --list': ['can-i', '--list', at('examples/conflict'), '--as', 'team-a/stonedb'],
  'can-i --operators': ['can-i', '--list', at('examples/conflict'), '--operators'],
  explain: ['explain', 'csv/team-a/stonedb.v1.8.2', at('examples/conflict')],
  images: ['images', at('examples/conflict')],
};

/** Runs in an empty folder. @returns the run, and the files that it left */
function runEmpty(words: readonly string[]): ReturnType<typeof cli> & { readonly files: readonly string[] } {
  const folder = folderOf();
  return inFolder(folder, () => ({ ...cli(words), files: readdirSync(folder) }));
}

describe.each(Object.entries(DATA))('%s', (_, words) => {
  it.each(['text', 'wide', 'name', 'json', 'yaml'])('prints -o %s as --format does, and writes no file', (format) => {
    const run = runEmpty([...words, '-o', format]);
    expect(run).toMatchObject({ ...cli([...words, '--format', format]), files: [] });
    expect([run.code === 2, run.out.length > 0]).toEqual([false, true]);
  });

  it('has the same data as JSON and YAML', () => {
    expect(parse(cli([...words, '-o', 'yaml']).out)).toEqual(JSON.parse(cli([...words, '-o', 'json']).out));
  });

  it('names objects as kubectl does, or prints images', () => {
    for (const line of cli([...words, '-o', 'name'])
      .out.trimEnd()
      .split('\n'))
      expect(line).toMatch(/^[a-z][\w.-]*(?:\/|:)\S+$/);
  });

  it.each(['jsno', 'report'])('refuses %s, with the formats, and writes no file', (word) => {
    expect(runEmpty([...words, '-o', word])).toMatchObject({ code: 2, out: '', files: [], err: expect.stringMatching(/text.*json/) });
  });
});

describe.each([
  ['check', ['check', at('examples/conflict')]],
  ['review', ['review', ...REVIEW]],
] as const)('%s', (command, words) => {
  it.each(FORMAT_NAMES)('takes -o %s for a format, never for a file', (format) => {
    const run = runEmpty([...words, '-o', format]);
    expect(run.files).toEqual([]);
    if (formatsOf(command).includes(format)) expect(run).toMatchObject(cli([...words, '--format', format]));
    else expect(run).toMatchObject({ code: 2, err: expect.stringContaining(`${command} does not write ${format}; it writes `) });
  });

  it('writes a file of any name with --output-file, and with a path', () => {
    expect(runEmpty([...words, '--output-file', 'json', '--format', 'json']).files).toEqual(['json']);
    expect(runEmpty([...words, '-o', './report']).files).toEqual(['report']);
  });

  it('prints one format', () => {
    expect(runEmpty([...words, '-o', 'json', '-o', 'yaml'])).toMatchObject({ code: 2, files: [] });
    expect(runEmpty([...words, '-o', 'json', '--format', 'yaml'])).toMatchObject({ code: 2, files: [] });
  });
});

it('-o of a command that writes manifests prints, and a folder of that name is a path', () => {
  const words = ['render', at('examples/conflict')];
  expect(runEmpty([...words, '-o', 'json'])).toMatchObject({ ...cli([...words, '--format', 'json']), files: [] });
  expect(runEmpty([...words, '-o', 'name'])).toMatchObject({ code: 2, out: '', files: [] });
  expect(runEmpty(['baseline', '--known', at('examples/conflict'), '-o', 'json'])).toMatchObject({ code: 2, files: [] });
  expect(runEmpty(['baseline', '--known', at('examples/conflict'), '-o', 'yaml'])).toMatchObject({ code: 0, files: [] });
});

it('lock --check prints its differences as data', () => {
  const words = ['lock', '--check', at('examples/approvals')];
  const { code, out } = runEmpty([...words, '-o', 'json']);
  expect([code, Object.keys(JSON.parse(out))]).toEqual([cli(words).code, ['locks']]);
  expect(parse(runEmpty([...words, '-o', 'yaml']).out)).toEqual(JSON.parse(out));
});

it('check --all leaves nothing out that the text names', () => {
  const words = ['check', at('examples/start')];
  expect(cli(words).out).toContain('notes: unknown-operator; see check --all\n');
  const { out } = cli([...words, '--all']);
  expect(out).toBe(cli([...words, '-o', 'wide']).out);
  expect(out).not.toContain('see check --all');
  expect(out).toContain('info[unknown-operator]');
});
