/**
 * Version ranges as OLM reads them, with its error messages (blang/semver v4, ParseRange): comparisons joined by
 * spaces, which must all match, and by `||`. Prereleases are versions like any other; `^`, `~` and commas are not supported.
 */
import semver from 'semver';

/** Whether a version is in a range. */
export type VersionRange = (version: semver.SemVer) => boolean;

/** A range, or the error of the text. */
export type ParsedRange = { readonly range: VersionRange } | { readonly error: string };

const HOLDS: ReadonlyMap<string, (order: number) => boolean> = new Map(
  Object.entries<(order: number) => boolean>({
    '': (order) => order === 0,
    '=': (order) => order === 0,
    '==': (order) => order === 0,
    '!': (order) => order !== 0,
    '!=': (order) => order !== 0,
    '<': (order) => order < 0,
    '<=': (order) => order <= 0,
    '>': (order) => order > 0,
    '>=': (order) => order >= 0,
  }),
);

/** Passes an error message from the reading of a part to the caller. */
class RangeProblem extends Error {}

/**
 * The range of a text.
 *
 * @example
 * parseRange('latest') // { error: 'Could not get version from string: "latest"' }
 */
export function parseRange(text: string): ParsedRange {
  try {
    const alternatives = splitAtOr(words(text)).map((parts) => parts.flatMap(withoutWildcard).map(comparison));
    return { range: (version) => alternatives.some((all) => all.every((holds) => holds(version))) };
  } catch (problem) {
    if (problem instanceof RangeProblem) return { error: problem.message };
    throw problem;
  }
}

/** The version in a text: three numbers without a prefix; undefined for anything else. */
export function parseVersion(text: string): semver.SemVer | undefined {
  return versionError(text) === undefined ? (semver.parse(text) ?? undefined) : undefined;
}

/** The order of two versions, or undefined if one is invalid. As in OLM's CEL rules, `v1.2` is 1.2.0 (ParseTolerant). */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [tolerant(a), tolerant(b)];
  return left && right ? semver.compare(left, right) : undefined;
}

/** Sorts versions, the highest first and invalid ones last. */
export function highestFirst(a: string | undefined, b: string | undefined): number {
  const [first, second] = [semver.parse(a), semver.parse(b)];
  return first && second ? semver.compare(second, first) : Number(Boolean(second)) - Number(Boolean(first));
}

function tolerant(version: string): semver.SemVer | null {
  const [, major, minor = '.0', patch = '.0', rest = ''] = /^v?(\d+)(\.\d+)?(\.\d+)?([-+].*)?$/.exec(version.trim()) ?? [];
  if (major === undefined) return null;
  const [x, y, z] = [major, minor.slice(1), patch.slice(1)].map((number) => number.replace(/^0+(?=\d)/, ''));
  return semver.parse(`${x}.${y}.${z}${rest}`);
}

/** Splits a text into words. As in blang's splitAndTrim, a word of one character is lost, and spaces after an operator are part of it. */
function words(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  let last = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === ' ' && !['>', '<', '='].includes(last)) {
      if (start < index - 1) found.push(text.slice(start, index));
      start = index + 1;
    } else if (character !== ' ') last = character;
  }
  if (start < text.length - 1) found.push(text.slice(start));
  return found.map((word) => word.replaceAll(' ', ''));
}

function splitAtOr(parts: readonly string[]): string[][] {
  const alternatives: string[][] = [[]];
  for (const [index, part] of parts.entries()) {
    if (part !== '||') alternatives.at(-1)?.push(part);
    else if (index === 0) throw new RangeProblem("First element in range is '||'");
    else alternatives.push([]);
  }
  if (parts.length === 0 || parts.at(-1) === '||') throw new RangeProblem("Last element in range is '||'");
  return alternatives;
}

function splitComparator(word: string): [string, string] {
  const index = word.search(/\d/);
  if (index === -1) throw new RangeProblem(`Could not get version from string: ${JSON.stringify(word)}`);
  return [word.slice(0, index), word.slice(index)];
}

