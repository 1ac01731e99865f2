/** Finds the place of each catalog: named by the user, else the image of its CatalogSource or ClusterCatalog, else the platform's. */

import { MARKETPLACE } from '../../olm/catalog/catalog-source.js';
import type { LockDifference } from '../../olm/lock/compare-lock.js';
import type { LockFile } from '../../olm/lock/lock-file.js';
import type { Catalog } from '../../olm/model/catalog.js';
import type { Cluster } from '../../olm/model/cluster.js';
import { catalogAsked, catalogKey, isClusterCatalog } from '../../olm/model/find-catalog.js';
import { pathOfPlace } from '../../repository/index.js';
import { registryImage } from '../registry/reference.js';

/** One catalog and its place. */
export interface Address {
  /** The name in a lock: `NAMESPACE/NAME` of a CatalogSource, `NAME` of a ClusterCatalog. */
  readonly key: string;
  readonly at: { readonly image: string; readonly digest?: string } | { readonly path: string };
}

/** The user's options about catalogs. */
export interface CatalogOptions {
  /** `NAME=IMAGE|PATH`, with the name or `NAMESPACE/NAME` of a catalog; or `IMAGE|PATH` for every catalog without a place of its own. */
  readonly catalog?: readonly string[];
  /** The version of OpenShift, such as `4.18`, which determines the default catalogs. */
  readonly openshift?: string | undefined;
  /** Whether tags cannot be resolved: then the digests of the last lock apply. */
  readonly offline?: boolean | undefined;
  /** The last lock, with the places of its catalogs. */
  readonly previous?: LockFile | undefined;
}

/** The addresses of an input, and the catalogs without a known place. */
export function addressesOf(
  { cluster }: { readonly cluster: Cluster },
  options: CatalogOptions,
): { readonly addresses: readonly Address[]; readonly unknown: readonly string[] } {
  const { subscriptions, catalogs, clusterExtensions } = cluster;
  const images = new Map([
    ...catalogs
      .filter((one) => clusterExtensions.length > 0 || !isClusterCatalog(one))
      .flatMap(({ image, disabledBy, ...one }) => (image && !disabledBy ? [[lockKey(one), image] as const] : [])),
  ]);
  const asked = subscriptions.map(catalogAsked);
  const last = new Map((options.previous?.catalogs ?? []).map(({ name, image }) => [name, image] as const));
  const named = namedBy(options.catalog ?? []);
  const alone =
    clusterExtensions.length > 0 ? [...named.keys()].filter((name) => ![...asked, ...images.keys()].some((key) => isNamed(key, name))) : [];
  const keys = [...new Set([...asked, ...images.keys(), ...alone.filter((name) => name !== '')])].sort();
  // Places in manifests and locks are always images; only the user of the command can name a file.
  const imageOr = (key: string): Address['at'] | undefined => {
    const image = images.get(key) ?? defaultImage(key, options);
    return image ? imageAt(key, registryImage(image), options) : undefined;
  };
  const found = keys.map((key) => {
    const byName = placeOf(key, named);
    const byAll = named.get('');
    const [before, after] = [byName, byAll].map((place) => (place ? placeAt(key, place, options) : undefined));
    const locked = last.get(key);
    const at =
      byName === undefined ? (imageOr(key) ?? after ?? (locked ? imageAt(key, registryImage(locked), options) : undefined)) : before;
    return { key, at };
  });
  return {
    addresses: found.flatMap(({ key, at }) => (at ? [{ key, at }] : [])),
    unknown: found.flatMap(({ key, at }) => (at ? [] : [key])),
  };
}

/** Tells which catalogs the user leaves out with `NAME=`; without a name, whether one of them is a catalog of OLM v1. */
export function leftOutBy({ cluster }: { readonly cluster: Cluster }, { catalog = [] }: CatalogOptions): (catalog?: string) => boolean {
  const named = namedBy(catalog);
  const asked = cluster.subscriptions.map(catalogAsked);
  const isOfV1 = [...named].some(([name, place]) => name !== '' && place === '' && !asked.some((key) => isNamed(key, name)));
  return (key) => (key === undefined ? isOfV1 : placeOf(key, named) === '');
}

/** The name of a catalog in a lock. */
export function lockKey(catalog: Pick<Catalog, 'namespace' | 'name'>): string {
  return isClusterCatalog(catalog) ? catalog.name : catalogKey(catalog);
}

/** Locked catalogs whose image differs from the current one of the sources and the user. */
export function movedCatalogs({ catalogs }: LockFile, addresses: readonly Address[]): LockDifference[] {
  return addresses.flatMap(({ key, at }) => {
    const locked = catalogs.find(({ name }) => name === key);
    const [is, was] = [imageOf(at), locked && imageOf(locked)];
    return !locked || is === was ? [] : [{ subject: `Catalog ${key}`, message: `is ${is}; the lock has ${was}` }];
  });
}

function imageOf(place: { readonly image?: string | undefined } | { readonly path: string }): string {
  return 'image' in place && place.image !== undefined ? `the image ${place.image}` : 'in files';
}

function placeAt(key: string, place: string, options: CatalogOptions): Address['at'] {
  const path = pathOfPlace(place);
  return path === undefined ? imageAt(key, place, options) : { path };
}

function imageAt(key: string, image: string, { previous, offline }: CatalogOptions): Address['at'] {
  const last = offline ? previous?.catalogs.find((one) => one.name === key && one.image === image) : undefined;
  return { image, ...(last?.digest === undefined ? {} : { digest: last.digest }) };
}

function namedBy(options: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    options.map((option) => {
      const [, name = '', place = option] = /^([a-z0-9./-]+)=(.*)$/s.exec(option) ?? [];
      return [name, place];
    }),
  );
}

/** The place of a catalog; empty if the user excludes the catalog. */
function placeOf(key: string, named: ReadonlyMap<string, string>): string | undefined {
  const name = [...named.keys()].find((one) => one !== '' && isNamed(key, one));
  return name === undefined ? undefined : named.get(name);
}

function isNamed(key: string, name: string): boolean {
  return key === name || key.endsWith(`/${name}`);
}

/** The repositories of OpenShift's catalogs; their tags are versions of OpenShift. */
const INDEXES: ReadonlyMap<string, string> = new Map([
  ['redhat-operators', 'redhat/redhat-operator-index'],
  ['certified-operators', 'redhat/certified-operator-index'],
  ['redhat-marketplace', 'redhat/redhat-marketplace-index'],
  ['community-operators', 'redhat/community-operator-index'],
]);

function defaultImage(key: string, { openshift }: CatalogOptions): string | undefined {
  const [namespace, name = ''] = key.split('/');
  const index = openshift !== undefined && namespace === MARKETPLACE ? INDEXES.get(name) : undefined;
  return index && `registry.redhat.io/${index}:v${openshift}`;
}
