/** Channel head: the version that a channel leads to. */
import { compare, parse } from 'semver';
import { compareText } from '../kubernetes/object.js';
import type { ChannelEntry } from './package.js';

/**
 * The entries that no other entry replaces or skips, the highest version first. A catalog must have one
 * (operator-registry's `Channel.Head`).
 */
export function channelHeads(entries: readonly ChannelEntry[]): ChannelEntry[] {
  const superseded = new Set(
    entries.flatMap(({ name, replaces, skips }) => [replaces, ...skips].filter((other) => other !== undefined && other !== name)),
  );
  return entries.filter(({ name }) => !superseded.has(name)).toSorted(byVersion);
}

/** Highest first; entries without a semantic version last; then by name. */
function byVersion(a: ChannelEntry, b: ChannelEntry): number {
  const [first, second] = [parse(a.version), parse(b.version)];
  if (first && second) return compare(second, first) || compareText(a.name, b.name);
  return first ? -1 : second ? 1 : compareText(a.name, b.name);
}

/** The names in a cycle of `replaces`, if the entries have one. */
export function replacesCycle(entries: readonly ChannelEntry[]): string[] | undefined {
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
