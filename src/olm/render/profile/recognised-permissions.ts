/**
 * Recognised permissions: OLM assumes a permission if a Role has the same rules and a binding gives that very
 * Role to the account, whoever made them; it searches for their hashes (OLM's permissionsPreviouslyCreated).
 */

import { policyRule } from '../../../base/kubernetes/policy-rule.js';
import { oncePerKey } from '../../../base/manifest/once.js';
import type { ClusterServiceVersion, Permission } from '../../model/cluster-service-version.js';
import { PERMISSIONS_HASH_LABEL } from '../../model/csv-labels.js';
import type { RoleAndBinding } from '../permissions.js';
import { bindingHash, rulesHash } from './hash.js';

/** Whether OLM finds a permission in a namespace by its hash. */
export interface RecognisedPermissions {
  has(namespace: string, keys: PermissionKeys): boolean;
  /** Adds copies in a namespace. */
  add(namespace: string, roles: readonly RoleAndBinding[]): void;
}

/** The hashes by which OLM finds a permission: that of its rules, and that of a binding of the found Role to the account. */
export interface PermissionKeys {
  readonly rules: string;
  readonly bindingTo: (role: string) => string;
}

/** The keys of one permission of an operator. */
export function permissionKeys({ namespace }: ClusterServiceVersion, { serviceAccountName, rules }: Permission): PermissionKeys {
  return {
    rules: rulesHash(rules?.map(policyRule)),
    // Asked in each namespace that has a copy of the Role.
    bindingTo: oncePerKey((name) => bindingHash({ kind: 'Role', name }, { name: serviceAccountName, namespace })),
  };
}

/**
 * The permissions of these Roles.
 *
 * @param own Roles in their original namespace; `add` adds their copies
 */
export function recognisedPermissions(own: readonly RoleAndBinding[]): RecognisedPermissions {
  /** The names of Roles, by hash of the rules and namespace. */
  const roles = new Map<unknown, Map<string, Set<string>>>();
  /** The namespaces of bindings, by hash. */
  const bindings = new Map<unknown, Set<string>>();
  const add = (namespace: string, added: readonly RoleAndBinding[]): void => {
    for (const { role, binding } of added) {
      const rules = role.metadata.labels?.[PERMISSIONS_HASH_LABEL];
      const places = roles.get(rules) ?? new Map<string, Set<string>>();
      roles.set(rules, places.set(namespace, (places.get(namespace) ?? new Set()).add(role.metadata.name)));
      const bound = binding.metadata.labels?.[PERMISSIONS_HASH_LABEL];
      bindings.set(bound, (bindings.get(bound) ?? new Set()).add(namespace));
    }
  };
  for (const pair of own) add(pair.role.metadata.namespace ?? '', [pair]);
  return {
    add,
    has: (namespace, { rules, bindingTo }) =>
      [...(roles.get(rules)?.get(namespace) ?? [])].some((role) => bindings.get(bindingTo(role))?.has(namespace)),
  };
}
