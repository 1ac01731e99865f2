/** Upgrades of CRDs, beside OLM v1's own check, where that is at hand. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../src/kubernetes/object.js';
import { type CrdUpgradeVerdict, crdUpgrade } from '../src/rules/crd-upgrade/crd-upgrade.js';
import { CRD_PAIRS } from './support/crd-pairs.js';
import { GO_ENV } from './support/go-tools.js';
import { manifestsOf } from './support/registry-v1.js';

const SHARED = process.env.CDK8S_OLM_SHARED ?? join(import.meta.dirname, '../../shared');
const RUN = join(SHARED, 'real/run');
const haveCheck = existsSync(RUN);

interface Pair {
  readonly id: string;
  readonly old: KubernetesObject;
  readonly new: KubernetesObject;
}

/** Each CRD of a bundle in both directions: a step back is an upgrade like any other. */
function realPairs(): Pair[] {
  const folder = join(SHARED, 'upgrades');
  const operators = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return operators.flatMap(({ name }) => {
    const [first = [], second = []] = readdirSync(join(folder, name)).map(
      (version) => manifestsOf(join(folder, name, version)).customResourceDefinitions,
    );
    return first.flatMap((crd) => {
      const other = second.find(({ metadata }) => metadata.name === crd.metadata.name);
      return other
        ? [
            { id: `${name} ${crd.metadata.name}`, old: crd, new: other },
            { id: `${name} ${crd.metadata.name} back`, old: other, new: crd },
          ]
        : [];
    });
  });
}

/** Nothing for a CRD at which the check itself breaks: one with versions that have no schema. */
function askOlm(pairs: readonly Pair[]): (string[] | undefined)[] {
  const input = pairs.map((pair) => `${JSON.stringify(pair)}\n`).join('');
  const { stdout } = spawnSync(RUN, ['crd-upgrade-check'], { input, encoding: 'utf8', maxBuffer: 1 << 30, env: GO_ENV });
  return stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { errors?: string[] }).errors?.map(inOneOrder).sort());
}

/** crdify prints sets in any order. */
function inOneOrder(message: string): string {
  return message.replace(/\[([^\]]*)\]$/, (_, list: string) => `[${list.split(' ').sort().join(' ')}]`);
}

function printed({ check, message, version, path }: CrdUpgradeVerdict): string {
  if (check === 'existingFieldRemoval' || path === undefined) return inOneOrder(`${check}: ${message}`);
  return inOneOrder(`${version?.includes(' -> ') ? 'served' : 'same'} ${version} ${path} ${check}: ${message}`);
}

function lacksSchema({ spec }: KubernetesObject): boolean {
  const { versions = [] } = spec as { versions?: { schema?: unknown }[] };
  return versions.length === 0 || versions.some(({ schema }) => !schema);
}

describe.skipIf(!haveCheck)('CRDs, beside OLM v1’s own check', () => {
  it.each([
    ['made for this', () => CRD_PAIRS],
    ['of real bundles', realPairs],
  ])('%s get equal verdicts', (_, pairsOf) => {
    const pairs = pairsOf();
    const answers = askOlm(pairs);
    expect(answers).toHaveLength(pairs.length);
    expect(answers.some((errors) => errors?.length)).toBe(true);
    for (const [index, pair] of pairs.entries()) {
      // Where nobody knows the stored versions, OLM v1 looks at none.
      const status = pair.old.status as { storedVersions?: string[] } | undefined;
      const verdicts = crdUpgrade(pair.old, pair.new, status?.storedVersions ?? []);
      if (answers[index]) expect(verdicts.map(printed).sort(), pair.id).toEqual(answers[index]);
      else expect([pair.old, pair.new].some(lacksSchema), pair.id).toBe(true);
    }
  });
});
