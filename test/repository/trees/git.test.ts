import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readFiles } from '../../../src/repository/input/read-files.js';
import { askOnce } from '../../../src/repository/trees/git.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { committed, git, writeFiles } from '../../support/git.js';

const START = process.cwd();
afterEach(() => {
  process.chdir(START);
  vi.unstubAllEnvs();
});

const AGAIN = ['commit', '--quiet', '--all', '--message', 'y'];

describe('in one run', () => {
  it('a revision is one commit, although its branch moves', () => {
    const folder = committed({ 'a.yaml': 'text: base\n' });
    process.chdir(folder);
    const read = () => readFiles(['git:main']).texts[0]?.text;
    const ends = [askOnce(), askOnce()];
    expect(read()).toBe('text: base\n');
    writeFiles(folder, { 'a.yaml': 'text: head\n' });
    git(folder, ...AGAIN);
    expect(read()).toBe('text: base\n');
    ends[0]?.();
    expect(read()).toBe('text: base\n');
    ends[1]?.();
    expect(read()).toBe('text: head\n');
  });

  it('git is asked no question twice', () => {
    const folder = committed({ 'prod/a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n', 'test/b.yaml': '' });
    writeFiles(folder, { 'prod/a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: b}\n' });
    git(folder, ...AGAIN);
    process.chdir(folder);
    const trace = join(folderOf(), 'trace');
    vi.stubEnv('GIT_TRACE', trace);
    expect(cli(['review', 'git:main^', 'git:main']).out).toContain('Namespace a');
    const asked = [...readFileSync(trace, 'utf8').matchAll(/built-in: (.*)/g)].map(([, question = '']) => question);
    // Of these, the question is in the input.
    const questions = asked.filter((one) => !one.includes('cat-file'));
    expect(questions.length).toBeGreaterThan(5);
    expect(questions).toEqual([...new Set(questions)]);
  });
});

it('the text of a large file that is not read is read once, whoever asks for it', () => {
  const large = (channel: string): string => `kind: Subscription\nspec: {channel: ${channel}}\n${'# text\n'.repeat(20_000)}`;
  const folder = committed({ 'a.yaml.tmpl': large('one'), 'b.yaml.tmpl': large('two') });
  writeFiles(folder, { 'a.yaml.tmpl': large('three'), 'b.yaml.tmpl': large('four') });
  git(folder, ...AGAIN);
  process.chdir(folder);
  const trace = join(folderOf(), 'trace');
  vi.stubEnv('GIT_TRACE', trace);
  expect(cli(['review', 'git:main^', 'git:main', '--all']).out).toContain('a.yaml.tmpl');
  const reads = readFileSync(trace, 'utf8').match(/built-in: git cat-file --batch$/gm) ?? [];
  expect(reads).toHaveLength(4);
});

it('git is not started for a folder that is in no repository', () => {
  const trace = join(folderOf(), 'trace');
  vi.stubEnv('GIT_TRACE', trace);
  expect(cli(['check', folderOf({ 'a.yaml': '' })]).err).not.toContain('git');
  expect(existsSync(trace)).toBe(false);
  cli(['check', committed({ 'a.yaml': '' })]);
  expect(existsSync(trace)).toBe(true);
});
