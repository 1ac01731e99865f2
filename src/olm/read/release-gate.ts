/**
 * Releases of bundles in OLM v1: with the feature gate BundleReleaseSupport, which is off by default, the field `release` of `olm.package`
 * says which publication of a version a bundle is. Without the gate, the build metadata of the version says it (operator-controller's
 * bundleutil/bundle.go). A stated release is put into the version, so that the choice of a bundle has one form to compare.
 */
import semver from 'semver';
import { isNamedObject } from '../../base/kubernetes/object.js';
import { walk } from '../../base/manifest/field-path.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Catalog, CatalogBundle, Property } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { isClusterCatalog } from '../model/find-catalog.js';

/** The Deployment of operator-controller, in OLM's manifests and on OpenShift. */
const CONTROLLER = 'operator-controller-controller-manager';
/** A gate in the argument `--feature-gates`; the last one counts. */
const GATE = /(?:^|[=,])BundleReleaseSupport=(\w+)/gi;
/** The longest release (operator-registry's declcfg.NewRelease). */
const LONGEST = 20;

/** The cluster with releases in the versions, if the input shows that the gate is on. */
export function withReleases(cluster: Cluster, documents: readonly ParsedDocument[]): Cluster {
  const { clusterExtensions, catalogs } = cluster;
  // Without the gate, the CRD has no such field, and the API server drops it.
  const isOn = isSwitchedOn(documents) ?? clusterExtensions.some((one) => installedRelease(one) !== undefined);
  if (!isOn) return cluster;
  return { ...cluster, catalogs: catalogs.map(released), clusterExtensions: clusterExtensions.map(withInstalled) };
}

/** What the operator-controller of the input says; undefined if it says nothing. */
function isSwitchedOn(documents: readonly ParsedDocument[]): boolean | undefined {
  const said = documents
    .filter(({ value }) => isNamedObject(value) && value.kind === 'Deployment' && value.metadata.name === CONTROLLER)
    .flatMap(({ value }) => textsIn(value))
    .filter((text, index, all) => text.startsWith('--feature-gates=') || all[index - 1] === '--feature-gates')
    .flatMap((text) => [...text.matchAll(GATE)].map(([, is = '']) => is.toLowerCase() === 'true'));
  return said.at(-1);
}

function textsIn(value: unknown): string[] {
  const found: string[] = [];
  walk(value, (part) => {
    if (typeof part === 'string') found.push(part);
    return false;
  });
  return found;
}

function installedRelease({ installed, manifest }: ClusterExtension): string | undefined {
  const status = installed && (manifest as { status?: { install?: { bundle?: { release?: unknown } } } } | undefined)?.status;
  const release = status?.install?.bundle?.release;
  return typeof release === 'string' ? release : undefined;
}

function withInstalled(extension: ClusterExtension): ClusterExtension {
  const { installed } = extension;
  const release = installedRelease(extension);
  return installed && release !== undefined
    ? { ...extension, installed: { ...installed, version: joined(installed.version, release) } }
    : extension;
}

function released(catalog: Catalog): Catalog {
  if (!isClusterCatalog(catalog) && catalog.name !== '') return catalog;
  const packages = catalog.packages.map((one) => ({
    ...one,
    bundles: new Map([...one.bundles].map(([name, bundle]) => [name, ofBundle(bundle)])),
  }));
  return { ...catalog, packages };
}

function ofBundle(bundle: CatalogBundle): CatalogBundle {
  return { ...bundle, properties: bundle.properties.map(ofProperty) };
}

function ofProperty(property: Property): Property {
  const { type, value } = property;
  if (type !== 'olm.package' || !isMapping(value) || typeof value.release !== 'string') return property;
  return { type, value: { ...value, version: joined(String(value.version), value.release) } };
}

/** The version with its release. An invalid release leaves no version: OLM v1 then leaves the bundle out. */
function joined(version: string, release: string): string {
  const plain = version.replace(/\+.*/s, '');
  if (release === '') return plain;
  return release.length <= LONGEST && semver.parse(`0.0.0-${release}`) !== null ? `${plain}+${release}` : '';
}
