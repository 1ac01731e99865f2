/** The graph of a channel: its edges, and its heads, the versions that it leads to. */
import { compareText } from '../../base/kubernetes/object.js';
import { textsIn } from '../../base/manifest/plain-data.js';
import type { ChannelEntry } from '../model/catalog.js';

/** What an entry is of a graph. */
type Node = Pick<ChannelEntry, 'name' | 'replaces' | 'skips'>;

/** What a mapping says of the edges of an entry; what is no text, or empty, says nothing. */
export function edgesIn({ replaces, skips, skipRange }: Readonly<Record<string, unknown>>): Omit<ChannelEntry, 'name'> {
  return {
    skips: textsIn(skips),
    ...(typeof replaces === 'string' && replaces !== '' ? { replaces } : {}),
    ...(typeof skipRange === 'string' && skipRange !== '' ? { skipRange } : {}),
  };
}

/** The entries that no other entry replaces or skips, by name. A channel must have one (operator-registry's `Channel.Head`). */
export function channelHeads<T extends Node>(entries: readonly T[]): T[] {
  const superseded = new Set(entries.flatMap(({ name, replaces, skips }) => [replaces, ...skips].filter((other) => other !== name)));
  return entries.filter(({ name }) => !superseded.has(name)).toSorted((a, b) => compareText(a.name, b.name));
}

/** The names in a cycle of `replaces`, if the entries have one. */
export function replacesCycle(entries: readonly Node[]): string[] | undefined {
  const next = new Map(entries.map(({ name, replaces }) => [name, replaces]));
  const done = new Set<string>();
  for (const { name: start } of entries) {
    const path = new Set<string>();
    let name: string | undefined = start;
    for (; name !== undefined && next.has(name) && !done.has(name) && !path.has(name); name = next.get(name)) path.add(name);
    if (name !== undefined && path.has(name)) {
      const members = [...path];
      return members.slice(members.indexOf(name));
    }
    for (const passed of path) done.add(passed);
  }
  return undefined;
}
