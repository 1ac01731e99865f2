/** Bindings to roles that are neither in the input nor a default of Kubernetes: they can give anything. */

import { compareText, referenceTo } from '../../kubernetes/object.js';
import { type Binding, roleOf } from '../../kubernetes/rbac.js';
import { isOpenShiftRole } from '../../rbac/default-policy.js';
import { permissionsStep } from '../../rbac/step.js';
import { joined, placeText, subjectText, whereText } from '../../wording/phrases.js';
import type { Access } from '../access/access.js';
import { isEverything } from '../access/held.js';
import { subjectReference } from '../access/paths.js';
import { permissionsOf } from '../access/permission.js';
import { powerOfRules } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

export const unknownRole = riskRule({
  id: 'unknown-role',
  severity: 'error',
  severityWhenNew: 'error',
  title: 'Is bound to an unknown role',
  references: ['CIS Kubernetes 5.1.3', NSA_RBAC],
  documentation: {
    meaning:
      'A binding names a role that is neither in the input nor a Kubernetes default, or that aggregates none of these. What it grants is not known. Error when a change adds it, else warning. A role of another unit counts if both reach one cluster, by Applications, Flux Kustomizations or the configuration. Otherwise the message names the most powerful role of this name, and the error stays.',
    attack: 'A powerful role was installed from elsewhere. A binding to it looks harmless here and grants everything there.',
    fix: 'Add the role to the input, as it is on the cluster, or remove the binding.',
  },
  find: (access) => {
    const { unknownRoles, state } = access;
    return unknownRoles.flatMap(({ binding, subjects, scope, isAggregated }) => {
      const { kind, name } = binding.roleRef;
      const elsewhere = isAggregated ? '' : elsewhereText(access, binding.roleRef);
      return subjects.map((subject) => {
        return {
          severity: 'warning' as const,
          subject: subjectReference(subject),
          message: `${subjectText(subject)} is bound to ${kind} ${name} ${whereText(scope)}, ${isAggregated ? 'which aggregates roles that are not in the input' : 'which is neither in the input nor a default role'}: what it can do is not known${elsewhere}`,
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
      });
    });
  },
});

/** What other units have under the name, of which nobody knows whether it is meant: the most powerful counts. */
function elsewhereText(access: Access, { kind, name }: Binding['roleRef']): string {
  const { untouched } = access.state;
  const namesakes = (untouched?.perhaps ?? []).flatMap((object) => {
    const role = object.kind === kind && object.metadata.name === name ? roleOf(object) : undefined;
    const place = role && untouched?.placeOfObject(object);
    if (!role || !place) return [];
    const permissions = permissionsOf(role.rules);
    const power = powerOfRules(access, role.rules);
    return [{ power, permissions, place: placeText(place), rank: role.rules.some(isEverything) ? 2 : power === undefined ? 0 : 1 }];
  });
  const [most, ...others] = namesakes.sort(
    (a, b) => b.rank - a.rank || b.permissions.length - a.permissions.length || compareText(a.place, b.place),
  );
  if (!most) return '';
  const can = most.power ?? (most.permissions.length > 0 ? joined(most.permissions.slice(0, SHOWN)) : 'do nothing');
  const rest = most.power === undefined && most.permissions.length > SHOWN ? ' and more' : '';
  return `; ${others.length === 0 ? 'the role of this name' : `of ${others.length + 1} roles of this name, the one`} in ${most.place} lets them ${can}${rest}`;
}

const SHOWN = 3;

function fixOf({ kind, metadata, roleRef }: Binding, isAggregated?: boolean): string {
  const remove = `or remove ${kind} ${metadata.name}`;
  if (isAggregated) return `add the roles that its aggregationRule chooses to the input, as they are on the cluster, ${remove}`;
  const platform =
    roleRef.kind === 'ClusterRole' && isOpenShiftRole(roleRef.name) ? "give --platform openshift if the role is OpenShift's own, " : '';
  return `${platform}add ${roleRef.kind} ${roleRef.name} to the input, as it is on the cluster, ${remove}`;
}
