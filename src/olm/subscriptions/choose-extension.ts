/**
 * Chooses the bundle of a ClusterExtension: the first one on a new cluster, a successor where one is installed (operator-controller's
 * internal/operator-controller/resolve/catalog.go).
 */

import semver from 'semver';
import { matchesSelector, selectorMistakes } from '../../base/kubernetes/label-selector.js';
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import { DEFAULT_CLUSTER_CATALOGS, undeclaredClusterCatalog } from '../catalog/catalog-source.js';
import type { Catalog, ChannelEntry, Package } from '../model/catalog.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { isClusterCatalog, statedVersion } from '../model/find-catalog.js';
import { isAcceptedVersion, parseConstraint } from '../model/version-constraint.js';
import { parseRange, parseVersion, type VersionRange } from '../model/version-range.js';
import type { ChosenBundle, ExtensionChoice, ExtensionOffers, ExtensionWay } from './extension-choice.js';
import { dependency, invalidRange, invalidSelector, noCatalog, noPackage, noVersion, severalCatalogs } from './extension-refusals.js';

/** Follows the choices of a ClusterExtension until one stays. */
export function extensionWay(extension: ClusterExtension, offers: ExtensionOffers): ExtensionWay {
  const first = chooseBundle(extension, offers);
  if (!isChosen(first)) return { first, via: [], ...(first !== 'unknown' ? { problem: first.problem } : {}) };
  const steps = [first];
  // Without an installed bundle or with any version allowed, the first choice is the highest version, and stays.
  const isStepwise = extension.installed !== undefined && !extension.isSelfCertified;
  for (let last = first; isStepwise; ) {
    const next = chooseBundle({ ...extension, installed: last }, offers);
    if (next === 'unknown' || ('name' in next && steps.some(({ name }) => name === next.name))) break;
    if ('problem' in next) return { ...wayTo(first, steps), problem: next.problem };
    steps.push(next);
    last = next;
  }
  return wayTo(first, steps);
}

function wayTo(first: ChosenBundle, steps: readonly ChosenBundle[]): ExtensionWay {
  const end = steps.at(-1);
  return { first, ...(end ? { end } : {}), via: steps.slice(0, -1).map(({ name }) => name) };
}

/** Whether a choice is a bundle. */
export function isChosen(choice: ExtensionChoice): choice is ChosenBundle {
  return choice !== 'unknown' && 'name' in choice;
}

/**
 * The bundle that OLM v1 chooses: among the available catalogs that match the selector, the one with the highest priority; in it,
 * the highest version that is not deprecated.
 *
 * @param only the name of the only bundle that counts
 */
export function chooseBundle(extension: ClusterExtension, offers: ExtensionOffers, only?: string): ExtensionChoice {
  const { catalogs, folders } = offers;
  const wanted = constraintOf(extension);
  if ('problem' in wanted) return wanted;
  const declared = catalogs.filter(isClusterCatalog);
  const selected = declared.filter((catalog) => isSelected(catalog, extension) && !catalog.isUnavailable);
  const isOpen = declared.length === 0 || mayBeElsewhere(extension, declared, offers);
  if (selected.length === 0 && !isOpen) return { problem: noCatalog(extension, withSelected(declared, extension)) };
  const inCatalogs = offering(extension, selected);
  // Packages without a known catalog: they replace an unavailable catalog.
  const nameless: Catalog = { namespace: '', name: '', packages: folders, known: true };
  const standIns = [...catalogs.filter((catalog) => !isClusterCatalog(catalog)), nameless];
  const all = inCatalogs.length > 0 ? inCatalogs : offering(extension, standIns);
  const isRead = selected.every(({ isWhole, isReduced, strayProblems }) => isWhole && !isReduced && !strayProblems);
  if (all.length === 0) return isOpen || !isRead ? 'unknown' : { problem: noPackage(extension, selected) };
  // A blob that cannot be read is reported at its place.
  if (all.some(({ from }) => from.isUnreadable)) return 'unknown';
  const candidates = notDeprecated(
    all.flatMap(({ catalog, from }) =>
      versionsIn(from, extension, { range: wanted.range, only })
        .slice(0, 1)
        .map((version) => ({ ...version, from, catalog })),
    ),
  );
  if (inCatalogs.length > 0 && mayBeOutranked(candidates, selected, extension)) return 'unknown';
  const [first, second] = candidates.toSorted(inCatalogs.length > 0 ? (a, b) => priorityOf(b) - priorityOf(a) : highestVersion);
  if (!first) {
    const packages = all.map(({ from }) => from);
    return { problem: noVersion(extension, packages, [...new Set(packages.flatMap((from) => successorsIn(from, extension)))]) };
  }
  if (inCatalogs.length > 0 && second && priorityOf(first) === priorityOf(second)) {
    const rivals = candidates.filter((one) => priorityOf(one) === priorityOf(first)).map(({ catalog }) => catalog.name);
    return { problem: severalCatalogs(extension, rivals) };
  }
  const needed = first.from.bundles.get(first.name)?.properties.find(({ type }) => UNSUPPORTED.has(type));
  return needed ? { problem: dependency(extension, first.name, needed.type) } : first;
}

