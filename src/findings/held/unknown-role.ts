/** Bindings to roles that are neither in the input nor a default of Kubernetes: they can give anything. */
import { referenceTo } from '../../kubernetes/object.js';
import type { Binding } from '../../kubernetes/rbac.js';
import { isOpenShiftRole } from '../../rbac/default-policy.js';
import { permissionsStep } from '../../rbac/step.js';
import { subjectText, whereText } from '../../wording/phrases.js';
import { subjectReference } from '../access/paths.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

export const unknownRole: RiskRule = {
  id: 'unknown-role',
  severity: 'error',
  severityWhenNew: 'error',
  title: 'Is bound to an unknown role',
  references: ['CIS Kubernetes 5.1.3', NSA_RBAC],
  documentation: {
    meaning:
      'A binding names a role that is neither in the input nor a default of Kubernetes, or one whose `aggregationRule` chooses nothing of these, so what it grants is not known. An error when a change adds it, a warning otherwise.',
    attack: 'Something else on the cluster has installed a powerful role. A binding to it looks harmless here and grants everything there.',
    fix: 'Add the role to the input, as it is on the cluster, or remove the binding.',
  },
  find: ({ unknownRoles, state }) =>
    unknownRoles.flatMap(({ binding, subjects, scope, isAggregated }) =>
      subjects.map((subject) => {
        const { kind, name } = binding.roleRef;
        return {
          severity: 'warning' as const,
          subject: subjectReference(subject),
          message: `${subjectText(subject)} is bound to ${kind} ${name} ${whereText(scope)}, ${isAggregated ? 'which aggregates roles that are not in the input' : 'which is neither in the input nor a default role'}: what it can do is not known`,
          path: [
            { kind: 'subject' as const, subject },
            { kind: 'binding' as const, object: { kind: binding.kind, name: binding.metadata.name } },
            { kind: 'role' as const, object: { kind, name } },
            permissionsStep('unknown permissions'),
          ],
          fix: fixOf(binding, isAggregated),
          place: state.placeOf(referenceTo(binding), ['roleRef']),
          identity: [kind, name, ...(scope === 'cluster' ? ['cluster'] : scope)],
        };
      }),
    ),
};

function fixOf({ kind, metadata, roleRef }: Binding, isAggregated?: boolean): string {
  const remove = `or remove ${kind} ${metadata.name}`;
  if (isAggregated) return `add the roles that its aggregationRule chooses to the input, as they are on the cluster, ${remove}`;
  const platform =
    roleRef.kind === 'ClusterRole' && isOpenShiftRole(roleRef.name) ? "give --platform openshift if the role is OpenShift's own, " : '';
  return `${platform}add ${roleRef.kind} ${roleRef.name} to the input, as it is on the cluster, ${remove}`;
}
