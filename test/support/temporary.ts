/** One folder for all that a run of the tests leaves in the system's folder for temporary files: cdk8s never removes its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'cdk8s-olm-tests-';

export default function setup(): () => void {
  // Each project of vitest calls this; a folder in a folder in a folder is too long a path for a browser's socket.
  if (basename(tmpdir()).startsWith(PREFIX)) return () => {};
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // Windows has another name for it.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
