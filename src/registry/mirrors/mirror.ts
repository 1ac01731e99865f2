/** Where content of a registry may be pulled from in its place. Whoever calls decides whose mirrors count: a pull request must not redirect a pull. */
import type { RegistryReference } from '../reference.js';

/** One place that has the same content. */
export interface Mirror {
  /** A registry, or a part of one, such as `mirror.example.com/redhat`. */
  readonly location: string;
  /** For references with a digest: content is verified, so a mirror cannot change it. */
  readonly digests: boolean;
  /** For references with a tag: the mirror decides what the tag names. */
  readonly tags: boolean;
}

/** The mirrors of a part of a registry. */
export interface MirrorRule {
  /** Such as `registry.redhat.io/redhat`, or `*.example.com`. */
  readonly source: string;
  /** What replaces the source where it is not the part itself (`location` of registries.conf). @default the source */
  readonly location?: string;
  readonly mirrors: readonly Mirror[];
  /** The source itself is never asked. @default false */
  readonly onlyMirrors?: boolean;
}

/** One place to ask. */
export interface Place {
  readonly registry: string;
  readonly repository: string;
}

/**
 * The places to ask for an image, in order: mirrors of the rule with the longest source, then the source.
 *
 * @example
 * placesOf(reference, [{ source: 'quay.io/acme', mirrors: [{ location: 'mirror.local/acme', digests: true, tags: false }] }])
 */
export function placesOf(reference: RegistryReference, rules: readonly MirrorRule[]): Place[] {
  const name = `${reference.registry}/${reference.repository}`;
  const rest = new Map(rules.map((rule) => [rule, restOf(name, rule.source)]));
  const applying = rules.filter((rule) => rest.get(rule) !== undefined);
  const longest = Math.max(...applying.map(({ source }) => source.length));
  const chosen = applying.filter(({ source }) => source.length === longest);
  const isDigest = reference.digest !== undefined;
  const mirrored = chosen.flatMap((rule) =>
    rule.mirrors
      .filter(({ digests, tags }) => (isDigest ? digests : tags))
      // A wildcard stands for the host alone: its mirror is for the whole name behind it.
      .map(({ location }) => `${location}${rest.get(rule)}`),
  );
  const moved = chosen.find(({ location }) => location);
  const own = moved ? `${moved.location}${rest.get(moved)}` : name;
  const names = chosen.some(({ onlyMirrors }) => onlyMirrors) ? mirrored : [...mirrored, own];
  return [...new Set(names)].map((place) => ({
    registry: place.slice(0, place.indexOf('/')),
    repository: place.slice(place.indexOf('/') + 1),
  }));
}

/** What is behind a source in a name, with its slash; nothing if the name is not in it. */
function restOf(name: string, source: string): string | undefined {
  if (source.startsWith('*.')) {
    const slash = name.indexOf('/');
    return name.slice(0, slash).endsWith(source.slice(1)) ? name.slice(slash) : undefined;
  }
  if (name === source) return '';
  return name.startsWith(`${source}/`) ? name.slice(source.length) : undefined;
}
