/**
 * Descoped operators (the descoping plan): their API belongs to the whole cluster, and an OperatorGroup only decides where they are
 * bound. OLM never implemented the plan: with OLM, such a CSV fails.
 */
import { compareByName, groupBy, type ObjectReference } from '../../base/kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import type { InstallMode } from '../model/cluster-service-version.js';
import { type Finding, rule } from '../model/finding.js';
import { operatorGroup } from '../model/group-of-manifest.js';
import { installFinding } from '../model/install-finding.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { ALL_NAMESPACES, isAllNamespaces, type NamespaceSet, union } from './namespace-set.js';
import type { Resolution, ResolvedCsv } from './resolution.js';
import type { Reason } from './verdict.js';

/**
 * Whether an operator is descoped if operators are installed without OLM.
 *
 * @param targets the targets of its group; absent without a group
 * @param isAsked whether the user requests descoping: operators that support only all namespaces then need no global group
 */
export function isDescoped(installModes: readonly InstallMode[], targets: NamespaceSet | undefined, isAsked: boolean): boolean {
  if (installModes.length === 0) return true;
  return isAsked && isForAllAlone(installModes) && !(targets && isAllNamespaces(targets));
}

function isForAllAlone(installModes: readonly InstallMode[]): boolean {
  const supported = installModes.filter((mode) => mode.supported).map(({ type }) => type);
  return supported.length === 1 && supported[0] === 'AllNamespaces';
}

/**
 * The cluster with a global group in each namespace without a group whose operators support only all namespaces: in the plan, OLM
 * creates it, so that they provide their APIs to all users. An existing group is kept, whatever its targets.
 */
export function withGeneratedGroups(cluster: Cluster): Cluster {
  const grouped = new Set(cluster.operatorGroups.map(({ namespace }) => namespace));
  const alone = [...groupBy(cluster.clusterServiceVersions, ({ namespace }) => namespace)].filter(
    ([namespace, csvs]) => !grouped.has(namespace) && csvs.every(({ installModes }) => isForAllAlone(installModes)),
  );
  const generated = alone.map(([namespace]): OperatorGroup => {
    const metadata = { namespace, name: `${namespace}-global` };
    return {
      ...operatorGroup({ metadata }),
      manifest: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata },
      isPlatforms: true,
    };
  });
  return { ...cluster, operatorGroups: [...cluster.operatorGroups, ...generated].toSorted(compareByName) };
}

/** An owner of APIs. Owners are sorted, oldest first. */
export interface ApiOwner {
  readonly csv: ObjectReference;
  /** CRDs and APIServices, by name. */
  readonly apis: readonly string[];
  readonly isDescoped: boolean;
}

export const apiOwnedTwice = rule('api-owned-twice', 'error', 'Two operators own one API, and one of them is descoped', {
  meaning: 'A descoped operator serves its API to the whole cluster, so no other operator can own the API. The older operator keeps it.',
  fix: 'Remove one of the two operators.',
});

/** Refuses a second owner of a descoped operator's API, whatever its targets: the older owner keeps the API. */
export function ownedTwice(owners: readonly ApiOwner[]): {
  readonly findings: Finding[];
  readonly refused: ReadonlySet<ObjectReference>;
} {
  const findings: Finding[] = [];
  const refused = new Set<ObjectReference>();
  const keepers = new Map<string, ApiOwner>();
  for (const owner of owners) {
    for (const api of owner.apis) {
      const keeper = keepers.get(api);
      if (!keeper) keepers.set(api, owner);
      else if (keeper.isDescoped || owner.isDescoped) {
        refused.add(owner.csv);
        findings.push(
          installFinding(
            apiOwnedTwice,
            'error',
            owner.csv,
            `${api} belongs to ${keeper.csv.namespace ?? ''}/${keeper.csv.name} already, and the API of a descoped operator is the whole cluster's`,
            'remove one of the two operators',
            [keeper.csv],
          ),
        );
      }
    }
  }
  return { findings, refused };
}

/** An OperatorGroup with this annotation also binds descoped operators of other namespaces: `namespace/name` of CSVs, joined by commas. */
export const GRANTS_ANNOTATION = 'cdk8s-olm/grants';

/** With `false` on an OperatorGroup, Kubernetes' admin, edit and view do not include the APIs of its installed operators. */
export const AGGREGATE_ANNOTATION = 'cdk8s-olm/aggregate';

/** The reasons that do not apply to a descoped operator: it needs no group, and its install modes need not match one. */
const OF_GROUPS: ReadonlySet<Reason> = new Set<Reason>([
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'UnsupportedOperatorGroup',
  'NoTargetNamespaces',
  'InvalidInstallModes',
]);

/** The resolution with running descoped operators. */
export function withDescoped(resolution: Resolution, isAsked: boolean): Resolution {
  const csvs = resolution.csvs.map((csv): ResolvedCsv => {
    const { verdict } = csv;
    if (verdict.phase !== 'Succeeded' && !OF_GROUPS.has(verdict.reason)) return csv;
    if (!isDescoped(csv.csv.installModes, csv.group?.namespaces, isAsked)) return csv;
    const message = 'the operator is descoped: OperatorGroups decide where its roles are bound';
    return { ...csv, isDescoped: true, verdict: { phase: 'Succeeded', reason: 'Descoped', message, because: [] } };
  });
  return { ...resolution, csvs };
}

/** The namespaces where a descoped operator is bound: the targets of its own group and of all groups that name it. */
export function boundNamespaces({ csv, group }: ResolvedCsv, { groups }: Resolution): NamespaceSet {
  const naming = groups.filter(({ group: { manifest } }) =>
    (manifest.metadata.annotations?.[GRANTS_ANNOTATION] ?? '')
      .split(',')
      .map((name) => name.trim())
      .includes(`${csv.namespace}/${csv.name}`),
  );
  const all = [...(group ? [group] : []), ...naming].flatMap(({ namespaces }) => (namespaces ? [namespaces] : []));
  return all.some(isAllNamespaces) ? ALL_NAMESPACES : all.reduce<NamespaceSet>((one, other) => union(one, other), []);
}
