/**
 * Dependencies of bundles that nothing in their namespace meets. OLM resolves each namespace for itself: it would look for
 * such an operator in the catalogs of the cluster, and install nothing in the namespace while there is none.
 */
import type { BundleDependency } from '../../model/bundle.js';
import type { Cluster } from '../../model/cluster.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import type { Finding } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import { type Dependency, readDependency } from '../dependencies/dependency.js';
import { packagesMeeting } from '../dependencies/packages-at-hand.js';
import { providerOf } from '../dependencies/provider.js';
import { csvReference } from '../references.js';

/** Findings about the dependencies of all CSVs that came from bundles, in their order. */
export function dependencyFindings({ clusterServiceVersions, bundles }: Cluster): Finding[] {
  const depending = clusterServiceVersions.filter(({ bundle }) => bundle && bundle.dependencies.length > 0);
  if (depending.length === 0) return [];
  const providers = clusterServiceVersions.map((csv) => ({ csv, provider: providerOf(csv) }));
  const byNamespace = groupBy(providers, ({ csv }) => csv.namespace);
  return depending.flatMap((csv) => {
    const here = (byNamespace.get(csv.namespace) ?? []).map(({ provider }) => provider);
    return (csv.bundle?.dependencies ?? []).flatMap((given): Finding[] => {
      const dependency = readDependency(given);
      if (!dependency) return [notEvaluated(csv, given)];
      if (here.some((provider) => dependency.isMetBy(provider))) return [];
      const elsewhere = providers.filter(({ provider }) => dependency.isMetBy(provider)).map((entry) => entry.csv);
      return [notMet(csv, dependency, elsewhere, packagesMeeting(dependency.isMetBy, bundles))];
    });
  });
}

function notMet(
  csv: ClusterServiceVersion,
  { description }: Dependency,
  elsewhere: readonly ClusterServiceVersion[],
  packages: readonly string[],
): Finding {
  const { namespace, name } = csv;
  const others = elsewhere.length === 0 ? '' : `; that of ${elsewhere.map((other) => other.namespace).join(', ')} does not count`;
  return {
    id: 'dependency-not-met',
    severity: 'warning',
    subject: csvReference(csv),
    message: `${name} depends on ${description}, which no operator in the namespace ${namespace} brings${others}`,
    fix:
      packages.length === 0
        ? `add a Subscription for such an operator to the namespace ${namespace}, and its bundle to the input`
        : `add a Subscription for the package ${packages.join(' or ')} to the namespace ${namespace}`,
    related: elsewhere.map(csvReference),
    verdict: false,
  };
}

function notEvaluated(csv: ClusterServiceVersion, { type }: BundleDependency): Finding {
  return {
    id: 'dependency-not-evaluated',
    severity: 'info',
    subject: csvReference(csv),
    message: `a dependency of ${csv.name} of the type ${type} is of a form that is not known here, and was not looked for`,
    fix: 'check that what it asks for is in the namespace',
    related: [],
    verdict: false,
  };
}
