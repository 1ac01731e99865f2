/**
 * Runs the scripts of examples/ci as they are written, with the program that was built. With RECIPES_RUN_IN, as `.ci/image` has it,
 * what a recipe runs in the image runs in that.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { folderOf } from './files.js';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = process.env.RECIPES_RUN_IN?.split(' ') ?? [];

/** The first document of a file of examples/ci. */
export function recipe<T>(path: string): T {
  return parseAllDocuments(readFileSync(join(ROOT, 'examples/ci', path), 'utf8'))[0]?.toJS() as T;
}

/** The job of the component for GitLab, with these inputs, as GitLab gives it to a runner. */
export function gitlabJob(given: Readonly<Record<string, string>>): {
  readonly script: string;
  readonly after: string;
  readonly variables: Readonly<Record<string, string>>;
} {
  const [head = '', body = ''] = readFileSync(join(ROOT, 'templates/gate.yml'), 'utf8').split(/^---$/m);
  const { spec } = parse(head) as { spec: { inputs: Record<string, { default: string }> } };
  const inputs = { ...Object.fromEntries(Object.entries(spec.inputs).map(([name, one]) => [name, one.default])), ...given };
  const text = body.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => inputs[name] ?? `no input ${name}`);
  const { 'cdk8s-olm-gate': job } = parse(text) as {
    'cdk8s-olm-gate': { script: string[]; after_script: string[]; variables: Record<string, string> };
  };
  return { script: job.script.join('\n'), after: job.after_script.join('\n'), variables: job.variables };
}

/** Where a script runs: on the machine of a job, which starts the image with docker, or in the image. */
export type Where = 'machine' | 'image';

/** What a script runs with. */
export interface Job {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders besides `cwd` that the image has, under their own paths. */
  readonly volumes?: readonly string[];
  readonly shell?: readonly string[];
}

/** Runs a script. Other programs are those of this machine, or those of the image. */
export function runScript(where: Where, script: string, { cwd, env = {}, volumes = [], shell = ['sh', '-c'] }: Job) {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const [program = '', ...argv] = [...(where === 'image' ? IMAGE : []), 'env', ...variables, ...shell, script];
  const { status, stdout, stderr } = spawnSync(program, argv, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, VOLUMES: volumes.join(' '), PATH: [programs(), process.env.PATH].join(delimiter) },
  });
  return { status, stdout, stderr };
}

/** A folder for the PATH: the program, and a docker that starts the image of the recipes, with the variables that it is given. */
function programs(): string {
  const folder = folderOf();
  symlinkSync(join(ROOT, 'lib/bin.js'), join(folder, 'cdk8s-olm'));
  const docker = join(folder, 'docker');
  writeFileSync(
    docker,
    `#!/bin/sh
# As in a container, nothing of an earlier one is left in /tmp, and only volumes stay.
while [ "$1" != registry.example.com/cdk8s-olm:0.1.0 ]; do
  case $1 in
    --env) variables="$variables $2" ;;
    --volume) volumes="$volumes $2" ;;
  esac
  shift
done
shift
unset XDG_CACHE_HOME XDG_STATE_HOME
for volume in "=/tmp" $volumes; do
  from=\${volume%%[:=]*}
  variables=$(echo "$variables" | sed "s#=\${volume##*[:=]}#=\${from:-$(mktemp -d)}#g")
done
exec ${IMAGE.join(' ')} env $variables cdk8s-olm "$@"
`,
  );
  chmodSync(docker, 0o755);
  return folder;
}
