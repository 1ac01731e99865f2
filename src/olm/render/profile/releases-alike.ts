/** Which releases of OLM give what they make the same names as one of them: read off the eras. */
import { type EraName, OLM_VERSIONS, OPENSHIFT_KUBERNETES, olmRelease, openShiftRelease } from '../../model/olm-version.js';
import type { Era } from './conventions.js';
import { ERA } from './era.js';

/** What the names of eras are made by: of the roles of groups, and of the roles of a CSV's permissions. */
export type NamingRule = Extract<keyof Era, 'groupRole' | 'permissionHash'>;

/**
 * The releases that follow a rule as an era does, in words.
 *
 * @param rule by default, what no release does otherwise
 * @example
 * releasesAlike('B', 'permissionHash') // 'OLM v0.17 to v0.26 and OpenShift 4.6 to 4.14'
 */
export function releasesAlike(era: EraName, rule?: NamingRule): string {
  const isAlike = (other: EraName | undefined): boolean =>
    other !== undefined && (rule === undefined || ERA[other][rule] === ERA[era][rule]);
  const alike = [
    ['OLM', OLM_VERSIONS.filter((version) => isAlike(olmRelease(version)?.era))],
    ['OpenShift', [...OPENSHIFT_KUBERNETES.keys()].filter((version) => isAlike(openShiftRelease(version)?.era))],
  ] as const;
  return alike
    .flatMap(([name, [first, ...others]]) => (first === undefined ? [] : [`${name} ${[first, ...others.slice(-1)].join(' to ')}`]))
    .join(' and ');
}