/** `1.2.x` means all versions from 1.2.0 up to 1.3.0. `!=1.x` becomes two comparisons that no version can meet. */
function withoutWildcard(word: string): string[] {
  const [operator, text] = splitComparator(word);
  if (!word.includes('.x')) return [word];
  const flat = flatVersion(text);
  const next = (): string => nextVersion(text, flat);
  switch (operator) {
    case '>':
      return [`>=${next()}`];
    case '>=':
      return [`>=${flat}`];
    case '<':
      return [`<${flat}`];
    case '<=':
      return [`<${next()}`];
    case '':
    case '=':
    case '==':
      return [`>=${flat}`, `<${next()}`];
    case '!':
    case '!=':
      return [`<${flat}`, `>=${next()}`];
    default:
      return [flat];
  }
}

function flatVersion(text: string): string {
  const flat = text.replace('.x.x', '.x').replace('.x', '.0');
  return flat.split('.').length === 2 ? `${flat}.0` : flat;
}

function nextVersion(text: string, flat: string): string {
  const parts = text.split('.');
  if (parts.at(-1) !== 'x') return '';
  const place = parts.length === 2 ? 0 : parts.length === 3 ? 1 : undefined;
  if (place === undefined) return '';
  const numbers = flat.split('.');
  if (!/^\d+$/.test(numbers[place] ?? '')) return '';
  numbers[place] = String(Number(numbers[place]) + 1);
  return numbers.join('.');
}

function comparison(word: string): VersionRange {
  const [operator, text] = splitComparator(word);
  const holds = HOLDS.get(operator);
  const fail = (reason: string): never => {
    throw new RangeProblem(`Could not parse Range ${JSON.stringify(word)}: ${reason}`);
  };
  if (!holds) return fail(`Could not parse comparator ${JSON.stringify(operator)} in ${JSON.stringify(word)}`);
  const error = versionError(text);
  if (error !== undefined) return fail(`Could not parse version ${JSON.stringify(text)} in ${JSON.stringify(word)}: ${error}`);
  const limit = semver.parse(text);
  // Numbers that JavaScript cannot represent exactly: no version here is in such a range.
  if (!limit) return () => false;
  return (version) => holds(semver.compare(version, limit));
}

/** The reason why a text is no version, in blang's words (Parse). */
function versionError(text: string): string | undefined {
  if (text === '') return 'Version string empty';
  const [major, minor, ...rest] = text.split('.');
  if (major === undefined || minor === undefined || rest.length === 0) return 'No Major.Minor.Patch elements found';
  const [, patch = '', prerelease, build] = /^([^-+]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(rest.join('.')) ?? [];
  return (
    numberError(major, 'major') ??
    numberError(minor, 'minor') ??
    numberError(patch, 'patch') ??
    prerelease
      ?.split('.')
      .map(prereleaseError)
      .find((error) => error !== undefined) ??
    build
      ?.split('.')
      .map(buildError)
      .find((error) => error !== undefined)
  );
}

function numberError(text: string, what: string): string | undefined {
  const named = `${what[0]?.toUpperCase()}${what.slice(1)}`;
  if (/[^0-9]/.test(text)) return `Invalid character(s) found in ${what} number ${JSON.stringify(text)}`;
  if (text.length > 1 && text.startsWith('0')) return `${named} number must not contain leading zeroes ${JSON.stringify(text)}`;
  return text === '' ? 'strconv.ParseUint: parsing "": invalid syntax' : undefined;
}

function prereleaseError(text: string): string | undefined {
  if (text === '') return 'Prerelease is empty';
  if (/^\d+$/.test(text) && text.length > 1 && text.startsWith('0'))
    return `Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(text)}`;
  return /[^0-9A-Za-z-]/.test(text) ? `Invalid character(s) found in prerelease ${JSON.stringify(text)}` : undefined;
}

function buildError(text: string): string | undefined {
  if (text === '') return 'Build meta data is empty';
  return /[^0-9A-Za-z-]/.test(text) ? `Invalid character(s) found in build meta data ${JSON.stringify(text)}` : undefined;
}
