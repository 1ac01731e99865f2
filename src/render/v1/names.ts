/** Names in OLM v1 (operator-controller's util.ObjectNameForBaseAndSuffix, hashutil.DeepHashObject and render.CertProvisionerFor). */
import { createHash } from 'node:crypto';
import type { StrategyPermission } from '../../model/registry-v1.js';
import { goString } from '../profile/hash.js';

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
  return shortened(`${csv}-${accountOf(permission)}`, base36Sha224(`${goPermission(permission)}\n`));
}

/** SHA-224 of a text as a base-36 number. */
function base36Sha224(text: string): string {
  return BigInt(`0x${createHash('sha224').update(text, 'utf8').digest('hex')}`).toString(36);
}

/** A permission as Go's JSON encoder writes it. */
function goPermission({ serviceAccountName, rules }: StrategyPermission): string {
  const goRules = rules?.map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) =>
    [
      `"verbs":${goList(verbs)}`,
      ...Object.entries({ apiGroups, resources, resourceNames, nonResourceURLs }).flatMap(([field, values]) =>
        values?.length ? [`"${field}":${goList(values)}`] : [],
      ),
    ].join(','),
  );
  const list = goRules === undefined ? 'null' : `[${goRules.map((rule) => `{${rule}}`).join(',')}]`;
  return `{"serviceAccountName":${goString(serviceAccountName)},"rules":${list}}`;
}

function goList(values: readonly string[] | undefined): string {
  return values === undefined ? 'null' : `[${values.map(goString).join(',')}]`;
}

/** The Service of a Deployment; Services have no dots in their names. */
export function servingServiceName(deployment: string): string {
  return shortened(deployment.replaceAll('.', '-'), 'service');
}

/** The certificate of a Service, and the Secret that holds it. */
export function certificateName(service: string): string {
  return shortened(service, 'cert');
}
