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
import type { KubernetesObject } from '../src/kubernetes/object.js';
import { haveOlm, type OlmRun, olmRuns } from './support/olm-outcome.js';
import { type Parity, parityOf } from './support/parity.js';
import { randomCluster } from './support/random-cluster.js';

const CLUSTERS = Number(process.env.PARITY_CLUSTERS ?? 3);
const RUNS = 'batch,rand:1,rand:2,rand:3,seqcsv:2,seqcsv:3';
const ORDERS = RUNS.split(',').length;
/** In place of runs that the tool did not see the end of. */
const SPARE_RUNS = ['rand:11,rand:12,rand:13', 'seqcsv:11,seqcsv:12,rand:14', 'seqcsv:13,seqcsv:14,seqcsv:15'];
/**
 * What differs from all orders, and what is reported and was not seen to differ, is tried in these orders as well, some at a
 * time, before it counts.
 */
const MORE_RUNS = ['seq,rand:4,seqcsv:4,seqcsv:5', 'rand:6,rand:7,seqcsv:6,seqcsv:7', 'seqcsv:8,seqcsv:9,seqcsv:10,rand:8'];
const seed = Number(process.env.FAST_CHECK_SEED ?? 20_260_101);
const folder = process.env.PARITY_FOLDER ?? mkdtempSync(join(tmpdir(), 'parity-'));

interface Result extends Parity {
  readonly name: string;
  /** CSVs that are reported to be uncertain, and ended alike in every order that was tried. */
  readonly alarms: readonly string[];
  /** In the first orders, before more were tried. */
  readonly unseen: readonly string[];
}

const isFinished = ({ onTheWay }: OlmRun): boolean => onTheWay.length === 0;
const isEqual = ({ differing, elsewhere }: Parity): boolean => Object.keys(differing).length + elsewhere.length === 0;
const unseenOf = ({ reported, open }: Parity): string[] => reported.filter((csv) => !open.includes(csv));

function compared(name: string, objects: readonly KubernetesObject[]): Result {
  const runs = olmRuns(folder, name, objects, RUNS).filter(isFinished);
  for (const [index, spare] of SPARE_RUNS.entries()) {
    if (runs.length >= ORDERS) break;
    runs.push(...olmRuns(folder, name, objects, spare, `.spare-${index}`).filter(isFinished));
  }
  const first = parityOf(objects, runs);
  let last = first;
  for (const [index, more] of MORE_RUNS.entries()) {
    if (isEqual(last) && unseenOf(last).length === 0) break;
    runs.push(...olmRuns(folder, name, objects, more, `.more-${index}`).filter(isFinished));
    last = parityOf(objects, runs);
  }
  return { name, ...last, alarms: unseenOf(last), unseen: unseenOf(first) };
}

describe.skipIf(!haveOlm)('random clusters', () => {
  it('end as OLM leaves them', { timeout: 24 * 3_600_000 }, () => {
    const results = fc.sample(randomCluster, { numRuns: CLUSTERS, seed }).map((objects, index) => compared(`${seed}-${index}`, objects));
    writeFileSync(join(folder, `parity-${seed}.json`), JSON.stringify(results, null, 1));

    const accepted = results.filter(({ refused }) => refused === undefined);
    const sum = (count: (result: Result) => number): number => accepted.reduce((total, result) => total + count(result), 0);
    const whole = accepted.filter(isEqual).length;
    const open = sum((result) => result.open.length);
    const found = sum((result) => result.open.filter((csv) => result.reported.includes(csv)).length);
    const reported = sum((result) => result.reported.length);
    console.log(
      `${whole} of ${accepted.length} clusters are whole equal (${results.length - accepted.length} refused); ` +
        `${found} of ${open} open verdicts reported; of ${reported} reported ones, ${sum(({ unseen }) => unseen.length)} did not ` +
        `differ in the first orders, ${sum(({ alarms }) => alarms.length)} in no more either; ${sum(({ csvs }) => csvs)} CSVs`,
    );
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.filter((result) => !isEqual(result)).map(({ name, differing, elsewhere }) => ({ name, differing, elsewhere }))).toEqual(
      [],
    );
    expect(found).toBe(open);
  });
});
