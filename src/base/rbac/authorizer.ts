/**
 * Decides whether a subject may do something in a namespace, like Kubernetes' RBAC authorizer: Roles, ClusterRoles and their
 * bindings, wildcards, resource names and non-resource URLs
 * (Kubernetes' plugin/pkg/auth/authorizer/rbac and its RuleAllows).
 */
import type { PolicyRule } from '../kubernetes/policy-rule.js';
import type { Rbac } from './bound.js';
import { type Identity, subjectKeys } from './subject.js';

/**
 * A request: a verb on a resource, or on a URL that is no resource. Unlike in an `Atom`, the subresource is a field of its own:
 * OLM requests `pods/exec` as a resource of its own, which a rule about the exec of all resources does not allow.
 */
export type AccessRequest =
  | {
      readonly verb: string;
      readonly apiGroup: string;
      readonly resource: string;
      /** Such as `status` or `exec`. */
      readonly subresource?: string;
      /** The name of the object; absent for all objects. */
      readonly name?: string;
    }
  | { readonly verb: string; readonly path: string };

/** Whether one rule allows a request. */
export function ruleAllows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!includesOrAll(rule.verbs, request.verb)) return false;
  if ('path' in request) return (rule.nonResourceURLs ?? []).some((url) => urlMatches(url, request.path));
  return (
    includesOrAll(rule.apiGroups, request.apiGroup) &&
    resourceMatches(rule.resources ?? [], request) &&
    nameMatches(rule.resourceNames ?? [], request.name)
  );
}

/**
 * Whether an identity may do something.
 *
 * @param namespace the namespace; absent for the whole cluster, where only ClusterRoleBindings count
 */
export function isAllowed(rbac: Rbac, identity: Identity, namespace: string | undefined, request: AccessRequest): boolean {
  for (const rule of rulesFor(rbac, identity, namespace)) if (ruleAllows(rule, request)) return true;
  return false;
}

/** The rules that an identity has in the whole cluster, then those that it has in one namespace. */
export function* rulesFor(rbac: Rbac, identity: Identity, namespace: string | undefined): Generator<PolicyRule> {
  for (const key of subjectKeys(identity)) {
    const holder = rbac.bySubject.get(key);
    if (!holder) continue;
    for (const { role } of holder.everywhere) for (const { rule } of rbac.rulesOf(role).rules) yield rule;
    if (namespace === undefined) continue;
    for (const { role } of holder.inNamespace.get(namespace) ?? []) for (const { rule } of rbac.rulesOf(role.object).rules) yield rule;
  }
}

function includesOrAll(values: readonly string[] | undefined, wanted: string): boolean {
  return values !== undefined && (values.includes('*') || values.includes(wanted));
}

function resourceMatches(resources: readonly string[], { resource, subresource }: { resource: string; subresource?: string }): boolean {
  const wanted = subresource === undefined ? resource : `${resource}/${subresource}`;
  return resources.some(
    (allowed) => allowed === '*' || allowed === wanted || (subresource !== undefined && allowed === `*/${subresource}`),
  );
}

function nameMatches(names: readonly string[], wanted: string | undefined): boolean {
  return names.length === 0 || (wanted !== undefined && names.includes(wanted));
}

function urlMatches(allowed: string, path: string): boolean {
  return allowed === '*' || allowed === path || (allowed.endsWith('*') && path.startsWith(allowed.replace(/(?<!\*)\*+$/, '')));
}
