/** Adds operators to a cluster: the bundles that Subscriptions choose, and those that a program installs in a namespace directly. */

import { misplacedCatalogSource } from '../catalog/misplaced-catalog-source.js';
import { packagesOfBundles } from '../catalog/packages-of-bundles.js';
import { subscriptionConflicts } from '../catalog/subscription-conflicts.js';
import { groupBy } from '../kubernetes/group-by.js';
import { compareByName } from '../kubernetes/object.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { isError, type UnlocatedProblem } from '../manifest/problem.js';
import { type Bundle, type BundleOutline, isWhole } from '../model/bundle.js';
import { withBundle } from './extension-bundle.js';
import { type InstalledBundle, installBundles, sourceOf } from './install-bundles.js';
import { readCatalogs } from './read-catalog.js';
import type { Reading } from './reading.js';
import { resolveTogether, type Together } from './resolve-together.js';
import { type Subscribed, subscribedBundle } from './subscribed-bundle.js';

/** The sources of a cluster's operators. */
export interface BundleInputs {
  /** Of bundle folders; outlines where `manifestsOf` reads the rest. */
  readonly bundles?: readonly BundleOutline[];
  /** Reads a bundle with all its manifests, once it is chosen. @default it is among `bundles` */
  readonly manifestsOf?: (name: string) => Bundle | undefined;
  /** The names of packages whose bundles were not read, as nothing asks for them. */
  readonly unreadPackages?: readonly string[];
  /** The documents of file-based catalogs. */
  readonly catalogs?: readonly ParsedDocument[];
  /** Bundles in a namespace without a Subscription. */
  readonly installed?: readonly InstalledBundle[];
  /** Whether operators that others need come along. @default true */
  readonly dependencies?: boolean;
  /** Of the cluster: images of catalogs can follow it. @default '1.32.0' */
  readonly kubeVersion?: string;
}

/** Adds the directly installed bundles to the cluster, and those that its Subscriptions choose. */
export function installOperators(
  manifests: readonly ParsedDocument[],
  reading: Reading,
  {
    bundles = [],
    manifestsOf: readManifests,
    unreadPackages = [],
    catalogs = [],
    installed = [],
    dependencies = true,
    kubeVersion,
  }: BundleInputs,
): void {
  const { parts, problems } = reading;
  installBundles(installed, reading);
  const folders = byName(bundles, problems);
  const read = readCatalogs(catalogs, sourceNames(reading));
  const manifestsOf =
    readManifests ?? ((name: string): Bundle | undefined => [...folders.values()].filter(isWhole).find((one) => one.name === name));
  const packages = [...packagesOfBundles([...folders.values()]), ...read.packages];
  const offers = { packages, folders, manifestsOf, unread: unreadPackages };

  const given = groupBy(parts.clusterServiceVersions, ({ namespace }) => namespace);
  const alone = parts.subscriptions
    .toSorted(compareByName)
    .map((subscription) => subscribedBundle(subscription, given.get(subscription.namespace) ?? [], offers));
  const complaints = [...read.problems, ...problemsOf(alone, reading)];
  for (const problem of complaints) problems.push(problem);
  const together: Together =
    alone.length === 0 || problems.some(isError)
      ? { choices: alone, along: [], notes: [], problems: [] }
      : resolveTogether(alone, offers, { manifests, catalogs, folders: [...folders.values()], installed, kubeVersion });
  for (const problem of together.problems) problems.push(problem);
  const { choices, along, notes } = together;
  parts.subscriptions = choices.map(({ subscription, csv }) => (csv === undefined ? subscription : { ...subscription, csv }));
  parts.resolverNotes = [...notes];
  if (together.input) parts.resolverInput = together.input;

  parts.clusterExtensions = parts.clusterExtensions.map((extension) => withBundle(extension, offers));
  const chosen = withoutRepetition(choices.filter(({ bundle }) => bundle));
  const all = dependencies ? [...chosen, ...along] : chosen;
  installBundles(all, reading);
  const besideCsvs = parts.clusterServiceVersions.flatMap(({ name, bundle }) => (!bundle && folders.has(name) && manifestsOf(name)) || []);
  const used = [...besideCsvs, ...[...installed, ...all].map(({ bundle }) => bundle)].map((bundle): [string, Bundle] => [
    bundle.name,
    bundle,
  ]);
  parts.bundles = [...new Map([...folders, ...used]).values()];
}

function problemsOf(choices: readonly Subscribed[], { parts }: Reading): UnlocatedProblem[] {
  const bringing = choices.filter(({ bundle }) => bundle);
  return [
    ...choices.flatMap((choice) => choice.problems),
    ...subscriptionConflicts(bringing),
    ...bringing.flatMap(({ subscription }) => misplacedCatalogSource(subscription, parts.catalogSources)),
  ];
}

/** Subscriptions that conflict, or request the same bundle, install a CSV only once. */
function withoutRepetition(choices: readonly Subscribed[]): InstalledBundle[] {
  const installed = choices.flatMap(({ subscription: { namespace }, bundle }) => (bundle ? [{ bundle, namespace }] : []));
  return [...new Map(installed.map((one) => [`${one.namespace}/${one.bundle.name}`, one])).values()];
}

function byName(bundles: readonly BundleOutline[], problems: UnlocatedProblem[]): Map<string, BundleOutline> {
  const named = new Map<string, BundleOutline>();
  for (const bundle of bundles) {
    const first = named.get(bundle.name);
    if (!first) named.set(bundle.name, bundle);
    else {
      problems.push({
        code: 'DUPLICATE_OBJECT',
        message: `the input contains the bundle ${bundle.name} twice`,
        found: `also in ${first.source?.file}`,
        expected: 'one folder for each bundle',
        fix: 'remove one of them',
        source: sourceOf(bundle),
        at: ['metadata', 'name'],
      });
    }
  }
  return named;
}

/** The names that catalogs can have. */
function sourceNames({ parts }: Reading): Set<string> {
  return new Set([...parts.catalogSources.map(({ name }) => name), ...parts.subscriptions.map(({ catalogSource }) => catalogSource)]);
}
