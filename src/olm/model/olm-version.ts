/**
 * Releases of OLM v0 and their differences: from the sources at the tags v0.17 to v0.46, and from the branches of OpenShift 4.6 to 5.0,
 * which are mixtures. Names of eras A and C are compared with recordings; the rest is only read from the code.
 */

/**
 * The naming schemes for OLM's objects and labels. A: to v0.25. A′: OpenShift 4.14, some groups are named as in C. B: v0.26, roles of
 * CSVs are named as in A. C: from v0.27.
 */
export const ERAS = ['A', 'A′', 'B', 'C'] as const;
export type EraName = (typeof ERAS)[number];

/** Behaviours, each with the first release that has it: OLM v0.N, and OpenShift 4.N. */
const SINCE = {
  /** `spec.config.annotations` of a Subscription reach Deployments and Pods. */
  subscriptionConfigAnnotations: { olm: 27, openshift: 16 },
  /** OLM applies `spec.config.envFrom` of a Subscription. */
  subscriptionConfigEnvFrom: { olm: 28, openshift: 16 },
  /** A CSV has a finalizer that deletes its ClusterRoles. */
  csvCleanupFinalizer: { olm: 27, openshift: 15 },
  /** The token of an OperatorGroup's ServiceAccount is requested: no Secret is needed. */
  tokenRequest: { olm: 29, openshift: 16 },
  /** The resolver's failure messages are sorted; the Subscriptions still reach its solver in no fixed order. */
  sortedResolver: { olm: 32, openshift: 15 },
  networkPolicyInBundles: { olm: 32, openshift: 12 },
  consolePluginInBundles: { olm: 32, openshift: 20 },
  /** The selectors of a group's ClusterRole are sorted. */
  sortedGroupRoleSelectors: { olm: 33, openshift: 16 },
  /** Annotations of ServiceAccounts stay in an upgrade of the operator. */
  serviceAccountAnnotationsKept: { olm: 33, openshift: 20 },
  /** While its Pods restart, an unavailable APIService does not change the phase of the CSV. */
  apiServiceDisruptionTolerated: { olm: 37, openshift: 21 },
  /** CSVs have the field `spec.release`. */
  csvSpecRelease: { olm: 39, openshift: 22 },
  /** `olm.maxOpenShiftVersion` 4.23 is the same as 5.0. */
  max423Is50: { olm: 42, openshift: 22 },
} as const;

export type OlmBehaviour = keyof typeof SINCE;

/** One release of OLM v0. */
export interface OlmRelease {
  /** `v0.30`, or `OpenShift 4.18`. */
  readonly name: string;
  readonly era: EraName;
  readonly behaviours: ReadonlySet<OlmBehaviour>;
}

const [OLDEST, NEWEST] = [17, 46];

/** The known releases of OLM v0, as v0.N. */
export const OLM_VERSIONS: readonly string[] = Array.from({ length: NEWEST - OLDEST + 1 }, (_, index) => `v0.${OLDEST + index}`);

/** The Kubernetes version of each OpenShift release, if it is known; OpenShift 5.0 follows 4.23. */
export const OPENSHIFT_KUBERNETES: ReadonlyMap<string, string | undefined> = new Map(
  Object.entries<string | undefined>({
    '4.6': undefined,
    '4.7': undefined,
    '4.8': undefined,
    '4.9': undefined,
    '4.10': undefined,
    '4.11': undefined,
    '4.12': '1.25',
    '4.13': '1.26',
    '4.14': '1.27',
    '4.15': '1.28',
    '4.16': '1.29',
    '4.17': '1.30',
    '4.18': '1.31',
    '4.19': '1.32',
    '4.20': '1.33',
    '4.21': '1.34',
    '4.22': '1.35',
    '4.23': '1.36',
    '5.0': '1.36',
  }),
);

/** The release OLM v0.N; undefined if it is not known. @param version a version such as `v0.30` or `0.30.1` */
export function olmRelease(version: string): OlmRelease | undefined {
  const [, minor] = /^v?0\.(\d+)(?:\.\d+)?$/.exec(version) ?? [];
  const number = Number(minor);
  if (minor === undefined || number < OLDEST || number > NEWEST) return undefined;
  return { name: `v0.${number}`, era: number < 26 ? 'A' : number < 27 ? 'B' : 'C', behaviours: behavioursOf('olm', number) };
}

