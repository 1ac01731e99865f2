/**
 * OLM's hashes in names and labels (OLM's resolver/rbac.go, pkg/lib/kubernetes DeepHashObject, operatorgroup.go and
 * resolver/cache/operators.go).
 */
import { createHash } from 'node:crypto';
import { goJson, goString } from '../../../base/kubernetes/go-json.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { DEFAULT_PORT } from '../../model/csv-parts.js';
import type { WebhookDefinition } from '../../model/registry-v1.js';

const BASE62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MAX_NAME_LENGTH = 63;

const EIGHT_DIGITS = 62n ** 8n;

/** SHA-224 of a text as a base-62 number, most significant digit first, without leading zeros; eight digits for each large division. */
export function base62Sha224(text: string): string {
  let digits = '';
  for (let rest = BigInt(`0x${createHash('sha224').update(text, 'utf8').digest('hex')}`); rest > 0n; rest /= EIGHT_DIGITS)
    for (let [part, left] = [Number(rest % EIGHT_DIGITS), 8]; left > 0; left -= 1, part = Math.floor(part / 62))
      digits = BASE62.charAt(part % 62) + digits;
  return digits.replace(/^0+(?=.)/, '') || '0';
}

/** The hashed fields of a permission entry in a CSV. */
export interface HashedPermission {
  readonly serviceAccountName: string;
  /** Absent and empty lists hash differently. */
  readonly rules?: readonly PolicyRule[] | undefined;
}

/**
 * The hash of an entry of `permissions`, or of one of `clusterPermissions` with the namespace of its CSV.
 *
 * @example
 * permissionHash({ name: 'foo.v1.0.0' }, { serviceAccountName: 'sa', rules: [] })
 */
export function permissionHash(csv: { readonly name: string; readonly namespace?: string }, permission: HashedPermission): string {
  const namespace = csv.namespace === undefined ? '' : `"namespace":${goString(csv.namespace)},`;
  // The line break at the end of Encoder.Encode's output is part of the hash.
  return base62Sha224(`{"name":${goString(csv.name)},${namespace}"permission":${goJson(permission, 'StrategyDeploymentPermissions')}}\n`);
}

/** The name of roles and bindings with a hash. OLM does not count the `-` when it cuts, so a name may have 64 characters. */
export function generateName(base: string, hash: string): string {
  const cut = base.length + hash.length > MAX_NAME_LENGTH ? base.slice(0, MAX_NAME_LENGTH - hash.length - 1) : base;
  return `${cut}-${hash}`;
}

/** The label `olm.permissions.hash` of a Role or ClusterRole. */
export function rulesHash(rules: readonly PolicyRule[] | undefined): string {
  return base62Sha224(goJson(rules, 'PolicyRule'));
}

/** The label `olm.permissions.hash` of a RoleBinding or ClusterRoleBinding. */
export function bindingHash(roleRef: { kind: string; name: string }, subject: { name: string; namespace: string }): string {
  const reference = `{"apiGroup":"rbac.authorization.k8s.io","kind":${goString(roleRef.kind)},"name":${goString(roleRef.name)}}`;
  const subjects = `[{"kind":"ServiceAccount","name":${goString(subject.name)},"namespace":${goString(subject.namespace)}}]`;
  return base62Sha224(`{"RoleRef":${reference},"Subjects":${subjects}}`);
}

/** The label `olm.webhook-description-hash` of a webhook configuration. */
export function webhookHash(definition: WebhookDefinition): string {
  return base62Sha224(`${goJson({ ...definition, containerPort: definition.containerPort ?? DEFAULT_PORT }, 'WebhookDescription')}\n`);
}

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/** FNV-1a of a text such as `Kind.version.group` with 64 bits, in hexadecimal without leading zeros. */
export function apiHash(text: string): string {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(text, 'utf8')) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash.toString(16);
}
