/**
 * Chooses the bundle of a ClusterExtension on a cluster where it is not installed yet (operator-controller's
 * internal/operator-controller/resolve/catalog.go).
 */

import semver from 'semver';
import { matchesSelector } from '../../base/kubernetes/label-selector.js';
import { compareText } from '../../base/kubernetes/object.js';
import type { Complaint, UnlocatedProblem } from '../../base/manifest/problem.js';
import { DEFAULT_CLUSTER_CATALOGS, undeclaredClusterCatalog } from '../catalog/catalog-source.js';
import { factsOf } from '../dependencies/facts.js';
import { type Catalog, isBroken, isClusterCatalog, type Package } from '../model/catalog.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { nearest, nearestFew } from '../model/nearest.js';
import { bundleContent, type Folders } from './bundle-content.js';

/** The sources of ClusterExtensions. */
export interface ExtensionOffers {
  readonly catalogs: readonly Catalog[];
  /** Packages of bundle folders, whose catalog is not known. */
  readonly folders: readonly Package[];
}

/** The bundle that OLM v1 chooses. */
export interface ChosenBundle {
  readonly name: string;
  readonly from: Package;
  readonly catalog: Catalog;
}

type Choice = ChosenBundle | { readonly problem: UnlocatedProblem } | 'unknown';

/**
 * The ClusterExtension with its bundle, or with the problem that it has none. It is unknown if its package or content is not available.
 *
 * @param unread names of packages in unread folders
 */
export function withBundle(
  extension: ClusterExtension,
  offers: ExtensionOffers,
  unread: readonly string[],
  folders: Folders,
): ClusterExtension {
  const chosen = chooseBundle(extension, offers);
  if (chosen === 'unknown') {
    const packages = [...offers.catalogs.flatMap((catalog) => catalog.packages), ...offers.folders].map(({ name }) => name);
    const likely = nearest(extension.packageName, [...packages, ...unread]);
    return { ...extension, isUnknown: true, ...(likely === undefined ? {} : { nearest: likely }) };
  }
  if ('problem' in chosen) return { ...extension, problems: [chosen.problem] };
  const { bundle, problems } = bundleContent(chosen.name, chosen.from, folders);
  if (bundle) return { ...extension, bundle };
  return problems.length > 0 || folders.names.has(chosen.name) ? { ...extension, problems } : { ...extension, isUnknown: true };
}

/**
 * The bundle that OLM v1 chooses: among the available catalogs that match the selector, the one with the highest priority; in it,
 * the highest version that is not deprecated.
 *
 * @param only the name of the only bundle that counts
 */
export function chooseBundle(extension: ClusterExtension, { catalogs, folders }: ExtensionOffers, only?: string): Choice {
  const declared = catalogs.filter(isClusterCatalog);
  const selected = declared.filter((catalog) => isSelected(catalog, extension) && !catalog.isUnavailable);
  if (selected.length === 0 && declared.length > 0 && !mayBeOfThePlatform(extension, declared)) {
    return { problem: refusal(extension, 'selector', noCatalog(extension, declared)) };
  }
  const inCatalogs = offering(extension, selected);
  // Packages without a known catalog: they replace an unavailable catalog.
  const nameless: Catalog = { namespace: '', name: '', packages: folders, known: true };
  const standIns = [...catalogs.filter((catalog) => !isClusterCatalog(catalog)), nameless];
  const all = inCatalogs.length > 0 ? inCatalogs : offering(extension, standIns);
  // A blob that cannot be read is reported at its place.
  if (all.length === 0 || all.some(({ from }) => isBroken(from))) return 'unknown';
  const candidates = notDeprecated(
    all.flatMap(({ catalog, from }) =>
      versionsIn(from, extension, only)
        .slice(0, 1)
        .map((version) => ({ ...version, from, catalog })),
    ),
  );
  const [first, second] =
    inCatalogs.length > 0 ? byPriority(candidates) : candidates.toSorted((a, b) => semver.rcompare(a.version, b.version));
  if (!first) {
    const field = extension.version === undefined ? 'channels' : 'version';
    return {
      problem: refusal(
        extension,
        field,
        noVersion(
          extension,
          all.map(({ from }) => from),
        ),
      ),
    };
  }
  if (inCatalogs.length > 0 && second && priorityOf(first) === priorityOf(second)) {
    const rivals = candidates.filter((one) => priorityOf(one) === priorityOf(first)).map(({ catalog }) => catalog.name);
    return { problem: refusal(extension, 'packageName', severalCatalogs(extension, rivals)) };
  }
  return first;
}

interface Candidate extends ChosenBundle {
  readonly version: semver.SemVer;
  readonly isDeprecated: boolean;
}

function offering({ packageName }: ClusterExtension, catalogs: readonly Catalog[]): { catalog: Catalog; from: Package }[] {
  return catalogs.flatMap((catalog) => catalog.packages.filter(({ name }) => name === packageName).map((from) => ({ catalog, from })));
}

function isSelected({ labels = {} }: Catalog, { selector }: ClusterExtension): boolean {
  return !selector || matchesSelector(selector, labels);
}

/** Whether a default catalog of the platform can match: such catalogs exist in the cluster without being in the input. */
function mayBeOfThePlatform(extension: ClusterExtension, declared: readonly Catalog[]): boolean {
  const names = new Set(declared.map(({ name }) => name));
  return [...DEFAULT_CLUSTER_CATALOGS.keys()].some((name) => !names.has(name) && isSelected(undeclaredClusterCatalog(name), extension));
}

