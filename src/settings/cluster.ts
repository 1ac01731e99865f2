/**
 * Settings about the cluster: what is on it, and in which versions. Each is written once for the command line, the configuration file,
 * the action, the KRM function and the constructs.
 */
import { PLATFORM_NAMES } from '../model/platform.js';
import { isOlmVersion, isOpenShiftVersion, KNOWN_OLM_VERSIONS, KNOWN_OPENSHIFT_VERSIONS } from '../model/versions.js';
import { isKubeVersion } from '../rules/requirements.js';

/** A setting whose value is a text. */
export interface Setting {
  /** On the command line and in the configuration file, without the dashes. */
  readonly option: string;
  /** Of its value, on the command line. */
  readonly placeholder: string;
  readonly description: string;
  isValid(value: string): boolean;
  /** Which values it can have, as `expected` in messages. */
  readonly expected: string;
}

export const PLATFORM: Setting = {
  option: 'platform',
  placeholder: '<platform>',
  description:
    'what is on the cluster already: the namespaces, OperatorGroups and roles that come with OLM or OpenShift; openshift@4.N also sets the versions',
  isValid(value) {
    const [name, version, ...more] = value.split('@');
    if (more.length > 0 || !PLATFORM_NAMES.some((known) => known === name)) return false;
    return version === undefined || (name === 'openshift' && isOpenShiftVersion(version));
  },
  expected: `${PLATFORM_NAMES.join(', ')} or openshift@VERSION; versions: ${KNOWN_OPENSHIFT_VERSIONS}`,
};

export const OLM_VERSION: Setting = {
  option: 'olm-version',
  placeholder: '<version>',
  description: 'the version of OLM on the cluster (default: that of the platform, or the newest)',
  isValid: isOlmVersion,
  expected: `a version from ${KNOWN_OLM_VERSIONS}`,
};

export const KUBE_VERSION: Setting = {
  option: 'kube-version',
  placeholder: '<version>',
  description: "the cluster's Kubernetes version, compared with the operators' minKubeVersion (default: that of the platform, or 1.32.0)",
  isValid: isKubeVersion,
  expected: 'a version such as 1.32 or v1.32.4',
};

/** All of them. */
export const CLUSTER_SETTINGS: readonly Setting[] = [PLATFORM, OLM_VERSION, KUBE_VERSION];
