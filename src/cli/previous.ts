/** `check --previous`: what OLM v1 has against the step from an older state to this one, CRD by CRD. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { isError, type Leniency, type Problem } from '../manifest/problem.js';
import { isWhole } from '../model/bundle.js';
import { type RefusedUpgrade, refusedUpgrades } from '../rules/crd-upgrade/crd-upgrade.js';
import { type Input, readInput } from '../source/read-input.js';
import { givenObjects, isSecretOrCrd } from '../state/given-objects.js';

/**
 * Reads the older state and compares. Bundles that nothing installs count there, as it has served its time, and in the
 * input where it installs none at all: then two versions of a bundle, or CRDs alone, are compared.
 */
export function upgradesFrom(
  previous: string,
  input: Input,
  leniency: Leniency,
): { readonly problems: readonly Problem[]; readonly refused: readonly RefusedUpgrade[]; readonly compared: number } {
  const older = readInput([previous], { ...leniency, everyBundle: true });
  const problems = older.problems.filter((problem) => !installsNothing(problem));
  if (problems.some(isError)) return { problems, refused: [], compared: 0 };
  const after = input.problems.some(installsNothing) ? [...bundledCrds(input), ...crdsOf(input)] : crdsOf(input);
  const before = [...bundledCrds(older), ...crdsOf(older)];
  const known = new Set(before.map(({ metadata }) => metadata.name));
  return { problems, refused: refusedUpgrades(before, after), compared: after.filter(({ metadata }) => known.has(metadata.name)).length };
}

/** Whether the input is not one of a cluster. */
export function installsNothing({ code }: Problem): boolean {
  return code === 'NO_MANIFESTS';
}

function bundledCrds({ cluster }: Input): KubernetesObject[] {
  return cluster.bundles.filter(isWhole).flatMap(({ customResourceDefinitions }) => customResourceDefinitions);
}

/** What the input gives itself, or what the bundles of its CSVs bring. */
function crdsOf({ cluster, documents }: Input): KubernetesObject[] {
  const crds = [
    ...cluster.clusterServiceVersions.flatMap(({ bundle }) => bundle?.customResourceDefinitions ?? []),
    ...givenObjects(documents).filter((object) => object.kind === 'CustomResourceDefinition' && isSecretOrCrd(object)),
  ];
  return [...new Map(crds.map((crd) => [crd.metadata.name, crd])).values()];
}
