/**
 * Helm, where it is installed: it renders charts of a copy and does nothing else. Whoever writes a chart or its values chooses what is
 * rendered, and must not choose what is started, read or asked for besides.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedProgram } from './installed-program.js';

/** Versions before it have no `--skip-schema-validation`, and a schema of values can name other hosts. */
export const OLDEST_HELM = '3.16';

/** The options of `helm template` that read no file but values, and start nothing. A value that begins with a dash is none of them. */
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

/** Of these, the options that name files. */
const FILES = ['-f', '--values', '--set-file'];

/** A chart that needs longer is one that was made to. */
const SECONDS = 20;
/** In KiB: a template can repeat a text for ever. */
const MEMORY = 4 << 20;

const known = new Map<string, boolean>();

/**
 * Helm's whole path, or nothing where it is not installed or too old.
 *
 * @param path as in the environment variable PATH
 */
export function installedHelm(path: string): string | undefined {
  const program = installedProgram('helm', path);
  if (program === undefined) return undefined;
  const isEnough = known.get(program) ?? isNewEnough(program);
  known.set(program, isEnough);
  return isEnough ? program : undefined;
}

function isNewEnough(program: string): boolean {
  // Without a home it has no plugins, which it would look for first.
  const env = { PATH: '', HOME: '/nonexistent', KUBECONFIG: '/dev/null' };
  const { status, stdout } = spawnSync(program, ['version', '--template', '{{.Version}}'], { encoding: 'utf8', env, timeout: 10_000 });
  const [, major = 0, minor = 0] = status === 0 ? (/^v(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []) : [];
  return major > 3 || (major === 3 && minor >= 16);
}

/**
 * Writes a program that stands for Helm: it lets `template` through, with the options above, and has no plugins, repositories or
 * cluster. kustomize asks for the version first, and no one of kustomize takes every version of Helm.
 *
 * @param place an empty folder, which it keeps Helm's home in
 */
export function helmGate(program: string, place: string): string {
  const home = join(place, 'home');
  mkdirSync(home, { recursive: true });
  const gate = join(place, 'helm');
  const settings = Object.entries({
    HOME: home,
    KUBECONFIG: '/dev/null',
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
    // Helm takes a comma for the end of one path and the beginning of another, anywhere on the machine.
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