/** Properties of a bundle that OLM v1 refuses (operator-controller's resolve.NoDependencyValidation). */
const UNSUPPORTED: ReadonlySet<string> = new Set(['olm.package.required', 'olm.gvk.required', 'olm.constraint']);

/** The range of an extension, or its problem: also that of its selector, which OLM v1 reads first. */
function constraintOf(extension: ClusterExtension): { readonly range?: VersionRange } | { readonly problem: UnlocatedProblem } {
  const { selector, version } = extension;
  const [mistake] = selector ? selectorMistakes(selector) : [];
  if (mistake !== undefined) return { problem: invalidSelector(extension, mistake) };
  if (version === undefined) return {};
  const parsed = parseConstraint(version);
  if ('error' in parsed) return { problem: invalidRange(extension, parsed.error) };
  return isAcceptedVersion(version) ? { range: parsed.range } : { problem: invalidRange(extension) };
}

interface Candidate extends ChosenBundle {
  readonly parsed: semver.SemVer;
  readonly isDeprecated: boolean;
}

function offering({ packageName }: ClusterExtension, catalogs: readonly Catalog[]): { catalog: Catalog; from: Package }[] {
  return catalogs.flatMap((catalog) => catalog.packages.filter(({ name }) => name === packageName).map((from) => ({ catalog, from })));
}

function isSelected({ labels = {} }: Catalog, { selector }: ClusterExtension): boolean {
  return !selector || matchesSelector(selector, labels);
}

function withSelected(declared: readonly Catalog[], extension: ClusterExtension): (Catalog & { readonly isSelected: boolean })[] {
  return declared.map((catalog) => ({ ...catalog, isSelected: isSelected(catalog, extension) }));
}

/**
 * Whether an extension can come from a catalog that is not in the input: a default one of the platform that its selector matches, or any
 * where the input is not all of the cluster.
 */
function mayBeElsewhere(extension: ClusterExtension, declared: readonly Catalog[], { isOpen = false }: ExtensionOffers): boolean {
  if (!extension.selector) return isOpen;
  const names = new Set(declared.map(({ name }) => name));
  return [...DEFAULT_CLUSTER_CATALOGS.keys()].some((name) => !names.has(name) && isSelected(undeclaredClusterCatalog(name), extension));
}

/** The candidates that are not deprecated, if there are any: OLM drops deprecated ones before it compares priorities. */
function notDeprecated(candidates: readonly Candidate[]): readonly Candidate[] {
  const fresh = candidates.filter(({ isDeprecated }) => !isDeprecated);
  return fresh.length > 0 ? fresh : candidates;
}

function priorityOf({ catalog }: Pick<ChosenBundle, 'catalog'>): number {
  return catalog.priority ?? 0;
}

/**
 * Whether a catalog that is not at hand can have the bundle that OLM v1 takes: it has at least the priority of the one that is at hand, or
 * that one is deprecated, which counts before the priority (the end of Resolve in operator-controller's resolve/catalog.go).
 */
