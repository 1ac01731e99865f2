/** Finds and starts the installed programs that build and render: kustomize or kubectl, and Helm. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BuildCache } from './build-cache.js';

/** The build tools, in the order of preference. */
const TOOLS = [
  ['kustomize', 'build', ['version']],
  ['kubectl', 'kustomize', ['version', '--client']],
] as const;

/** A proxy that does not exist, so that a tool reaches no other host. */
const PROXY = 'http://127.0.0.1:9';
const VERSION_SECONDS = 10;

export interface Tool {
  readonly program: string;
  readonly word: string;
  /** The arguments that print the version. */
  readonly version: readonly string[];
}

/**
 * No cluster: kubectl without a configuration asks localhost:8080, even where it only builds, as a kubectl that chooses another one by the
 * version of the cluster does. It has no way to reach a server of an unknown scheme.
 */
const NO_CLUSTER = { KUBECONFIG: '/dev/null', KUBERNETES_MASTER: 'none://none' };

/** The environment of a tool: without PATH it finds no git. @param home a folder without files of the user */
export function toolEnvironment(home: string): Record<string, string> {
  return {
    PATH: '',
    HOME: home,
    TMPDIR: home,
    HTTP_PROXY: PROXY,
    HTTPS_PROXY: PROXY,
    GIT_ALLOW_PROTOCOL: 'none',
    // Go collects garbage while a build starts, a quarter of the time of most.
    GOGC: '400',
    ...NO_CLUSTER,
  };
}

/** The installed tool, by its full path. */
export function installedTool(path: string): Tool | undefined {
  for (const [name, word, version] of TOOLS) {
    const program = installedProgram(name, path);
    if (program !== undefined) return { program, word, version };
  }
  return undefined;
}

/**
 * A value that changes with the tool: the digest of its program, and for a script, which starts another program, the printed version.
 * Nothing if it is unknown.
 *
 * @param cache contains digests of programs, by path, inode and times
 */
export function toolIdentity({ program, word, version }: Tool, cache: BuildCache, home: string): string | undefined {
  try {
    const path = realpathSync(program);
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    const name = `tool ${[dev, ino, size, mtimeNs, ctimeNs].join(' ')} ${path}`;
    if (cache.isOfRun) return `${name} ${word}`;
    const known = cache.find(name);
    const found = known ?? digestOfProgram(path);
    if (known === undefined) cache.keep(name, found);
    return found.startsWith('script ') ? `${found} ${versionSaid(program, version, home)} ${word}` : `${found} ${word}`;
  } catch {
    return undefined;
  }
}

function digestOfProgram(path: string): string {
  const content = readFileSync(path);
  return `${content.subarray(0, 2).toString() === '#!' ? 'script' : 'program'} ${createHash('sha256').update(content).digest('hex')}`;
}

/** The printed version of a program. @throws Error if it prints none */
function versionSaid(program: string, version: readonly string[], home: string): string {
  const { status, stdout } = spawnSync(program, version, {
    cwd: home,
    encoding: 'utf8',
    env: toolEnvironment(home),
    timeout: VERSION_SECONDS * 1000,
  });
  if (status !== 0) throw new Error('no version');
  return JSON.stringify(stdout);
}

// Installed programs.

/**
 * The full path of a program; nothing if it is not installed.
 *
 * @param path the folders to search, like the environment variable PATH
 */
export function installedProgram(name: string, path: string): string | undefined {
  for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
    const program = join(folder, name);
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // Continues with the next folder.
    }
  }
  return undefined;
}

// Helm, if installed, only renders charts of a copy. The author of a chart or its values controls the rendering, but must not control
// which programs start, which other files are read, or which hosts are asked.

/** Older versions have no `--skip-schema-validation`, and a schema of values can name other hosts. */
export const OLDEST_HELM = '3.16';

/** The options of `helm template` that only read values files, and start nothing. A value with a leading dash matches none. */
const OPTIONS = [
  '-f',
  '--values',
  '--set',
  '--set-string',
  '--set-file',
  '--namespace',
  '--name-template',
  '--generate-name',
  '--kube-version',
  '--api-versions',
  '--include-crds',
  '--no-hooks',
  '--skip-tests',
];

/** The subset of options that name files. */
const FILES = ['-f', '--values', '--set-file'];

/** The time limit: a chart that needs longer is malicious. */
const SECONDS = 20;
/** The memory limit in KiB: a template can repeat a text forever. */
const MEMORY = 4 << 20;

const known = new Map<string, boolean>();

/**
 * Helm's full path; nothing if it is not installed or too old.
 *
 * @param path the folders to search, like the environment variable PATH
 */
export function installedHelm(path: string): string | undefined {
  const program = installedProgram('helm', path);
  if (program === undefined) return undefined;
  const isEnough = known.get(program) ?? isNewEnough(program);
  known.set(program, isEnough);
  return isEnough ? program : undefined;
}

function isNewEnough(program: string): boolean {
  // Without a home, Helm finds no plugins, which it would search first.
  const env = { PATH: '', HOME: '/nonexistent', ...NO_CLUSTER };
  const { status, stdout } = spawnSync(program, ['version', '--template', '{{.Version}}'], { encoding: 'utf8', env, timeout: 10_000 });
  const [, major = 0, minor = 0] = status === 0 ? (/^v(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []) : [];
  return major > 3 || (major === 3 && minor >= 16);
}

/**
 * Writes a wrapper of Helm: it only allows `template`, with the options above, and has no plugins, repositories or cluster. kustomize
 * asks for the version first, and no version of kustomize accepts every version of Helm.
 *
 * @param place an empty folder, which will contain Helm's home
 */
export function helmGate(program: string, place: string): string {
  const home = join(place, 'home');
  mkdirSync(home, { recursive: true });
  const gate = join(place, 'helm');
  const settings = Object.entries({
    HOME: home,
    ...NO_CLUSTER,
    HELM_CONFIG_HOME: home,
    HELM_CACHE_HOME: home,
    HELM_DATA_HOME: home,
    HELM_PLUGINS: join(home, 'plugins'),
    HELM_REGISTRY_CONFIG: join(home, 'registry.json'),
    HELM_REPOSITORY_CONFIG: join(home, 'repositories.yaml'),
    HELM_REPOSITORY_CACHE: home,
  }).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const text = [
    '#!/bin/sh',
    'if [ "$1" = version ]; then echo v3.16.0; exit 0; fi',
    'if [ "$1" != template ]; then echo "Error: helm $1 would ask another host" >&2; exit 1; fi',
    'before=',
    'for word in "$@"; do',
    `  case "$word" in ${OPTIONS.join('|')}) ;; -*) echo "Error: helm is not given $word" >&2; exit 1 ;; esac`,
    // Helm splits paths at commas, and the next path can be anywhere on the machine.
    `  case "$before" in ${FILES.join('|')}) case "$word" in *[,\\"]*) echo "Error: helm is not given the file $word" >&2; exit 1 ;; esac ;; esac`,
    '  before=$word',
    'done',
    ...settings,
    `ulimit -t ${SECONDS}; ulimit -v ${MEMORY}`,
    `exec ${quoted(program)} "$@" --skip-schema-validation`,
    '',
  ];
  writeFileSync(gate, text.join('\n'), { mode: 0o700 });
  return gate;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
