/** The graph of a channel: its edges, and its heads, which are the newest versions. */
import { compareText } from '../../base/kubernetes/object.js';
import { textsIn } from '../../base/manifest/plain-data.js';
import type { ChannelEntry } from '../model/catalog.js';

/** The fields of an entry that form the graph. */
type Node = Pick<ChannelEntry, 'name' | 'replaces' | 'skips'>;

/** The edges of an entry in a mapping; values that are no strings, or empty, are ignored. */
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
