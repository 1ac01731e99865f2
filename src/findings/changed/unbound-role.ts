/** Powerful roles that nobody of the input is bound to: who is bound to them elsewhere has what they give. */

import { formatReference, referenceTo } from '../../kubernetes/object.js';
import { bindingOf, type Role, roleOf } from '../../kubernetes/rbac.js';
import { heldRoles } from '../../rbac/held-roles.js';
import { rbacOf } from '../../rbac/rbac.js';
import { subjectsOf } from '../../rbac/subject.js';
import type { State } from '../../state/state.js';
import { placeText, subjectText } from '../../wording/phrases.js';
import { isEverything } from '../access/held.js';
import { permissionsOf, uncovered } from '../access/permission.js';
import { powerOfRules } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

export const unboundRole = riskRule({
  id: 'unbound-role',
  severity: 'error',
  title: 'A powerful role that nobody here is bound to',
  references: ['CWE-1220: Insufficient Granularity of Access Control', NSA_RBAC],
  documentation: {
    meaning:
      'The change adds or widens a role that is one step from cluster-admin, and nobody in the input is bound to it. A binding or an aggregating ClusterRole outside of the input can use it. Error if it allows everything or another unit of the repository binds somebody to it, else warning.',
    attack:
      'A label makes a monitoring role on the cluster aggregate the new ClusterRole. No binding changes, and everyone bound to that role can do everything.',
    fix: 'Remove the role or its power, or add the bindings that name it to the input.',
  },
  compare: ({ state: base }, access) => {
    const { state: head } = access;
    const before = new Map(rolesIn(base).map((role) => [roleText(role), role.rules]));
    const powerful = rolesIn(head).flatMap((role) => {
      const power = powerOfRules(access, role.rules);
      if (power === undefined) return [];
      return uncovered(permissionsOf(role.rules), permissionsOf(before.get(roleText(role)) ?? [])).length > 0 ? [{ role, power }] : [];
    });
    if (powerful.length === 0) return [];
    const held = heldRoles(rbacOf(head));
    return powerful
      .filter(({ role }) => !held.has(roleText(role)))
      .map(({ role, power }) => ({ role, power, perhaps: perhapsBound(role, head) }))
      .map(({ role, power, perhaps }) => ({
        severity: perhaps !== undefined || role.rules.some(isEverything) ? ('error' as const) : ('warning' as const),
        subject: referenceTo(role),
        message: `${roleText(role)} is ${before.has(roleText(role)) ? 'widened' : 'new'} and lets whoever is bound to it ${power}; nobody of the input is${perhaps ?? ''}`,
        fix: 'remove it or what makes it powerful, or add the bindings that name it to the input',
        place: head.placeOf(referenceTo(role), ['rules']) ?? head.placeOf(referenceTo(role)),
        permissions: permissionsOf(role.rules),
        identity: [],
        covers: [['rules']],
      }));
  },
});

function rolesIn({ objects }: State): Role[] {
  return objects.flatMap((object) => roleOf(object) ?? []);
}

/** Who is bound to it by a unit of which nobody knows whether it is applied to the same cluster. */
function perhapsBound(role: Role, { untouched }: State): string | undefined {
  const { kind, metadata } = role;
  for (const object of untouched?.perhaps ?? []) {
    const binding = bindingOf(object);
    if (binding?.roleRef.kind !== kind || binding.roleRef.name !== metadata.name) continue;
    const [first, ...others] = subjectsOf(binding, binding.metadata.namespace);
    const place = untouched?.placeOfObject(object);
    if (first && place) return `, but ${subjectText(first)}${others.length > 0 ? ` and ${others.length} more` : ''} in ${placeText(place)}`;
  }
  return undefined;
}

function roleText(role: Role): string {
  return formatReference(referenceTo(role));
}
