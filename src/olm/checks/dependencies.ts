/**
 * Finds dependencies of bundles that no operator in their namespace satisfies. OLM resolves each namespace separately: it searches
 * for such an operator in the catalogs of the cluster, and installs nothing in the namespace until it finds one.
 */

import { compareText, groupBy } from '../../base/kubernetes/object.js';
import { joined, listed, MAKES_KNOWN } from '../../base/wording/phrases.js';
import { CEL_STEPS, type CelBudget } from '../dependencies/cel-cost.js';
import { bundleProvider, csvProvider, gvkKey } from '../dependencies/facts.js';
import { type Predicate, predicateOf, type Unreadable } from '../dependencies/predicate.js';
import { addedProperties } from '../dependencies/properties.js';
import { crdGroup } from '../model/api-key.js';
import type { BundleOutline } from '../model/bundle.js';
import type { Property } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference, type Finding, rule, toFinding } from '../model/finding.js';
import { packagesNotKnown } from '../model/operator-not-known.js';
import { clusterServiceVersionSchema } from '../model/schemas.js';
import type { UnmetRequirement } from '../rules/requirements.js';
import type { Resolution } from '../rules/resolution.js';
import { clusterRule } from './surroundings.js';

const NOT_MET = rule('dependency-not-met', 'warning', 'A dependency of a bundle is not satisfied', {
  short: 'dependency missing',
  meaning:
    "No operator in the namespace satisfies a bundle's dependency, so OLM installs nothing there. It is a note if an unknown operator might satisfy it.",
  fix: 'Add a Subscription for such an operator, and its bundle to the input.',
});

const NOT_EVALUATED = rule('dependency-not-evaluated', 'info', 'A dependency of a bundle was not evaluated', {
  meaning: "A bundle's dependency has an unknown form, or its CEL rules take too many steps.",
  fix: 'Check that the namespace contains the operator or API that the bundle requires.',
});

/** The rules of dependencyFindings. */
export const DEPENDENCY_RULES = [NOT_MET, NOT_EVALUATED] as const;

/** Findings about the dependencies of all CSVs from bundles, in order. */
export function dependencyFindings(
  { clusterServiceVersions, subscriptions, bundles, unknownOperators }: Cluster,
  resolution: Resolution,
): Finding[] {
  const depending = clusterServiceVersions.filter(({ bundle }) => bundle && dependenciesOf(bundle).length > 0);
  if (depending.length === 0) return [];
  const named = new Map(subscriptions.map(({ namespace, csv, packageName }) => [`${namespace}/${csv}`, packageName]));
  const providers = clusterServiceVersions.map((csv) => ({ csv, provider: csvProvider(csv, named.get(`${csv.namespace}/${csv.name}`)) }));
  const budget: CelBudget = { celSteps: CEL_STEPS };
  const byNamespace = groupBy(providers, ({ csv }) => csv.namespace);
  const missing = missingApis(resolution);
  return depending.flatMap((csv) => {
    const here = byNamespace.get(csv.namespace) ?? [];
    return (csv.bundle ? dependenciesOf(csv.bundle) : []).flatMap((property): Finding[] => {
      const dependency = predicateOf(property);
      if (!dependency) return [notEvaluated(csv, `with the type ${property.type} has an unknown form and was not checked`)];
      if ('error' in dependency) return [unreadable(csv, dependency)];
      // The verdict of the CSV reports APIs that the CSV itself requires, too.
      if (dependency.hint.by === 'api' && missing.get(csv)?.has(dependency.hint.key)) return [];
      if (here.some(({ provider }) => dependency.test(provider, budget))) return [];
      const elsewhere = providers.filter(({ provider }) => dependency.test(provider, budget)).map((entry) => entry.csv);
      const packages = packagesMeeting(dependency, bundles, budget);
      // Without steps left, every rule fails, which proves nothing.
      return [
        budget.celSteps < 0
          ? notEvaluated(csv, 'has rules that take too many steps, and was not checked')
          : notMet(csv, dependency, elsewhere, packages, mayMeet(csv, unknownOperators)),
      ];
    });
  });
}

