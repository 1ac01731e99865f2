/**
 * Version ranges of ClusterExtensions as OLM v1 reads them (operator-controller's compare.NewVersionRange, which is Masterminds/semver's
 * NewConstraint): comparisons joined by spaces or commas, which must all match, and by `||`. A partial version or an `x` means all versions
 * that begin with it; without a prerelease, a group of comparisons matches none.
 */
import semver from 'semver';
import type { ParsedRange, VersionRange } from './version-range.js';

const BLANK = '[\\t\\n\\f\\r ]';
const OPERATOR = '=||!=|>|<|>=|=>|<=|=<|~|~>|\\^';
const IDENTIFIERS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const NUMBER = '[0-9|xX*]+';
const VERSION = `v?${NUMBER}(?:\\.${NUMBER})?(?:\\.${NUMBER})?(?:-${IDENTIFIERS})?(?:\\+${IDENTIFIERS})?`;
const TERM = `(?:${OPERATOR})${BLANK}*${VERSION}`;

const HYPHEN = new RegExp(`${BLANK}*(${VERSION})${BLANK}+-${BLANK}+(${VERSION})${BLANK}*`, 'g');
const GROUP = new RegExp(`^${BLANK}*${TERM}${BLANK}*(?:(?:${BLANK}+|,${BLANK}*)${TERM}${BLANK}*)*$`);
const TERMS = new RegExp(TERM, 'g');
const PARTS = new RegExp(
  `^(${OPERATOR})${BLANK}*v?(${NUMBER})(?:\\.(${NUMBER}))?(?:\\.(${NUMBER}))?(?:-(${IDENTIFIERS}))?(?:\\+${IDENTIFIERS})?$`,
);

/** The version of one comparison. */
interface Limit {
  readonly version: semver.SemVer;
  /** The first number that is missing or a wildcard. Without `major`, Masterminds compares with 0.0.0. */
  readonly open?: 'major' | 'minor' | 'patch';
}

type Holds = (version: semver.SemVer, limit: Limit) => boolean;

const HOLDS: ReadonlyMap<string, Holds> = new Map(
  Object.entries<Holds>({
    '': equal,
    '=': equal,
    '!=': (version, limit) => !excluded(version, limit),
    '>': above,
    '<': (version, { version: limit }) => semver.lt(version, limit),
    '>=': (version, { version: limit }) => semver.gte(version, limit),
    '=>': (version, { version: limit }) => semver.gte(version, limit),
    '<=': notAbove,
    '=<': notAbove,
    '~': near,
    '~>': near,
    '^': compatible,
  }),
);

/** Passes an error message from the reading of a part to the caller. */
class ConstraintProblem extends Error {}

/**
 * The range of a text.
 *
 * @example
 * parseConstraint('foobar') // { error: 'improper constraint: "foobar"' }
 */
export function parseConstraint(text: string): ParsedRange {
  try {
    const groups = text
      .replace(HYPHEN, (_, from: string, to: string) => `>= ${from}, <= ${to} `)
      .split('||')
      .map(group);
    return { range: (version) => groups.some((holds) => holds(version)) };
  } catch (problem) {
    if (problem instanceof ConstraintProblem) return { error: problem.message };
    throw problem;
  }
}

function group(text: string): VersionRange {
  if (!GROUP.test(text)) throw new ConstraintProblem(`improper constraint: ${JSON.stringify(text)}`);
  const terms = (text.match(TERMS) ?? []).map(term);
  const isWithPrereleases = terms.some(({ limit }) => limit.version.prerelease.length > 0);
  return (version) => (version.prerelease.length === 0 || isWithPrereleases) && terms.every(({ holds, limit }) => holds(version, limit));
}

