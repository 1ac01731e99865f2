/** The order within a channel: along `replaces` from its head (OLM's `sortChannel`). */
import type { Entry } from './entry.js';

/** Entries from the head on, or why they have no order. */
export type ChannelOrder = { readonly entries: readonly Entry[] } | { readonly error: string; readonly member: Entry };

/**
 * Orders the entries of one channel. Edges are `replaces` and `skips`, never `skipRange`. Those that another entry skips
 * are left out, and so are those off the walk: they are no candidates for anything.
 */
export function orderChannel(entries: readonly Entry[]): ChannelOrder {
  const [first] = entries;
  if (!first) return { entries: [] };
  const where = `in channel ${JSON.stringify(first.channel)} of package ${JSON.stringify(first.packageName)}`;
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const superseded = new Set(entries.flatMap(({ replaces, skips }) => [replaces, ...skips].filter((name) => byName.has(name))));
  const skipped = new Set(entries.flatMap(({ skips }) => skips.filter((name) => byName.has(name))));
  const heads = entries.filter(({ name }) => !superseded.has(name));
  if (heads.length === 0) return { error: `no channel heads (entries not replaced by another entry) found ${where}`, member: first };

  const chains: Entry[][] = [];
  for (const head of heads) {
    const chain = walk(head, byName);
    if (!chain)
      return { error: `a cycle exists in the chain of replacement beginning with ${JSON.stringify(head.name)} ${where}`, member: head };
    chains.push(chain.filter(({ name }) => !skipped.has(name)));
  }
  const [only = []] = chains;
  if (chains.length === 1) return { entries: only };
  const shown = chains.map(chainText).join(', ');
  const message = 'a unique replacement chain within a channel is required to determine the relative order between channel entries';
  return { error: `${message}, but ${chains.length} replacement chains were found ${where}: ${shown}`, member: first };
}

function walk(head: Entry, byName: ReadonlyMap<string, Entry>): Entry[] | undefined {
  const seen = new Set<Entry>();
  for (let entry: Entry | undefined = head; entry; entry = entry.replaces === '' ? undefined : byName.get(entry.replaces)) {
    if (seen.has(entry)) return undefined;
    seen.add(entry);
  }
  return [...seen];
}

function chainText(chain: readonly Entry[]): string {
  const [first, last] = [chain[0], chain.at(-1)];
  if (!first || !last) return '[]';
  return chain.length === 1 ? first.name : `${first.name}...${last.name}`;
}
