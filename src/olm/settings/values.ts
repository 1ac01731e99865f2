/** The values of the settings that the constructs have, too. The table of settings has all else about them. */
import { isDnsLabel } from '../../base/kubernetes/names.js';
import { CERTIFICATE_CHOICES } from '../model/install-options.js';
import { PLATFORM_NAMES, type PlatformSetting, PROFILE_NAMES } from '../model/names.js';
import { isOlmVersion, isOpenShiftVersion, KNOWN_OLM_VERSIONS, KNOWN_OPENSHIFT_VERSIONS } from '../model/versions.js';
import { isKubeVersion } from '../rules/requirements.js';

/** The valid values of a setting: words to choose from, or texts that can be read. */
export type Values =
  | { readonly choices: readonly string[] }
  | { readonly read: (given: string) => unknown /** The valid texts, as `expected` in messages. */; readonly expected: string };

export const VALUES = {
  profile: { choices: PROFILE_NAMES },
  platform: { read: platform, expected: `${PLATFORM_NAMES.join(', ')} or openshift@VERSION; versions: ${KNOWN_OPENSHIFT_VERSIONS}` },
  olmVersion: { read: ifIt(isOlmVersion), expected: `a version from ${KNOWN_OLM_VERSIONS}` },
  kubeVersion: { read: ifIt((given) => isKubeVersion(given)), expected: 'a version such as 1.32 or v1.32.4' },
  globalCatalogNamespace: { read: ifIt(isDnsLabel), expected: 'the name of a namespace' },
  certificates: { choices: CERTIFICATE_CHOICES },
} satisfies Record<string, Values>;

function ifIt(isValid: (given: string) => boolean): (given: string) => string | undefined {
  return (given) => (isValid(given) ? given : undefined);
}

function platform(given: string): PlatformSetting | undefined {
  const [name, version, ...more] = given.split('@');
  if (more.length > 0 || !PLATFORM_NAMES.some((known) => known === name)) return undefined;
  return version === undefined || (name === 'openshift' && isOpenShiftVersion(version)) ? (given as PlatformSetting) : undefined;
}
