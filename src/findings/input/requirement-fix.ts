/** What to do about requirements that the cluster does not meet. */
import type { BundleOutline } from '../../model/bundle.js';
import type { UnmetRequirement } from '../../rules/requirements.js';
import { packagesOwning } from './packages-at-hand.js';

/** Names the packages at hand that would bring what is missing. */
export function requirementFix(unmet: readonly UnmetRequirement[], bundles: readonly BundleOutline[]): string {
  const packages = [...new Set(unmet.flatMap((requirement) => packagesOwning(requirement, bundles)))];
  const general = 'add what is missing to the input, if the cluster has it';
  return packages.length === 0 ? general : `add a Subscription for the package ${packages.join(' and ')}, which brings it; or ${general}`;
}