function term(text: string): { readonly holds: Holds; readonly limit: Limit } {
  const [, operator = '', major = '', minor, patch, prerelease] = PARTS.exec(text) ?? [];
  const holds = HOLDS.get(operator);
  const open = isOpen(major) ? 'major' : isOpen(minor) ? 'minor' : isOpen(patch) ? 'patch' : undefined;
  const numbers = open === 'major' ? [] : open === 'minor' ? [major] : open === 'patch' ? [major, minor] : [major, minor, patch];
  const [x = 0, y = 0, z = 0] = numbers.map((number) => (/^\d+$/.test(number ?? '') ? Number(number) : Number.NaN));
  const version = semver.parse(`${x}.${y}.${z}${prerelease === undefined ? '' : `-${prerelease}`}`);
  if (!holds || !version) throw new ConstraintProblem('constraint parser error');
  return { holds, limit: { version, ...(open ? { open } : {}) } };
}

function isOpen(number: string | undefined): boolean {
  return number === undefined || ['x', 'X', '*'].includes(number);
}

function equal(version: semver.SemVer, limit: Limit): boolean {
  return limit.open ? near(version, limit) : semver.eq(version, limit.version);
}

function excluded(version: semver.SemVer, { version: limit, open }: Limit): boolean {
  if (open === 'minor') return version.major === limit.major;
  if (open === 'patch') return version.major === limit.major && version.minor === limit.minor && version.comparePre(limit) === 0;
  return semver.eq(version, limit);
}

function above(version: semver.SemVer, { version: limit, open }: Limit): boolean {
  if (open === 'minor') return version.major > limit.major;
  if (open === 'patch') return version.major > limit.major || (version.major === limit.major && version.minor > limit.minor);
  return semver.gt(version, limit);
}

function notAbove(version: semver.SemVer, { version: limit, open }: Limit): boolean {
  if (!open) return semver.lte(version, limit);
  return version.major < limit.major || (version.major === limit.major && (open === 'minor' || version.minor <= limit.minor));
}

function near(version: semver.SemVer, { version: limit, open }: Limit): boolean {
  if (semver.lt(version, limit)) return false;
  const isAny = limit.major + limit.minor + limit.patch === 0 && open !== 'minor' && open !== 'patch';
  return isAny || (version.major === limit.major && (version.minor === limit.minor || open === 'minor'));
}

function compatible(version: semver.SemVer, { version: limit, open }: Limit): boolean {
  if (semver.lt(version, limit)) return false;
  if (limit.major > 0 || open === 'minor') return version.major === limit.major;
  if (version.major > 0) return false;
  if (limit.minor > 0 || open === 'patch') return version.minor === limit.minor;
  return version.minor === 0 && version.patch === limit.patch;
}

/**
 * The versions that the CRD of ClusterExtensions accepts (spec.source.catalog.version, config/crd of operator-controller v1.0 to v1.11), with
 * its slips: in some places a wildcard ends with a bracket.
 */
const ACCEPTED = ((): RegExp => {
  const first = 'v?(?:0|[1-9]\\d*|[x|X*])(?:\\.(?:0|[1-9]\\d*|x|X|\\*\\]))?(?:\\.(?:0|[1-9]\\d*|x|X|\\*))?';
  const other = 'v?(?:0|[1-9]\\d*|x|X|\\*\\])(?:\\.(?:0|[1-9]\\d*|x|X|\\*))?(?:\\.(?:0|[1-9]\\d*|x|X|\\*\\]))?';
  const tail = `(?:-${IDENTIFIERS})?(?:\\+${IDENTIFIERS})?`;
  const joint = `(?:${BLANK}+|,${BLANK}*|${BLANK}*\\|\\|${BLANK}*)`;
  const [from, more] = [first, other].map((version) => `(?:${OPERATOR})${BLANK}*${version}${tail}${BLANK}*`);
  return new RegExp(`^${BLANK}*${from}(?:${joint}${more})*$`);
})();

/** Whether the API server stores a ClusterExtension with this version. */
export function isAcceptedVersion(text: string): boolean {
  return ACCEPTED.test(text);
}
