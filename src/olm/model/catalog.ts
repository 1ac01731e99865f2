/** Catalogs: the packages that CatalogSources offer, with their channels and bundles, as plain data. */

import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { isError, type SourceReference, type UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Subscription } from './subscription.js';

/** One statement that a bundle or CSV makes of itself or of its needs: a type such as `olm.gvk`, and a value of that type. */
export interface Property {
  readonly type: string;
  readonly value: unknown;
}

/** One bundle of a catalog. */
export interface CatalogBundle {
  /** The name of its CSV. */
  readonly name: string;
  readonly packageName: string;
  readonly image?: string;
  /** What it is and needs, in the order of the catalog: dependencies are looked at in this order. */
  readonly properties: readonly Property[];
  /** Its manifests where the catalog holds them: decoded only if the bundle is chosen. */
  readonly objects?: readonly EncodedObject[];
  /** `spec.minKubeVersion` of its CSV, where that is known without its manifests. */
  readonly minKubeVersion?: string;
  /** Where its `olm.bundle` blob is, or the CSV of a bundle folder. */
  readonly source?: SourceReference;
}

/** A property `olm.bundle.object`. */
export interface EncodedObject {
  /** A manifest in Base64. */
  readonly data: string;
  /** Its index among the properties of the blob. */
  readonly index: number;
}

/** One entry of a channel: upgrade edges are read from here, never from the bundle's CSV. */
export interface ChannelEntry {
  /** The name of the bundle. */
  readonly name: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  readonly skipRange?: string;
}

/** A stream of versions. */
export interface Channel {
  readonly name: string;
  readonly entries: readonly ChannelEntry[];
  /** Whether nothing states the upgrade graph of the bundle folders, so that each version is taken to replace the one before. */
  readonly isAssumed?: true;
  /** What is wrong with it. With an error among them, no Subscription is met from it. */
  readonly problems?: readonly UnlocatedProblem[];
  readonly source?: SourceReference;
}

/** A mark of the schema `olm.deprecations`: it forbids nothing, and is told. */
export interface Deprecation {
  readonly schema: 'olm.package' | 'olm.channel' | 'olm.bundle';
  /** Absent for the package itself. */
  readonly name?: string;
  readonly message: string;
}

/** What one catalog, or a set of bundle folders, offers of an operator. */
export interface Package {
  readonly name: string;
  /** Empty if none is named. */
  readonly defaultChannel: string;
  readonly channels: readonly Channel[];
  /** By name. */
  readonly bundles: ReadonlyMap<string, CatalogBundle>;
  readonly deprecations?: readonly Deprecation[];
  /** What is wrong with its blobs, but for those of its channels. With an error among them, nothing of it is offered. */
  readonly problems?: readonly UnlocatedProblem[];
  /** Where its `olm.package` blob is. */
  readonly source?: SourceReference;
}

/** The annotation of a CatalogSource that counts instead of `spec.image` while all of it can be filled in. */
export const IMAGE_TEMPLATE = 'olm.catalogImageTemplate';

/** A CatalogSource of OLM v0 or a ClusterCatalog of OLM v1, and what it offers. */
export interface Catalog {
  /** Empty for a ClusterCatalog. */
  readonly namespace: string;
  /** Empty for file-based catalogs of the input of which nothing says whose they are. */
  readonly name: string;
  /** `spec.priority`. @default 0 */
  readonly priority?: number;
  readonly packages: readonly Package[];
  /** Whether what it offers was read; if not, `packages` is empty. */
  readonly known: boolean;
  /** Whether all that it offers was read: then it has no other package. */
  readonly isWhole?: true;
  /** Whether broken packages or channels are left out: what it offers in their place is not known. */
  readonly isReduced?: true;
  /** What is wrong with its CatalogSource. With one of them, it serves nothing, and every namespace that sees it fails. */
  readonly problems?: readonly UnlocatedProblem[];
  /** The problems of blobs that do not say of which package they are. */
  readonly strayProblems?: readonly UnlocatedProblem[];
  /** The image that serves it, with the Kubernetes version filled in. */
  readonly image?: string;
  readonly imageTemplate?: string;
  /** Why its image template cannot be filled in, in OLM's words; `spec.image` counts then. */
  readonly imageError?: string;
  /** What its status says of the connection, where that is not `READY`. */
  readonly connection?: string;
  /** The labels by which ClusterExtensions select a ClusterCatalog. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether `spec.availabilityMode` of a ClusterCatalog is `Unavailable`. OLM v1 then serves nothing of it. */
  readonly isUnavailable?: true;
  /** A ClusterCatalog as it was read. */
  readonly manifest?: KubernetesObject;
  /** Where OpenShift's OperatorHub turns it off: the cluster has no such CatalogSource. */
  readonly disabledBy?: SourceReference;
  /** Where its CatalogSource or ClusterCatalog is. Absent if the input has none. */
  readonly source?: SourceReference;
}

