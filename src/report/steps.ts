/** Writes the paths to permissions in words. */

import { formatReference } from '../base/kubernetes/object.js';
import { oncePerObject } from '../base/manifest/once.js';
import type { GrantPath } from '../base/rbac/grant.js';
import type { Step } from '../base/rbac/step.js';
import { boundTo, inSteps, placeText, subjectText } from '../base/wording/permissions.js';

/** The steps of a path, each in words. A binding and a role with one name, as OLM creates them, share a step. */
export function stepTexts(steps: readonly Step[]): string[] {
  return steps.flatMap((step, index) => {
    const [before, after] = [steps[index - 1], steps[index + 1]];
    if (step.kind === 'role' && before?.kind === 'binding' && isOne(before, step)) return [];
    if (step.kind === 'binding' && after?.kind === 'role' && isOne(step, after))
      return [`${after.object.kind} and ${formatReference(step.object)}`];
    return [stepText(step)];
  });
}

type ObjectStep = Extract<Step, { readonly kind: 'binding' | 'role' | 'aggregates' }>;

/** A binding and a role from different units are named separately, each with its place. */
function isOne(binding: ObjectStep, role: ObjectStep): boolean {
  return binding.object.name === role.object.name && binding.place === undefined && role.place === undefined;
}

/** A path in one line. */
export function stepsText(steps: readonly Step[]): string {
  return inSteps(stepTexts(steps));
}

function stepText(step: Step): string {
  switch (step.kind) {
    case 'subject':
      return subjectText(step.subject);
    case 'holders':
      return boundTo(step.roles);
    case 'binding':
    case 'role':
      return `${formatReference(step.object)}${elsewhere(step)}`;
    case 'object':
      return formatReference(step.object);
    case 'aggregates':
      return `aggregates ${formatReference(step.object)}${elsewhere(step)}`;
    case 'field':
      return `${step.field} of ${formatReference(step.object)}`;
    case 'permissions':
    case 'effect':
      return step.text;
  }
}

function elsewhere({ place }: Pick<ObjectStep, 'place'>): string {
  return place ? ` (unchanged, ${placeText(place)})` : '';
}

/** The origin of a permission: the object that the role was created for, or the roles that lead to it. */
export function originText({ owner, roles }: GrantPath): string {
  return owner ? formatReference(owner) : rolesText(roles);
}

/** Grants share long lists of roles. */
const rolesText = oncePerObject((roles: GrantPath['roles']) => inSteps(roles.map(formatReference)));

/**
 * The path to a permission in one line: binding, roles, and the object that they were created for.
 *
 * @example
 * pathText(path) // 'RoleBinding a/devs → ClusterRole edit → ClusterRole things-edit (from ClusterServiceVersion op/things.v1)'
 */
export function pathText({ binding, roles, owner, field }: GrantPath): string {
  // OLM gives a role and its binding one name, which is written once.
  const told = roles.filter(({ name }, index) => index > 0 || name !== binding?.name);
  const steps = inSteps([...(binding ? [binding] : []), ...told].map(formatReference));
  return owner ? `${steps} (from ${formatReference(owner)}${field === undefined ? '' : ` ${field}`})` : steps;
}
