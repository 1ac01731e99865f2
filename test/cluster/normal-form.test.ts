/**
 * The normal form against what OLM's own types make of a CSV: `olm-outcome` reads CSVs into them and prints what it would
 * write back. Skipped where that program is not there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/kubernetes/object.js';
import { normalForm } from '../../src/kubernetes/structure/normal-form.js';
import { BREAKS, broken, places } from '../support/broken-objects.js';
import { GOOD_OBJECTS } from '../support/good-objects.js';

const RUN = join(import.meta.dirname, '../../../shared/real/run');
const TRIALS = Number(process.env.CDK8S_OLM_TRIALS ?? 100);

const good = GOOD_OBJECTS.filter(({ kind }) => kind === 'ClusterServiceVersion');

const trial = fc.constantFrom(...good).chain((object) =>
  fc.record({
    object: fc.constant(object),
    at: fc.constantFrom(...places(object.spec).map((at) => ['spec', ...at])),
    how: fc.constantFrom(...BREAKS),
  }),
);

/** What OLM's types made of CSVs, by name; nothing at all where they cannot read one of them. */
function asOlmWrites(csvs: readonly KubernetesObject[]): Map<string, unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-'));
  try {
    const file = join(folder, 'input.yaml');
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
    writeFileSync(file, ['# YAML', ...[namespace, ...csvs].map((document) => JSON.stringify(document))].join('\n---\n'));
    const { stdout } = spawnSync(RUN, ['olm-outcome', '-runs', 'batch', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const line = stdout.split('\n').find((text) => text.startsWith('{'));
    const result = line ? (JSON.parse(line) as { readonly objects?: readonly KubernetesObject[] }) : {};
    return new Map(
      (result.objects ?? []).filter(({ kind }) => kind === 'ClusterServiceVersion').map(({ metadata, spec }) => [metadata.name, spec]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without what Go leaves out or writes for emptiness; amounts are texts. */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => essence(item) ?? null);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([key, entry]) => {
      const inner = key === 'protocol' && entry === 'TCP' ? undefined : essence(entry);
      return inner === undefined ? [] : [[key, inner] as const];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  return value === null || value === '' || value === 0 || value === false ? undefined : String(value);
}

/** The places at which two values differ. */
function differences(ours: unknown, theirs: unknown, at = 'spec'): string[] {
  const isMapping = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isMapping(ours) || !isMapping(theirs)) return ours === theirs ? [] : [`${at}: ${JSON.stringify(ours)} or ${JSON.stringify(theirs)}`];
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) => differences(ours[key], theirs[key], `${at}.${key}`));
}

const BATCH = 50;
const SINGLES = 60;

describe.skipIf(!existsSync(RUN))("OLM's own types", () => {
  const trials = fc.sample(trial, TRIALS).map(({ object, at, how }, index) => {
    const candidate = broken(object, at, how);
    const csv = { ...candidate, metadata: { ...candidate.metadata, name: `t${index}` } };
    const { object: normal, unreadable } = normalForm<KubernetesObject>(csv);
    return {
      csv,
      spec: normal.spec,
      label: `${how} at ${at.join('.')}`,
      isReadable: unreadable.length === 0,
    };
  });

  it('make of a CSV what its normal form is', () => {
    const readable = trials.filter(({ isReadable }) => isReadable);
    const wrong: string[] = [];
    for (let start = 0; start < readable.length; start += BATCH) {
      const batch = readable.slice(start, start + BATCH);
      const together = asOlmWrites(batch.map(({ csv }) => csv));
      for (const { csv, spec, label } of batch) {
        const theirs = together.size > 0 ? together : asOlmWrites([csv]);
        if (!theirs.has(csv.metadata.name)) wrong.push(`${label}: refused by OLM`);
        const found = differences(essence(spec), essence(theirs.get(csv.metadata.name)));
        if (theirs.size > 0) wrong.push(...found.map((difference) => `${label}: ${difference}`));
      }
    }
    console.log(`${readable.length} CSVs compared`);
    expect(wrong).toEqual([]);
  }, 600_000);

  it('cannot read a CSV with a value of a wrong type', () => {
    const unreadable = trials.filter(({ isReadable }) => !isReadable).slice(0, SINGLES);
    expect(unreadable.filter(({ csv }) => asOlmWrites([csv]).size > 0).map(({ label }) => label)).toEqual([]);
  }, 600_000);
});