/** The release of OLM in OpenShift; undefined if it is not known. @param version a version such as `4.18` */
export function openShiftRelease(version: string): OlmRelease | undefined {
  const [known] = /^\d+\.\d+/.exec(version) ?? [];
  if (known === undefined || !OPENSHIFT_KUBERNETES.has(known)) return undefined;
  const number = known === '5.0' ? 24 : Number(known.split('.')[1]);
  return { name: `OpenShift ${known}`, era: number < 14 ? 'A' : number < 15 ? 'A′' : 'C', behaviours: behavioursOf('openshift', number) };
}

function behavioursOf(of: 'olm' | 'openshift', number: number): ReadonlySet<OlmBehaviour> {
  const all = Object.entries(SINCE) as [OlmBehaviour, { readonly olm: number; readonly openshift: number }][];
  return new Set(all.filter(([, since]) => number >= since[of]).map(([behaviour]) => behaviour));
}

/** The first release with a behaviour. @example firstRelease('tokenRequest') // 'OLM v0.29 or OpenShift 4.16' */
export function firstRelease(behaviour: OlmBehaviour): string {
  const { olm, openshift } = SINCE[behaviour];
  return `OLM v0.${olm} or OpenShift 4.${openshift}`;
}

/** Fields of a CSV's `spec` that a release does not know yet. */
export function unknownCsvFields({ behaviours }: Pick<OlmRelease, 'behaviours'>): readonly string[] {
  return behaviours.has('csvSpecRelease') ? [] : ['release'];
}

/** The default release. */
export const NEWEST_OLM: OlmRelease = olmRelease(`v0.${NEWEST}`) as OlmRelease;

/** Behaviours of OLM v1, each with the first release v1.N that has it, and the first that no longer has it. */
const V1_SINCE = {
  /** `spec.config.inline.watchNamespace`. */
  configuresWatchNamespace: [5],
  /** Bundles with webhooks, without a feature gate. */
  webhooks: [6],
  /** Operators that do not support all namespaces, without a feature gate. */
  singleAndOwnNamespace: [8, 9],
  /** `deploymentConfig` in `spec.config.inline`, behind a feature gate. */
  configuresDeployments: [9],
  /** OLM v1 needs `spec.serviceAccount`, and installs with the permissions of that account. */
  needsServiceAccount: [0, 11],
  /** OLM v1 has its own message for a missing account, when it requests a token. */
  namesMissingAccount: [2],
  /** OLM v1 checks that the account exists before anything else. */
  validatesAccount: [9, 11],
  /** With the feature gate PreflightPermissions, OLM v1 reports missing permissions of the account before it installs. */
  preflightPermissions: [3, 11],
  /** With the feature gate SyntheticPermissions, the account `olm.synthetic-user` means a user of its own. */
  syntheticPermissions: [3, 11],
  /** Pods have the annotation `olm.operatorNamespace`. */
  annotatesOperatorNamespace: [11],
} as const satisfies Readonly<Record<string, readonly [since: number, until?: number]>>;

export type OlmV1Behaviour = keyof typeof V1_SINCE;

/** One release of OLM v1. */
export interface OlmV1Release {
  /** `v1.11`. */
  readonly name: string;
  readonly behaviours: ReadonlySet<OlmV1Behaviour>;
}

const NEWEST_V1_MINOR = 11;

/** The known releases of OLM v1, as v1.N. */
export const OLM_V1_VERSIONS: readonly string[] = Array.from({ length: NEWEST_V1_MINOR + 1 }, (_, index) => `v1.${index}`);

/** The release OLM v1.N; undefined if it is not known. @param version a version such as `v1.8` or `1.8.0` */
export function olmV1Release(version: string): OlmV1Release | undefined {
  const [, minor] = /^v?1\.(\d+)(?:\.\d+)?$/.exec(version) ?? [];
  const number = Number(minor);
  if (minor === undefined || number > NEWEST_V1_MINOR) return undefined;
  const all = Object.entries(V1_SINCE) as [OlmV1Behaviour, readonly [since: number, until?: number]][];
  const behaviours = all.filter(([, [since, until = Number.POSITIVE_INFINITY]]) => number >= since && number < until);
  return { name: `v1.${number}`, behaviours: new Set(behaviours.map(([behaviour]) => behaviour)) };
}

/** The default release of OLM v1. */
export const NEWEST_OLM_V1: OlmV1Release = olmV1Release(`v1.${NEWEST_V1_MINOR}`) as OlmV1Release;
