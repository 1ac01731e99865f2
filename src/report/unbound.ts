/** Describes bindings to unknown roles that a change removes: the lists of permissions have none of them. */

import { formatReference, type ObjectReference } from '../base/kubernetes/object.js';
import type { Finding } from '../olm/model/finding.js';
import { type Changed, type Review, reported, unknownRole } from '../review/index.js';

/** Those who are no longer bound to a role that is not known, each in a sentence: it can only take permissions away. */
export function unboundTexts(review: Review): string[] {
  const left = new Set(review.findings.flatMap(({ finding, state }) => (state === 'fixed' ? [] : [boundKey(finding)])));
  const texts = reported(review, 'fixed', 'risk').flatMap((risk) => {
    const { binding, role } = stepsOf(risk);
    if (risk.id !== unknownRole.id || !binding || !role || left.has(boundKey(risk))) return [];
    // If the binding stays as it is, the role is known now.
    if (!review.changes.some((change) => isOf(change, binding) && isLoosened(change))) return [];
    return [`${formatReference(risk.subject)} is no longer bound to ${formatReference(role)}, which is not in the input`];
  });
  return [...new Set(texts)];
}

function boundKey(finding: Finding): string {
  return JSON.stringify([finding.id, formatReference(finding.subject), stepsOf(finding).role?.name ?? '']);
}

function stepsOf({ path = [] }: Finding): { readonly binding: ObjectReference | undefined; readonly role: ObjectReference | undefined } {
  const objectOf = (kind: 'binding' | 'role') => path.flatMap((step) => (step.kind === kind ? [step.object] : []))[0];
  return { binding: objectOf('binding'), role: objectOf('role') };
}

/** The path of a finding names a binding without its namespace. */
function isOf({ object: { kind, name } }: Changed, binding: ObjectReference): boolean {
  return kind === binding.kind && name === binding.name;
}

function isLoosened({ presence, fields }: Changed): boolean {
  return presence === 'removed' || (presence === undefined && fields.some(({ field }) => field.startsWith('subjects')));
}
