import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
  readonly outputs: Readonly<Record<string, { value: string }>>;
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
    const { out: help } = cli(['review', '--help-all']);
    const asked = [...(step('Review').run ?? '').matchAll(/(--[a-z-]+)/g)].map((match) => match[1] ?? '');
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((option) => !help.includes(option))).toEqual([]);
  });

  it('needs no input: a review of the whole repository', () => {
    expect(Object.values(ACTION.inputs).filter(({ required, default: value }) => required || value === undefined)).toEqual([]);
    expect(ACTION.inputs.path?.default).toBe('.');
  });

  it('runs its own files, and nothing that the checkout could bring', () => {
    expect(TEXT).not.toMatch(/\bnpx\b/);
    expect(step('Find the program').run).toContain('"$GITHUB_ACTION_PATH/lib/bin.js"');
    expect(TEXT).not.toMatch(/npm |npx /);
    expect(step('Review').run).toContain('node "$GITHUB_ACTION_PATH/lib/bin.js"');
    for (const name of ['Review']) expect(step(name).env).toMatchObject({ NODE_OPTIONS: '', NODE_PATH: '' });
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
        TEMPORARY: folder,
        GITHUB_ACTION_PATH: ROOT,
        GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      };
      return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step(name).run ?? ''], {
        cwd: folder,
        env: { ...surroundings, GITHUB_OUTPUT: join(folder, 'output'), ...env },
      }).status;
    };
    return { folder, run };
  }

  const INPUTS = {
    BASE: 'clusters/base',
    BASE_REF: 'main',
    HEAD_PATH: 'clusters/head',
    NAME: '',
    PROFILE: 'documented',
    BASELINE: '',
    FAIL_ON: 'error',
  };

  const outputsOf = (folder: string): Record<string, string> =>
    Object.fromEntries(
      readFileSync(join(folder, 'output'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );

  it('write all reports in one run, and keep for the end whether the job fails', () => {
    const { folder, run } = workplace({});
    expect(run('Review', INPUTS)).toBe(0);
    const { status, reports = '', marker, artifact } = outputsOf(folder);
    for (const name of ['review.md', 'review.html', 'review.json', 'review.sarif']) expect(existsSync(join(reports, name))).toBe(true);
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toBe(readFileSync(join(reports, 'review.md'), 'utf8'));
    expect({ status, marker, artifact }).toEqual({
      status: '1',
      marker: '<!-- cdk8s-olm review of clusters/head -->',
      artifact: 'cdk8s-olm-review-clusters-head',
    });
    expect(run('Decide', { STATUS: '1' })).toBe(1);
    expect(run('Decide', { STATUS: '0' })).toBe(0);
    expect(run('Decide', { STATUS: '' })).toBe(2);
  });

  it('put what is wrong in place of the report when the input cannot be read', () => {
    const { folder, run } = workplace({});
    expect(run('Review', { ...INPUTS, HEAD_PATH: 'nowhere' })).toBe(0);
    const { status, reports = '' } = outputsOf(folder);
    expect(status).toBe('2');
    const comment = readFileSync(join(reports, 'comment.md'), 'utf8');
    expect(comment).toMatch(/^<!-- cdk8s-olm review of nowhere -->\n### ⛔ The change could not be reviewed\n/);
    expect(comment).toContain('error[FILE_UNREADABLE]');
  });

  it('keep several uses apart by their names', () => {
    const { folder, run } = workplace({});
    expect(run('Review', { ...INPUTS, NAME: 'prod <!-- x -->' })).toBe(0);
    expect(outputsOf(folder)).toMatchObject({
      marker: '<!-- cdk8s-olm review of prod <!-- x  -->',
      artifact: 'cdk8s-olm-review-prod------x----',
    });
  });

  it('review the whole repository against the base branch of the pull request', () => {
    const { folder, run } = workplace({});
    const git = (...argv: string[]): void => {
      const settings = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
      expect(spawnSync('git', [...settings, ...argv], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
    };
    git('init', '--quiet');
    git('add', 'clusters/base');
    git('commit', '--quiet', '--message', 'base');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    cpSync(join(folder, 'clusters/head'), join(folder, 'clusters/base'), { recursive: true });
    rmSync(join(folder, 'clusters/head'), { recursive: true });
    expect(run('Review', { ...INPUTS, BASE: '', HEAD_PATH: '.', REPOSITORY: 'example/clusters' })).toBe(0);
    const { status, marker, artifact } = outputsOf(folder);
    expect({ status, marker, artifact }).toEqual({
      status: '1',
      marker: '<!-- cdk8s-olm review of example/clusters -->',
      artifact: 'cdk8s-olm-review-example-clusters',
    });
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toContain('anyone bound to edit in any namespace can create Guard');
  });

  it.each([
    ['write a comment', '', '--method POST repos/o/r/issues/7/comments'],
    ['replace the comment that is there', '42', '--method PATCH repos/o/r/issues/comments/42'],
  ])('%s', (_, existing, call) => {
    const gh = `echo "$*" >> "$REPORTS/calls"; case "$*" in *--paginate*) echo '${existing}';; esac`;
    const { folder, run } = workplace({ gh });
    expect(run('Comment', { REPOSITORY: 'o/r', NUMBER: '7', MARKER: 'm' })).toBe(0);
    const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
    expect(calls.at(-1)).toBe(`api ${call} --field body=@${folder}/comment.md --silent`);
  });

  it('do not fail where the token may not comment, as in a pull request from a fork', () => {
    const { run } = workplace({ gh: 'exit 1' });
    expect(run('Comment', { REPOSITORY: 'o/r', NUMBER: '7', MARKER: 'm' })).toBe(0);
  });
});
