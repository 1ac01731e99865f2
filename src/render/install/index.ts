/** Installing an operator without OLM: the list of generators is the table of contents of what OLM makes of a bundle besides roles. */
import { csvReference } from '../../model/finding.js';
import type { Generator } from '../context.js';
import type { Installation, Installed, InstallGenerator, InstallRules } from './context.js';
import {
  apiServices,
  certificates,
  customResourceDefinitions,
  deployments,
  otherManifests,
  services,
  servingBindings,
  webhookConfigurations,
} from './generators.js';

// The objects of all operators that are installed without OLM, each with the CSV that it is installed for.

/** Nothing where OLM runs. */
export const installedObjects: Generator = ({ plan }) =>
  plan
    ? plan.installations.flatMap(({ csv, installation }) =>
        install(installation, plan.rules).map(({ object, field }) => ({
          object,
          owner: csvReference(csv.csv),
          ...(field ? { field } : {}),
        })),
      )
    : [];

export const INSTALL_GENERATORS: readonly InstallGenerator[] = [
  customResourceDefinitions,
  otherManifests,
  servingBindings,
  services,
  certificates,
  deployments,
  apiServices,
  webhookConfigurations,
];

/** What is installed of a bundle, in the order in which an empty cluster takes it. */
export function install(installation: Installation, rules: InstallRules): Installed[] {
  const context = { ...installation, rules };
  return INSTALL_GENERATORS.flatMap((generate) => generate(context));
}
