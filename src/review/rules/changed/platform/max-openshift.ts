/**
 * Reads `olm.maxOpenShiftVersion`: the newest OpenShift that a version of an operator runs on. OLM reports its cluster as not upgradeable
 * while the next minor version is above it (operator-framework-olm, pkg/lib/openshift/helpers.go).
 */

import { isMapping } from '../../../../base/manifest/plain-data.js';
import { bundleProperties, installedProperties } from '../../../../olm/dependencies/properties.js';
import type { ClusterServiceVersion } from '../../../../olm/model/cluster-service-version.js';
import type { OlmRelease } from '../../../../olm/model/olm-version.js';

const PROPERTY = 'olm.maxOpenShiftVersion';

/** The property of a CSV, as written; OLM on the cluster reads it from an annotation, which it creates from the bundle. */
export function maxOpenShiftOf(csv: ClusterServiceVersion): string | undefined {
  const installed = installedProperties(csv);
  const own = 'error' in installed ? [] : installed;
  const all = [...own, ...(csv.bundle ? bundleProperties(csv.bundle) : authored(csv.annotations['olm.properties']))];
  const value = all.find(({ type }) => type === PROPERTY)?.value ?? csv.annotations[PROPERTY];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function authored(annotation: string | undefined): { readonly type: string; readonly value: unknown }[] {
  try {
    const list = JSON.parse(annotation ?? '[]') as unknown;
    return Array.isArray(list) ? (list as unknown[]).filter(isMapping).map(({ type, value }) => ({ type: String(type), value })) : [];
  } catch {
    return [];
  }
}

/**
 * Whether OLM allows an upgrade of OpenShift.
 * @param max as the property has it
 * @param openshift such as `4.18`
 * @param olm before the upgrade
 */
export function allowsOpenShift(max: string, openshift: string, olm: Pick<OlmRelease, 'behaviours'>): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(max.trim().replaceAll('"', '')) ?? [];
  if (major === undefined || minor === undefined) return false;
  const [wantedMajor = 0, wantedMinor = 0] = openshift.split('.').map(Number);
  const is423 = major === '4' && minor === '23';
  // The two are one release under two names, which OLM treats as one since OpenShift 4.22.
  if (is423 && openshift === '5.0') return olm.behaviours.has('max423Is50');
  return Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor);
}
