/** Builds the program before the tests where there is none: some of them run it. `npm test` always builds it anew. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MADE = ['lib/bin.js', 'build/src/index.js'];

export default function setup(): void {
  const missing = MADE.filter((file) => !existsSync(join(ROOT, file)));
  if (missing.length === 0) return;
  console.error(
    `Running npm run build, as there is no ${missing.join(' and no ')}. After a change of src/, run it yourself; npm test always does.`,
  );
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm run build failed; the tests need lib/ and build/\n${stdout}${stderr}`);
}
