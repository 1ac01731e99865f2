/** CRDs of a bundle: one of each name, and all that the CSV says it owns. */
import type { RegistryV1 } from '../../model/registry-v1.js';
import { duplicates, sorted, type Validator } from './validator.js';

function crdNames({ customResourceDefinitions }: RegistryV1): string[] {
  return customResourceDefinitions.map(({ metadata }) => metadata.name);
}

/** OLM v1's CheckCRDResourceUniqueness. */
export const crdNamesAreUnique: Validator = (bundle) =>
  duplicates(crdNames(bundle)).map((name) => `bundle contains duplicate custom resource definition '${name}'`);

/** OLM v1's CheckOwnedCRDExistence. */
export const ownedCrdsAreThere: Validator = (bundle) => {
  const there = new Set(crdNames(bundle));
  return sorted(bundle.csv.ownedCRDs.map(({ name }) => name).filter((name) => !there.has(name))).map(
    (name) => `cluster service definition references owned custom resource definition '${name}' not found in bundle`,
  );
};
