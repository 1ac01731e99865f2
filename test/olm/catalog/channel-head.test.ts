import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelHeads, replacesCycle } from '../../../src/olm/catalog/channel-head.js';
import type { ChannelEntry } from '../../../src/olm/model/catalog.js';

const entry = (name: string, replaces?: string, skips: readonly string[] = []): ChannelEntry => ({
  name,
  skips,
  ...(replaces ? { replaces } : {}),
});

const heads = (...entries: ChannelEntry[]): string[] => channelHeads(entries).map(({ name }) => name);

describe('the head of a channel', () => {
  it.each<[string, ChannelEntry[], string[]]>([
    ['the entry that no other replaces', [entry('v1'), entry('v3', 'v2'), entry('v2', 'v1')], ['v3']],
    ['not an entry that is skipped', [entry('v1'), entry('v2', 'v1'), entry('v3', 'v1', ['v2'])], ['v3']],
    ['one whose predecessor is not in the channel', [entry('v2', 'v1')], ['v2']],
    ['one that names itself', [entry('v1', 'v1')], ['v1']],
    ['none when the entries replace each other', [entry('v1', 'v2'), entry('v2', 'v1')], []],
    ['none without entries', [], []],
  ])('is %s', (_, entries, expected) => {
    expect(heads(...entries)).toEqual(expected);
  });

  it('does not depend on the order of the entries', () => {
    const names = ['v1', 'v2', 'v3', 'v4'];
    const entries = fc.tuple(...names.map((name) => fc.constantFrom(undefined, ...names).map((replaces) => entry(name, replaces))));
    fc.assert(
      fc.property(entries, fc.shuffledSubarray(names, { minLength: 4 }), (all, order) => {
        const shuffled = order.map((name) => all.find((one) => one.name === name) as ChannelEntry);
        expect(heads(...shuffled)).toEqual(heads(...all));
      }),
    );
  });
});

describe('a circle of replacements', () => {
  it.each<[string, ChannelEntry[], string[] | undefined]>([
    ['is none in a chain', [entry('v1'), entry('v2', 'v1'), entry('v3', 'v2')], undefined],
    ['is none where two replace one', [entry('v1'), entry('v2', 'v1'), entry('v3', 'v1')], undefined],
    ['is found beside a head', [entry('v3', 'v2'), entry('v2', 'v1'), entry('v1', 'v2')], ['v2', 'v1']],
    ['may have one member', [entry('v1', 'v1')], ['v1']],
  ])('%s', (_, entries, expected) => {
    expect(replacesCycle(entries)).toEqual(expected);
  });

  it('is looked for in time that grows with the entries', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => entry(`v${index}`, `v${index + 1}`));
    expect(replacesCycle(chain)).toBeUndefined();
  });
});