/** The APIs that CSVs wait for, with their names in predicates. */
function missingApis({ csvs }: Resolution): ReadonlyMap<ClusterServiceVersion, ReadonlySet<string>> {
  return new Map(
    csvs.map(({ csv, unmet }) => {
      const names = new Set(unmet.flatMap((one) => (one.kind === 'CustomResourceDefinition' ? [`${one.name} ${one.version}`] : [])));
      const required = csv.requiredCRDs.filter(({ name, version }) => names.has(`${name} ${version}`));
      return [csv, new Set(required.map(({ name, version, kind }) => gvkKey({ group: crdGroup(name), version, kind })))];
    }),
  );
}

/** Property types that state a requirement. */
const NEEDS: ReadonlySet<string> = new Set(['olm.gvk.required', 'olm.package.required', 'olm.label.required', 'olm.constraint']);

/** The requirements of a bundle in addition to those of its CSV; from `metadata/dependencies.yaml`, also unknown types. */
function dependenciesOf(bundle: BundleOutline): readonly Property[] {
  const unknown = new Set(bundle.dependencies.map(({ type }) => type));
  return addedProperties(bundle).filter(({ type }) => NEEDS.has(type) || unknown.has(type));
}

/** The unknown packages of a namespace, which may satisfy the dependency: OLM resolves each namespace by itself. */
function mayMeet({ namespace }: ClusterServiceVersion, unknownOperators: Cluster['unknownOperators']): string[] {
  return packagesNotKnown({ unknownOperators: unknownOperators.filter((one) => one.namespace === namespace) });
}

