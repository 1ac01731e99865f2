import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MARKDOWN_MARKER } from '../src/review/report/markdown.js';
import { cli } from './support/command-line.js';
import { folderOf } from './support/files.js';

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '..');
const TEXT = readFileSync(join(ROOT, 'action.yml'), 'utf8');
const ACTION = parse(TEXT) as {
  readonly inputs: Readonly<Record<string, { description: string; default?: string; required?: boolean }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const { steps } = ACTION.runs;
const step = (name: string): Step => steps.find((one) => one.name === name) as Step;

describe('action.yml', () => {
  it('is a composite action whose inputs say what they are for', () => {
    expect(ACTION.runs.using).toBe('composite');
    expect(Object.values(ACTION.inputs).every(({ description }) => description.length > 10)).toBe(true);
  });

  it('uses the inputs that it has, and all of them', () => {
    const used = [...TEXT.matchAll(/inputs\.([a-z-]+)/g)].map((match) => match[1] ?? '');
    expect([...new Set(used)].sort()).toEqual(Object.keys(ACTION.inputs).sort());
  });

  it('lets no expression into a script, where it could be code', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  it.each(steps.filter(({ run }) => run !== undefined))('has a script that bash can read: $name', ({ run, shell }) => {
    expect(shell).toBe('bash');
    expect(spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('asks for options that the command has', () => {
    const { out: help } = cli(['help', 'review']);
    const asked = [...(step('Review').run ?? '').replaceAll('npx --yes', '').matchAll(/(--[a-z-]+)/g)].map((match) => match[1] ?? '');
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((option) => !help.includes(option))).toEqual([]);
  });

  it('looks for the marker that reports begin with', () => {
    expect(step('Comment').run).toContain(`marker='${MARKDOWN_MARKER}'`);
  });
});

describe('the steps of action.yml', () => {
  /** A folder for a run, with programs that stand in for others. */
  function workplace(programs: Readonly<Record<string, string>>): {
    folder: string;
    run: (name: string, env: Record<string, string>) => number | null;
  } {
    const folder = folderOf({ summary: '', output: '' });
    cpSync(join(ROOT, 'examples/reviews/operator-upgrade'), join(folder, 'clusters'), { recursive: true });
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    const run = (name: string, env: Record<string, string>): number | null => {
      const surroundings = {
        PATH: `${folder}${delimiter}${process.env.PATH}`,
        REPORTS: folder,
        GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      };
      return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step(name).run ?? ''], {
        cwd: folder,
        env: { ...surroundings, GITHUB_OUTPUT: join(folder, 'output'), ...env },
      }).status;
    };
    return { folder, run };
  }

  const NPX = `[ "$1 $2" = '--yes cdk8s-olm@latest' ] && exec "${process.execPath}" "${join(ROOT, 'lib/src/cli/bin.js')}" "\${@:3}"`;
  const INPUTS = {
    BASE: 'clusters/base',
    BASE_REF: 'main',
    HEAD_PATH: 'clusters/head',
    PROFILE: 'documented',
    BASELINE: '',
    FAIL_ON: 'error',
    VERSION: 'latest',
    SARIF: 'yes',
  };

  it('write the reports, and keep for the end whether the job fails', () => {
    const { folder, run } = workplace({ npx: NPX });
    expect(run('Review', INPUTS)).toBe(0);
    for (const name of ['review.md', 'review.html', 'review.sarif']) expect(existsSync(join(folder, name))).toBe(true);
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toBe(readFileSync(join(folder, 'review.md'), 'utf8'));
    expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('status=1\n');
    expect(run('Decide', { STATUS: '1' })).toBe(1);
    expect(run('Decide', { STATUS: '0' })).toBe(0);
  });

  it('fail at once on bad input', () => {
    const { run } = workplace({ npx: NPX });
    expect(run('Review', { ...INPUTS, HEAD_PATH: 'nowhere' })).toBe(2);
  });

  it.each([
    ['write a comment', '', '--method POST repos/o/r/issues/7/comments'],
    ['replace the comment that is there', '42', '--method PATCH repos/o/r/issues/comments/42'],
  ])('%s', (_, existing, call) => {
    const gh = `echo "$*" >> "$REPORTS/calls"; case "$*" in *--paginate*) echo '${existing}';; esac`;
    const { folder, run } = workplace({ gh });
    expect(run('Comment', { REPOSITORY: 'o/r', NUMBER: '7' })).toBe(0);
    const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
    expect(calls.at(-1)).toBe(`api ${call} --field body=@${folder}/review.md --silent`);
  });
});
