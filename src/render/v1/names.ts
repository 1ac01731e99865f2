/** Names in OLM v1 (operator-controller's util.ObjectNameForBaseAndSuffix, hashutil.DeepHashObject and render.CertProvisionerFor). */
import { createHash } from 'node:crypto';
import { goJson } from '../../kubernetes/go-json.js';
import type { StrategyPermission } from '../../model/registry-v1.js';

const MAX_LENGTH = 63;

/** `<base>-<suffix>`, the base cut where it is too long. OLM does not count the `-`, so a name may have 64 characters. */
export function shortened(base: string, suffix: string): string {
  const cut = base.length + suffix.length > MAX_LENGTH ? base.slice(0, MAX_LENGTH - suffix.length - 1) : base;
  return `${cut}-${suffix}`;
}

/** The account that an empty name means. */
export function accountOf({ serviceAccountName }: StrategyPermission): string {
  return serviceAccountName || 'default';
}

/** The name of the role and binding of an entry of `permissions` or `clusterPermissions`: its account and rules are hashed. */
export function permissionName(csv: string, permission: StrategyPermission): string {
  return shortened(`${csv}-${accountOf(permission)}`, base36Sha224(`${goJson(permission, 'StrategyDeploymentPermissions')}\n`));
}

/** SHA-224 of a text as a base-36 number. */
function base36Sha224(text: string): string {
  return BigInt(`0x${createHash('sha224').update(text, 'utf8').digest('hex')}`).toString(36);
}

/** The Service of a Deployment; Services have no dots in their names. */
export function servingServiceName(deployment: string): string {
  return shortened(deployment.replaceAll('.', '-'), 'service');
}

/** The certificate of a Service, and the Secret that holds it. */
export function certificateName(service: string): string {
  return shortened(service, 'cert');
}