/** The candidates that are not deprecated, if there are any: OLM drops deprecated ones before it compares priorities. */
function notDeprecated(candidates: readonly Candidate[]): readonly Candidate[] {
  const fresh = candidates.filter(({ isDeprecated }) => !isDeprecated);
  return fresh.length > 0 ? fresh : candidates;
}

function byPriority(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((a, b) => priorityOf(b) - priorityOf(a));
}

function priorityOf({ catalog }: ChosenBundle): number {
  return catalog.priority ?? 0;
}

/** The versions of a package that a ClusterExtension accepts, in OLM's order of preference. */
function versionsIn(
  { channels, bundles, deprecations = [] }: Package,
  extension: ClusterExtension,
  only?: string,
): Omit<Candidate, 'from' | 'catalog'>[] {
  const wanted = channels.filter(({ name }) => extension.channels.length === 0 || extension.channels.includes(name));
  const names = new Set(wanted.flatMap(({ entries }) => entries.map(({ name }) => name)));
  const deprecated = new Set(deprecations.flatMap(({ schema, name }) => (schema === 'olm.bundle' && name !== undefined ? [name] : [])));
  return [...names]
    .filter((name) => only === undefined || name === only)
    .flatMap((name) => {
      const version = factsOf(bundles.get(name)?.properties ?? []).packages[0]?.version;
      return version && accepts(version, extension.version) ? [{ name, version, isDeprecated: deprecated.has(name) }] : [];
    })
    .sort((a, b) => Number(a.isDeprecated) - Number(b.isDeprecated) || semver.rcompare(a.version, b.version));
}

/**
 * Whether a range accepts a version. OLM v1 reads ranges like Masterminds/semver: commas join comparisons, and a range without a prerelease
 * accepts none.
 */
function accepts(version: semver.SemVer, range: string | undefined): boolean {
  if (range === undefined) return true;
  return range.split('||').some((part) => {
    const terms = part.replace(/([<>=!~^])\s+/g, '$1').split(/[,\s]+/);
    // node-semver has no `!=`; with a partial version, Masterminds excludes all versions that begin with it.
    const [others, left] = [terms.filter((term) => !term.startsWith('!=')), terms.filter((term) => term.startsWith('!='))];
    return semver.satisfies(version, others.join(' ')) && !left.some((term) => semver.satisfies(version, term.slice(2)));
  });
}

function refusal({ source }: ClusterExtension, field: string, complaint: Complaint): UnlocatedProblem {
  return { ...complaint, source, at: ['spec', 'source', 'catalog', field], isAlone: true };
}

/** OLM v1's message about found bundles (resolutionError). @param several `no bundles` or `bundles` */
function found(several: 'no bundles' | 'bundles', { packageName, version, channels }: ClusterExtension): string {
  const matching = version === undefined ? '' : ` matching version "${version}"`;
  const inChannels = channels.length === 0 ? '' : ` in channels [${channels.join(' ')}]`;
  return `${several === 'bundles' ? 'found bundles' : 'no bundles found'} for package "${packageName}"${matching}${inChannels}`;
}

function noVersion(extension: ClusterExtension, offers: readonly Package[]): Complaint {
  const names = [...new Set(offers.flatMap(({ bundles }) => [...bundles.keys()]))];
  return {
    code: 'BUNDLE_NOT_FOUND',
    message: `OLM v1 finds no version: ${found('no bundles', extension)}`,
    found: `${extension.version ?? 'any version'}${extension.channels.length === 0 ? '' : ` in ${extension.channels.join(', ')}`}`,
    expected: `one of ${nearestFew(extension.version ?? '', names).join(', ')}`,
    fix: 'correct the version or the channels, or add the bundle to the input',
  };
}

function noCatalog(extension: ClusterExtension, declared: readonly Catalog[]): Complaint {
  const off = declared.filter((catalog) => catalog.isUnavailable && isSelected(catalog, extension)).map(({ name }) => name);
  return {
    code: 'CATALOG_NOT_FOUND',
    message: `OLM v1 finds no catalog: ${found('no bundles', extension)}`,
    found:
      off.length > 0
        ? `availabilityMode Unavailable of ${off.sort(compareText).join(', ')}`
        : 'a selector that matches no ClusterCatalog of the input',
    expected: 'a ClusterCatalog that is available and has the labels of the selector',
    fix:
      off.length > 0
        ? 'set spec.availabilityMode of the ClusterCatalog to Available, or select another'
        : 'correct the selector, or the labels of the ClusterCatalog',
  };
}

function severalCatalogs(extension: ClusterExtension, catalogs: readonly string[]): Complaint {
  const names = [...catalogs].sort(compareText);
  return {
    code: 'BUNDLE_NOT_FOUND',
    message: `OLM v1 does not choose between catalogs: ${found('bundles', extension)} in multiple catalogs with the same priority [${names.join(' ')}]`,
    found: `the package in ${names.join(' and ')}, with the same priority`,
    expected: 'one ClusterCatalog with the highest priority',
    fix: `set spec.priority of a ClusterCatalog, or select one, such as matchLabels: {olm.operatorframework.io/metadata.name: ${names[0]}}`,
  };
}
