/** Bundles into a cluster: those that Subscriptions choose, and those that a program puts into a namespace itself. */
import type { ParsedDocument } from '../manifest/parse.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from './bundle.js';
import { type Choice, chooseBundle } from './choose-bundle.js';
import { groupBy } from './group-by.js';
import { installBundles, type PlacedBundle, sourceOf } from './install-bundles.js';
import { compareByName } from './kubernetes-object.js';
import { misplacedCatalogSource } from './misplaced-catalog-source.js';
import { packagesOfBundles } from './packages-of-bundles.js';
import { readCatalogs } from './read-catalog.js';
import type { Reading } from './reading.js';
import { subscriptionConflicts } from './subscription-conflicts.js';

/** What a cluster may take its operators from. */
export interface BundleInputs {
  /** Of bundle folders. */
  readonly bundles?: readonly Bundle[];
  /** The documents of file-based catalogs. */
  readonly catalogs?: readonly ParsedDocument[];
  /** Bundles that stand in a namespace without a Subscription. */
  readonly placed?: readonly PlacedBundle[];
}

/** Takes into the cluster what was placed, and what its Subscriptions choose. */
export function placeBundles(reading: Reading, { bundles = [], catalogs = [], placed = [] }: BundleInputs): void {
  const { parts, problems } = reading;
  installBundles(placed, reading);
  const folders = byName(bundles, problems);
  const read = readCatalogs(catalogs, sourceNames(reading));
  const offers = { packages: [...packagesOfBundles([...folders.values()]), ...read.packages], folders };

  const given = groupBy(parts.clusterServiceVersions, ({ namespace }) => namespace);
  const choices = parts.subscriptions
    .toSorted(compareByName)
    .map((subscription) => chooseBundle(subscription, given.get(subscription.namespace) ?? [], offers));
  const bringing = choices.filter(({ bundle }) => bundle);
  const found = [
    ...read.problems,
    ...choices.flatMap((choice) => choice.problems),
    ...subscriptionConflicts(bringing),
    ...bringing.flatMap(({ subscription }) => misplacedCatalogSource(subscription, parts.catalogSources)),
  ];
  for (const problem of found) problems.push(problem);
  parts.subscriptions = choices.map(({ subscription, csv }) => (csv === undefined ? subscription : { ...subscription, csv }));

  const chosen = withoutRepetition(bringing);
  installBundles(chosen, reading);
  const used = [...placed, ...chosen].map(({ bundle }): [string, Bundle] => [bundle.name, bundle]);
  parts.bundles = [...new Map([...folders, ...used]).values()];
}

/** Subscriptions that conflict, or ask for the same, bring a CSV but once. */
function withoutRepetition(choices: readonly Choice[]): PlacedBundle[] {
  const placed = choices.flatMap(({ subscription: { namespace }, bundle }) => (bundle ? [{ bundle, namespace }] : []));
  return [...new Map(placed.map((one) => [`${one.namespace}/${one.bundle.name}`, one])).values()];
}

function byName(bundles: readonly Bundle[], problems: UnlocatedProblem[]): Map<string, Bundle> {
  const named = new Map<string, Bundle>();
  for (const bundle of bundles) {
    const first = named.get(bundle.name);
    if (!first) named.set(bundle.name, bundle);
    else {
      problems.push({
        code: 'DUPLICATE_OBJECT',
        message: `the bundle ${bundle.name} is given twice`,
        found: `also in ${first.source?.file}`,
        expected: 'one folder for one bundle',
        fix: 'remove one of the two',
        source: sourceOf(bundle),
        at: ['metadata', 'name'],
      });
    }
  }
  return named;
}

/** The names by which catalogs may be called. */
function sourceNames({ parts }: Reading): Set<string> {
  return new Set([...parts.catalogSources.map(({ name }) => name), ...parts.subscriptions.map(({ catalogSource }) => catalogSource)]);
}
