/** Which packages of the input would bring what is missing. */

import type { CelBudget } from '../../dependencies/cel-rule.js';
import type { Predicate } from '../../dependencies/predicate.js';
import { bundleProvider } from '../../dependencies/provider.js';
import { compareText } from '../../kubernetes/object.js';
import type { BundleOutline } from '../../model/bundle.js';
import { clusterServiceVersionSchema } from '../../model/schemas.js';
import type { UnmetRequirement } from '../../rules/requirements.js';

/** The packages with a bundle that meets a dependency, by name. */
export function packagesMeeting(dependency: Predicate, bundles: readonly BundleOutline[], budget: CelBudget): string[] {
  return packagesOf(bundles, (bundle) => dependency.test(bundleProvider(bundle), budget));
}

/**
 * The packages with a bundle that owns a CRD or APIService which a CSV waits for, by name.
 *
 * @example
 * packagesOwning({ kind: 'CustomResourceDefinition', name: 'etcds.example.com', version: 'v1' }, cluster.bundles) // ['etcd']
 */
export function packagesOwning(requirement: UnmetRequirement, bundles: readonly BundleOutline[]): string[] {
  return packagesOf(bundles, ({ csv }) => {
    if (!clusterServiceVersionSchema.safeParse(csv).success) return false;
    const { customresourcedefinitions: crds, apiservicedefinitions: services } = (csv.spec ?? {}) as OwningSpec;
    switch (requirement.kind) {
      case 'CustomResourceDefinition':
        return (crds?.owned ?? []).some(({ name, version }) => name === requirement.name && version === requirement.version);
      case 'APIService':
        return (services?.owned ?? []).some(({ version, group }) => `${version}.${group}` === requirement.name);
      default:
        return false;
    }
  });
}

/** What a CSV that passed its schema says of what it owns. */
interface OwningSpec {
  readonly customresourcedefinitions?: { readonly owned?: readonly { name: string; version: string }[] | null } | null;
  readonly apiservicedefinitions?: { readonly owned?: readonly { group: string; version: string }[] | null } | null;
}

function packagesOf(bundles: readonly BundleOutline[], brings: (bundle: BundleOutline) => boolean): string[] {
  const names = bundles.flatMap((bundle) => (bundle.packageName !== undefined && brings(bundle) ? [bundle.packageName] : []));
  return [...new Set(names)].sort(compareText);
}
