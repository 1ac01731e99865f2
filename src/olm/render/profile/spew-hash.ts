/**
 * The hash in role names of OLM up to v0.26: FNV-1a of the output of Go's spew for the permission, in the letters
 * that Kubernetes considers safe (OLM's generateName, apimachinery's SafeEncodeString).
 */
import { POLICY_RULE_FIELDS } from '../../../base/kubernetes/policy-rule.js';
import type { HashedPermission } from './hash.js';

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * The hash of an entry of `permissions`, or of one of `clusterPermissions` with the namespace of its CSV.
 *
 * @example
 * spewHash({ name: 'foo.v1.0.0' }, { serviceAccountName: 'sa', rules: [] }) // '78854f64c5'
 */
export function spewHash(csv: { readonly name: string; readonly namespace?: string }, permission: HashedPermission): string {
  const sum = String(fnv32a(spewed(csv, permission)));
  return [...sum].map((digit) => LETTERS.charAt(digit.charCodeAt(0) % LETTERS.length)).join('');
}

/** The hashed text. Absent and empty lists differ; strings are neither quoted nor escaped. */
export function spewed(
  { name, namespace }: { readonly name: string; readonly namespace?: string },
  { serviceAccountName, rules }: HashedPermission,
): string {
  const owner = [name, ...(namespace === undefined ? [] : [namespace])].map((text) => `(string)${text} `).join('');
  const list = listed(
    rules?.map((rule) => `{${POLICY_RULE_FIELDS.map((field) => `${goName(field)}:([]string)${listed(rule[field])}`).join(' ')}}`),
  );
  return `([]interface {})[${owner}(v1alpha1.StrategyDeploymentPermissions){ServiceAccountName:(string)${serviceAccountName} Rules:([]v1.PolicyRule)${list}}]`;
}

function listed(texts: readonly string[] | undefined): string {
  return texts === undefined ? '<nil>' : `[${texts.join(' ')}]`;
}

/** `apiGroups` is `APIGroups` in Go. */
function goName(field: string): string {
  return field.startsWith('api') ? `API${field.slice('api'.length)}` : `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
