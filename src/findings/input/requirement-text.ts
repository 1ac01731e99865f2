/** The wording of what OLM waits for before it installs a CSV. */
import type { UnmetRequirement } from '../../rules/requirements.js';
import { listed } from '../../wording/phrases.js';

/** One missing thing, as part of a sentence. */
export function requirementText(requirement: UnmetRequirement): string {
  switch (requirement.kind) {
    case 'CustomResourceDefinition':
      return `the CRD ${requirement.name} in version ${requirement.version}`;
    case 'APIService':
      return `the APIService ${requirement.name}`;
    case 'API':
      return `the API ${requirement.name}`;
    case 'Deployment':
      return requirement.name === ''
        ? 'the Deployment of its APIService, which spec.apiservicedefinitions does not contain'
        : `the Deployment ${requirement.name} of its APIService, which spec.install does not contain`;
    case 'KubeVersion':
      return `Kubernetes ${requirement.minimum} (the cluster has ${requirement.actual})`;
    case 'Permissions':
      return 'its Roles, which the API server refuses because the name of the CSV is too long';
  }
}

/** Of what nothing at hand brings, and operators that are not known may. */
export function perhapsText(packages: readonly string[]): string {
  return `nothing at hand provides; ${listed(packages, 'operators')}, which ${packages.length === 1 ? 'is' : 'are'} not known, perhaps ${packages.length === 1 ? 'provides' : 'provide'}`;
}
