/** Installing an operator without OLM: the list of generators is the table of contents of what OLM makes of a bundle besides roles. */
import { apiServices } from './api-services.js';
import { certificates } from './certificates.js';
import type { Installation, Installed, InstallGenerator, InstallRules } from './context.js';
import { customResourceDefinitions } from './custom-resource-definitions.js';
import { deployments } from './deployments.js';
import { otherManifests } from './other-manifests.js';
import { services } from './services.js';
import { servingBindings } from './serving-bindings.js';
import { webhookConfigurations } from './webhook-configurations.js';

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
