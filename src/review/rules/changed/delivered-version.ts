/** Compares versions of a source and sizes of its programs: both can change without another source. */

import { isDeepStrictEqual } from 'node:util';
import { type Fields, fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import { canonicalQuantity } from '../../../base/kubernetes/quantity.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { DESCRIBING } from '../../../base/tools/setting.js';

/** A version number, a version range or a commit; not a branch or another name, which can be changed after the review. */
const VERSION = /^(?:[\s\dvVxX.,*^~<>=|&+-]|alpha|beta|rc|build)+$|^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const RANGE = /[\s*^~<>=|,xX]/;
/** Fields with the version of a known source. */
const VERSIONS: ReadonlySet<string> = new Set(['targetRevision', 'tag', 'version', 'semver', 'digest']);
/** In these fields, a number with fewer than three parts is a range of versions. */
const OF_CHARTS: ReadonlySet<string> = new Set(['version', 'semver']);
/** Fields with the values of a chart. */
export const VALUES: ReadonlySet<string> = new Set(['values', 'valuesObject']);

/** The relation of the new version to the old one. */
export type VersionStep = 'next' | 'older' | 'commit' | 'open';

/** What a digest fixes: the tag before it is only a name. */
const PINNED = /^(?:([\w.-]{1,128})@)?sha256:[0-9a-f]{64}$/;

/** Whether a text is a version, a range of versions or a commit; `beta` alone is a branch, and with a digest it is one image. */
export function isVersion(text: string): boolean {
  if (PINNED.test(text)) return true;
  const version = withoutDigest(text);
  return VERSION.test(version) && /[\d*xX]/.test(version);
}

/** The name that a repository of several things gives a tag before the version, such as `loki-` in `loki-1.2.3`. */
const OF_TAG = /^[A-Za-z][A-Za-z-]{0,63}-(?=v?\d+\.\d+\.\d+$)/;

/** The name in the tag of a repository that is the version of one of its things; undefined for any other tag. */
export function nameInTag(tag: string): string | undefined {
  return OF_TAG.exec(tag)?.[0];
}

/** A version without the digest that pins it. */
function withoutDigest(text: string): string {
  return text.replace(/(?<=.)@sha256:[0-9a-f]{64}$/, '');
}

/** One field with a version, in both states. */
export interface OtherVersion {
  readonly step: VersionStep;
  readonly was: string | undefined;
  readonly is: string | undefined;
  readonly isValue: boolean;
}

/** A part of an object without versions and sizes, and its versions by place. */
interface Stripped {
  readonly rest: unknown;
  readonly versions: ReadonlyMap<string, Fields>;
}

/**
 * The changed versions, if only versions and sizes differ.
 *
 * @returns undefined if more differs
 */
export function otherVersions(was: unknown, is: unknown): OtherVersion[] | undefined {
  const [before, after] = [stripped(was), stripped(is)];
  if (!isDeepStrictEqual(before.rest, after.rest)) return undefined;
  return [...new Set([...before.versions.keys(), ...after.versions.keys()])].flatMap((place) => {
    const [old, now] = [before.versions.get(place) ?? {}, after.versions.get(place) ?? {}];
    const isValue = place.startsWith('values ');
    const [first] = Object.values(old) as string[];
    const named = (Object.entries(now) as [string, string][]).flatMap(([field, version]): OtherVersion[] => {
      const from = (old[field] as string | undefined) ?? first;
      return from === version
        ? []
        : [{ step: versionStep(from, version, OF_CHARTS.has(field) || place.endsWith(' chart')), was: from, is: version, isValue }];
    });
    // Without a version, the newest applies; without a digest, whatever has the tag.
    if (old.digest !== undefined && now.digest === undefined)
      return [{ step: 'open' as const, was: String(old.digest), is: undefined, isValue }];
    return first !== undefined && Object.keys(now).length === 0 ? [{ step: 'open' as const, was: first, is: undefined, isValue }] : named;
  });
}

/**
 * The relation of one version to the one before. A commit may belong to a fork, without any tag or branch of the repository.
 *
 * @param isOfChart whether a number with fewer than three parts is a range
 * @example
 * versionStep('v1.2.3', 'v1.2.4') // 'next'
 * versionStep('1.2.3', '*') // 'open'
 */
export function versionStep(was: string | undefined, is: string, isOfChart = false): VersionStep {
  if (COMMIT.test(is)) return was !== undefined && COMMIT.test(was) ? 'next' : 'commit';
  if (was === undefined) return 'next';
  const [old, now] = [was, is].map((text) => PINNED.exec(text));
  if (old && now && old[1] === now[1]) return 'next';
  const isOpen = (version: string): boolean => RANGE.test(version) || (isOfChart && numbersOf(version).length < 3);
  const isLower = !COMMIT.test(was) && order(was, is) > 0;
  // A tag such as v2 moves with each release.
  if (!isOpen(is) && numbersOf(is).length < Math.min(3, COMMIT.test(was) ? 3 : numbersOf(was).length)) return 'open';
  if (!isOpen(is)) return isLower && !isOpen(was) ? 'older' : 'next';
  // A range is surely no wider than another only with the same signs and a higher number.
  const isShifted = isOpen(was) && shapeOf(was) === shapeOf(is) && !isLower && !/[<>|,\s]/.test(is.trim());
  return isShifted ? 'next' : 'open';
}

/** The numbers before the name of a pre-release. */
function numbersOf(version: string): number[] {
  return (withoutDigest(version).split(/[-+]/, 1)[0]?.match(/\d+/g) ?? []).map(Number);
}

function order(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  // A pre-release comes before its release.
  return Number(/-/.test(withoutDigest(b))) - Number(/-/.test(withoutDigest(a)));
}

function shapeOf(version: string): string {
  return version.replace(/\d+/g, '0');
}

function stripped(part: unknown): Stripped {
  const versions = new Map<string, Fields>();
  // `resources` of a ResourceSet or similar object contain the applied objects themselves, so no field in them is a version or size of a
  // source.
  const isInline = Array.isArray(part) && part.some((one) => 'resources' in fieldsOf(one));
  const walk = (value: unknown, path: string, isValue: boolean): unknown => {
    if (Array.isArray(value)) return value.map((entry, index) => walk(entry, `${path}/${index}`, isValue));
    if (typeof value !== 'object' || value === null) return value;
    const found = Object.entries(value).filter(
      ([field, text]) =>
        VERSIONS.has(field) &&
        typeof text === 'string' &&
        (isVersion(text) || (field === 'tag' && !isValue && nameInTag(text) !== undefined)) &&
        (field !== 'digest' || (isValue && 'repository' in value)),
    );
    const name = isValue ? undefined : nameInTag(String(found.find(([field]) => field === 'tag')?.[1]));
    if (found.length > 0)
      versions.set(
        `${isValue ? 'values' : 'spec'} ${path}${'chart' in value ? ' chart' : ''}`,
        Object.fromEntries(found.map(([field, text]) => [field, field === 'tag' ? String(text).slice(name?.length ?? 0) : text])),
      );
    const others = Object.entries(value).filter(
      ([field, inner]) => !found.some(([name]) => name === field) && !(isValue && isSize(field, inner)),
    );
    const rest = others.map(([field, inner]) => [field, walk(inner, `${path}/${field}`, isValue || VALUES.has(field))] as const);
    return Object.fromEntries(name === undefined ? rest : [...rest, ['tag', name]]);
  };
  return isInline ? { rest: part, versions } : { rest: walk(part, '', false), versions };
}

/** Whether a field is only a size: a number of Pods, their resources, or their log level. */
export function isSize(field: string, value: unknown): boolean {
  if (/^(?:replicas|replicaCount|minReplicas|maxReplicas)$/.test(field)) return typeof value === 'number' && value > 0;
  if (field === 'logLevel') return typeof value === 'number' || (typeof value === 'string' && /^\w+$/.test(value));
  return field === 'resources' && isResources(value);
}

function isResources(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([field, amounts]) => (field === 'limits' || field === 'requests') && Object.values(fieldsOf(amounts)).every(isQuantity),
  );
}

function isQuantity(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && canonicalQuantity(value) !== undefined;
}

// Fields of GitOps tools about timing, conditions and descriptions: they do not change the applied content.

/** The fields have the same names in Flux and in similar tools. */
const TIMING: ReadonlySet<string> = new Set(['dependsOn', 'healthChecks', 'interval', 'retryInterval', 'timeout', 'wait']);

const AT_ONCE = sortedText({ type: 'AllAtOnce' });

/** The fields of a `spec` that decide the applied content, its source and its form. */
export function withoutTiming(spec: unknown): Fields {
  // Without a strategy, an ApplicationSet also updates all of its Applications at once; another one can leave some as they are.
  const isDefault = ([field, value]: readonly [string, unknown]): boolean => field === 'strategy' && sortedText(value) === AT_ONCE;
  return Object.fromEntries(
    Object.entries(fieldsOf(spec)).filter((entry) => !TIMING.has(entry[0]) && !DESCRIBING.includes(entry[0]) && !isDefault(entry)),
  );
}