/** Names a catalog as messages and entries do. */
export function catalogKey({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** The key of the catalog that a Subscription names. */
export function catalogAsked({
  catalogSourceNamespace: namespace,
  catalogSource: name,
}: Pick<Subscription, 'catalogSourceNamespace' | 'catalogSource'>): string {
  return catalogKey({ namespace, name });
}

/** The catalog of a key. */
export function catalogAt(catalogs: readonly Catalog[], key: string): Catalog | undefined {
  return catalogs.find((one) => catalogKey(one) === key);
}

/** A package of a catalog. */
export function packageOf(catalog: Catalog | undefined, packageName: string): Package | undefined {
  return catalog?.packages.find(({ name }) => name === packageName);
}

/** All that is wrong with a catalog and with what it offers. */
export function catalogProblems({ problems = [], strayProblems = [], packages }: Catalog): UnlocatedProblem[] {
  return [
    ...problems,
    ...strayProblems,
    ...packages.flatMap(({ problems: own = [], channels }) => [...own, ...channels.flatMap((channel) => channel.problems ?? [])]),
  ];
}

/** Whether a package or channel is not what it should be, so that nobody knows what comes of it. */
export function isBroken({ problems = [] }: Pick<Package | Channel, 'problems'>): boolean {
  return problems.some(isError);
}

/** The catalog without what is broken in it. */
export function withoutBroken({ strayProblems, ...catalog }: Catalog): Catalog {
  const packages = catalog.packages
    .filter((one) => !isBroken(one))
    .map((one) => (one.channels.some(isBroken) ? { ...one, channels: one.channels.filter((channel) => !isBroken(channel)) } : one));
  const isReduced =
    strayProblems !== undefined || packages.length < catalog.packages.length || packages.some((one) => !catalog.packages.includes(one));
  return { ...catalog, packages, ...(isReduced ? { isReduced } : {}) };
}

/** The version that a bundle's property `olm.package` states. */
export function statedVersion(bundle: Pick<CatalogBundle, 'properties'> | undefined): string | undefined {
  const stated = bundle?.properties.find(({ type }) => type === 'olm.package')?.value as { version?: unknown } | undefined;
  return (stated?.version ?? undefined) === undefined ? undefined : String(stated?.version);
}

/** Whether a catalog serves OLM v1. */
export function isClusterCatalog({ namespace, name }: Pick<Catalog, 'namespace' | 'name'>): boolean {
  return namespace === '' && name !== '';
}

/** OLM's flag `--namespace` of the catalog operator, as its manifests set it. */
export const GLOBAL_CATALOG_NAMESPACE = 'olm';

// What a text that names a catalog can be: an image, or a file or folder here. A folder of an image's name does not take its place.

/** Begins like the name of a registry, which a folder seldom has: with a port, or with a domain whose last label is no number. */
const OF_REGISTRY = /^(?:[\w.-]+:\d+|localhost|[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*)\//i;
const OF_FOLDER = /^\.{0,2}\//;

/** Whether it can be nothing but an image. */
export function isImagePlace(place: string): boolean {
  return !OF_FOLDER.test(place) && OF_REGISTRY.test(place);
}

/** As what a text of `--catalog` can be read: as a place, or as `NAME=PLACE`. */
export function placesNamed(text: string): readonly string[] {
  const [, named] = /^[\w.-]+(?:\/[\w.-]+)?=(.+)$/s.exec(text) ?? [];
  return named === undefined ? [text] : [text, named];
}
