/**
 * Measures a fleet: 500 clusters of 40 operators each, in 2,000 kustomizations of ten bases each. `check` without a cache and with a
 * filled one, in four shards, which `report merge` makes one report of, and `review` of a change of one base.
 * Run with `npm run bench:clusters [-- CLUSTERS]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryRepository, writeBase } from './repository.mjs';

const OPERATORS = 40;
const PARTS = 4;
const clusters = Number(process.argv[2] ?? 500);
const { write, commit, measure, remove } = temporaryRepository();
const aside = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-cache-'));
const cache = ['--cache', join(aside, 'cache')];
process.env.CDK8S_OLM_CACHE_KEY = 'the key of a measurement, which keeps nothing secret';

try {
  for (let operator = 0; operator < OPERATORS; operator += 1) writeBase(write, `operators/${operator}`, `operator-${operator}`, 'stable');
  const each = OPERATORS / PARTS;
  const entries = Array.from({ length: clusters }, (_, cluster) => {
    for (let part = 0; part < PARTS; part += 1) {
      const bases = Array.from({ length: each }, (_, index) => `../../../operators/${part * each + index}`);
      write(
        `clusters/${cluster}/${part}/kustomization.yaml`,
        `resources: [${bases.join(', ')}]\ncommonAnnotations: {cluster: "${cluster}"}\n`,
      );
    }
    return `- {name: cluster-${cluster}, paths: [clusters/${cluster}]}\n`;
  });
  write('.cdk8s-olm.yaml', `clusters:\n${entries.join('')}`);
  commit();
  console.log(`${clusters} clusters of ${OPERATORS} operators, ${clusters * PARTS} kustomizations`);
  const whole = measure('check, cold', 'check', '.', ...cache);
  measure('check, warm', 'check', '.', ...cache);
  const parts = [1, 2, 3, 4].map((index) => {
    const part = join(aside, `part-${index}.json`);
    measure(`check, shard ${index}/4, cold`, 'check', '.', '--shard', `${index}/4`, '-o', part);
    return part;
  });
  const merged = measure('report merge', 'report', 'merge', ...parts);
  console.log(`  ${merged.stdout === whole.stdout ? 'the same as check' : 'NOT the same as check'}`);
  writeBase(write, 'operators/0', 'operator-0', 'fast');
  measure('review, one base changed, warm', 'review', 'git:HEAD', '.', ...cache);
  measure('review, the same again', 'review', 'git:HEAD', '.', ...cache);
} finally {
  remove();
  rmSync(aside, { recursive: true, force: true });
}
