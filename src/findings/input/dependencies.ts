/**
 * Dependencies of bundles that no operator in their namespace satisfies. OLM resolves each namespace separately: it looks
 * for such an operator in the catalogs of the cluster, and installs nothing in the namespace until it finds one.
 */

import { groupBy } from '../../kubernetes/group-by.js';
import type { BundleDependency } from '../../model/bundle.js';
import type { Cluster } from '../../model/cluster.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { type Finding, type FindingRule, toFinding } from '../../model/finding.js';
import { csvReference } from '../../model/references.js';
import { CEL_STEPS, type CelBudget } from '../../rules/dependencies/cel-rule.js';
import { type Dependency, readDependency } from '../../rules/dependencies/dependency.js';
import { packagesMeeting } from '../../rules/dependencies/packages-at-hand.js';
import { providerOf } from '../../rules/dependencies/provider.js';
import { joined, listed } from '../../wording/phrases.js';

const NOT_MET: FindingRule = {
  id: 'dependency-not-met',
  severity: 'warning',
  title: 'A dependency of a bundle is not satisfied',
  references: [],
  documentation: {
    meaning: 'No operator in the namespace satisfies a dependency of a bundle, so OLM installs nothing there.',
    fix: 'Add a Subscription for such an operator to the namespace, and its bundle to the input.',
  },
};

const NOT_EVALUATED: FindingRule = {
  id: 'dependency-not-evaluated',
  severity: 'info',
  title: 'A dependency of a bundle was not evaluated',
  references: [],
  documentation: {
    meaning: 'A dependency of a bundle has an unknown form, or its CEL rules take too many steps, so it was not checked.',
    fix: 'Check that the namespace contains what the dependency requires.',
  },
};

/** What dependencyFindings reports. */
export const DEPENDENCY_RULES: readonly FindingRule[] = [NOT_MET, NOT_EVALUATED];

/** Findings about the dependencies of all CSVs that came from bundles, in their order. */
export function dependencyFindings({ clusterServiceVersions, bundles }: Cluster): Finding[] {
  const depending = clusterServiceVersions.filter(({ bundle }) => bundle && bundle.dependencies.length > 0);
  if (depending.length === 0) return [];
  const providers = clusterServiceVersions.map((csv) => ({ csv, provider: providerOf(csv) }));
  const budget: CelBudget = { celSteps: CEL_STEPS };
  const byNamespace = groupBy(providers, ({ csv }) => csv.namespace);
  return depending.flatMap((csv) => {
    const here = (byNamespace.get(csv.namespace) ?? []).map(({ provider }) => provider);
    return (csv.bundle?.dependencies ?? []).flatMap((given): Finding[] => {
      const dependency = readDependency(given, budget);
      if (!dependency) return [notEvaluated(csv, given)];
      if (here.some((provider) => dependency.isMetBy(provider))) return [];
      const elsewhere = providers.filter(({ provider }) => dependency.isMetBy(provider)).map((entry) => entry.csv);
      const packages = packagesMeeting(dependency.isMetBy, bundles);
      // With no steps left, a rule is met by nothing, which says nothing.
      return [budget.celSteps < 0 ? notEvaluated(csv, given) : notMet(csv, dependency, elsewhere, packages)];
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
  const others =
    elsewhere.length === 0
      ? ''
      : `; the one in ${listed([...new Set(elsewhere.map((other) => other.namespace))], 'namespaces')} does not count`;
  return toFinding(NOT_MET, {
    subject: csvReference(csv),
    message: `${name} depends on ${description}, which no operator in the namespace ${namespace} provides${others}`,
    fix:
      packages.length === 0
        ? `add a Subscription for such an operator to the namespace ${namespace}, and its bundle to the input`
        : `add a Subscription for the package ${joined(packages, 'or')} to the namespace ${namespace}`,
    related: elsewhere.map(csvReference),
  });
}

function notEvaluated(csv: ClusterServiceVersion, { type }: BundleDependency): Finding {
  return toFinding(NOT_EVALUATED, {
    subject: csvReference(csv),
    message: `a dependency of ${csv.name} with the type ${type} has an unknown form and was not checked`,
    fix: 'check that the namespace contains what it requires',
  });
}
