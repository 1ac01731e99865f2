/** The tool that builds kustomizations: which one is installed, how it is started, and what tells it from another version. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import type { BuildCache } from './build-cache.js';
import { installedProgram } from './installed-program.js';

/** The tools that build, in the order in which they are looked for. */
const TOOLS = [
  ['kustomize', 'build', ['version']],
  ['kubectl', 'kustomize', ['version', '--client']],
] as const;

/** Through this proxy it finds no other host. */
const PROXY = 'http://127.0.0.1:9';
const VERSION_SECONDS = 10;

export interface Tool {
  readonly program: string;
  readonly word: string;
  /** Make it say its version. */
  readonly version: readonly string[];
}

/** What it sees of the environment: without PATH it finds no git. @param home a folder with nothing of the user */
export function toolEnvironment(home: string): Record<string, string> {
  return { PATH: '', HOME: home, TMPDIR: home, HTTP_PROXY: PROXY, HTTPS_PROXY: PROXY, GIT_ALLOW_PROTOCOL: 'none' };
}

/** Which tool is there, by its whole path. */
export function installedTool(path: string): Tool | undefined {
  for (const [name, word, version] of TOOLS) {
    const program = installedProgram(name, path);
    if (program !== undefined) return { program, word, version };
  }
  return undefined;
}

/**
 * What changes with the tool: the digest of its program, and of a script, which starts another one, the version that it says.
 * Nothing where that cannot be known.
 *
 * @param cache that knows digests of programs by where and since when they are there
 */
export function toolIdentity({ program, word, version }: Tool, cache: BuildCache, home: string): string | undefined {
  try {
    const path = realpathSync(program);
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    const name = `tool ${[dev, ino, size, mtimeNs, ctimeNs].join(' ')} ${path}`;
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

/** @throws Error if it does not say it */
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
