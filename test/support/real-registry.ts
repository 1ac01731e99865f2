/** The registry of ../shared/real: CNCF Distribution, as Debian has it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderOf } from './files.js';

const REAL = join(import.meta.dirname, '../../../shared/real');

/** Why there is no real registry here; nothing where there is one. */
export function noRealRegistry(needs: readonly string[] = ['docker-registry', 'python3']): string | undefined {
  if (!existsSync(join(REAL, 'registry'))) return 'needs ../shared/real';
  const missing = needs.filter((command) => !isInstalled(command));
  return missing.length > 0 ? `needs ${missing.join(', ')}` : undefined;
}

function isInstalled(command: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, command)));
}

let interpreter: string | undefined;

/** The program itself: what finds a version of it, such as pyenv, takes longer than what it is for. */
function python(): string {
  interpreter ??= execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  return interpreter;
}

/** A registry that runs until the test ends. */
export interface RealRegistry {
  readonly host: string;
  /** With TLS, the file of its authority. */
  readonly ca: string;
  /** Pushes a folder, and gives the reference by digest. @param image such as `acme/catalog:v1` */
  push(folder: string, image: string, ...options: string[]): string;
}

/** Starts a registry. @param options `--auth USER:PASSWORD`, `--tls` */
export function realRegistry(...options: string[]): RealRegistry {
  const folder = folderOf();
  const host = execFileSync(join(REAL, 'registry'), ['up', folder, ...options], { encoding: 'utf8' }).trim();
  onTestFinished(() => void execFileSync(join(REAL, 'registry'), ['down', folder]));
  return {
    host,
    ca: join(folder, 'ca.crt'),
    push: (from, image, ...more) =>
      execFileSync(python(), [join(REAL, 'push-image'), ...more, from, `${host}/${image}`], { encoding: 'utf8' }).trim(),
  };
}
