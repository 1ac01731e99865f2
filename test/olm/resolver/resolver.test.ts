/** The resolver against what OLM's own resolver answered. */
import { describe, expect, it } from 'vitest';
import { resolveAll, resolveUntilStable } from '../../../src/olm/resolver/resolve.js';
import { type ResolverCase, recordedNamespace, resolverCases, withoutChance } from '../../support/resolver-cases.js';

const cases = resolverCases();
const outcomesOf = ({ expected }: ResolverCase): number => expected.stability?.distinct.outcome ?? 1;
/** The compiler of rules has its own words for what is no rule. */
const CEL_ERROR = /ERROR: .*/s;

describe('a namespace resolves as in OLM', () => {
  const decided = cases.filter((one) => one.expected.namespaces && outcomesOf(one) === 1);

  it.each(decided.map((one) => [one.name, one] as const))('%s', (_, { input, expected }) => {
    const answered = resolveAll(input);
    const clean = <T extends { error?: string }>(one: T): T => ({
      ...one,
      ...(one.error ? { error: one.error.replace(CEL_ERROR, '') } : {}),
    });
    const unstable = (expected.stability?.distinct.conflictSet ?? 1) > 1;
    const comparable = (list: ReturnType<typeof withoutChance>[]) =>
      list.map((one) => {
        const { conflict, ...rest } = clean(one);
        return unstable ? rest : { ...rest, ...(conflict ? { conflict } : {}) };
      });
    expect(comparable(answered.map(recordedNamespace))).toEqual(comparable((expected.namespaces ?? []).map(withoutChance)));
    expect(answered.some(({ uncertain }) => uncertain)).toBe(false);
  });
});

describe('what OLM leaves to chance is uncertain', () => {
  const chances = cases.filter(({ expected }) => expected.possibleInstalls);

  it.each(chances.map((one) => [one.name, one] as const))('%s', (_, { input, expected }) => {
    const [answered] = resolveAll(input);
    const outcomes = answered?.uncertain ? answered.outcomes : answered ? [answered] : [];
    expect(outcomes.map(({ installs }) => installs.map(({ name }) => name).join(' ')).sort()).toEqual(
      [...(expected.possibleInstalls ?? [])].sort(),
    );
    expect(answered?.uncertain).toBe((expected.possibleInstalls ?? []).length > 1);
  });
});

describe('upgrades followed to their end', () => {
  const paths = cases.filter(({ untilStable }) => untilStable !== undefined);

  it.each(paths.map((one) => [one.name, one] as const))('%s', (_, { input, untilStable, expected }) => {
    const { rounds, final, stable } = resolveUntilStable(input, untilStable);
    expect(rounds.map(({ round, namespaces }) => ({ round, namespaces: namespaces.map(recordedNamespace) }))).toEqual(
      expected.rounds?.map(({ round, namespaces }) => ({ round, namespaces: namespaces.map(withoutChance) })),
    );
    expect(final.clusterServiceVersions.map(({ namespace, name }) => `${namespace}/${name}`).sort()).toEqual(
      expected.final?.clusterServiceVersions,
    );
    expect(stable).toBe(expected.stable);
  });
});
