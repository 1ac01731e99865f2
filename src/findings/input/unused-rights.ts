/**
 * Unused permissions: in a global group, OLM turns an operator's Roles into ClusterRoles before it checks the CSV's phase
 * (OLM's ensureRBACInTargetNamespace), so an operator that does not run has permissions in all namespaces.
 */

import { isLabelValue } from '../../kubernetes/names.js';
import { compareText } from '../../kubernetes/object.js';
import { policyRule } from '../../kubernetes/policy-rule.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { csvReference } from '../../model/references.js';
import { isInvalidRule } from '../../rules/invalid-rules.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import type { Phase } from '../../rules/verdict.js';
import { listed } from '../../wording/phrases.js';
import type { CsvRule } from './rule.js';

const RUNNING: ReadonlySet<Phase> = new Set<Phase>(['Succeeded', 'Replacing']);

/** A warning about a CSV that does not run but whose accounts have permissions in all namespaces. */
export const unusedRights: CsvRule = {
  id: 'cluster-wide-rights-unused',
  severity: 'warning',
  title: 'An operator that does not run has permissions in all namespaces',
  references: [],
  documentation: {
    meaning: 'With OLM on the cluster, an operator that does not run has permissions in all namespaces.',
    fix: 'Fix the reason why the operator does not run, or remove the CSV: OLM then removes the permissions.',
  },
  find: ({ csv, group, verdict }) => {
    const isGlobal = group?.namespaces !== undefined && isAllNamespaces(group.namespaces);
    if (!isGlobal || RUNNING.has(verdict.phase) || verdict.neverSynced === 'IsCopied' || !isLifted(csv)) return [];
    const withRules = csv.permissions.filter(({ rules }) => rules?.length).map(({ serviceAccountName }) => serviceAccountName);
    const accounts = [...new Set(withRules)].sort(compareText);
    if (accounts.length === 0) return [];
    const [noun, verb] = accounts.length === 1 ? ['ServiceAccount', 'has'] : ['ServiceAccounts', 'have'];
    return [
      {
        subject: csvReference(csv),
        message: `the operator does not run, but with OLM on the cluster its ${noun} ${listed(accounts)} ${verb} the permissions of spec.install.spec.permissions in all namespaces, because its OperatorGroup targets all namespaces`,
        fix: 'fix the reason why it does not run, or remove the CSV: OLM then removes the permissions',
        related: accounts.map((name) => ({ kind: 'ServiceAccount', namespace: csv.namespace, name })),
      },
    ];
  },
};

/** Whether OLM creates roles for the CSV and gets as far as lifting them: it stops at a rule that it cannot check. */
function isLifted({ installStrategy, name, permissions, clusterPermissions }: ClusterServiceVersion): boolean {
  const rules = [...permissions, ...clusterPermissions].flatMap((permission) => permission.rules ?? []);
  return installStrategy === 'deployment' && isLabelValue(name) && !rules.some((rule) => isInvalidRule(policyRule(rule)));
}
