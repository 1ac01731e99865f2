/** Finds the OLM releases with the same names as an era. */
import { type EraName, OLM_VERSIONS, OPENSHIFT_KUBERNETES, olmRelease, openShiftRelease } from '../../model/olm-version.js';
import type { Era } from './conventions.js';
import { ERA } from './era.js';

/** The naming rules of an era: for the roles of groups, and for the roles of a CSV's permissions. */
export type NamingRule = Extract<keyof Era, 'groupRole' | 'permissionHash'>;

/**
 * The releases with the same rule as an era, in words.
 *
 * @param rule by default, all rules
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
