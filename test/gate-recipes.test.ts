/** The gate in GitLab, Tekton and pre-commit, run as the files are written: what a change brings fails it, and nothing else does. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { gateMarker } from '../src/report/gate.js';
import { folderOf } from './support/files.js';
import { git } from './support/git.js';
import { gitlabJob, recipe, runScript } from './support/recipes.js';

const ROOT = join(import.meta.dirname, '..');

interface Place {
  readonly folder: string;
  readonly reports: string;
  /** Adds what grants more. */
  change(): void;
}

/** A clone whose branch origin/main is the working folder. */
function place(): Place {
  const folder = folderOf();
  cpSync(join(ROOT, 'examples/gitops'), join(folder, 'clusters/prod'), { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'main');
  // Where git runs, in the image, the folder may have another path.
  git(folder, 'remote', 'add', 'origin', '.');
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  const change = (): void =>
    cpSync(join(ROOT, 'examples/reviews/conflict-introduced/head'), join(folder, 'clusters/prod/more'), { recursive: true });
  return { folder, reports: folderOf({ 'gate/review.html': 'of an earlier run' }), change };
}

interface Outcome {
  readonly status: number | null;
  readonly out: string;
}

const hooks = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')) as {
  id: string;
  entry: string;
  args?: string[];
  always_run?: boolean;
  pass_filenames?: boolean;
  files?: string;
}[];

const { spec } = recipe<{
  spec: { params: { name: string; default: string }[]; steps: { script: string; env: { name: string; value: string }[] }[] };
}>('tekton/gate-task.yaml');

/** The ways in which a forge runs the gate. */
const RUNS: Readonly<Record<string, (here: Place, run?: string) => Outcome>> = {
  GitLab: ({ folder, reports }, run) => {
    const { script, after, variables } = gitlabJob(run === undefined ? {} : { run });
    const env = { ...variables, TARGET: 'main', REPORTS: join(reports, 'gate') };
    // A job's output is a pipe or a file.
    const both = `{ (set -e\n${script}\n); echo "exit code $?"; (set -e\n${after}\n); } | cat`;
    const { stdout } = runScript('image', both, { cwd: folder, env, volumes: [reports] });
    return { status: Number(/^exit code (\d+)$/m.exec(stdout)?.[1]), out: stdout };
  },
  Tekton: ({ folder, reports }, run) => {
    const params = new Map([
      ...spec.params.map((one) => [one.name, one.default] as const),
      ...(run === undefined ? [] : [['run', run] as const]),
    ]);
    const [step] = spec.steps;
    const textOf = (text: string): string =>
      text.replace(/\$\(params\.([\w-]+)\)/g, (_, name: string) => params.get(name) ?? '').replace('$(workspaces.reports.path)', reports);
    const env = Object.fromEntries((step?.env ?? []).map(({ name, value }) => [name, textOf(value)]));
    const { status, stdout } = runScript('image', step?.script ?? '', { cwd: folder, env, volumes: [reports] });
    return { status, out: stdout };
  },
  'pre-commit': ({ folder }, run) => {
    const { entry, args = [] } = hooks.find(({ id }) => id === 'cdk8s-olm-gate') ?? { entry: '' };
    const words = [entry, ...args, ...(run === undefined ? [] : ['--run', run])].join(' ');
    const { status, stdout } = runScript('machine', words, { cwd: folder });
    return { status, out: stdout };
  },
};

describe.each(Object.entries(RUNS))('the gate of %s', (name, run) => {
  it('passes until the change brings an error, which each command tells', () => {
    const here = place();
    expect(run(here)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^check +passed[\s\S]*^review +passed[\s\S]*^lock +skipped/m),
    });
    here.change();
    expect(run(here)).toMatchObject({ status: 1, out: expect.stringMatching(/^check +FAILED[\s\S]*^review +FAILED/m) });
  });

  it('runs fewer commands where the inputs choose less', () => {
    const here = place();
    here.change();
    const { status, out } = run(here, 'lock');
    expect([status, out]).toEqual([0, expect.not.stringMatching(/^(check|review)\b/m)]);
  });

  it('fails for a file that the change breaks', () => {
    const here = place();
    writeFileSync(join(here.folder, 'clusters/prod/bad.yaml'), 'kind: [');
    expect(run(here).status).toBe(2);
  });

  // What a hook writes is what it prints.
  if (name === 'pre-commit') return;

  it('writes one comment and the reports, and nothing that the change or an earlier run brings along', () => {
    const here = place();
    here.change();
    writeFileSync(join(here.folder, 'gate.md'), 'No change in meaning');
    git(here.folder, 'tag', 'FETCH_HEAD');
    expect(run(here).status).toBe(1);
    const comment = readFileSync(join(here.reports, 'gate/gate.md'), 'utf8');
    expect(comment.startsWith(`${gateMarker('.')}\n`)).toBe(true);
    expect(readFileSync(join(here.reports, 'gate/review.html'), 'utf8')).toContain('<html');
  });
});

it('GitLab keeps what the job wrote, and not what the merge request has under that name', () => {
  const here = place();
  git(here.folder, 'status');
  const { variables, after } = gitlabJob({});
  const mine = folderOf({ 'cdk8s-olm-gate/review.html': 'No change in meaning' });
  runScript('machine', after, { cwd: mine, env: { ...variables, REPORTS: join(mine, 'nowhere') } });
  expect(existsSync(join(mine, 'cdk8s-olm-gate'))).toBe(false);
});

it('the hooks of pre-commit have no filter of paths', () => {
  for (const hook of hooks) expect(hook).toMatchObject({ always_run: true, pass_filenames: false });
  expect(hooks.filter(({ files }) => files !== undefined)).toEqual([]);
});
