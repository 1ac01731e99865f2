/** The rules that a role comes to, aggregation included, each with the way to it. */
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { type PolicyRule, policyRule } from '../model/policy-rule.js';
import { aggregationPaths, indexByLabel } from '../rules/aggregation.js';

/** One rule of a role. */
export interface RoleRule {
  readonly rule: PolicyRule;
  /** Through which ClusterRoles aggregation leads, to the one that holds the rule; empty where the role itself does. */
  readonly via: readonly KubernetesObject[];
  /** Among the rules of the role that holds it. */
  readonly index: number;
}

/** All that a role allows. */
export interface RoleRules {
  readonly rules: readonly RoleRule[];
  /** Equal texts mean equal rights. */
  readonly text: string;
}

/**
 * Answers what a role comes to. The copies of a role share their list of rules, and so one answer.
 *
 * @param clusterRoles all there are, those of Kubernetes included
 */
export function roleRulesOf(clusterRoles: readonly KubernetesObject[]): (role: KubernetesObject) => RoleRules {
  const byLabel = indexByLabel(clusterRoles);
  const known = new Map<unknown, RoleRules>();
  return (role) => {
    const key = role.aggregationRule ? role : role.rules;
    const answer =
      known.get(key) ??
      roleRules(
        role.aggregationRule
          ? aggregationPaths(role, clusterRoles, byLabel).flatMap((path) => ownRules(path.at(-1) as KubernetesObject, path))
          : ownRules(role, []),
      );
    known.set(key, answer);
    return answer;
  };
}

function roleRules(rules: readonly RoleRule[]): RoleRules {
  return { rules, text: JSON.stringify(rules.map(({ rule }) => rule)) };
}

function ownRules({ rules }: KubernetesObject, via: readonly KubernetesObject[]): RoleRule[] {
  return ((rules ?? []) as Record<string, unknown>[]).map((rule, index) => ({ rule: policyRule(rule), via, index }));
}
