/**
 * Unused rights: in a global group, OLM turns an operator's Roles into ClusterRoles before it looks at the CSV's phase
 * (OLM's ensureRBACInTargetNamespace), so an operator that does not run holds rights in all namespaces.
 */
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import type { Finding } from '../../model/finding.js';
import { compareText } from '../../model/kubernetes-object.js';
import { enumeration } from '../../model/name-lists.js';
import { isLabelValue } from '../../model/names.js';
import { policyRule } from '../../model/policy-rule.js';
import { isInvalidRule } from '../invalid-rules.js';
import { isAllNamespaces } from '../namespace-set.js';
import { csvReference } from '../references.js';
import type { ResolvedCsv } from '../resolve.js';
import type { Phase } from '../verdict.js';

const RUNNING: ReadonlySet<Phase> = new Set<Phase>(['Succeeded', 'Replacing']);

/** A warning about a CSV that does not run but whose accounts may act in all namespaces. */
export function unusedRights({ csv, group, verdict }: ResolvedCsv): Finding[] {
  const isGlobal = group?.namespaces !== undefined && isAllNamespaces(group.namespaces);
  if (!isGlobal || RUNNING.has(verdict.phase) || verdict.neverSynced === 'IsCopied' || !isLifted(csv)) return [];
  const withRules = csv.permissions.filter(({ rules }) => rules?.length).map(({ serviceAccountName }) => serviceAccountName);
  const accounts = [...new Set(withRules)].sort(compareText);
  if (accounts.length === 0) return [];
  const [noun, verb] = accounts.length === 1 ? ['ServiceAccount', 'has'] : ['ServiceAccounts', 'have'];
  return [
    {
      id: 'cluster-wide-rights-unused',
      severity: 'warning',
      subject: csvReference(csv),
      message: `the operator does not run, but under OLM its ${noun} ${enumeration(accounts)} ${verb} the rights of spec.install.spec.permissions in all namespaces, since its OperatorGroup selects all`,
      fix: 'mend what keeps it from running, or remove the CSV: the rights go with it',
      related: accounts.map((name) => ({ kind: 'ServiceAccount', namespace: csv.namespace, name })),
      verdict: false,
    },
  ];
}

/** Whether OLM makes roles for the CSV, and comes as far as lifting them: it gives up on a rule that it cannot judge. */
function isLifted({ installStrategy, name, permissions, clusterPermissions }: ClusterServiceVersion): boolean {
  const rules = [...permissions, ...clusterPermissions].flatMap((permission) => permission.rules ?? []);
  return installStrategy === 'deployment' && isLabelValue(name) && !rules.some((rule) => isInvalidRule(policyRule(rule)));
}
