/**
 * Version ranges as OLM reads them: comparisons joined by spaces, all of which must hold, and by `||` (blang/semver,
 * ParseRange). Unlike npm's ranges, they treat prereleases as any other version, and know neither `^` nor `~` nor commas.
 */
import semver from 'semver';

/** Whether a version is in a range; one that is no version is in none. */
export type VersionRange = (version: string) => boolean;

const COMPARISON = /^(|=|==|!|!=|<|<=|>|>=)(\d.*)$/;
const WILDCARD = /^(\d+)\.(?:(\d+)\.x|x(?:\.x)?)$/;
const VERSION = /^\d+\.\d+\.\d+/;

const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/**
 * The range that a text means.
 *
 * @returns nothing when the text is no range
 * @example
 * versionRange('>=1.0.0 <2.0.0 || 3.1.x')?.('3.1.4') // true
 */
export function versionRange(text: string): VersionRange | undefined {
  const alternatives: VersionRange[] = [];
  for (const part of text.split('||')) {
    // Spaces after an operator belong to it.
    const words = part.replace(/([<>=]) +/g, '$1').split(' ');
    const comparisons = words.filter((word) => word !== '').map(comparison);
    if (comparisons.length === 0 || comparisons.includes(undefined)) return undefined;
    alternatives.push((version) => comparisons.every((holds) => holds?.(version)));
  }
  return (version) => parse(version) !== null && alternatives.some((alternative) => alternative(version));
}

/** The order of two versions, or nothing where one is none. As in OLM's CEL rules, `v1.2` is 1.2.0 (ParseTolerant). */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [tolerant(a), tolerant(b)];
  return left && right ? semver.compare(left, right) : undefined;
}

function tolerant(version: string): semver.SemVer | null {
  const [, major, minor = '.0', patch = '.0', rest = ''] = /^v?(\d+)(\.\d+)?(\.\d+)?([-+].*)?$/.exec(version.trim()) ?? [];
  if (major === undefined) return null;
  const [x, y, z] = [major, minor.slice(1), patch.slice(1)].map((number) => number.replace(/^0+(?=\d)/, ''));
  return semver.parse(`${x}.${y}.${z}${rest}`);
}

function comparison(word: string): VersionRange | undefined {
  const [, sign = '', text = ''] = COMPARISON.exec(word) ?? [];
  const operator = sign === '' || sign === '==' ? '=' : sign === '!' ? '!=' : sign;
  const wildcard = WILDCARD.exec(text);
  if (wildcard) return wildcardRange(operator, Number(wildcard[1]), wildcard[2] === undefined ? undefined : Number(wildcard[2]));
  return text !== '' && parse(text) ? compared(operator, text) : undefined;
}

/** `1.x` is everything from 1.0.0 up to 2.0.0, and `1.2.x` from 1.2.0 up to 1.3.0. */
function wildcardRange(operator: string, major: number, minor: number | undefined): VersionRange {
  const from = `${major}.${minor ?? 0}.0`;
  const to = minor === undefined ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
  const [below, atLeast, beyond] = [compared('<', from), compared('>=', from), compared('>=', to)];
  switch (operator) {
    case '<':
      return below;
    case '<=':
      return compared('<', to);
    case '>':
      return beyond;
    case '>=':
      return atLeast;
    case '!=':
      // OLM joins the two by AND, so that no version is in it.
      return (version) => below(version) && beyond(version);
    default:
      return (version) => atLeast(version) && !beyond(version);
  }
}

function compared(operator: string, limit: string): VersionRange {
  return (version) => HOLDS[operator]?.(semver.compare(version, limit)) ?? false;
}

/** blang/semver takes neither a leading `v` nor spaces. */
function parse(version: string): semver.SemVer | null {
  return VERSION.test(version) ? semver.parse(version) : null;
}
