/** Catalogs as plain data: CatalogSources with their packages, channels and bundles. */

import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { isError, type SourceReference, type UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Subscription } from './subscription.js';

/** One statement of a bundle or CSV about itself or its requirements: a type such as `olm.gvk`, and a value of that type. */
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
  /** Provided and required APIs, in the order of the catalog: dependencies are resolved in this order. */
  readonly properties: readonly Property[];
  /** The manifests, if the catalog contains them: decoded only if the bundle is chosen. */
  readonly objects?: readonly EncodedObject[];
  /** `spec.minKubeVersion` of its CSV, if it is known without the manifests. */
  readonly minKubeVersion?: string;
  /** Fields of the `spec` of its CSV that the catalog has without the manifests, from `olm.csv.metadata`. */
  readonly csvFacts?: Readonly<Record<string, unknown>>;
  /** The place of the `olm.bundle` blob, or of the CSV in a bundle folder. */
  readonly source?: SourceReference;
}

/** A property `olm.bundle.object`. */
export interface EncodedObject {
  /** A manifest in Base64. */
  readonly data: string;
  /** Its index among the properties of the blob. */
  readonly index: number;
}

/** One entry of a channel. Upgrade edges come from here, never from the bundle's CSV. */
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
  /** Whether the bundle folders state no upgrade graph, so that each version is assumed to replace the previous one. */
  readonly isAssumed?: true;
  /** What is wrong with it. With an error among them, no Subscription is met from it. */
  readonly problems?: readonly UnlocatedProblem[];
  readonly source?: SourceReference;
}

/** A deprecation of the schema `olm.deprecations`: it forbids nothing, but is reported. */
export interface Deprecation {
  readonly schema: 'olm.package' | 'olm.channel' | 'olm.bundle';
  /** Absent for the package itself. */
  readonly name?: string;
  readonly message: string;
}

/** An operator in one catalog, or in a set of bundle folders. */
export interface Package {
  readonly name: string;
  /** Empty if the package names none. */
  readonly defaultChannel: string;
  readonly channels: readonly Channel[];
  /** Bundles by name. */
  readonly bundles: ReadonlyMap<string, CatalogBundle>;
  readonly deprecations?: readonly Deprecation[];
  /** What is wrong with its blobs, but for those of its channels. With an error among them, nothing of it is offered. */
  readonly problems?: readonly UnlocatedProblem[];
  /** Whether one of its blobs cannot be read: then OLM v1 cannot read the package, either. */
  readonly isUnreadable?: true;
  /** Where its `olm.package` blob is. */
  readonly source?: SourceReference;
}

/** The annotation of a CatalogSource that has priority over `spec.image` if all its variables can be filled in. */
export const IMAGE_TEMPLATE = 'olm.catalogImageTemplate';

/** A CatalogSource of OLM v0 or a ClusterCatalog of OLM v1, and its packages. */
export interface Catalog {
  /** Empty for a ClusterCatalog. */
  readonly namespace: string;
  /** Empty for file-based catalogs of the input without a known owner. */
  readonly name: string;
  /** `spec.priority`. @default 0 */
  readonly priority?: number;
  readonly packages: readonly Package[];
  /** Whether the packages were read; if not, `packages` is empty. */
  readonly known: boolean;
  /** Whether all packages were read, so that the catalog has no others. */
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
  /** OLM's message if the image template cannot be filled in; then `spec.image` counts. */
  readonly imageError?: string;
  /** The connection state in its status, if that is not `READY`. */
  readonly connection?: string;
  /** The labels by which ClusterExtensions select a ClusterCatalog. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether `spec.availabilityMode` of a ClusterCatalog is `Unavailable`. OLM v1 then serves nothing of it. */
  readonly isUnavailable?: true;
  /** The manifest of a ClusterCatalog. */
  readonly manifest?: KubernetesObject;
  /** The place of the OperatorHub that disables it: the cluster has no such CatalogSource. */
  readonly disabledBy?: SourceReference;
  /** The place of its CatalogSource or ClusterCatalog. Absent if the input has none. */
  readonly source?: SourceReference;
}

/** The name of a catalog in messages and lock entries. */
export function catalogKey({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** The key of the catalog in a Subscription. */
export function catalogAsked({
  catalogSourceNamespace: namespace,
  catalogSource: name,
}: Pick<Subscription, 'catalogSourceNamespace' | 'catalogSource'>): string {
  return catalogKey({ namespace, name });
}

/** The catalog with a key. */
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

// The text of a catalog option: an image, or a local file or folder. An image name has priority over a folder with the same name.

/** The beginning of an image name, which folders seldom have: a port, or a domain whose last label is no number. */
const OF_REGISTRY = /^(?:[\w.-]+:\d+|localhost|[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*)\//i;
const OF_FOLDER = /^\.{0,2}\//;

/** Whether a text can only be an image. */
export function isImagePlace(place: string): boolean {
  return !OF_FOLDER.test(place) && OF_REGISTRY.test(place);
}

/** The possible places in a text of `--catalog`: the text itself, or the place in `NAME=PLACE`. */
export function placesNamed(text: string): readonly string[] {
  const [, named] = /^[\w.-]+(?:\/[\w.-]+)?=(.+)$/s.exec(text) ?? [];
  return named === undefined ? [text] : [text, named];
}
