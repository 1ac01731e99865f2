/** Deployments of a bundle: one of each name, and names that Kubernetes accepts. */
import { duplicates, sorted, subdomainErrors, type Validator } from './validator.js';

/** OLM v1's CheckDeploymentSpecUniqueness. */
export const deploymentNamesAreUnique: Validator = ({ csv }) =>
  duplicates(csv.deployments.map(({ name }) => name)).map(
    (name) => `cluster service version contains duplicate strategy deployment spec '${name}'`,
  );

/** OLM v1's CheckDeploymentNameIsDNS1123SubDomain. */
export const deploymentNamesAreSubdomains: Validator = ({ csv }) =>
  sorted(csv.deployments.map(({ name }) => name)).flatMap((name) => {
    const errors = subdomainErrors(name);
    return errors.length === 0 ? [] : [`invalid cluster service version strategy deployment name '${name}': ${errors.join(', ')}`];
  });
