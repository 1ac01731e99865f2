/** The way to a right in one line. */
import { formatReference } from '../model/kubernetes-object.js';
import type { GrantPath } from './review.js';

/**
 * Binding and roles, and what they were made for.
 *
 * @example
 * wayText(path) // 'RoleBinding a/devs → ClusterRole edit → ClusterRole things-edit (from ClusterServiceVersion op/things.v1)'
 */
export function wayText({ binding, roles, owner, field }: GrantPath): string {
  // OLM gives a role and its binding one name; to say it twice tells nothing.
  const told = roles.filter(({ name }, index) => index > 0 || name !== binding?.name);
  const steps = [...(binding ? [binding] : []), ...told].map(formatReference).join(' → ');
  return owner ? `${steps} (from ${formatReference(owner)}${field === undefined ? '' : ` ${field}`})` : steps;
}
