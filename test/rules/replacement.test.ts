import { describe, expect, it } from 'vitest';
import { replacement, replacementChain, replacements } from '../../src/rules/replacement.js';
import { clusterOf, csv as manifest } from '../support/build.js';
import { type RuleResult, runRule } from '../support/run-rule.js';

interface Csv {
  readonly namespace: string;
  readonly name: string;
  readonly replaces?: string;
}

const csv = (name: string, replaces?: string, namespace = 'op'): Csv => ({ namespace, name, ...(replaces ? { replaces } : {}) });

/** What the rule says about these CSVs when all but some came this far. */
function waiting(csvs: readonly Csv[], fallen: readonly string[]): Record<string, RuleResult> {
  const cluster = clusterOf(
    ...csvs.map(({ namespace, name, replaces }) => manifest(`${namespace}/${name}`, replaces ? { spec: { replaces } } : {})),
  );
  const candidates = cluster.clusterServiceVersions.filter(({ name }) => !fallen.includes(name));
  return runRule(replacement, cluster, candidates);
}

function waitsFor(predecessor: string): RuleResult {
  return {
    verdict: {
      phase: 'Pending',
      reason: 'RequirementsUnknown',
      message: 'requirements not yet checked',
      because: [{ kind: 'ClusterServiceVersion', namespace: 'op', name: predecessor }],
    },
  };
}

function replaced(...csvs: Csv[]): Record<string, string> {
  return Object.fromEntries([...replacements(csvs)].map(([name, by]) => [name, by.name]));
}

describe('replacement', () => {
  it('is by the CSV of the namespace that names another one in spec.replaces', () => {
    expect(replaced(csv('v1'), csv('v2', 'v1'), csv('v3', 'v2'))).toEqual({ 'op/v1': 'v2', 'op/v2': 'v3' });
  });

  it('is not across namespaces', () => {
    expect(replaced(csv('v1', undefined, 'a'), csv('v2', 'v1', 'b'))).toEqual({});
  });

  it('is not of a CSV that is not there, nor of itself', () => {
    expect(replaced(csv('v2', 'v1'), csv('v3', 'v3'))).toEqual({});
  });

  it('is by the first of several', () => {
    expect(replaced(csv('v1'), csv('v2-a', 'v1'), csv('v2-b', 'v1'))).toEqual({ 'op/v1': 'v2-a' });
  });
});

describe('a chain of replacements', () => {
  const csvs = [csv('v1'), csv('v2', 'v1'), csv('v3', 'v2'), csv('v4', 'v3'), csv('stranger'), csv('v1', undefined, 'elsewhere')];

  it.each(['v1', 'v2', 'v3', 'v4'])('has all members, seen from %s', (name) => {
    const start = csvs.find((other) => other.name === name && other.namespace === 'op') as Csv;
    expect([...replacementChain(start, csvs)].sort()).toEqual(['op/v1', 'op/v2', 'op/v3', 'op/v4']);
  });

  it('of a CSV that replaces nothing and is not replaced is itself', () => {
    expect([...replacementChain(csv('stranger'), csvs)]).toEqual(['op/stranger']);
  });

  it('ends where CSVs replace each other in a circle', () => {
    const circle = [csv('v1', 'v3'), csv('v2', 'v1'), csv('v3', 'v2')];
    expect([...replacementChain(csv('v1', 'v3'), circle)].sort()).toEqual(['op/v1', 'op/v2', 'op/v3']);
  });

  it('ends where the replaced CSV is not there', () => {
    expect([...replacementChain(csv('v2', 'v1'), [csv('v2', 'v1')])]).toEqual(['op/v2']);
  });
});

describe('a CSV that replaces another one', () => {
  it('is not installed while its predecessor is there but does not run', () => {
    expect(waiting([csv('v1'), csv('v2', 'v1')], ['v1'])).toEqual({ 'op/v2': waitsFor('v1') });
  });

  it('keeps its own successor waiting, in whatever order they come', () => {
    const waits = { 'op/v2': waitsFor('v1'), 'op/v3': waitsFor('v2') };
    expect(waiting([csv('v1'), csv('v2', 'v1'), csv('v3', 'v2')], ['v1'])).toEqual(waits);
    const backwards = { 'op/v2': waitsFor('v3'), 'op/v1': waitsFor('v2') };
    expect(waiting([csv('v3'), csv('v2', 'v3'), csv('v1', 'v2')], ['v3'])).toEqual(backwards);
  });

  it('waits in the middle of a chain, too', () => {
    expect(waiting([csv('v1'), csv('v2', 'v1'), csv('v3', 'v2')], ['v2'])).toEqual({ 'op/v3': waitsFor('v2') });
  });

  it.each<[string, Csv[], string[]]>([
    ['when its predecessor runs', [csv('v1'), csv('v2', 'v1'), csv('v3', 'v2')], []],
    ['when its predecessor is not there', [csv('v2', 'v1')], []],
    ['when its predecessor is only in another namespace', [csv('v1', undefined, 'elsewhere'), csv('v2', 'v1')], ['v1']],
    ['when its successor does not run', [csv('v1'), csv('v2', 'v1')], ['v2']],
  ])('is installed %s', (_, csvs, fallen) => {
    expect(waiting(csvs, fallen)).toEqual({});
  });
});
