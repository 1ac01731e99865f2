/** Versions of CSVs. */
import semver from 'semver';
import type { ClusterServiceVersion } from './cluster-service-version.js';

/** Whether a CSV has a lower version than another; false if one of the versions cannot be read. */
export function isOlder({ version = '' }: Pick<ClusterServiceVersion, 'version'>, than: Pick<ClusterServiceVersion, 'version'>): boolean {
  const [own, other] = [semver.parse(version), semver.parse(than.version ?? '')];
  return own !== null && other !== null && semver.lt(own, other);
}

/** The name of a CSV without its version: most names have the form `<package>.v<version>`. */
export function withoutVersion(name: string): string {
  return name.replace(/\.v?\d.*$/s, '');
}
