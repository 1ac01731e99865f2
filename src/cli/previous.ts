/** `check --previous`: what OLM v1 has against the step from an older state to this one, CRD by CRD. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { isError, type Leniency, type Problem } from '../manifest/problem.js';
import { isWhole } from '../model/bundle.js';
import { type RefusedUpgrade, refusedUpgrades } from '../rules/crd-upgrade/ranked.js';
import { type Input, readInput } from '../source/read-input.js';
import { givenObjects, isSecretOrCrd } from '../state/given-objects.js';

/** Reads the older state and compares. Bundles that nothing installs count there, as it has served its time. */
export function upgradesFrom(
  previous: string,
  input: Input,
  leniency: Leniency,
): { readonly problems: readonly Problem[]; readonly refused: readonly RefusedUpgrade[] } {
  const older = readInput([previous], { ...leniency, everyBundle: true });
  const problems = older.problems.filter(({ code }) => code !== 'NO_MANIFESTS');
  if (problems.some(isError)) return { problems, refused: [] };
  const before = [
    ...older.cluster.bundles.filter(isWhole).flatMap(({ customResourceDefinitions }) => customResourceDefinitions),
    ...crdsOf(older),
  ];
  return { problems, refused: refusedUpgrades(before, crdsOf(input)) };
}

/** What the input gives itself, or what the bundles of its CSVs bring. */
function crdsOf({ cluster, documents }: Input): KubernetesObject[] {
  const crds = [
    ...cluster.clusterServiceVersions.flatMap(({ bundle }) => bundle?.customResourceDefinitions ?? []),
    ...givenObjects(documents).filter((object) => object.kind === 'CustomResourceDefinition' && isSecretOrCrd(object)),
  ];
  return [...new Map(crds.map((crd) => [crd.metadata.name, crd])).values()];
}
