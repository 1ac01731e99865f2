/** What a CSV brings that others may depend on: its properties, as OLM's resolver sees them. */
import type { BundleDependency, BundleOutline } from '../../model/bundle.js';
import { type ClusterServiceVersion, clusterServiceVersion } from '../../model/cluster-service-version.js';
import { clusterServiceVersionSchema } from '../../model/schemas.js';
import { providedApis } from '../provided-apis.js';

/** An operator that a dependency may be met by. */
export interface Provider {
  readonly name: string;
  /** Absent when nothing says which package the CSV is of. */
  readonly packageName?: string;
  readonly version?: string;
  /** `olm.package`, `olm.gvk` and whatever else the operator says of itself. */
  readonly properties: readonly BundleDependency[];
}

/** Properties that OLM wrote on the CSV when it installed it. */
const INSTALLED_PROPERTIES = 'operatorframework.io/properties';
/** Properties that the author wrote. */
const OWN_PROPERTIES = 'olm.properties';

/** A CSV that is there, or what is known of the bundle that would bring it. */
export function providerOf(csv: Omit<ClusterServiceVersion, 'bundle'> & { readonly bundle?: BundleOutline }): Provider {
  const installed = propertiesIn(csv.annotations[INSTALLED_PROPERTIES]);
  const own = installed.find(({ type }) => type === 'olm.package')?.value as { packageName?: unknown; version?: unknown } | undefined;
  const packageName = csv.bundle?.packageName ?? text(own?.packageName);
  const version = csv.bundle?.version ?? text(own?.version) ?? text((csv.manifest.spec as { version?: unknown }).version);
  return {
    name: csv.name,
    ...(packageName === undefined ? {} : { packageName }),
    ...(version === undefined ? {} : { version }),
    properties: [
      ...(packageName === undefined ? [] : [{ type: 'olm.package', value: { packageName, version: version ?? '' } }]),
      ...providedApis(csv).map(({ group, version: apiVersion, kind }) => ({
        type: 'olm.gvk',
        value: { group, version: apiVersion, kind },
      })),
      ...propertiesIn(csv.annotations[OWN_PROPERTIES]),
      ...installed.filter(({ type }) => type !== 'olm.package' && type !== 'olm.gvk'),
    ],
  };
}

/** A bundle that could be installed; nothing for one whose CSV cannot be read. */
export function bundleProvider(bundle: BundleOutline): Provider | undefined {
  const { success, data } = clusterServiceVersionSchema.safeParse(bundle.csv);
  return success ? providerOf({ ...clusterServiceVersion(data), bundle }) : undefined;
}

/** A list of properties, or an object that holds one; of anything else, none. */
function propertiesIn(json: string | undefined): BundleDependency[] {
  if (json === undefined) return [];
  try {
    const value = JSON.parse(json) as unknown;
    const list = Array.isArray(value) ? value : (value as { properties?: unknown } | null)?.properties;
    return Array.isArray(list) ? list.filter(isProperty) : [];
  } catch {
    return [];
  }
}

function isProperty(value: unknown): value is BundleDependency {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string' && 'value' in value;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
