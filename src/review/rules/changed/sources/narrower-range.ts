/** Tests whether a version range of a ClusterExtension only takes versions away from another one. */
import semver from 'semver';
import { parseConstraint } from '../../../../olm/model/version-constraint.js';

/** A number that no version in a range has. */
const BEYOND = 1_000_000_000;

/**
 * Whether every version in the second range is in the first. Ranges change only at the numbers that they name, so versions at and next to
 * all of these numbers decide; a prerelease in a text counts as not known.
 *
 * @example
 * isNarrowerRange('>=1.14.0, <2.1.0', '1.21.x') // true
 */
export function isNarrowerRange(was: string, is: string): boolean {
  const [before, after] = [parseConstraint(was), parseConstraint(is)];
  if ('error' in before || 'error' in after || [was, is].some((text) => /\d-|[a-wyz]/i.test(text.replaceAll('v', '')))) return false;
  const [wide, narrow] = [before.range, after.range];
  const numbers = [...new Set(`${was} ${is}`.match(/\d+/g))].map(Number);
  const near = [...new Set([0, BEYOND, ...numbers.flatMap((number) => [Math.max(0, number - 1), number, number + 1])])];
  if (near.length > MOST) return false;
  return near.every((major) =>
    near.every((minor) =>
      near.every((patch) => {
        const version = new semver.SemVer(`${major}.${minor}.${patch}`);
        return !narrow(version) || wide(version);
      }),
    ),
  );
}

/** The most numbers that are combined. */
const MOST = 40;
