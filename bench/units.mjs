/**
 * Measures a repository as people have it: 30 bases with a Subscription each, ten overlays of every one. `check`, whole and in
 * four shards, and `review` at its top, where nothing, one overlay or one base changes. kustomize's own time is not ours, and is not in the CPU.
 * Run with `npm run bench:units [-- BASES OVERLAYS]`.
 */
import { temporaryRepository, writeBase } from './repository.mjs';

const bases = Number(process.argv[2] ?? 30);
const overlays = Number(process.argv[3] ?? 10);
const { write, commit, measure, remove } = temporaryRepository();

const overlay = (label) => `resources: [../../base]\ncommonAnnotations: {cluster: "${label}"}\n`;

try {
  for (let base = 0; base < bases; base += 1) {
    writeBase(write, `operator-${base}/base`, `operator-${base}`, 'stable');
    for (let index = 0; index < overlays; index += 1) write(`operator-${base}/overlays/${index}/kustomization.yaml`, overlay(index));
  }
  commit();
  console.log(`${bases * overlays} leaves of ${bases} bases`);
  measure('check', 'check', '.');
  for (const shard of ['1/4', '2/4', '3/4', '4/4']) measure(`check, shard ${shard}`, 'check', '.', '--shard', shard);
  measure('review, nothing changed', 'review', 'git:HEAD', '.');
  write('operator-0/overlays/0/kustomization.yaml', overlay('other'));
  measure('review, one overlay changed', 'review', 'git:HEAD', '.');
  writeBase(write, 'operator-0/base', 'operator-0', 'fast');
  measure('review, one base changed', 'review', 'git:HEAD', '.');
} finally {
  remove();
}
