/** The CRDs of a bundle: one of each name, of a version that clusters still serve, and all that the CSV says it owns. */
import { type InstallCheck, type Refusal, repeated } from './refusal.js';

const SERVED = 'apiextensions.k8s.io/v1';

export const crds: InstallCheck = ({ csv, customResourceDefinitions }) => {
  const there = new Set(customResourceDefinitions.map(({ metadata }) => metadata.name));
  return [
    ...repeated(customResourceDefinitions, ({ metadata }) => metadata.name).map(
      ([, manifest]): Refusal => ({
        code: 'INVALID_BUNDLE',
        message: 'the bundle has two CRDs of one name',
        found: manifest.metadata.name,
        expected: 'each CRD once',
        fix: 'remove one of them from the bundle',
        manifest,
        at: ['metadata', 'name'],
      }),
    ),
    ...customResourceDefinitions
      .filter(({ apiVersion }) => apiVersion !== SERVED)
      .map(
        (manifest): Refusal => ({
          code: 'UNSUPPORTED_VERSION',
          message: 'no cluster since Kubernetes 1.22 takes a CRD of this version',
          found: manifest.apiVersion,
          expected: SERVED,
          fix: 'install a newer version of the operator, or rewrite the CRD: its schema moves into each of spec.versions',
          manifest,
          at: ['apiVersion'],
        }),
      ),
    ...[...csv.ownedCRDs.entries()]
      .filter(([, { name }]) => !there.has(name))
      .map(
        ([index, { name }]): Refusal => ({
          code: 'INVALID_BUNDLE',
          message: 'the CSV owns a CRD that the bundle does not have',
          found: name,
          expected: customResourceDefinitions.length === 0 ? 'a CRD of the bundle; it has none' : `one of ${[...there].join(', ')}`,
          fix: 'give the whole bundle, with the CRDs in its folder manifests/',
          at: ['spec', 'customresourcedefinitions', 'owned', index, 'name'],
        }),
      ),
  ];
};
