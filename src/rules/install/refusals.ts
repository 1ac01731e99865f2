/** What keeps a bundle from being installed without OLM: all checks run, in this order. Half an installation is never written. */
import type { RegistryV1 } from '../../model/registry-v1.js';
import { apiVersion } from './api-version.js';
import { bindingSubjects } from './binding-subjects.js';
import { conversion } from './conversion.js';
import { crds } from './crds.js';
import { deploymentNames } from './deployment-names.js';
import { manifestKinds } from './manifest-kinds.js';
import type { InstallCheck, Refusal } from './refusal.js';
import { serving } from './serving.js';
import { webhookRules } from './webhook-rules.js';

export const INSTALL_CHECKS: readonly InstallCheck[] = [
  deploymentNames,
  crds,
  serving,
  conversion,
  webhookRules,
  manifestKinds,
  apiVersion,
  bindingSubjects,
];

/** Why a bundle cannot be installed; none for a good one. */
export function installRefusals(bundle: RegistryV1): Refusal[] {
  return INSTALL_CHECKS.flatMap((check) => check(bundle));
}
