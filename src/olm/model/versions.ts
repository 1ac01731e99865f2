/** Versions of OLM, OpenShift and Kubernetes: the given ones of a cluster, and those that a result is valid for. */
import semver from 'semver';
import {
  NEWEST_OLM,
  NEWEST_OLM_V1,
  OLM_V1_VERSIONS,
  OLM_VERSIONS,
  type OlmRelease,
  type OlmV1Release,
  OPENSHIFT_KUBERNETES,
  olmRelease,
  olmV1Release,
  openShiftRelease,
} from './olm-version.js';

/** The default Kubernetes version: the one of the recordings. */
export const DEFAULT_KUBE_VERSION = '1.32.0';

/** The versions that the user gives, or that the input contains. */
export interface GivenVersions {
  /** A version of OLM, such as `v0.30` or `v1.8`. */
  readonly olmVersion?: string | undefined;
  /** A version of OpenShift, such as `4.18`. */
  readonly openshift?: string | undefined;
  /** A version of Kubernetes, such as `1.32`. */
  readonly kubeVersion?: string | undefined;
}

/** The versions that a result is valid for. */
export interface Versions {
  /** The release of OLM v0. */
  readonly olm: OlmRelease;
  readonly olmV1: OlmV1Release;
  /** The version, such as `4.18`; absent if nobody names one. */
  readonly openshift?: string;
  readonly kubernetes: string;
  /** Notes about given versions that differ from the applied ones. */
  readonly notes: readonly string[];
}

/** The tags of OLM v0 that were read are the last of their minor versions: they end in 0, except for these. */
const LAST_TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ 'v0.18': 'v0.18.3', 'v0.19': 'v0.19.1', 'v0.21': 'v0.21.2', 'v0.23': 'v0.23.1' }),
);

/** Minor versions of Kubernetes whose default ClusterRoles were read. */
const [OLDEST_KUBERNETES, NEWEST_KUBERNETES] = [25, 36];

/** Whether a version of OLM is known. */
export function isOlmVersion(text: string): boolean {
  return olmRelease(text) !== undefined || olmV1Release(text) !== undefined;
}

/** Whether a version of OpenShift is known. */
export function isOpenShiftVersion(text: string): boolean {
  return /^\d+\.\d+(?:\.\d+)?$/.test(text) && openShiftRelease(text) !== undefined;
}

/** The known versions, in words. */
export const OLM_V0_RANGE = `${OLM_VERSIONS[0]} to ${OLM_VERSIONS.at(-1)}`;
export const KNOWN_OLM_VERSIONS = `${OLM_V0_RANGE} and ${OLM_V1_VERSIONS[0]} to ${OLM_V1_VERSIONS.at(-1)}`;
export const KNOWN_OPENSHIFT_VERSIONS = [...OPENSHIFT_KUBERNETES.keys()].join(', ');

/**
 * The versions that a result is valid for; by default, the newest OLM and the Kubernetes of the recordings.
 *
 * @throws RangeError for a version of OLM or OpenShift that is not known
 * @example
 * versionsOf({ openshift: '4.14' }).olm.era // 'A′'
 */
export function versionsOf({ olmVersion = '', openshift, kubeVersion }: GivenVersions): Versions {
  if (olmVersion !== '' && !isOlmVersion(olmVersion))
    throw new RangeError(`there is no OLM ${olmVersion}; known are ${KNOWN_OLM_VERSIONS}`);
  if (openshift !== undefined && !isOpenShiftVersion(openshift))
    throw new RangeError(`there is no OpenShift ${openshift}; known are ${KNOWN_OPENSHIFT_VERSIONS}`);
  const v0 = olmRelease(olmVersion);
  const release = openshift === undefined ? undefined : openShiftRelease(openshift);
  const minor = release?.name.split(' ')[1];
  const kubernetes = minor === undefined ? undefined : OPENSHIFT_KUBERNETES.get(minor);
  const notes: string[] = [
    ...olmNotes(olmVersion, v0),
    ...(openshift === undefined || minor === undefined ? [] : openShiftNotes(openshift, minor)),
    ...(minor !== undefined && kubernetes === undefined && kubeVersion === undefined
      ? [`the Kubernetes of OpenShift ${minor} is not known; ${DEFAULT_KUBE_VERSION} is assumed, and --kube-version names another`]
      : []),
  ];
  const kubernetesMinor = semver.coerce(kubeVersion)?.minor;
  if (kubernetesMinor !== undefined && (kubernetesMinor < OLDEST_KUBERNETES || kubernetesMinor > NEWEST_KUBERNETES)) {
    const nearest = kubernetesMinor < OLDEST_KUBERNETES ? OLDEST_KUBERNETES : NEWEST_KUBERNETES;
    notes.push(`the default ClusterRoles of Kubernetes ${kubeVersion} are not known; those of 1.${nearest} are taken`);
  }
  return {
    olm: v0 ?? release ?? NEWEST_OLM,
    olmV1: olmV1Release(olmVersion) ?? NEWEST_OLM_V1,
    ...(minor === undefined ? {} : { openshift: minor }),
    kubernetes: kubeVersion ?? kubernetes ?? DEFAULT_KUBE_VERSION,
    notes,
  };
}

function olmNotes(given: string, release: OlmRelease | undefined): string[] {
  const version = `v${given.replace(/^v/, '')}`;
  if (!/\.\d+\.\d+$/.test(version)) return [];
  const name = release?.name ?? olmV1Release(given)?.name;
  if (name === undefined) return [];
  const read = LAST_TAGS.get(name) ?? `${name}.0`;
  return read === version ? [] : [`OLM ${version} is taken for ${read}, whose sources were read`];
}

/** Notes about OpenShift releases: 4.14 got the new names of group roles only in a later patch. */
function openShiftNotes(given: string, minor: string): string[] {
  const patched =
    given === minor ? [] : [`OpenShift ${given} is taken for ${minor} as of August 2026, from whose branch the sources were read`];
  return minor === '4.14' ? [...patched, 'OpenShift 4.14 before 2023-10-31 names the ClusterRoles of groups as 4.13 does'] : patched;
}

/** The releases of OLM v0 and v1 and of OpenShift as text; without OLM if OpenShift determines it. */
export function releases({ olm, olmV1, openshift }: Versions, isOlmV1: boolean): { readonly olm?: string; readonly openshift?: string } {
  const ofOpenShift = olm.name.startsWith('OpenShift');
  return { ...(isOlmV1 ? { olm: olmV1.name } : ofOpenShift ? {} : { olm: olm.name }), ...(openshift === undefined ? {} : { openshift }) };
}

/**
 * The versions that a result is valid for, in short: `OpenShift 4.18 and Kubernetes 1.31`. @param isOlmV1 whether OLM v1 applies, not v0
 */
export function versionsText(versions: Versions, isOlmV1 = false): string {
  const { olm, openshift } = releases(versions, isOlmV1);
  const parts = [...(openshift === undefined ? [] : [`OpenShift ${openshift}`]), ...(olm === undefined ? [] : [`OLM ${olm}`])];
  return `${parts.join(', ')} and Kubernetes ${versions.kubernetes}`;
}
