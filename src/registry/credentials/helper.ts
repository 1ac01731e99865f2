/** Asks a credential helper: `docker-credential-NAME get`, with the server on its standard input (docker/docker-credential-helpers). */
import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { Environment } from '../http/proxy.js';
import { failure } from '../problems.js';
import type { Credentials } from './credentials.js';

/** A helper can ask a person to unlock a store, in milliseconds. */
const TIME = 60_000;
const MAX_ANSWER_BYTES = 1 << 20;
/** What helpers say where they have nothing, with an exit code that is not zero. */
const NOTHING = /credentials not found/i;
/** The name that says that the secret is an identity token. */
const TOKEN = '<token>';
const answerSchema = z.looseObject({ Username: z.string(), Secret: z.string() });

/**
 * The credentials that a helper has for a server; nothing if it has none.
 *
 * @param file that names the helper
 */
export async function askHelper(name: string, server: string, file: string, environment: Environment): Promise<Credentials | undefined> {
  if (!/^[\w.-]+$/.test(name)) throw unusable(name, file, 'has no name that a program can have');
  const { code, output, error } = await run(`docker-credential-${name}`, server, environment);
  if (error) throw unusable(name, file, 'cannot be started', error);
  if (code !== 0 && NOTHING.test(output)) return undefined;
  if (code !== 0) throw unusable(name, file, `ended with exit code ${code ?? 'none: it took too long'}`);
  const answer = answerSchema.safeParse(parsed(output));
  if (!answer.success) throw unusable(name, file, 'gave no answer of the expected form');
  const { Username: username, Secret: secret } = answer.data;
  if (secret === '') return undefined;
  return username === TOKEN ? { kind: 'identity-token', token: secret } : { kind: 'password', username, password: secret };
}

interface Ended {
  readonly code: number | null;
  /** It can have secrets in it. */
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
    // A helper that ends without reading its input is judged by its answer.
    child.stdin.on('error', () => {});
    child.on('error', (error) => resolve({ code: null, output: '', error }));
    child.on('close', (code) => resolve({ code, output }));
    child.stdin.end(`${input}\n`);
  });
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
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
