/**
 * Random clusters through this resolver and through OLM's own. It runs where `../shared/real` is; RESOLVER_CLUSTERS says
 * how many, FAST_CHECK_SEED which.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NamespaceResolution } from '../../../src/olm/resolver/outcome.js';
import { resolveAll, resolveUntilStable } from '../../../src/olm/resolver/resolve.js';
import { GO_ENV } from '../../support/go-tools.js';
import { type Document, randomCluster } from '../../support/random-catalogs.js';
import {
  inputOf,
  normalClause,
  type Recorded,
  type RecordedNamespace,
  recorded,
  recordedNamespace,
  withoutChance,
} from '../../support/resolver-cases.js';

const TOOL = join(import.meta.dirname, '../../../../shared/real/run');
const CLUSTERS = Number(process.env.RESOLVER_CLUSTERS ?? 40);
/** Runs of OLM's resolver of each cluster: what it leaves to chance shows. */
const REPEAT = 30;
const MANY = 500;
const CEL_ERROR = /ERROR: .*/s;

function textOf(documents: readonly Document[]): string {
  return documents.map((document) => JSON.stringify(document)).join('\n---\n');
}

function askOlm(text: string, repeat: number): readonly RecordedNamespace[] {
  const output = execFileSync(TOOL, ['olm-resolve', '-repeat', String(repeat), '-'], {
    input: text,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    env: GO_ENV,
  });
  return (JSON.parse(output) as Recorded).namespaces ?? [];
}

/** What an answer comes to, without the words of a failure. */
function outcomeOf({ operators, subscriptions, installs, reason }: Omit<RecordedNamespace, 'namespace'>): string {
  return JSON.stringify({ operators, subscriptions, installs, reason: reason ?? null });
}

function answersOf(one: RecordedNamespace): readonly RecordedNamespace[] {
  return one.variants ?? [one];
}

/** How many outcomes OLM gave. */
function seen(olm: RecordedNamespace): number {
  return new Set(answersOf(olm).map(outcomeOf)).size;
}

/** How an answer differs from all that OLM gave. */
function difference(answered: NamespaceResolution, olm: RecordedNamespace): string | undefined {
  const given = answersOf(olm);
  const ours = recordedNamespace(answered);
  const outcomes = new Set(answered.uncertain ? answered.outcomes.map((outcome) => outcomeOf(recorded(outcome))) : [outcomeOf(ours)]);
  const strange = given.find((answer) => !outcomes.has(outcomeOf(answer)));
  if (strange)
    return `OLM: ${JSON.stringify(withoutChance(strange))}\nours: ${JSON.stringify(answered.uncertain ? answered.outcomes.map(recorded) : ours)}`;
  const { failure } = answered;
  if (!failure) return undefined;
  if (failure.conflict.length === 0) {
    const errors = given.map(({ error = '' }) => error.replace(CEL_ERROR, ''));
    return errors.includes(failure.error.replace(CEL_ERROR, ''))
      ? undefined
      : `OLM's error: ${errors.join(' | ')}\nour error: ${failure.error}`;
  }
  const sets = given.map(({ conflict = [] }) => conflict.map(normalClause).sort());
  const own = failure.conflict.map(normalClause).sort();
  if (sets.some((set) => JSON.stringify(set) === JSON.stringify(own))) return undefined;
  const different = [...new Set(sets.map((set) => `\n  ${set.join('\n  ')}`))];
  return `OLM's clauses: ${different.slice(0, 3).join('\nor')}\nour clauses:\n  ${own.join('\n  ')}`;
}

describe('random clusters', () => {
  it.skipIf(!existsSync(TOOL))(`resolve as with OLM's own resolver, in ${CLUSTERS} cases`, { timeout: 3_600_000 }, () => {
    const clusters = fc.sample(randomCluster, { numRuns: CLUSTERS, seed: fc.readConfigureGlobal()?.seed ?? 0 });
    const differences: string[] = [];
    const tally = { namespaces: 0, installing: 0, failing: 0, stopped: 0, uncertain: 0, clauses: 0 };
    const unseen: string[] = [];
    for (const [index, documents] of clusters.entries()) {
      const text = textOf(documents);
      const olm = askOlm(text, REPEAT);
      const { input } = inputOf(text);
      const answered = resolveAll(input);
      expect(answered.map(({ namespace }) => namespace)).toEqual(olm.map(({ namespace }) => namespace));
      for (const [at, one] of answered.entries()) {
        const given = olm[at] as RecordedNamespace;
        tally.namespaces += 1;
        if (one.failure) tally[one.failure.reason === 'ConstraintsNotSatisfiable' ? 'failing' : 'stopped'] += 1;
        else if (one.installs.length > 0) tally.installing += 1;
        if (one.uncertain) tally.uncertain += 1;
        if (one.uncertain && seen(given) < one.outcomes.length) {
          // Chance may hide an outcome in a few runs.
          const again = askOlm(text, MANY)[at];
          if (again && seen(again) < one.outcomes.length)
            unseen.push(`cluster ${index}, ${one.namespace}: ${seen(again)} of ${one.outcomes.length}`);
        }
        const found = difference(one, given);
        if (found) differences.push(`cluster ${index}, ${one.namespace}: ${found}`);
        if (found?.startsWith("OLM's clauses")) tally.clauses += 1;
      }
    }
    console.log(JSON.stringify({ ...tally, unseen }));
    expect(differences.slice(0, 8).join('\n\n')).toBe('');
  });
});

