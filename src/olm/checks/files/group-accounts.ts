/** Reports OperatorGroups without their ServiceAccount in namespaces of which no CSV is known. */
import { csvReference, type Finding, groupReference, rule, toFinding } from '../../model/finding.js';
import type { Resolution } from '../../rules/resolution.js';

export const groupAccountAbsent = rule('group-account-absent', 'warning', 'The ServiceAccount of an OperatorGroup does not exist', {
  needsOlm: true,
  meaning:
    'The `spec.serviceAccountName` of an OperatorGroup names a ServiceAccount that the input lacks. Without the ServiceAccount OLM does not sync the OperatorGroup, and installs nothing in its namespace. Where a CSV of the namespace is known, its verdict says so.',
  fix: 'Add the ServiceAccount to the input, or remove spec.serviceAccountName.',
});

/** Finds them (syncOperatorGroups of OLM's olm/operatorgroup.go). */
export function accountsAbsent({ groups, csvs }: Resolution): Finding[] {
  const told = new Set(csvs.filter(({ verdict }) => verdict.neverSynced === 'ServiceAccountNotFound').map(({ csv }) => csv.namespace));
  return groups.flatMap(({ group, blocked }): Finding[] => {
    const { namespace, name, serviceAccountName } = group;
    if (blocked !== 'ServiceAccountNotFound' || told.has(namespace)) return [];
    const subject = groupReference(group);
    return [
      toFinding(groupAccountAbsent, {
        subject,
        message: `the ServiceAccount ${serviceAccountName} of OperatorGroup ${name} is not in the input; OLM does not sync the group without it, and installs nothing in ${namespace}`,
        fix: `add the ServiceAccount ${namespace}/${serviceAccountName} to the input, or remove spec.serviceAccountName`,
        related: csvs.filter(({ csv }) => csv.namespace === namespace).map(({ csv }) => csvReference(csv)),
        at: { object: subject, field: ['spec', 'serviceAccountName'] },
      }),
    ];
  });
}
