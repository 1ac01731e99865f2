import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { gateMarker } from '../src/report/gate.js';
import { cli } from './support/command-line.js';
import { folderOf } from './support/files.js';

/** `gh api` with the comments of a pull request in a file: it lists them through jq, makes one and replaces one. */
const GH = `file="$REPORTS/comments.json"
while [ $# -gt 0 ]; do
  case "$1" in
    --method) method=$2; shift ;;
    --jq) filter=$2; shift ;;
    --field) body=$(cat "\${2#body=@}"; echo .); shift ;;
    repos/o/r/issues/*) path=$1 ;;
  esac
  shift
done
case "$method $path" in
  ' repos/o/r/issues/7/comments') jq -r "$filter" "$file" ;;
  'POST repos/o/r/issues/7/comments') jq --arg body "\${body%.}" '. + [{ id: (length + 1), user: { type: "Bot" }, body: $body }]' "$file" > "$file.new" && mv "$file.new" "$file" ;;
  'PATCH repos/o/r/issues/comments/'*) jq --arg body "\${body%.}" --arg id "\${path##*/}" 'map(if (.id | tostring) == $id then .body = $body else . end)' "$file" > "$file.new" && mv "$file.new" "$file" ;;
  *) exit 1 ;;
esac`;

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
    const { out: help } = cli(['gate', '--help-all']);
    const asked = [...(step('Gate').run ?? '').matchAll(/(--[a-z-]+)/g)].map((match) => match[1] ?? '');
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
    expect(step('Gate').run).toContain('node "$GITHUB_ACTION_PATH/lib/bin.js"');
    for (const name of ['Gate']) expect(step(name).env).toMatchObject({ NODE_OPTIONS: '', NODE_PATH: '' });
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
    RUN: 'check,review,lock',
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
    expect(run('Gate', INPUTS)).toBe(0);
    const { status, reports = '', artifact } = outputsOf(folder);
    for (const name of ['review.html', 'review.json', 'review.sarif', 'check.json']) expect(existsSync(join(reports, name))).toBe(true);
    const comment = readFileSync(join(reports, 'gate.md'), 'utf8');
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toBe(comment);
    expect(comment).toMatch(/^<!-- cdk8s-olm gate of clusters\/head -->\n\n.*\n.*\n\| . check \|.*\n\| ❌ review \|.*\n\| ➖ lock \|/);
    expect({ status, artifact }).toEqual({ status: '1', artifact: 'cdk8s-olm-gate-clusters-head' });
    expect(run('Decide', { STATUS: '1' })).toBe(1);
    expect(run('Decide', { STATUS: '0' })).toBe(0);
    expect(run('Decide', { STATUS: '' })).toBe(2);
  });

  it('put what is wrong in place of the report when the input cannot be read', () => {
    const { folder, run } = workplace({});
    expect(run('Gate', { ...INPUTS, HEAD_PATH: 'nowhere' })).toBe(0);
    const { status, reports = '' } = outputsOf(folder);
    expect(status).toBe('2');
    const comment = readFileSync(join(reports, 'gate.md'), 'utf8');
    expect(comment).toMatch(/^<!-- cdk8s-olm gate of nowhere -->\n[\s\S]*\n### ⛔ The change could not be reviewed\n/);
    expect(comment).toContain('error[FILE_UNREADABLE]');
  });

  it('replace the comment of an earlier push where the program does not run', () => {
    const { folder, run } = workplace({});
    expect(run('Gate', { ...INPUTS, PROFILE: 'moon', NAME: 'prod' })).toBe(0);
    const { status, reports = '' } = outputsOf(folder);
    expect(status).toBe('2');
    expect(readFileSync(join(reports, 'gate.md'), 'utf8')).toBe(
      `${gateMarker('prod')}\n\n### ⛔ The gate did not run\n\nThe log of the job says why.\n`,
    );
  });

  it('keep several uses apart by their names', () => {
    const { folder, run } = workplace({});
    expect(run('Gate', { ...INPUTS, NAME: 'prod <!-- x -->' })).toBe(0);
    const { reports = '', artifact } = outputsOf(folder);
    expect(artifact).toBe('cdk8s-olm-gate-prod------x----');
    expect(readFileSync(join(reports, 'gate.md'), 'utf8').split('\n')[0]).toBe('<!-- cdk8s-olm gate of prod !- x - -->');
  });

  it('run fewer commands where the inputs choose less', () => {
    const { folder, run } = workplace({});
    expect(run('Gate', { ...INPUTS, RUN: 'check' })).toBe(0);
    expect(readFileSync(join(folder, 'summary'), 'utf8')).not.toContain('review');
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
    expect(run('Gate', { ...INPUTS, BASE: '', HEAD_PATH: '.', REPOSITORY: 'example/clusters' })).toBe(0);
    const { status, artifact } = outputsOf(folder);
    expect({ status, artifact }).toEqual({ status: '1', artifact: 'cdk8s-olm-gate-example-clusters' });
    const comment = readFileSync(join(folder, 'summary'), 'utf8');
    expect(comment).toContain('<!-- cdk8s-olm gate of example/clusters -->');
    expect(comment).toContain('anyone bound to edit in any namespace can create Guard');
  });

  it('write one comment, and replace it on the next push, and no comment of people or of another gate', () => {
    const { folder, run } = workplace({ gh: GH });
    const comments = join(folder, 'comments.json');
    const read = (): { body: string }[] => JSON.parse(readFileSync(comments, 'utf8')) as { body: string }[];
    const marker = '<!-- cdk8s-olm gate of o/r -->';
    const others = [
      { id: 1, user: { type: 'User' }, body: `${marker}\nof a person` },
      { id: 2, user: { type: 'Bot' }, body: '<!-- cdk8s-olm gate of prod -->\nof another gate' },
    ];
    writeFileSync(comments, JSON.stringify(others));
    for (const text of ['first', 'second']) {
      writeFileSync(join(folder, 'gate.md'), `${marker}\n${text}\n`);
      expect(run('Comment', { REPOSITORY: 'o/r', NUMBER: '7' })).toBe(0);
      expect(read().map(({ body }) => body)).toEqual([...others.map(({ body }) => body), `${marker}\n${text}\n`]);
    }
  });

  it('do not fail where the token may not comment, as in a pull request from a fork', () => {
    const { folder, run } = workplace({ gh: 'exit 1' });
    writeFileSync(join(folder, 'gate.md'), 'm\n');
    expect(run('Comment', { REPOSITORY: 'o/r', NUMBER: '7' })).toBe(0);
  });
});