describe('random upgrades', () => {
  const UPGRADES = Math.ceil(CLUSTERS / 4);

  it.skipIf(!existsSync(TOOL))(`end as with OLM's own resolver, in ${UPGRADES} cases`, { timeout: 3_600_000 }, () => {
    const clusters = fc.sample(randomCluster, { numRuns: UPGRADES, seed: (fc.readConfigureGlobal()?.seed ?? 0) + 1 });
    let compared = 0;
    for (const [index, documents] of clusters.entries()) {
      const text = textOf(documents);
      const ours = resolveUntilStable(inputOf(text).input, 12);
      // What is left to chance goes either way from there.
      if (ours.rounds.some(({ namespaces }) => namespaces.some(({ uncertain }) => uncertain))) continue;
      compared += 1;
      const output = execFileSync(TOOL, ['olm-resolve', '-until-stable', '12', '-'], {
        input: text,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: GO_ENV,
      });
      const { final, stable, rounds } = JSON.parse(output) as Recorded;
      const csvs = ours.final.clusterServiceVersions.map(({ namespace, name }) => `${namespace}/${name}`).sort();
      expect({ index, csvs, stable: ours.stable, rounds: ours.rounds.length }).toEqual({
        index,
        csvs: final?.clusterServiceVersions,
        stable,
        rounds: rounds?.length,
      });
    }
    console.log(`${compared} upgrades compared`);
  });
});

describe('errors', () => {
  const RANGES = [
    '^1.0',
    'latest',
    '',
    ' ',
    '~1.0.0',
    '>=1.0.0, <2.0.0',
    '1.0',
    '||1.0.0',
    '|| 1.0.0',
    '1.0.0 ||',
    '1.x.x',
    '>1.x',
    'v1.0.0',
    '=>1.0.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0-01',
    '1.0.0+',
    '1.0.0-a..b',
    '1..0',
    '1.0.x.1',
    'x',
    '5',
    '>=1.0.0 | <2.0.0',
    '1.0.0-ü',
    '*',
    '>=x',
  ];
  const CONSTRAINTS = [
    {},
    { name: 'x' },
    { all: {} },
    { not: { constraints: [] } },
    { all: { constraints: [{}] } },
    { package: { packageName: 'cup', versionRange: '^1' } },
    { gvk: { group: 'g', version: 'v1', kind: 'K' }, package: { packageName: 'cup', versionRange: '1.0.0' } },
    {
      any: {
        constraints: [
          { not: { constraints: [{ gvk: { group: 'a', version: 'b', kind: 'C' } }, { gvk: { group: 'a', version: 'b', kind: 'D' } }] } },
        ],
      },
    },
    { failureMessage: 'm', cel: { rule: 'false' } },
  ];

  /** A cluster in which one bundle states one need. */
  function clusterWith(...properties: readonly unknown[]): Document[] {
    const [apiVersion, metadata] = ['operators.coreos.com/v1alpha1', { name: 'tray', namespace: 'shop' }];
    return [
      {
        apiVersion,
        kind: 'CatalogSource',
        metadata: { name: 'hub', namespace: 'olm' },
        spec: { sourceType: 'grpc', image: 'example.test/hub' },
      },
      { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'og', namespace: 'shop' }, spec: {} },
      { apiVersion, kind: 'Subscription', metadata, spec: { name: 'tray', source: 'hub', sourceNamespace: 'olm', channel: 'stable' } },
      { schema: 'olm.package', name: 'tray', defaultChannel: 'stable' },
      { schema: 'olm.channel', package: 'tray', name: 'stable', entries: [{ name: 'tray.v1.0.0' }] },
      {
        schema: 'olm.bundle',
        package: 'tray',
        name: 'tray.v1.0.0',
        image: 'example.test/tray',
        properties: [{ type: 'olm.package', value: { packageName: 'tray', version: '1.0.0' } }, ...properties],
      },
    ];
  }

  const needs = [
    ...RANGES.map((versionRange) => ({ type: 'olm.package.required', value: { packageName: 'cup', versionRange } })),
    ...CONSTRAINTS.map((value) => ({ type: 'olm.constraint', value })),
  ];

  it.skipIf(!existsSync(TOOL)).each(needs.map((need) => [JSON.stringify(need.value), need] as const))(
    'of %s are as in OLM',
    { timeout: 60_000 },
    (_, need) => {
      const text = textOf(clusterWith(need));
      const [olm] = askOlm(text, 1);
      const [answered] = resolveAll(inputOf(text).input);
      expect(answered && olm ? difference(answered, olm) : 'no answer').toBeUndefined();
    },
  );

  it.skipIf(!existsSync(TOOL))('of two needs that nobody meets are as in OLM, whichever comes first', { timeout: 60_000 }, () => {
    const unmet = [
      { type: 'olm.gvk.required', value: { group: 'g', version: 'v1', kind: 'K' } },
      { type: 'olm.package.required', value: { packageName: 'cup', versionRange: '1.0.0' } },
      { type: 'olm.label.required', value: { label: 'hot' } },
      { type: 'olm.constraint', value: { package: { packageName: 'spoon', versionRange: '1.0.0' } } },
    ];
    for (const first of unmet) {
      for (const second of unmet) {
        if (first === second) continue;
        const text = textOf(clusterWith(first, second));
        const [olm] = askOlm(text, 1);
        const [answered] = resolveAll(inputOf(text).input);
        expect(answered && olm ? difference(answered, olm) : 'no answer').toBeUndefined();
      }
    }
  });
});
