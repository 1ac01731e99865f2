/** What a namespace has once an InstallPlan is done and every new operator runs. */
import { installedAnnotation } from '../dependencies/properties.js';
import { type CatalogBundle, catalogKey } from '../model/catalog.js';
import type { NamespaceResolution } from './outcome.js';
import type { ResolverCluster, ResolverCsv, ResolverSubscription } from './resolver-cluster.js';

/** Takes new CSVs in and those that they replace out, and writes the status of Subscriptions. */
export function applyResolution(
  cluster: ResolverCluster,
  { namespace, operators, installs, generated, updated }: NamespaceResolution,
): ResolverCluster {
  const installed = new Set(installs.map(({ name }) => name));
  const fresh = operators.filter(({ name }) => installed.has(name));
  const replaced = new Set(fresh.flatMap(({ replaces }) => replaces ?? []));
  const isThere = (csv: ResolverCsv): boolean => csv.namespace === namespace;
  const csvs = cluster.clusterServiceVersions.filter((csv) => !(isThere(csv) && (replaced.has(csv.name) || installed.has(csv.name))));
  const currentCSVs = new Map(updated.map(({ name, currentCSV }) => [name, currentCSV]));
  return {
    ...cluster,
    clusterServiceVersions: [...csvs, ...fresh.map((operator) => csvOf(operator, namespace, bundleOf(operator, cluster)))],
    subscriptions: [
      ...cluster.subscriptions.map((subscription) => {
        const currentCSV = subscription.namespace === namespace ? currentCSVs.get(subscription.name) : undefined;
        return currentCSV === undefined ? subscription : { ...subscription, currentCSV, installedCSV: currentCSV };
      }),
      ...generated.map((one): ResolverSubscription => {
        const [catalogSourceNamespace = '', catalogSource = ''] = one.catalog.split('/');
        return {
          namespace,
          name: one.name,
          packageName: one.package,
          channel: one.channel,
          catalogSource,
          catalogSourceNamespace,
          startingCSV: one.startingCSV,
          installedCSV: one.startingCSV,
          currentCSV: one.startingCSV,
          generated: true,
        };
      }),
    ],
  };
}

type Fresh = NamespaceResolution['operators'][number];

function bundleOf({ name, catalog, package: packageName }: Fresh, { catalogs }: ResolverCluster): CatalogBundle | undefined {
  const source = catalogs.find((one) => catalogKey(one) === catalog);
  return source?.packages.find((one) => one.name === packageName)?.bundles.get(name);
}

/** OLM writes the bundle's properties onto the CSV that it makes of it. */
function csvOf({ name, version, replaces }: Fresh, namespace: string, bundle: CatalogBundle | undefined): ResolverCsv {
  return {
    namespace,
    name,
    labels: {},
    annotations: installedAnnotation(bundle?.properties ?? []),
    ownedCRDs: [],
    requiredCRDs: [],
    ownedAPIServices: [],
    requiredAPIServices: [],
    phase: 'Succeeded',
    ...(version === undefined ? {} : { version }),
    ...(replaces === undefined ? {} : { replaces }),
    ...(bundle?.source ? { source: bundle.source } : {}),
  };
}
