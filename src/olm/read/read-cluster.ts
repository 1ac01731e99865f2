/**
 * Documents → Cluster. Every document is checked, and all problems are returned at once.
 *
 * Kinds that the rules do not use are skipped, but misspelt ones are reported (see kinds.ts).
 */

import { z } from 'zod';
import { groupOf } from '../../base/kubernetes/kinds.js';
import { compareText, groupBy, type KubernetesObject } from '../../base/kubernetes/object.js';
import { check, describe } from '../../base/manifest/check.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';
import { groupWithKind, knownKinds, rowOf } from '../../base/tools/kinds.js';
import { MARKETPLACE } from '../catalog/catalog-source.js';
import { type CatalogInputs, catalogsOf, type PackageOffer } from '../catalog/catalogs.js';
import type { BundleOutline, InstalledBundle } from '../model/bundle.js';
import type { Cluster } from '../model/cluster.js';
import { cluster } from '../model/cluster-of-parts.js';
import { GLOBAL_CATALOG_NAMESPACE } from '../model/find-catalog.js';
import { nearest } from '../model/nearest.js';
import { OPENSHIFT_KUBERNETES } from '../model/olm-version.js';
import { NAMESPACES_OF_KUBERNETES, type Namespace, namespace } from '../model/operator-group.js';
import { type PlatformSetting, platformOf } from '../model/platform.js';
import type { Subscription } from '../model/subscription.js';
import { type GivenVersions, versionsOf } from '../model/versions.js';
import { sourceOf } from '../model/whole-bundle.js';
import { addBundles } from './add-bundles.js';
import { asApplied, isDump, withoutClaims } from './as-applied.js';
import { READERS } from './readers.js';
import { checkEnvelope, newReading, type Reading, readObject } from './reading.js';
import { addPlatform, noteSurroundings, openShiftSign } from './surroundings.js';

/** The inputs of a cluster in addition to its manifests. */
export interface ClusterInputs {
  /** Namespaces that are created elsewhere, with their labels there; they are not rendered. @default none */
  readonly assumeNamespace?: readonly Namespace[];
  /** @default openshift if the input contains a sign of it, else none: without OLM's own namespaces, groups and roles */
  readonly platform?: PlatformSetting | undefined;
  /** The version of OLM, such as `v0.30` or `v1.8`. @default the one in the input, else the newest */
  readonly olmVersion?: string | undefined;
  /** Bundle folders. */
  readonly bundles?: readonly BundleOutline[];
  /** The documents of file-based catalogs. */
  readonly catalogs?: Iterable<ParsedDocument>;
  /** Splits blobs into the catalogs of a repository, where nothing asks for them by name. @default all are one catalog */
  readonly splitCatalogs?: CatalogInputs['split'];
  /** The packages of catalogs in a lock. */
  readonly locked?: readonly PackageOffer[] | undefined;
  /** Bundles in a namespace without a Subscription. */
  readonly installed?: readonly InstalledBundle[];
  /** The Kubernetes version, which images of catalogs can depend on. @default that of the platform, else '1.32.0' */
  readonly kubeVersion?: string | undefined;
  /** Whether a part of the input was not read. @default false */
  readonly isPartlyRead?: boolean;
  /** Whether the input is one side of a review. @default false */
  readonly isReviewed?: boolean;
  /** The namespace whose catalogs all others see. @default the one that most Subscriptions name, else `olm` */
  readonly globalCatalogNamespace?: string | undefined;
}

/**
 * Reads the desired state of a cluster as written: its Subscriptions install nothing yet (subscriptions/desired-cluster.ts).
 *
 * @returns the cluster of all valid documents, and the problems of the others
 */
