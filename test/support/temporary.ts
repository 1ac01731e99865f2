/** One folder for all that a run of the tests leaves in the system's folder for temporary files: cdk8s never removes its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'cdk8s-olm-tests-';
const MEMORY = '/dev/shm';
/** In bytes: the files of a run take less than a quarter of it. */
const ROOM = 4 * 1024 ** 3;

export default function setup(): () => void {
  // Each project of vitest calls this; a folder in a folder in a folder is too long a path for a browser's socket.
  if (basename(tmpdir()).startsWith(PREFIX)) return () => {};
  const folder = (process.env.TMPDIR === undefined && inMemory()) || mkdtempSync(join(tmpdir(), PREFIX));
  // Windows has another name for it.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // Also of a run that is stopped: memory is not cleared before the machine stops.
  process.once('exit', remove);
  return remove;
}

/** A folder in memory, where there is room for it and programs may run: thousands of small files are made and removed. */
function inMemory(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, freemem()) < ROOM) return undefined;
  const folder = mkdtempSync(join(MEMORY, PREFIX));
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  if (spawnSync(program).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}
