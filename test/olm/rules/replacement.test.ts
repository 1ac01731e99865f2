import { describe, expect, it } from 'vitest';
import { beingReplaced, predecessors, replacementChains, replacements, waitsFor } from '../../../src/olm/rules/replacement.js';
import { failed, SUCCEEDED } from '../../../src/olm/rules/verdict.js';
import { readCsv } from '../../support/build.js';

interface Csv {
  readonly namespace: string;
  readonly name: string;
  readonly replaces?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const csv = (name: string, replaces?: string, namespace = 'op'): Csv => ({
  namespace,
  name,
  labels: {},
  annotations: {},
  ...(replaces ? { replaces } : {}),
});

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

  it('is not by a copy', () => {
    const copy = { ...csv('v2', 'v1'), annotations: { 'olm.operatorNamespace': 'elsewhere' } };
    expect(replaced(csv('v1'), copy, csv('v3', 'v1'))).toEqual({ 'op/v1': 'v3' });
    expect(replaced(csv('v1'), { ...csv('v2', 'v1'), labels: { 'olm.copiedFrom': 'elsewhere' } })).toEqual({});
  });

  it('is by the first of several', () => {
    expect(replaced(csv('v1'), csv('v2-a', 'v1'), csv('v2-b', 'v1'))).toEqual({ 'op/v1': 'v2-a' });
  });
});

describe('a chain of replacements', () => {
  const csvs = [csv('v1'), csv('v2', 'v1'), csv('v3', 'v2'), csv('v4', 'v3'), csv('stranger'), csv('v1', undefined, 'elsewhere')];

  it.each(['v1', 'v2', 'v3', 'v4'])('has all members, seen from %s', (name) => {
    const start = csvs.find((other) => other.name === name && other.namespace === 'op') as Csv;
    expect([...replacementChains(csvs)(start)].sort()).toEqual(['op/v1', 'op/v2', 'op/v3', 'op/v4']);
  });

  it('of a CSV that replaces nothing and is not replaced is itself', () => {
    const stranger = csv('stranger');
    expect([...replacementChains([...csvs, stranger])(stranger)]).toEqual(['op/stranger']);
  });

  it('ends where CSVs replace each other in a circle', () => {
    const circle = [csv('v1', 'v3'), csv('v2', 'v1'), csv('v3', 'v2')];
    expect([...replacementChains(circle)(circle[0] as Csv)].sort()).toEqual(['op/v1', 'op/v2', 'op/v3']);
  });

  it('ends where the replaced CSV is not there', () => {
    const v2 = csv('v2', 'v1');
    expect([...replacementChains([v2])(v2)]).toEqual(['op/v2']);
  });
});

describe('the predecessor of a CSV', () => {
  const named = (csvs: readonly Csv[]) => [...predecessors(csvs)].map(([{ name }, predecessor]) => `${name} after ${predecessor.name}`);

  it('is the one of its namespace that it names', () => {
    expect(named([csv('v1'), csv('v2', 'v1'), csv('v3', 'v2'), csv('v2', 'v1', 'elsewhere')])).toEqual(['v2 after v1', 'v3 after v2']);
  });

  it('is itself when it names itself', () => {
    expect(named([csv('v1', 'v1')])).toEqual(['v1 after v1']);
  });
});

describe('the verdict on a CSV', () => {
  const [v1, v2] = [readCsv('op/v1'), readCsv('op/v2')];

  it('that waits for its predecessor names it', () => {
    expect(waitsFor(v1)).toEqual({
      phase: 'Pending',
      reason: 'RequirementsUnknown',
      message: 'requirements not yet checked',
      because: [{ kind: 'ClusterServiceVersion', namespace: 'op', name: 'v1' }],
    });
  });

  it.each([
    ['running', SUCCEEDED, 'being replaced by csv: v2', {}],
    [
      'failed',
      failed('OwnerConflict', ''),
      'Fail Forward is enabled, allowing Failed csv to be replaced by csv: v2',
      { failedBefore: 'OwnerConflict' },
    ],
  ])('that makes way while %s names its successor', (_, before, message, rest) => {
    expect(beingReplaced(v2, before)).toEqual({
      phase: 'Replacing',
      reason: 'BeingReplaced',
      message,
      because: [{ kind: 'ClusterServiceVersion', namespace: 'op', name: 'v2' }],
      ...rest,
    });
  });
});
