/** What a catalog says about operators whose manifests are not available: whether OLM can install them, and what is deprecated. */
import { namespacedName } from '../../base/kubernetes/object.js';
import { crdGroup } from '../model/api-key.js';
import type { Deprecation, Package } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import type { ClusterServiceVersion, ClusterServiceVersionManifest } from '../model/cluster-service-version.js';
import { clusterServiceVersion } from '../model/csv-of-manifest.js';
import { catalogAsked, catalogAt, packageOf } from '../model/find-catalog.js';
import { type Discovery, type Finding, subscriptionReference, toFinding } from '../model/finding.js';
import type { UnknownOperator } from '../model/unknown-operator.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import { resolve } from '../rules/resolve.js';
import type { Reason } from '../rules/verdict.js';
import { clusterRule } from './surroundings.js';

/** The reasons that follow from install modes, groups and APIs alone; NoOperatorGroup has a finding of its own. */
const BY_FACTS: ReadonlySet<Reason> = new Set([
  'TooManyOperatorGroups',
  'UnsupportedOperatorGroup',
  'NoTargetNamespaces',
  'InvalidInstallModes',
  'InterOperatorGroupOwnerConflict',
  'CannotModifyStaticOperatorGroupProvidedAPIs',
]);

/** The verdict on operators that the catalog describes without manifests. */
export const catalogRefused = clusterRule('operator-cannot-run', 'error', 'According to its catalog, an operator cannot run', {
  meaning:
    "The catalog has no manifests of the operator; it only has the operator's install modes, APIs and minimal Kubernetes version. They show that the ClusterServiceVersion fails or waits in its namespace. Its permissions stay unknown.",
  fix: 'Change the OperatorGroup or the Kubernetes version as the finding says, or install another version.',
  needsOlm: true,
  find: (cluster) => {
    const described = cluster.unknownOperators.flatMap((operator) => csvOf(operator) ?? []);
    if (described.length === 0) return [];
    const csvs = described.map(({ csv }) => csv);
    const { csvs: resolved } = resolve(withFacts(cluster, csvs));
    const byName = new Map(resolved.map((one) => [namespacedName(one.csv), one]));
    return described.flatMap(({ operator, csv }) => {
      const found = byName.get(namespacedName(csv));
      return found ? refusal(operator, found) : [];
    });
  },
});

/** The fix where other install modes would not help. */
const FIX_OF: Partial<Record<Reason, string>> = {
  TooManyOperatorGroups: 'keep one OperatorGroup in the namespace',
  NoTargetNamespaces: 'add the labels of the selector to a namespace, or correct the selector of the OperatorGroup',
  InterOperatorGroupOwnerConflict:
    'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (the namespaces of the groups count, too)',
};

interface Described {
  readonly operator: UnknownOperator;
  readonly csv: ClusterServiceVersion;
}

function csvOf(operator: UnknownOperator): Described | undefined {
  const { facts, namespace } = operator;
  if (!facts) return undefined;
  const { metadata, ...csv } = facts.csv;
  const manifest = { ...csv, metadata: { ...metadata, namespace } } as unknown as ClusterServiceVersionManifest;
  return { operator, csv: clusterServiceVersion(manifest, facts.source) };
}

/** The cluster with these CSVs, and with the CRDs that they own: their bundles bring them. */
function withFacts(cluster: Cluster, csvs: readonly ClusterServiceVersion[]): Cluster {
  const there = new Set(cluster.customResourceDefinitions.map(({ name }) => name));
  const owned = csvs.flatMap(({ ownedCRDs }) => ownedCRDs).filter(({ name }) => !there.has(name));
  const crds = owned.map(({ name, version, kind }) => ({ name, group: crdGroup(name), kind, versions: [version] }));
  return {
    ...cluster,
    clusterServiceVersions: [...cluster.clusterServiceVersions, ...csvs],
    customResourceDefinitions: [...cluster.customResourceDefinitions, ...crds],
  };
}

