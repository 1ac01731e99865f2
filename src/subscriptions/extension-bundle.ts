/** Which bundle a ClusterExtension comes to on an empty cluster: the highest version of its channels and its range. */
import semver from 'semver';
import { factsOf } from '../dependencies/facts.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Package } from '../model/catalog.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { nearest } from '../model/nearest.js';
import { bundleContent, type Folders } from './bundle-content.js';

type Complaint = Omit<UnlocatedProblem, 'source' | 'at'>;

/**
 * The ClusterExtension with its bundle, or with the problem that it has none. One whose package is not at hand is not known.
 *
 * @param packages of all catalogs and folders
 * @param unread names of packages of folders that were not read
 */
export function withBundle(
  extension: ClusterExtension,
  packages: readonly Package[],
  unread: readonly string[],
  folders: Folders,
): ClusterExtension {
  const { packageName, source } = extension;
  const refusal = (field: string, complaint: Complaint): UnlocatedProblem => ({
    ...complaint,
    source,
    at: ['spec', 'source', 'catalog', field],
  });
  const offers = packages.filter(({ name }) => name === packageName);
  if (offers.length === 0) {
    const likely = nearest(packageName, [...packages.map(({ name }) => name), ...unread]);
    return { ...extension, isUnknown: true, ...(likely === undefined ? {} : { nearest: likely }) };
  }
  const highest = highestVersion(extension, offers);
  if (!highest) {
    const problem = refusal(extension.version === undefined ? 'channels' : 'version', {
      code: 'BUNDLE_NOT_FOUND',
      message: `the package ${packageName} has no such version`,
      found: `${extension.version ?? 'any version'}${extension.channels.length === 0 ? '' : ` in ${extension.channels.join(', ')}`}`,
      expected: `one of ${offers.flatMap(({ bundles }) => [...bundles.keys()]).join(', ')}`,
      fix: 'correct the version or the channels, or add the bundle to the input',
    });
    return { ...extension, problems: [problem] };
  }
  const { bundle, problems } = bundleContent(highest.name, highest.from, folders);
  if (bundle) return { ...extension, bundle };
  if (problems.length > 0 || folders.names.has(highest.name)) return { ...extension, problems };
  const problem = refusal('packageName', {
    code: 'BUNDLE_CONTENT_MISSING',
    message: `the catalog describes ${highest.name} but does not hold its manifests`,
    found: 'no olm.bundle.object with a ClusterServiceVersion',
    expected: 'the manifests of the bundle',
    fix: 'copy manifests/ and metadata/ of its image into a folder of the input',
  });
  return { ...extension, problems: [problem] };
}

/**
 * The highest version of its package that a ClusterExtension accepts.
 *
 * @param only the name of the only bundle that counts
 */
export function highestVersion(
  extension: ClusterExtension,
  packages: readonly Package[],
  only?: string,
): { readonly name: string; readonly from: Package } | undefined {
  return packages
    .filter(({ name }) => name === extension.packageName)
    .flatMap((from) => versionsIn(from, extension).map((version) => ({ ...version, from })))
    .filter(({ name }) => only === undefined || name === only)
    .toSorted((a, b) => semver.rcompare(a.version, b.version))[0];
}

/** The versions of a package that a ClusterExtension accepts. */
function versionsIn({ channels, bundles }: Package, extension: ClusterExtension): { name: string; version: semver.SemVer }[] {
  const wanted = channels.filter(({ name }) => extension.channels.length === 0 || extension.channels.includes(name));
  const names = new Set(wanted.flatMap(({ entries }) => entries.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    const version = factsOf(bundles.get(name)?.properties ?? []).packages[0]?.version;
    return version && accepts(version, extension.version) ? [{ name, version }] : [];
  });
}

/** OLM v1 reads ranges as Masterminds/semver does: commas join comparisons, and a range without a prerelease takes none. */
function accepts(version: semver.SemVer, range: string | undefined): boolean {
  return range === undefined || semver.satisfies(version, range.replaceAll(',', ' '));
}
