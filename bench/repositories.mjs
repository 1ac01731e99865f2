/**
 * The CPU time of check and review on repositories that were cloned, with that of the programs that they start: the second of two runs,
 * with a cache of builds.
 *
 *   node bench/repositories.mjs CLONE...
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../lib/bin.js');
const RUNS = [
  ['check', '.'],
  ['review', 'git:HEAD~1', 'git:HEAD'],
];

/** The shell counts all that it starts, with what that starts. */
const MEASURE = '"$@" >/dev/null 2>&1; echo "exit $?"; times';

const clones = process.argv.slice(2);
if (clones.length === 0) {
  console.error('usage: node bench/repositories.mjs CLONE...');
  process.exit(2);
}
const cache = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-'));
try {
  console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}`);
  for (const clone of clones) for (const argv of RUNS) console.log(row(resolve(clone), argv));
} finally {
  rmSync(cache, { recursive: true, force: true });
}

function row(clone, argv) {
  const [, again] = [1, 2].map(() => measured(clone, argv));
  return `${basename(clone)}  ${argv.join(' ')}  ${again}`;
}

function measured(cwd, argv) {
  const env = { ...process.env, CDK8S_OLM_CACHE: cache };
  const { stdout } = spawnSync('sh', ['-c', MEASURE, 'sh', process.execPath, PROGRAM, ...argv], { cwd, env, encoding: 'utf8' });
  const [exit, , children = ''] = stdout.split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, rest]) => sum + 60 * minutes + Number(rest), 0);
  return `${seconds.toFixed(2)} s CPU  ${exit}`;
}
