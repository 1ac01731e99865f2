/** OLM's own code, where it can be run: `../shared/real/run olm-outcome`, several orders of work over one input. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubernetesObject } from '../../src/kubernetes/object.js';
import { GO_ENV } from './go-tools.js';

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
  /** `namespace/name` of the CSVs that were still on their way when the tool gave up, since others never come to rest. */
  readonly onTheWay: readonly string[];
  readonly objects: readonly KubernetesObject[];
}

/** Runs OLM over a cluster in several orders; an outcome that a folder holds already for this input is read. */
export function olmRuns(folder: string, name: string, objects: readonly KubernetesObject[], runs: string, suffix = ''): OlmRun[] {
  mkdirSync(folder, { recursive: true });
  const [input, output] = [join(folder, `${name}.yaml`), join(folder, `${name}${suffix}.jsonl`)];
  const text = objects.map((object) => `---\n${JSON.stringify(object, null, 1)}\n`).join('');
  const isKnown = existsSync(output) && existsSync(input) && readFileSync(input, 'utf8') === text;
  if (isKnown) return readLines(readFileSync(output, 'utf8')).map((line) => JSON.parse(line) as OlmRun);

  writeFileSync(input, text);
  const { stdout, status, stderr } = spawnSync(TOOL, ['olm-outcome', '-trace', '-runs', runs, input], {
    encoding: 'utf8',
    maxBuffer: 2 ** 29,
    env: GO_ENV,
  });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  const traces = tracesOf(stderr);
  const outcomes = readLines(stdout).map((line, index): OlmRun => {
    const run = JSON.parse(line) as OlmRun;
    return { ...run, onTheWay: onTheWay(run, traces[index] ?? []) };
  });
  writeFileSync(output, outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join(''));
  return outcomes;
}

function readLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** What happened in each run: its rounds count from one. */
function tracesOf(text: string): string[][] {
  const traces: string[][] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const line of readLines(text)) {
    const round = Number(/^\[round (\d+)\]/.exec(line)?.[1] ?? Number.NaN);
    if (Number.isNaN(round)) continue;
    if (round < before) traces.push([]);
    traces.at(-1)?.push(line);
    before = round;
  }
  return traces;
}

/** Where OLM never comes to rest, the tool stops after some rounds: a CSV that was never before where it is now is not at its end. */
function onTheWay({ settled, movingv = [] }: OlmRun, trace: readonly string[]): string[] {
  if (settled) return [];
  const stages = new Map<string, string[]>();
  for (const line of trace) {
    const [, name, stage] = / clusterserviceversions (\S+) -> ([^:]*):/.exec(line) ?? [];
    if (name !== undefined && stage !== undefined && !stage.endsWith('/Copied')) stages.set(name, [...(stages.get(name) ?? []), stage]);
  }
  return movingv
    .map((key) => key.slice(key.indexOf('|') + 1))
    .filter((name) => {
      const passed = stages.get(name) ?? [];
      return passed.filter((stage) => stage === passed.at(-1)).length === 1;
    });
}
