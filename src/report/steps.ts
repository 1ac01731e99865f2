/** Paths of proof in words. */

import { formatReference } from '../kubernetes/object.js';
import type { GrantPath } from '../rbac/grant.js';
import type { Step } from '../rbac/step.js';
import { boundTo, inSteps, subjectText } from '../wording/phrases.js';

/** The steps of a path, each in words. A binding and a role of one name, as OLM makes them, are one. */
export function stepTexts(steps: readonly Step[]): string[] {
  return steps.flatMap((step, index) => {
    const [before, after] = [steps[index - 1], steps[index + 1]];
    if (step.kind === 'role' && before?.kind === 'binding' && before.object.name === step.object.name) return [];
    if (step.kind === 'binding' && after?.kind === 'role' && after.object.name === step.object.name)
      return [`${after.object.kind} and ${formatReference(step.object)}`];
    return [stepText(step)];
  });
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
    case 'object':
      return formatReference(step.object);
    case 'aggregates':
      return `aggregates ${formatReference(step.object)}`;
    case 'field':
      return `${step.field} of ${formatReference(step.object)}`;
    case 'permissions':
    case 'effect':
      return step.text;
  }
}

/** What grants a permission: the object that the role was made for, or the roles that lead to it. */
export function originText({ owner, roles }: GrantPath): string {
  return owner ? formatReference(owner) : inSteps(roles.map(formatReference));
}

/**
 * The path to a permission in one line: binding and roles, and what they were made for.
 *
 * @example
 * pathText(path) // 'RoleBinding a/devs → ClusterRole edit → ClusterRole things-edit (from ClusterServiceVersion op/things.v1)'
 */
export function pathText({ binding, roles, owner, field }: GrantPath): string {
  // OLM gives a role and its binding one name; saying it twice adds nothing.
  const told = roles.filter(({ name }, index) => index > 0 || name !== binding?.name);
  const steps = inSteps([...(binding ? [binding] : []), ...told].map(formatReference));
  return owner ? `${steps} (from ${formatReference(owner)}${field === undefined ? '' : ` ${field}`})` : steps;
}