export function readCluster(
  documents: Iterable<ParsedDocument>,
  { assumeNamespace = [], platform, bundles = [], catalogs = [], installed = [], isPartlyRead = false, ...settings }: ClusterInputs = {},
): { cluster: Cluster; problems: UnlocatedProblem[] } {
  const reading = newReading();
  if (isPartlyRead) reading.parts.isPartlyRead = true;
  readDocuments([...documents], reading, settings.isReviewed === true);
  addBundles(installed, reading);
  addFolders(bundles, reading);
  reading.parts.versions = givenVersions(reading.parts.versions, platform, settings);
  addCatalogs(catalogs, settings, reading);
  holdUpgradesBack(reading);
  for (const assumed of assumeNamespace) {
    // Declarations in the input have priority.
    if (reading.namespaces.has(assumed.name)) continue;
    reading.namespaces.add(assumed.name);
    reading.parts.namespaces.push(assumed);
  }
  const sign = platform === undefined ? openShiftSign(reading.parts) : undefined;
  if (sign !== undefined) reading.parts.openShiftBecause = sign;
  const name = platform === undefined ? sign && 'openshift' : platformOf(platform).name;
  if (name) addPlatform(name, reading);
  requireNamespaces(reading);
  return { cluster: cluster(reading.parts), problems: reading.problems };
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** The versions from the options, or else from the input. */
function givenVersions(
  seen: GivenVersions,
  platform: PlatformSetting | undefined,
  { olmVersion, kubeVersion }: Pick<ClusterInputs, 'olmVersion' | 'kubeVersion'>,
): GivenVersions {
  const { name, openshift = name === 'olm' ? undefined : seen.openshift } = platform === undefined ? {} : platformOf(platform);
  const kubernetes = kubeVersion ?? (openshift === undefined ? undefined : OPENSHIFT_KUBERNETES.get(minorOf(openshift)));
  const release = olmVersion ?? (openshift === undefined ? seen.olmVersion : undefined);
  return {
    ...(release === undefined ? {} : { olmVersion: release }),
    ...(openshift === undefined ? {} : { openshift }),
    ...(kubernetes === undefined ? {} : { kubeVersion: kubernetes }),
  };
}

function addFolders(bundles: readonly BundleOutline[], { parts, problems }: Reading): void {
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
  parts.bundles = [...named.values()];
}

function addCatalogs(
  blobs: Iterable<ParsedDocument>,
  { globalCatalogNamespace, locked, splitCatalogs: split }: Pick<ClusterInputs, 'globalCatalogNamespace' | 'locked' | 'splitCatalogs'>,
  { parts, disabledSources: disabled }: Reading,
): void {
  const { catalogs: sources, subscriptions, clusterExtensions, versions } = parts;
  const { kubernetes: kubeVersion } = versionsOf(versions);
  const hasExtensions = clusterExtensions.length > 0;
  parts.catalogs = catalogsOf({ sources, subscriptions, hasExtensions, blobs, locked, disabled, kubeVersion, split });
  const read = new Set(parts.catalogs.filter(({ isWhole, source }) => isWhole && source).map(({ namespace }) => namespace));
  // A namespace whose catalogs are in the input is not known to share them with other namespaces.
  const isOpen = ({ catalogSourceNamespace: of }: Subscription): boolean => !read.has(of) || PLATFORMS_OWN.has(of);
  parts.globalCatalogNamespace = globalCatalogNamespace ?? mostNamed(subscriptions.filter(isOpen)) ?? GLOBAL_CATALOG_NAMESPACE;
}

/** The catalog namespaces of OLM installations, which all namespaces see. */
const PLATFORMS_OWN: ReadonlySet<string> = new Set([GLOBAL_CATALOG_NAMESPACE, MARKETPLACE, 'operator-lifecycle-manager', 'marketplace']);

/** The namespace that most Subscriptions of other namespaces name: a cluster has one global catalog namespace. */
function mostNamed(subscriptions: readonly Subscription[]): string | undefined {
  const elsewhere = subscriptions.filter(({ namespace, catalogSourceNamespace: of }) => of !== '' && of !== namespace);
  const [most] = [...groupBy(elsewhere, ({ catalogSourceNamespace }) => catalogSourceNamespace)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || compareText(a, b),
  );
  return most?.[0];
}

function readDocuments(documents: readonly ParsedDocument[], reading: Reading, isReviewed: boolean): void {
  if (isReviewed) reading.parts.isReviewed = true;
  else if (isDump(documents.map(({ value }) => value))) reading.parts.isDump = true;
  for (const { value, source } of documents) readDocument(value, source, reading);
  if (isReviewed) withoutClaims(reading);
}

const text = z.string().nullish();
/** Names, such as an unquoted `y`, which kubectl refuses and kustomize reads as text: it must not count as an object without a name. */
const namesSchema = z.looseObject({ metadata: z.looseObject({ name: text, namespace: text }).nullish() });

function readDocument(value: unknown, source: SourceReference, reading: Reading): void {
  const envelope = checkEnvelope(value, source);
  if (!envelope.value) {
    reading.problems.push(...envelope.problems);
    return;
  }
  const { apiVersion, kind } = envelope.value;
  if (kind.endsWith('List') && 'items' in envelope.value) {
    refuseItems(envelope.value.items, source, reading);
    return;
  }
  const group = groupOf(apiVersion);
  noteSurroundings(reading.parts.isReviewed ? asApplied(envelope.value) : envelope.value, source, reading);
  const reader = READERS.find((candidate) => candidate.kind === kind && candidate.groups.includes(group));
  if (reader) readObject(reader, envelope.value, source, reading);
  else refuseMisspelt(apiVersion, kind, source, reading);
  if (!reader && reading.parts.isReviewed) reading.problems.push(...check(namesSchema, envelope.value, source).problems);
  // Only a CRD defines such a kind.
  if (!reader && knownKinds(group) === undefined) reading.parts.customResources.push(envelope.value as unknown as KubernetesObject);
}

/** Refuses `items` that are no list. The items of a List are documents of their own. */
function refuseItems(items: unknown, source: SourceReference, reading: Reading): void {
  if (items === null || Array.isArray(items)) return;
  reading.problems.push({
    code: 'WRONG_TYPE',
    message: 'the value has the wrong type',
    found: describe(items),
    expected: 'a list',
    fix: 'write each object after "- "',
    source,
    at: ['items'],
  });
}

/** Refuses a kind that its group lacks, or a well-known kind in a group with a similar name. */
function refuseMisspelt(apiVersion: string, kind: string, source: SourceReference, reading: Reading): void {
  const group = groupOf(apiVersion);
  const known = knownKinds(group);
  // OpenShift has a kind in the core group, too.
  if (known?.includes(kind) || rowOf(group, kind)) return;
  const home = groupWithKind(kind);
  const isForeign = known === undefined && (home === undefined || nearest(group, [home]) === undefined);
  if (isForeign) return;
  const likely = home === undefined ? nearest(kind, known ?? []) : undefined;
  reading.problems.push({
    code: 'UNKNOWN_KIND',
    message: `${group === '' ? 'the core API group' : `the API group ${group}`} has no kind ${JSON.stringify(kind)}`,
    found: `${apiVersion} ${kind}`,
    expected: home === undefined ? `one of ${known?.join(', ')}` : `apiVersion ${home === '' ? 'v1' : `${home}/…`}`,
    fix: home !== undefined ? 'correct apiVersion' : likely ? `did you mean ${likely}?` : 'correct kind or apiVersion',
    source,
    at: [home === undefined ? 'kind' : 'apiVersion'],
  });
}

/** Adds the state of each OperatorCondition to the CSV of the same name. */
function holdUpgradesBack({ parts }: Reading): void {
  const reasons = new Map(parts.upgradesHeldBack.map(({ namespace, name, why }) => [`${namespace}/${name}`, why]));
  if (reasons.size === 0) return;
  parts.clusterServiceVersions = parts.clusterServiceVersions.map((csv) => {
    const notUpgradeable = reasons.get(`${csv.namespace}/${csv.name}`);
    return notUpgradeable === undefined ? csv : { ...csv, notUpgradeable };
  });
}

/** Reports missing namespaces: the API server refuses objects in them. */
function requireNamespaces({ parts, problems, namespaces }: Reading): void {
  const named = new Set([
    ...parts.operatorGroups.flatMap(({ namespace, targetNamespaces }) => [namespace, ...targetNamespaces]),
    ...[...parts.clusterServiceVersions, ...parts.subscriptions, ...parts.clusterExtensions].map(({ namespace }) => namespace),
  ]);
  for (const name of NAMESPACES_OF_KUBERNETES) {
    if (!named.has(name) || namespaces.has(name)) continue;
    namespaces.add(name);
    parts.namespaces.push(namespace(name));
  }
  // A bundle of a Subscription is in the namespace of the Subscription.
  const ownCsvs = parts.clusterServiceVersions.filter(({ bundle }) => !bundle);
  const declared = [...namespaces];
  for (const one of [...parts.operatorGroups, ...parts.subscriptions, ...ownCsvs, ...parts.clusterExtensions]) {
    const [{ namespace: name, source }, isOfV1] = [one, 'channels' in one];
    if (!source || declared.includes(name)) continue;
    const likely = nearest(name, declared);
    if (!isOfV1 && !namespaces.has(name) && (likely === undefined || parts.isPartlyRead)) {
      namespaces.add(name);
      parts.namespaces.push(namespace(name));
    }
    // The namespace may be in the unread part.
    if (parts.isPartlyRead) continue;
    problems.push({
      code: 'NAMESPACE_NOT_FOUND',
      message: `the namespace ${name} does not exist`,
      found: name,
      expected: 'a namespace that the input declares',
      fix: `${likely ? `did you mean ${likely}? Otherwise ` : ''}give --assume-namespace ${name} if it is made elsewhere, or add\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}`,
      // Helm and Argo CD create namespaces, too; but a name that resembles another one is a mistake.
      ...(likely ? {} : { tolerated: true }),
      source,
      // OLM v1 creates no namespace: `spec.namespace` of a ClusterExtension must exist (its API, clusterextension_types.go).
      at: [isOfV1 ? 'spec' : 'metadata', 'namespace'],
    });
  }
}
