/** The recipes of examples/ci for several machines, run as they are written: their report is what one machine says. */
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from './support/files.js';
import { recipe, runScript, type Where } from './support/recipes.js';

const SHARDS = [1, 2, 3, 4];

function repository(): string {
  const files: Record<string, string> = { '.git/HEAD': '', 'base/kustomization.yaml': 'resources: [a.yaml]\n' };
  files['base/a.yaml'] =
    'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: a}\n---\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: b, namespace: a}\n';
  for (let index = 0; index < 7; index += 1) files[`overlays/${index}/kustomization.yaml`] = 'resources: [../../base]\n';
  return folderOf(files);
}

interface Step {
  readonly run?: string;
  readonly script?: string;
  readonly args?: readonly string[];
}

const [github, gitlab, argo, tekton] = [
  recipe<{ jobs: Record<string, { steps: Step[]; strategy: { matrix: { shard: string[] } } }> }>('shards-github.yaml'),
  recipe<Record<string, { script: string[]; parallel: number }>>('shards-gitlab.yaml'),
  recipe<{ spec: { templates: { name: string; container?: Step }[] } }>('argo-workflows/shards.yaml'),
  recipe<{ spec: { tasks: { name: string; matrix?: { params: { value: string[] }[] }; taskSpec: { steps: Step[] } }[] } }>(
    'tekton/shards-pipeline.yaml',
  ),
];
const onGitHub = (job: string): string =>
  (github.jobs[job]?.steps.flatMap(({ run }) => run ?? []).join('\n') ?? '').replace('mkdir ', 'mkdir -p ');
const inArgo = (name: string): string => spec(argo.spec.templates, name).container?.args?.join('') ?? '';
const inTekton = (name: string): string => spec(tekton.spec.tasks, name).taskSpec.steps[0]?.script ?? '';

function spec<T extends { readonly name: string }>(list: readonly T[], name: string): T {
  const found = list.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

const OPTIONS = '--fail-on warning';
const WHOLE = new Map<Where, string>();

/** What one machine reports. */
function wholeOn(where: Where): string {
  const known = WHOLE.get(where);
  if (known !== undefined) return known;
  const script = `{ cdk8s-olm check . ${OPTIONS}; echo "exit code $?"; } | cat`;
  const { stdout } = runScript(where, script, { cwd: repository(), volumes: [] });
  WHOLE.set(where, stdout);
  return stdout;
}

describe('several machines', () => {
  it('are as many as the recipe says', () => {
    const all = SHARDS.map((index) => `${index}/4`);
    expect(github.jobs.shard?.strategy.matrix.shard).toEqual(all);
    expect(gitlab.shard?.parallel).toBe(4);
    expect(spec(tekton.spec.tasks, 'shard').matrix?.params[0]?.value).toEqual(all);
  });

  it.each([
    ['GitHub', 'machine', onGitHub('shard'), onGitHub('report')],
    ['GitLab', 'image', gitlab.shard?.script.join('\n') ?? '', gitlab.report?.script.join('\n') ?? ''],
    ['Argo Workflows', 'image', inArgo('shard'), inArgo('report')],
    ['Tekton', 'image', inTekton('shard'), inTekton('report')],
  ] as const)('of %s report what one reports, and end as it ends', (_, where, shard, report) => {
    const temporary = folderOf({ 'parts/.keep': '' });
    const parts = join(temporary, 'parts');
    const inFolder = (command: string): string =>
      command.replaceAll('/parts/part-', `${parts}/part-`).replaceAll(`$RUNNER_TEMP${parts}`, parts);
    const check = (command: string): string => command.replaceAll('check .', `check . ${OPTIONS}`);
    const run = (script: string, cwd: string, env: Readonly<Record<string, string>>) =>
      runScript(where, script, { cwd, env, volumes: [parts] });
    expect(wholeOn(where)).toMatch(/\nexit code 1\n$/);
    for (const index of SHARDS) {
      // Each machine has its own clone, and of some the part is what stays of it.
      const clone = repository();
      const env = {
        SHARD: `${index}/4`,
        INDEX: `${index}`,
        SHARDS: '4',
        CI_NODE_INDEX: `${index}`,
        CI_NODE_TOTAL: '4',
        RUNNER_TEMP: temporary,
      };
      expect(run(`set -e\n${inFolder(check(shard))}`, clone, { ...env, PARTS: parts })).toMatchObject({ status: 0 });
      for (const file of readdirSync(clone).filter((name) => name.startsWith('part-'))) copyFileSync(join(clone, file), join(parts, file));
    }
    const env = { RUNNER_TEMP: temporary, PARTS: parts };
    // A job's output is a pipe or a file; what Node starts has a socket, which no path leads to.
    const said = run(`{ (set -e\n${inFolder(report)}\n); echo "exit code $?"; } | cat`, parts, env);
    expect(said.stdout).toBe(wholeOn(where));
  });
});
