/**
 * Credentials in the files of podman, skopeo and docker (containers-auth.json(5), Docker's config.json). They are sent only to
 * their own registry, and to the token server that this registry names; nothing prints or writes them.
 */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../../../base/manifest/plain-data.js';
import { type Environment, userFolder } from '../environment.js';
import { failure } from '../problems.js';

const text = z.string().nullish();
const fileSchema = z.looseObject({
  auths: z
    .record(z.string(), z.looseObject({ auth: text, username: text, password: text, identitytoken: text, registrytoken: text }))
    .nullish(),
  credHelpers: z.record(z.string(), z.string()).nullish(),
  credsStore: text,
});
type AuthFile = z.infer<typeof fileSchema>;

/** The name of Docker's own registry in its files. */
const DOCKER_HUB = 'https://index.docker.io/v1/';

/**
 * Finds credentials for a repository: the most specific entry of the first file that has one.
 *
 * @returns a function that returns undefined for a repository without credentials
 */
export function credentialsFrom(environment: Environment): (registry: string, repository: string) => Promise<Credentials | undefined> {
  let files: { readonly path: string; readonly content: AuthFile }[] | undefined;
  const known = new Map<string, Promise<Credentials | undefined>>();
  return (registry, repository) => {
    const name = `${registry}/${repository}`;
    files ??= authFiles(environment)
      .filter((path) => existsSync(path))
      .map((path) => ({ path, content: readAuthFile(path) }));
    const found = known.get(name) ?? find(files, registry, repository, environment);
    known.set(name, found);
    return found;
  };
}

/** The files with credentials, in search order. */
function authFiles(environment: Environment): string[] {
  if (environment.REGISTRY_AUTH_FILE) return [environment.REGISTRY_AUTH_FILE];
  return [
    ...(environment.XDG_RUNTIME_DIR ? [join(environment.XDG_RUNTIME_DIR, 'containers/auth.json')] : []),
    join(userFolder(environment), 'auth.json'),
    join(environment.DOCKER_CONFIG || join(environment.HOME || homedir(), '.docker'), 'config.json'),
  ];
}

function readAuthFile(path: string): AuthFile {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The messages of the parser and of zod contain parts of the file.
    throw failure({
      code: 'CREDENTIALS_UNUSABLE',
      message: 'the file with credentials cannot be read',
      file: path,
      expected: 'JSON with `auths`, `credHelpers` or `credsStore`, as podman login and docker login write it',
      fix: 'Correct the file or its permissions, or log in again.',
    });
  }
}

async function find(
  files: readonly { readonly path: string; readonly content: AuthFile }[],
  registry: string,
  repository: string,
  environment: Environment,
): Promise<Credentials | undefined> {
  for (const { path, content } of files) {
    for (const name of namesOf(registry, repository)) {
      const helper = entryOf(content.credHelpers, name);
      const given = helper && (await askHelper(helper.value, helper.key, path, environment));
      if (given) return given;
    }
    for (const name of namesOf(registry, repository)) {
      const auth = entryOf(content.auths, name)?.value;
      const given = auth && credentialsOf(auth, path);
      if (given) return given;
    }
    const given = content.credsStore ? await askHelper(content.credsStore, serverOf(registry), path, environment) : undefined;
    if (given) return given;
  }
  return undefined;
}

/** The possible names of a repository's entry, the most specific first. */
function namesOf(registry: string, repository: string): string[] {
  const steps = repository.split('/');
  return [...steps.map((_, index) => [registry, ...steps.slice(0, steps.length - index)].join('/')), registry];
}

/** An entry by its name; Docker's files have addresses instead of names. */
function entryOf<T>(
  entries: Readonly<Record<string, T>> | null | undefined,
  name: string,
): { readonly key: string; readonly value: T } | undefined {
  const found = Object.entries(entries ?? {}).find(([key]) => registryName(key) === name);
  return found && { key: found[0], value: found[1] };
}

