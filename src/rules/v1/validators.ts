/** What OLM v1 asks of a bundle before it renders it: all validators run, in this order (operator-controller's registryv1.BundleValidator). */
import { conversionIsForAllNamespaces, conversionIsUnique, convertedCrdsAreOwned } from './conversion-webhooks.js';
import { crdNamesAreUnique, ownedCrdsAreThere } from './custom-resource-definitions.js';
import { deploymentNamesAreSubdomains, deploymentNamesAreUnique } from './deployments.js';
import { manifestKindsAreSupported } from './manifests.js';
import { packageNameIsThere } from './package-name.js';
import type { Validator } from './validator.js';
import { webhookRulesAreAllowed } from './webhook-rules.js';
import { webhookDeploymentsAreThere, webhookNamesAreSubdomains, webhookNamesAreUnique } from './webhooks.js';

export const VALIDATORS: readonly Validator[] = [
  deploymentNamesAreUnique,
  deploymentNamesAreSubdomains,
  crdNamesAreUnique,
  ownedCrdsAreThere,
  packageNameIsThere,
  conversionIsForAllNamespaces,
  webhookDeploymentsAreThere,
  webhookNamesAreUnique,
  webhookNamesAreSubdomains,
  conversionIsUnique,
  convertedCrdsAreOwned,
  webhookRulesAreAllowed,
  manifestKindsAreSupported,
];
