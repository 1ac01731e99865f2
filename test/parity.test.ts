/**
 * Random clusters through OLM's own code, in several orders each, and through this project.
 *
 * A few by default; `PARITY_CLUSTERS` says how many, `FAST_CHECK_SEED` which, `PARITY_FOLDER` where inputs, outcomes and
 * differences stay for a look. Needs `olm-outcome`; without it, nothing is compared.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haveOlm, olmRuns } from './support/olm-outcome.js';
import { type Parity, parityOf } from './support/parity.js';
import { randomCluster } from './support/random-cluster.js';

const CLUSTERS = Number(process.env.PARITY_CLUSTERS ?? 5);
const RUNS = 'batch,rand:1,rand:2,rand:3,seqcsv:2,seqcsv:3';
/** What is reported and was not seen to differ is tried in these orders as well, some at a time, before it counts as a false alarm. */
const MORE_RUNS = ['rand:4,rand:5,seqcsv:4,seqcsv:5', 'rand:6,rand:7,seqcsv:6,seqcsv:7', 'seqcsv:8,seqcsv:9,seqcsv:10,seqcsv:11'];
const seed = Number(process.env.FAST_CHECK_SEED ?? 20_260_101);
const folder = process.env.PARITY_FOLDER ?? mkdtempSync(join(tmpdir(), 'parity-'));

type Result = Parity & { readonly name: string; readonly alarms: readonly string[] };

function compared(name: string, objects: Parameters<typeof parityOf>[0]): Result {
  const runs = olmRuns(folder, name, objects, RUNS);
  const result = parityOf(objects, runs);
  const unseen = ({ reported, open }: Parity): string[] => reported.filter((csv) => !open.includes(csv));
  let alarms = unseen(result);
  const all = [...runs];
  for (const [index, more] of MORE_RUNS.entries()) {
    if (alarms.length === 0) break;
    all.push(...olmRuns(folder, name, objects, more, `.more-${index}`));
    alarms = unseen(parityOf(objects, all));
  }
  return { name, ...result, alarms };
}

describe.skipIf(!haveOlm)('random clusters', () => {
  it('end as OLM leaves them', { timeout: 24 * 3_600_000 }, () => {
    const results = fc.sample(randomCluster, { numRuns: CLUSTERS, seed }).map((objects, index) => compared(`${seed}-${index}`, objects));
    writeFileSync(join(folder, `parity-${seed}.json`), JSON.stringify(results, null, 1));

    const accepted = results.filter(({ refused }) => refused === undefined);
    const sum = (count: (result: Result) => number): number => accepted.reduce((total, result) => total + count(result), 0);
    const whole = accepted.filter(({ differing, elsewhere }) => Object.keys(differing).length + elsewhere.length === 0).length;
    const open = sum((result) => result.open.length);
    const found = sum((result) => result.open.filter((csv) => result.reported.includes(csv)).length);
    const unseen = sum((result) => result.reported.filter((csv) => !result.open.includes(csv)).length);
    console.log(
      `${whole} of ${accepted.length} clusters are whole equal (${results.length - accepted.length} refused); ` +
        `${found} of ${open} open verdicts reported; ${unseen} reported ones did not differ in six orders, ` +
        `${sum(({ alarms }) => alarms.length)} in no more either; ${sum(({ csvs }) => csvs)} CSVs; ${folder}`,
    );
    expect(accepted.length).toBeGreaterThan(0);
  });
});
