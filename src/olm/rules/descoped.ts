/**
 * Descoped operators (the descoping plan): their API is the whole cluster's, and an OperatorGroup only says where they are
 * bound. OLM never built it: there, such a CSV fails.
 */
import { compareByName, groupBy, type ObjectReference } from '../../base/kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import type { InstallMode } from '../model/cluster-service-version.js';
import { type Finding, rule } from '../model/finding.js';
import { installFinding } from '../model/install-finding.js';
import { type OperatorGroup, operatorGroup } from '../model/operator-group.js';
import { ALL_NAMESPACES, isAllNamespaces, type NamespaceSet, union } from './namespace-set.js';
import type { Resolution, ResolvedCsv } from './resolution.js';
import type { Reason } from './verdict.js';

/**
 * Whether an operator is descoped, where operators are installed without OLM.
 *
 * @param targets of its group; absent without a group
 * @param isAsked whether descoping is asked for: operators that support all namespaces alone then need no global group
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
 * The cluster with a global group in each namespace that has none, and operators that support all namespaces alone: the plan has OLM
 * make it, so that they provide their APIs to all users. A group in the namespace, of whatever targets, is what its author wants.
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

/** An owner of APIs, oldest first. */
export interface ApiOwner {
  readonly csv: ObjectReference;
  /** CRDs and APIServices, by name. */
  readonly apis: readonly string[];
  readonly isDescoped: boolean;
}

export const apiOwnedTwice = rule('api-owned-twice', 'error', 'Two operators own one API, and one of them is descoped', {
  meaning: 'A descoped operator serves its API to the whole cluster, so no other can own it. The older one keeps it.',
  fix: 'Remove one of the two operators.',
});

/** An API with a descoped owner has no other in the cluster, whatever that one targets: the older owner keeps it. */
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

/** With `false` on an OperatorGroup, nobody gets the APIs of its installed operators through Kubernetes' admin, edit and view. */
export const AGGREGATE_ANNOTATION = 'cdk8s-olm/aggregate';

/** What a descoped operator does not fail for: it needs no group, and none that suits its install modes. */
const OF_GROUPS: ReadonlySet<Reason> = new Set<Reason>([
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'UnsupportedOperatorGroup',
  'NoTargetNamespaces',
  'InvalidInstallModes',
]);

/** The resolution with descoped operators running. */
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

/** Where a descoped operator is bound: the targets of its own group and of all groups that name it. */
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
