/**
 * Measures a repository as people have it: 30 bases with a Subscription each, ten overlays of every one. `check`, whole and in
 * four shards, and `review` at its top, where nothing, one overlay or one base changes. kustomize's own time is not ours, and is not in the CPU.
 * Run with `npm run bench:units [-- BASES OVERLAYS]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const bases = Number(process.argv[2] ?? 30);
const overlays = Number(process.argv[3] ?? 10);
const root = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-units-'));
const program = join(import.meta.dirname, '..', 'lib', 'bin.js');
/** Without what its children take. */
const PRINT_CPU =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(`\\ncpu ${(user+system)/1e6}`)})';

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function writeBase(name, channel) {
  write(`${name}/base/kustomization.yaml`, 'resources: [namespace.yaml, group.yaml, subscription.yaml]\n');
  write(`${name}/base/namespace.yaml`, `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`);
  write(
    `${name}/base/group.yaml`,
    `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: ${name}, namespace: ${name}}\n`,
  );
  write(
    `${name}/base/subscription.yaml`,
    `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}, namespace: ${name}}\nspec: {name: ${name}, channel: ${channel}, source: redhat-operators, sourceNamespace: openshift-marketplace}\n`,
  );
}

const overlay = (label) => `resources: [../../base]\ncommonAnnotations: {cluster: "${label}"}\n`;

function git(...args) {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function measure(name, ...args) {
  const start = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', PRINT_CPU, program, ...args], { cwd: root, encoding: 'utf8' });
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  const [, cpu = ''] = /\ncpu (\S+)$/.exec(stderr) ?? [];
  console.log(`${name.padEnd(36)} ${Number(cpu).toFixed(2).padStart(6)} s CPU ${seconds.padStart(7)} s in all`);
  const summary = /^.*each (?:reviewed|judged) apart.*$/m.exec(`${stdout}${stderr}`)?.[0] ?? '';
  console.log(`  ${summary.slice(0, 120)}`);
}

try {
  for (let base = 0; base < bases; base += 1) {
    writeBase(`operator-${base}`, 'stable');
    for (let index = 0; index < overlays; index += 1) write(`operator-${base}/overlays/${index}/kustomization.yaml`, overlay(index));
  }
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'fleet');
  console.log(`${bases * overlays} leaves of ${bases} bases`);
  measure('check', 'check', '.');
  for (const shard of ['1/4', '2/4', '3/4', '4/4']) measure(`check, shard ${shard}`, 'check', '.', '--shard', shard);
  measure('review, nothing changed', 'review', 'git:HEAD', '.');
  write('operator-0/overlays/0/kustomization.yaml', overlay('other'));
  measure('review, one overlay changed', 'review', 'git:HEAD', '.');
  writeBase('operator-0', 'fast');
  measure('review, one base changed', 'review', 'git:HEAD', '.');
} finally {
  rmSync(root, { recursive: true, force: true });
}
