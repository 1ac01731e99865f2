/** OLM's own code, where it can be run: `../shared/real/run olm-outcome`, several orders of work over one input. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubernetesObject } from '../../src/kubernetes/object.js';

/** One thread with little garbage collection takes a third of the processor's time. */
const env = { ...process.env, GOGC: '800', GOMAXPROCS: '1' };

const TOOL = join(process.env.CDK8S_OLM_SHARED ?? join(import.meta.dirname, '../../../shared'), 'real/run');

/** Whether OLM can be run here. */
export const haveOlm = existsSync(TOOL);

/** What one order of work left. */
export interface OlmRun {
  readonly run: string;
  readonly settled: boolean;
  /** Objects that never came to rest, `resource|namespace/name`. */
  readonly moving?: readonly string[];
  /** Those of them whose phase or reason changes. */
  readonly movingv?: readonly string[];
  readonly objects: readonly KubernetesObject[];
}

/** Runs OLM over a cluster in several orders; an outcome that a folder holds already for this input is read. */
export function olmRuns(folder: string, name: string, objects: readonly KubernetesObject[], runs: string, suffix = ''): OlmRun[] {
  mkdirSync(folder, { recursive: true });
  const [input, output] = [join(folder, `${name}.yaml`), join(folder, `${name}${suffix}.jsonl`)];
  const text = objects.map((object) => `---\n${JSON.stringify(object, null, 1)}\n`).join('');
  const isKnown = existsSync(output) && existsSync(input) && readFileSync(input, 'utf8') === text;
  if (!isKnown) {
    writeFileSync(input, text);
    const { stdout, status, stderr } = spawnSync(TOOL, ['olm-outcome', '-runs', runs, input], {
      encoding: 'utf8',
      maxBuffer: 2 ** 29,
      env,
    });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    writeFileSync(output, stdout);
  }
  return readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as OlmRun);
}