function registryName(key: string): string {
  const name = key.replace(/^https?:\/\//, '').replace(/\/(?:v[12]\/?)?$/, '');
  return name === 'index.docker.io' || name === 'registry-1.docker.io' ? 'docker.io' : name;
}

function serverOf(registry: string): string {
  return registry === 'docker.io' ? DOCKER_HUB : registry;
}

function credentialsOf(entry: NonNullable<AuthFile['auths']>[string], path: string): Credentials | undefined {
  if (entry.registrytoken) return { kind: 'registry-token', token: entry.registrytoken };
  if (entry.identitytoken) return { kind: 'identity-token', token: entry.identitytoken };
  if (entry.auth) {
    const [, username, password] = /^([^:]+):(.*?)\0*$/s.exec(Buffer.from(entry.auth, 'base64').toString('utf8')) ?? [];
    if (username !== undefined && password !== undefined) return { kind: 'password', username, password };
    throw failure({
      code: 'CREDENTIALS_UNUSABLE',
      message: 'an entry of `auths` has no name and password',
      file: path,
      expected: '`auth` with the base64 of NAME:PASSWORD',
      fix: 'Log in to the registry again.',
    });
  }
  return entry.username && entry.password ? { kind: 'password', username: entry.username, password: entry.password } : undefined;
}

/** The credentials for a registry: a name with its password, or a token. */
export type Credentials =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** A token that is exchanged for a token of the registry. */
  | { readonly kind: 'identity-token'; readonly token: string }
  /** A token that is sent unchanged. */
  | { readonly kind: 'registry-token'; readonly token: string };

/** The time limit in milliseconds: a helper can ask a person to unlock a store. */
const TIME = 60_000;
const MAX_ANSWER_BYTES = 1 << 20;
/** The message of a helper without credentials, with an exit code that is not zero. */
const NOTHING = /credentials not found/i;
/** The user name that marks the secret as an identity token. */
const TOKEN = '<token>';
const answerSchema = z.looseObject({ Username: z.string(), Secret: z.string() });

/**
 * The credentials of a server from a helper; undefined if it has none.
 *
 * @param file the file that names the helper
 */
async function askHelper(name: string, server: string, file: string, environment: Environment): Promise<Credentials | undefined> {
  if (!/^[\w.-]+$/.test(name)) throw unusable(name, file, 'has no name that a program can have');
  const { code, output, error } = await run(`docker-credential-${name}`, server, environment);
  if (error) throw unusable(name, file, 'cannot be started', error);
  if (code !== 0 && NOTHING.test(output)) return undefined;
  if (code !== 0) throw unusable(name, file, `ended with exit code ${code ?? 'none: it took too long'}`);
  const answer = answerSchema.safeParse(jsonIn(output));
  if (!answer.success) throw unusable(name, file, 'gave no answer of the expected form');
  const { Username: username, Secret: secret } = answer.data;
  if (secret === '') return undefined;
  return username === TOKEN ? { kind: 'identity-token', token: secret } : { kind: 'password', username, password: secret };
}

interface Ended {
  readonly code: number | null;
  /** The output, which can contain secrets. */
  readonly output: string;
  readonly error?: Error;
}

function run(command: string, input: string, environment: Environment): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, ['get'], { env: { ...environment }, stdio: ['pipe', 'pipe', 'ignore'], timeout: TIME });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (output.length < MAX_ANSWER_BYTES) output += part;
    });
    // The answer counts even if a helper ends without reading its input.
    child.stdin.on('error', () => {});
    child.on('error', (error) => resolve({ code: null, output: '', error }));
    child.on('close', (code) => resolve({ code, output }));
    child.stdin.end(`${input}\n`);
  });
}

function unusable(name: string, file: string, what: string, cause?: unknown): Error {
  return failure(
    {
      code: 'CREDENTIALS_UNUSABLE',
      message: `the credential helper docker-credential-${name} ${what}`,
      file,
      expected: 'a program in PATH that answers `get` with JSON',
      fix: 'Install the helper, remove it from the file, or point REGISTRY_AUTH_FILE to a file with credentials.',
    },
    cause,
  );
}
