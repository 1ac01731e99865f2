/** The platforms and the profiles by name: the options of the command line need them without what they consist of. */
export const PLATFORM_NAMES = ['olm', 'openshift'] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];
/** The platform in a setting: OpenShift can have a version, such as `openshift@4.18`. */
export type PlatformSetting = PlatformName | `openshift@${string}`;
export const PROFILE_NAMES = ['documented', 'olm', 'olm-v1'] as const;
