/** Bundles into a cluster: those that Subscriptions choose, and those that a program puts into a namespace itself. */
import type { ParsedDocument } from '../manifest/parse.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from './bundle.js';
import { chooseBundle } from './choose-bundle.js';
import { groupBy } from './group-by.js';
import { compareByName, type KubernetesObject } from './kubernetes-object.js';
import { misplacedCatalogSource } from './misplaced-catalog-source.js';
import { packagesOfBundles } from './packages-of-bundles.js';
import { readCatalogs } from './read-catalog.js';
import { READERS, type Reader } from './readers.js';
import { newReading, type Reading, readObject } from './reading.js';
import { subscriptionConflicts } from './subscription-conflicts.js';

/** What a cluster may take its operators from. */
export interface BundleInputs {
  /** Of bundle folders. */
  readonly bundles?: readonly Bundle[];
  /** The documents of file-based catalogs. */
  readonly catalogs?: readonly ParsedDocument[];
  /** Bundles that stand in a namespace without a Subscription. */
  readonly placed?: readonly { readonly bundle: Bundle; readonly namespace: string }[];
}

/** Takes into the cluster what its Subscriptions choose, and what was placed. */
export function placeBundles(reading: Reading, { bundles = [], catalogs = [], placed = [] }: BundleInputs): void {
  const { parts, problems } = reading;
  const folders = byName(bundles, problems);
  const read = readCatalogs(catalogs, sourceNames(reading));
  problems.push(...read.problems);
  const offers = { packages: [...packagesOfBundles([...folders.values()]), ...read.packages], folders };

  const given = groupBy(parts.clusterServiceVersions, ({ namespace }) => namespace);
  const choices = parts.subscriptions
    .toSorted(compareByName)
    .map((subscription) => chooseBundle(subscription, given.get(subscription.namespace) ?? [], offers));
  problems.push(
    ...choices.flatMap((choice) => choice.problems),
    ...subscriptionConflicts(choices),
    ...choices.filter(({ bundle }) => bundle).flatMap(({ subscription }) => misplacedCatalogSource(subscription, parts.catalogSources)),
  );
  parts.subscriptions.splice(
    0,
    Infinity,
    ...choices.map(({ subscription, csv }) => (csv === undefined ? subscription : { ...subscription, csv })),
  );

  // What conflicts, or asks for the same, must not come twice.
  const wanted = new Map(
    choices.flatMap(({ subscription: { namespace }, csv, bundle }) => (bundle ? [[`${namespace}/${csv}`, { bundle, namespace }]] : [])),
  );
  const all = [...placed, ...wanted.values()];
  for (const { bundle, namespace } of all) placeBundle(bundle, namespace, reading);
  parts.bundles.push(...new Map([...folders, ...all.map(({ bundle }) => [bundle.name, bundle] as const)]).values());
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

/** OLM sets these; in a bundle they are left over from the cluster that it was made on. */
function withNamespace({ status: _, metadata, ...csv }: KubernetesObject, namespace: string): KubernetesObject {
  const { creationTimestamp: __, ...kept } = metadata;
  return { ...csv, metadata: { ...kept, namespace } } as KubernetesObject;
}

function placeBundle(bundle: Bundle, namespace: string, reading: Reading): void {
  const { parts } = reading;
  const own: Reading = { ...reading, problems: [] };
  const before = parts.clusterServiceVersions.length;
  readObject(readerOf('ClusterServiceVersion'), withNamespace(bundle.csv, namespace), sourceOf(bundle), own);
  const added = parts.clusterServiceVersions.splice(before);
  parts.clusterServiceVersions.push(...added.map((csv) => ({ ...csv, bundle })));
  for (const crd of bundle.customResourceDefinitions) placeCrd(crd, bundle.sources?.get(crd) ?? sourceOf(bundle), own);
  // A bundle that stands in several namespaces is complained of once.
  const known = new Set(reading.problems.map(problemKey));
  reading.problems.push(...own.problems.filter((problem) => !known.has(problemKey(problem))));
}

function problemKey({ code, source, at }: UnlocatedProblem): string {
  return JSON.stringify([code, source, at]);
}

/** A CRD that several bundles bring serves the versions of all: OLM updates it with each. */
function placeCrd(crd: KubernetesObject, source: SourceReference, { parts, problems }: Reading): void {
  const own = newReading();
  readObject(readerOf('CustomResourceDefinition'), crd, source, own);
  problems.push(...own.problems);
  if (crd.apiVersion.endsWith('/v1beta1')) {
    problems.push({
      code: 'CRD_API_VERSION',
      message: 'Kubernetes no longer has this version of CustomResourceDefinition',
      found: crd.apiVersion,
      expected: 'apiextensions.k8s.io/v1, as of Kubernetes 1.22',
      fix: 'take a later version of the operator; the CRD is read as it is',
      source,
      at: ['apiVersion'],
    });
  }
  for (const added of own.parts.customResourceDefinitions) {
    const index = parts.customResourceDefinitions.findIndex(({ name }) => name === added.name);
    const known = parts.customResourceDefinitions[index];
    if (known) parts.customResourceDefinitions[index] = { ...known, versions: [...new Set([...known.versions, ...added.versions])] };
    else parts.customResourceDefinitions.push(added);
  }
}

function readerOf(kind: string): Reader {
  return READERS.find((reader) => reader.kind === kind) as Reader;
}

function sourceOf({ source, name }: Bundle): SourceReference {
  return source ?? { file: name, document: 0, path: [] };
}