function notMet(
  csv: ClusterServiceVersion,
  { description }: Predicate,
  elsewhere: readonly ClusterServiceVersion[],
  packages: readonly string[],
  unknown: readonly string[],
): Finding {
  const { namespace, name } = csv;
  const others =
    elsewhere.length === 0
      ? ''
      : `; the one in ${listed([...new Set(elsewhere.map((other) => other.namespace))], 'namespaces')} does not count`;
  if (unknown.length > 0)
    return toFinding(NOT_MET, {
      severity: 'info',
      subject: csvReference(csv),
      message: `${name} depends on ${description}, which ${perhapsText(unknown)} it`,
      fix: MAKES_KNOWN,
      related: elsewhere.map(csvReference),
    });
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

/** A finding about a dependency that cannot be read: OLM stops there. */
function unreadable(csv: ClusterServiceVersion, { error, reason }: Unreadable): Finding {
  if (reason === 'NotUnderstood') return notEvaluated(csv, `was not checked: ${error}`);
  return toFinding(NOT_MET, {
    subject: csvReference(csv),
    message: `OLM cannot read a dependency of ${csv.name}, and installs nothing in the namespace ${csv.namespace}: ${error}`,
    fix: 'correct the dependency in the bundle, or use another version of it',
  });
}

function notEvaluated(csv: ClusterServiceVersion, why: string): Finding {
  return toFinding(NOT_EVALUATED, {
    subject: csvReference(csv),
    message: `a dependency of ${csv.name} ${why}`,
    fix: 'check that the namespace contains its requirements',
  });
}

// The wording for requirements that OLM waits for before it installs a CSV.

/** One missing requirement, as part of a sentence. */
export function requirementText(requirement: UnmetRequirement): string {
  switch (requirement.kind) {
    case 'CustomResourceDefinition':
      return `the CRD ${requirement.name} in version ${requirement.version}`;
    case 'APIService':
      return `the APIService ${requirement.name}`;
    case 'API':
      return `the API ${requirement.name}`;
    case 'Deployment':
      return requirement.name === ''
        ? 'the Deployment of its APIService, which spec.apiservicedefinitions does not contain'
        : `the Deployment ${requirement.name} of its APIService, which spec.install does not contain`;
    case 'KubeVersion':
      return `Kubernetes ${requirement.minimum} by its minKubeVersion (the cluster has ${requirement.actual})`;
    case 'Permissions':
      return 'its Roles, which the API server refuses because the name of the CSV is too long';
  }
}

/** A part of a sentence: no available operator provides the requirement, but these unknown operators may. */
export function perhapsText(packages: readonly string[]): string {
  return `nothing available provides; ${listed(packages, 'operators')}, which ${packages.length === 1 ? 'is' : 'are'} not known, perhaps ${packages.length === 1 ? 'provides' : 'provide'}`;
}

// The fix for requirements that the cluster does not meet.

/** The fix, with the available packages that would provide the missing requirement. */
export function requirementFix(unmet: readonly UnmetRequirement[], bundles: readonly BundleOutline[]): string {
  const packages = packagesOwning(unmet, bundles);
  // A version of Kubernetes is nothing to add to the input.
  if (unmet.length > 0 && unmet.every(({ kind }) => kind === 'KubeVersion')) {
    return 'use a version of the operator for this Kubernetes, or upgrade the cluster; --kube-version names another version';
  }
  const general = 'add the missing object to the input, if the cluster has it';
  return packages.length === 0 ? general : `add a Subscription for the package ${packages.join(' and ')}, which brings it; or ${general}`;
}

/** A note about each operator that OLM installs only as a dependency. */
export const comesAlong = clusterRule('dependency-comes-along', 'info', 'An operator is installed as a dependency', {
  meaning:
    'OLM installs an operator because another one needs it, and writes a Subscription with Automatic approval for it. The operator is also rendered and reviewed.',
  fix: 'Nothing, if intended. Your own Subscription sets its channel and catalog; `--no-dependencies` leaves dependencies out.',
  find: ({ clusterServiceVersions }) =>
    clusterServiceVersions.flatMap(({ namespace, name, neededBy }) =>
      neededBy === undefined
        ? []
        : [
            {
              subject: csvReference({ namespace, name }),
              message: `no Subscription asks for it; OLM installs it because ${neededBy.join(' and ')} ${neededBy.length === 1 ? 'needs' : 'need'} it`,
              fix: 'nothing, if it is meant; a Subscription of your own fixes its channel and catalog',
              related: neededBy.map((other) => csvReference({ namespace, name: other })),
            },
          ],
    ),
});

// Finds the packages of the input that would provide a missing requirement.

/** The packages with a bundle that meets a dependency, by name. */
export function packagesMeeting(dependency: Predicate, bundles: readonly BundleOutline[], budget: CelBudget): string[] {
  return packagesOf(bundles, (bundle) => dependency.test(bundleProvider(bundle), budget));
}

/**
 * The packages with a bundle that owns a CRD or APIService which CSVs wait for, by name.
 *
 * @example
 * packagesOwning([{ kind: 'CustomResourceDefinition', name: 'etcds.example.com', version: 'v1' }], cluster.bundles) // ['etcd']
 */
export function packagesOwning(unmet: readonly UnmetRequirement[], bundles: readonly BundleOutline[]): string[] {
  const wanted = new Set(
    unmet.map((one) => JSON.stringify('version' in one ? [one.kind, one.name, one.version] : 'name' in one ? [one.kind, one.name] : [])),
  );
  return packagesOf(bundles, ({ csv }) => {
    if (!clusterServiceVersionSchema.safeParse(csv).success) return false;
    const { customresourcedefinitions: crds, apiservicedefinitions: services } = (csv.spec ?? {}) as OwningSpec;
    return [
      ...(crds?.owned ?? []).map(({ name, version }) => ['CustomResourceDefinition', name, version]),
      ...(services?.owned ?? []).map(({ version, group }) => ['APIService', `${version}.${group}`]),
    ].some((owned) => wanted.has(JSON.stringify(owned)));
  });
}

/** The owned APIs in a CSV that passed its schema. */
interface OwningSpec {
  readonly customresourcedefinitions?: { readonly owned?: readonly { name: string; version: string }[] | null } | null;
  readonly apiservicedefinitions?: { readonly owned?: readonly { group: string; version: string }[] | null } | null;
}

function packagesOf(bundles: readonly BundleOutline[], brings: (bundle: BundleOutline) => boolean): string[] {
  const names = bundles.flatMap((bundle) => (bundle.packageName !== undefined && brings(bundle) ? [bundle.packageName] : []));
  return [...new Set(names)].sort(compareText);
}