function mayBeOutranked(candidates: readonly Candidate[], selected: readonly Catalog[], { packageName }: ClusterExtension): boolean {
  const best = Math.max(...candidates.filter(({ isDeprecated }) => !isDeprecated).map(priorityOf));
  return selected.some(
    (catalog) =>
      (!catalog.known || catalog.isReduced || catalog.strayProblems) &&
      !catalog.packages.some(({ name }) => name === packageName) &&
      !(priorityOf({ catalog }) < best),
  );
}

/** The versions of a package that a ClusterExtension accepts, in OLM's order of preference. */
function versionsIn(
  from: Package,
  extension: ClusterExtension,
  { range, only }: { readonly range?: VersionRange | undefined; readonly only?: string | undefined },
): Omit<Candidate, 'from' | 'catalog'>[] {
  const { bundles, deprecations = [] } = from;
  const entries = new Set(channelsFor(from, extension).flatMap((channel) => channel.entries.map(({ name }) => name)));
  // Without channels, a bundle counts that is in none.
  const names = [...bundles.keys()].filter((name) => extension.channels.length === 0 || entries.has(name));
  const deprecated = new Set(deprecations.flatMap(({ schema, name }) => (schema === 'olm.bundle' && name !== undefined ? [name] : [])));
  const successors = extension.installed && !extension.isSelfCertified ? new Set(successorsIn(from, extension)) : undefined;
  return names
    .filter((name) => (only === undefined || name === only) && (!successors || successors.has(name)))
    .flatMap((name) => {
      const version = statedVersion(bundles.get(name));
      const parsed = version === undefined ? undefined : parseVersion(version);
      if (version === undefined || !parsed || (range && !range(parsed))) return [];
      return [{ name, version, parsed, isDeprecated: deprecated.has(name) }];
    })
    .sort((a, b) => Number(a.isDeprecated) - Number(b.isDeprecated) || highestVersion(a, b));
}

function channelsFor({ channels }: Package, { channels: asked }: ClusterExtension): Package['channels'] {
  return channels.filter(({ name }) => asked.length === 0 || asked.includes(name));
}

/**
 * The bundles that OLM v1 allows after the installed one: those with an edge from it in one of the requested channels, and those with its
 * version (operator-controller's filter.SuccessorsOf; the filter of channels changes the list that the edges are read from).
 */
function successorsIn(from: Package, extension: ClusterExtension): string[] {
  const { installed } = extension;
  const version = installed && parseVersion(installed.version);
  if (!installed || !version) return [];
  const entries = channelsFor(from, extension).flatMap((channel) => channel.entries);
  const same = [...from.bundles].flatMap(([name, bundle]) => {
    const parsed = parseVersion(statedVersion(bundle) ?? '');
    return parsed && compareReleases(parsed, version) === 0 ? [name] : [];
  });
  return [...entries.filter((entry) => follows(entry, installed.name, version)).map(({ name }) => name), ...same];
}

function follows({ replaces, skips, skipRange }: ChannelEntry, name: string, version: semver.SemVer): boolean {
  if (replaces === name || skips.includes(name)) return true;
  const skipped = skipRange === undefined ? undefined : parseRange(skipRange);
  return skipped !== undefined && 'range' in skipped && skipped.range(version);
}

function highestVersion(a: Pick<Candidate, 'parsed'>, b: Pick<Candidate, 'parsed'>): number {
  return compareReleases(b.parsed, a.parsed);
}

/** Build metadata is the release of a bundle where it has the form of one (operator-registry's model.VersionRelease). */
function compareReleases(a: semver.SemVer, b: semver.SemVer): number {
  const [first, second] = [a, b].map(({ build }) => semver.parse(build.length === 0 ? '0.0.0' : `0.0.0-${build.join('.')}`));
  const [isFirst, isSecond] = [first, second].map((release) => Number((release?.prerelease.length ?? 0) > 0));
  const order = semver.compare(a, b) || (isFirst ?? 0) - (isSecond ?? 0);
  return order !== 0 || !first || !second ? order : semver.compare(first, second);
}