function refusal({ subscription, packageName, bundle = '' }: UnknownOperator, { csv, verdict, unmet }: ResolvedCsv): Discovery[] {
  const subject = subscriptionReference(subscription);
  const kubernetes = unmet.find((one) => one.kind === 'KubeVersion');
  const reason = BY_FACTS.has(verdict.reason)
    ? `${verdict.phase}, ${verdict.reason}: ${verdict.message}`
    : kubernetes
      ? `Pending, RequirementsNotMet: CSV version requirement not met: minKubeVersion (${kubernetes.minimum}) > server version (${kubernetes.actual})`
      : undefined;
  if (reason === undefined) return [];
  const modes = csv.installModes.filter(({ supported }) => supported).map(({ type }) => type);
  return [
    {
      subject,
      message: `${bundle} of ${packageName} would be ${reason}`,
      fix:
        kubernetes && !BY_FACTS.has(verdict.reason)
          ? `run Kubernetes ${kubernetes.minimum} or later, or install an older version`
          : (FIX_OF[verdict.reason] ??
            `change the OperatorGroup of the namespace ${csv.namespace}: the operator supports ${modes.length === 0 ? 'no install mode' : modes.join(', ')}`),
      related: [...verdict.because],
      at: { object: subject, field: ['spec', 'name'] },
    },
  ];
}

/** Deprecations by `olm.deprecations`: OLM shows them in conditions, and installs all the same. */
export const deprecated = clusterRule('deprecated', 'warning', 'A package, channel or version is deprecated', {
  class: 'other',
  meaning:
    'The catalog marks the package, the channel or the version as deprecated. OLM still installs it, and shows the message in a condition of the Subscription or ClusterExtension.',
  fix: 'Follow the message: change to another channel, version or package.',
  find: ({ subscriptions, unknownOperators, catalogs }) => {
    const bundles = new Map(unknownOperators.map(({ subscription, bundle }) => [namespacedName(subscription), bundle]));
    return subscriptions.flatMap((subscription): Discovery[] => {
      const from = packageOf(catalogAt(catalogs, catalogAsked(subscription)), subscription.packageName);
      const bundle = subscription.csv ?? bundles.get(namespacedName(subscription));
      const subject = subscriptionReference(subscription);
      return deprecationsOf(from, [subscription.channel ?? from?.defaultChannel ?? ''], bundle).map((one) => ({
        ...told(one, subscription.packageName),
        subject,
        at: { object: subject, field: ['spec', one.schema === 'olm.channel' && subscription.channel ? 'channel' : 'name'] },
      }));
    });
  },
});

/** The same for OLM v1: of channels, those that the extension names count (operator-controller's SetDeprecationStatus). */
export function deprecatedExtensions({ clusterExtensions, catalogs }: Pick<Cluster, 'clusterExtensions' | 'catalogs'>): Finding[] {
  return clusterExtensions.flatMap((extension) => {
    const object = { kind: 'ClusterExtension', name: extension.name };
    return deprecationsOf(packageWith(extension, catalogs), extension.channels, extension.chosen?.name).map((one) =>
      toFinding(deprecated, {
        ...told(one, extension.packageName),
        subject: object,
        at: { object, field: ['spec', 'source', 'catalog', one.schema === 'olm.channel' ? 'channels' : 'packageName'] },
      }),
    );
  });
}

function packageWith({ packageName, chosen }: ClusterExtension, catalogs: Cluster['catalogs']): Package | undefined {
  const offers = catalogs.flatMap(({ packages }) => packages.filter(({ name }) => name === packageName));
  return offers.find(({ bundles }) => chosen !== undefined && bundles.has(chosen.name));
}

function deprecationsOf(from: Package | undefined, channels: readonly string[], bundle: string | undefined): Deprecation[] {
  return (from?.deprecations ?? []).filter(({ schema, name }) => {
    if (schema === 'olm.package') return true;
    return schema === 'olm.channel' ? channels.includes(name ?? '') : name !== undefined && name === bundle;
  });
}

function told({ schema, name, message }: Deprecation, packageName: string): { readonly message: string; readonly fix: string } {
  const what = schema === 'olm.package' ? `package ${packageName}` : schema === 'olm.channel' ? `channel ${name}` : `version ${name}`;
  const text = message.trim().replaceAll(/\s+/g, ' ');
  return { message: `the ${what} is deprecated: ${text}`, fix: `follow the message of the catalog about the ${what}` };
}
