/**
 * Mirrors of registries: from the user's option, and from OpenShift's ImageDigestMirrorSet,
 * ImageTagMirrorSet and ImageContentSourcePolicy. The caller decides whose mirrors count: a pull request must not redirect a pull.
 */
import { z } from 'zod';
import { failure } from '../problems.js';
import type { RegistryReference } from '../reference.js';

/** One place with the same content. */
export interface Mirror {
  /** A registry, or a part of one, such as `mirror.example.com/redhat`. */
  readonly location: string;
  /** Whether it serves references with a digest: content is verified, so a mirror cannot change it. */
  readonly digests: boolean;
  /** Whether it serves references with a tag: the mirror decides about the tag's image. */
  readonly tags: boolean;
}

/** The mirrors of a part of a registry. */
export interface MirrorRule {
  /** The source, such as `registry.redhat.io/redhat`, or `*.example.com`. */
  readonly source: string;
  /** The replacement of the source, if it differs (`location` of registries.conf). @default the source */
  readonly location?: string;
  readonly mirrors: readonly Mirror[];
  /** Whether the source itself is never requested. @default false */
  readonly onlyMirrors?: boolean;
}

/** One place to request. */
export interface Place {
  readonly registry: string;
  readonly repository: string;
}

/**
 * The places of an image in request order: mirrors of the rule with the longest source, then the source.
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
      // A wildcard matches only the host: its mirror applies to the whole name after it.
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

/** The part of a name after a source, with its slash; undefined if the name is not in the source. */
function restOf(name: string, source: string): string | undefined {
  if (source.startsWith('*.')) {
    const slash = name.indexOf('/');
    return name.slice(0, slash).endsWith(source.slice(1)) ? name.slice(slash) : undefined;
  }
  if (name === source) return '';
  return name.startsWith(`${source}/`) ? name.slice(source.length) : undefined;
}

/** `--mirror FROM=TO`: a mirror that the user names. */
const LOCATION = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?:\/[a-z0-9._-]+)*$/i;

/**
 * The rule of an option: everything below FROM is pulled from TO, or from FROM if TO lacks it.
 *
 * @throws ProblemError `MIRRORS_UNUSABLE`
 * @example
 * mirrorOfOption('quay.io/acme=127.0.0.1:5000/acme')
 */
export function mirrorOfOption(option: string): MirrorRule {
  const [source = '', location = ''] = option.split(/=(.*)/s);
  if (LOCATION.test(source) && LOCATION.test(location)) return { source, mirrors: [{ location, digests: true, tags: true }] };
  throw failure({
    code: 'MIRRORS_UNUSABLE',
    message: 'a mirror names no two places',
    file: '--mirror',
    found: option,
    expected: 'FROM=TO, such as quay.io/acme=mirror.example.com/acme',
    fix: 'Correct the option.',
  });
}

/** Mirrors that OpenShift's objects configure: ImageDigestMirrorSet, ImageTagMirrorSet and ImageContentSourcePolicy (config.openshift.io/v1, operator.openshift.io/v1alpha1). */
const entries = z
  .array(z.looseObject({ source: z.string(), mirrors: z.array(z.string()).nullish(), mirrorSourcePolicy: z.string().nullish() }))
  .nullish();
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  spec: z.looseObject({ imageDigestMirrors: entries, imageTagMirrors: entries, repositoryDigestMirrors: entries }),
});

/** Kinds with their group, and the field of their mirrors. */
const KINDS = {
  ImageDigestMirrorSet: { group: 'config.openshift.io', field: 'imageDigestMirrors', digests: true, tags: false },
  ImageTagMirrorSet: { group: 'config.openshift.io', field: 'imageTagMirrors', digests: false, tags: true },
  ImageContentSourcePolicy: { group: 'operator.openshift.io', field: 'repositoryDigestMirrors', digests: true, tags: false },
} as const;

/** The rules in objects; other objects have none. */
export function mirrorsOfObjects(objects: Iterable<unknown>): MirrorRule[] {
  return [...objects].flatMap((object) => {
    const { data } = objectSchema.safeParse(object);
    const kind = data && Object.hasOwn(KINDS, data.kind) ? KINDS[data.kind as keyof typeof KINDS] : undefined;
    if (!data || !kind || data.apiVersion.split('/')[0] !== kind.group) return [];
    return (data.spec[kind.field] ?? []).map(({ source, mirrors, mirrorSourcePolicy }) => ({
      source,
      mirrors: (mirrors ?? []).map((location) => ({ location, digests: kind.digests, tags: kind.tags })),
      onlyMirrors: mirrorSourcePolicy === 'NeverContactSource',
    }));
  });
}
