/**
 * The permission of each operator on its own OperatorCondition (OLM's operatorconditions.go): nobody chooses it, and its name changes with
 * every version.
 */
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import type { State } from '../../state/state.js';

const VERBS: ReadonlySet<string> = new Set(['get', 'update', 'patch']);

/** Whether a rule covers only OperatorConditions that are named like CSVs of their namespace. */
export function ofOwnConditions({ resolution }: State): (rule: PolicyRule, namespace: string | undefined) => boolean {
  const conditions = new Set(resolution.csvs.map(({ csv: { namespace, name } }) => `${namespace}/${name}`));
  return ({ apiGroups = [], resources = [], verbs = [], resourceNames = [] }, namespace) =>
    apiGroups.every((group) => group === 'operators.coreos.com') &&
    resources.length > 0 &&
    resources.every((resource) => resource === 'operatorconditions') &&
    verbs.every((verb) => VERBS.has(verb)) &&
    resourceNames.length > 0 &&
    resourceNames.every((name) => conditions.has(`${namespace}/${name}`));
}
