/** Settings for an operator's Deployments: `spec.config` of a Subscription, `deploymentConfig` of a ClusterExtension. */
import type { EnvVar, Volume, VolumeMount } from '../../base/kubernetes/deployment.js';
import type { Misfit } from '../../base/kubernetes/typed/misfit.js';
import { typed } from '../../base/kubernetes/typed/typed.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { isMapping } from '../../base/manifest/plain-data.js';

/** Settings for Deployments. An absent field changes nothing. */
export interface DeploymentConfig {
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly unknown[];
  readonly volumes?: readonly Volume[];
  readonly volumeMounts?: readonly VolumeMount[];
  readonly tolerations?: readonly unknown[];
  /** The resources of every container; replaces existing ones, even if empty. */
  readonly resources?: Readonly<Record<string, unknown>>;
  /** Replaces the node selector of the Pod, even if empty. */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: Readonly<Record<string, unknown>>;
  /** The parts of `affinity` that were written as `{}`: OLM v0 distinguishes them from parts with empty lists. */
  readonly emptyAffinityParts?: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Reads settings as written. Leaves out `selector`, which neither generation of OLM reads.
 *
 * @param at the path of the settings, for the misfits
 */
export function deploymentConfig(
  raw: unknown,
  at: FieldPath = [],
): { readonly config: DeploymentConfig; readonly misfits: readonly Misfit[] } {
  const { value, misfits } = typed<DeploymentConfig & { selector?: unknown }>('SubscriptionConfig', raw ?? {}, at);
  const { selector: _, ...config } = value;
  const affinity = isMapping(raw) && isMapping(raw.affinity) ? raw.affinity : {};
  const emptyAffinityParts = Object.keys(affinity).filter((part) => isMapping(affinity[part]) && Object.keys(affinity[part]).length === 0);
  return { config: { ...config, ...(emptyAffinityParts.length > 0 ? { emptyAffinityParts } : {}) }, misfits };
}
