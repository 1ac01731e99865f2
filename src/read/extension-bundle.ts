/** Which bundle a ClusterExtension comes to on an empty cluster: the highest version of its channels and its range. */
import semver from 'semver';
import type { Package } from '../catalog/package.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { nearestFew } from '../model/nearest.js';
import type { Offers } from './bundle-content.js';
import { decodeBundle } from './decode-bundle.js';

type Complaint = Omit<UnlocatedProblem, 'source' | 'at'>;

/** The ClusterExtension with its bundle, or with the problem that it has none. */
export function withBundle(extension: ClusterExtension, { packages, unread, manifestsOf }: Offers): ClusterExtension {
  const { packageName, source } = extension;
  const refuse = (field: string, complaint: Complaint): ClusterExtension => ({
    ...extension,
    problems: [{ ...complaint, source, at: ['spec', 'source', 'catalog', field] }],
  });
  const offers = packages.filter(({ name }) => name === packageName);
  if (offers.length === 0) {
    const names = [...new Set([...packages.map(({ name }) => name), ...unread])];
    return refuse('packageName', {
      code: 'PACKAGE_NOT_FOUND',
      message: `no bundle of the package ${packageName} is in the input`,
      found: packageName,
      expected: names.length === 0 ? 'a bundle folder or a catalog' : `one of ${nearestFew(packageName, names).join(', ')}`,
      fix: "correct the name, or add the operator's bundle folder (manifests/ beside metadata/annotations.yaml) or catalog to the input",
    });
  }
  const found = offers.flatMap((from) => versionsIn(from, extension).map((version) => ({ ...version, from })));
  const [highest] = found.toSorted((a, b) => semver.rcompare(a.version, b.version));
  if (!highest) {
    return refuse(extension.version === undefined ? 'channels' : 'version', {
      code: 'BUNDLE_NOT_FOUND',
      message: `the package ${packageName} has no such version`,
      found: `${extension.version ?? 'any version'}${extension.channels.length === 0 ? '' : ` in ${extension.channels.join(', ')}`}`,
      expected: `one of ${offers.flatMap(({ bundles }) => [...bundles.keys()]).join(', ')}`,
      fix: 'correct the version or the channels, or add the bundle to the input',
    });
  }
  const offered = highest.from.bundles.get(highest.name);
  const { bundle, problems } = !offered || 'csv' in offered ? { problems: [] } : decodeBundle(offered, highest.from);
  const readable: Bundle | undefined = bundle ?? manifestsOf(highest.name);
  if (readable && problems.length === 0) return { ...extension, bundle: readable };
  if (problems.length > 0) return { ...extension, problems };
  return refuse('packageName', {
    code: 'BUNDLE_CONTENT_MISSING',
    message: `the catalog describes ${highest.name} but does not hold its manifests`,
    found: 'no olm.bundle.object with a ClusterServiceVersion',
    expected: 'the manifests of the bundle',
    fix: 'copy manifests/ and metadata/ of its image into a folder of the input',
  });
}

/** The versions of a package that a ClusterExtension accepts. */
function versionsIn({ channels, bundles }: Package, extension: ClusterExtension): { name: string; version: semver.SemVer }[] {
  const wanted = channels.filter(({ name }) => extension.channels.length === 0 || extension.channels.includes(name));
  const names = new Set(wanted.flatMap(({ entries }) => entries.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    const entry = wanted.flatMap(({ entries }) => entries).find((candidate) => candidate.name === name && candidate.version !== undefined);
    const bundle = bundles.get(name);
    const version = semver.parse(entry?.version ?? (bundle && 'csv' in bundle ? bundle.version : undefined));
    return version && accepts(version, extension.version) ? [{ name, version }] : [];
  });
}

/** OLM v1 reads ranges as Masterminds/semver does: commas join comparisons, and a range without a prerelease takes none. */
function accepts(version: semver.SemVer, range: string | undefined): boolean {
  return range === undefined || semver.satisfies(version, range.replaceAll(',', ' '));
}
