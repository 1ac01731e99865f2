/**
 * The claims of findings. A finding claims the differences of an object that it explains; for other differences, the object gets a default
 * finding: they were not reviewed.
 */

import { formatReference, groupBy, type ObjectReference } from '../../../../base/kubernetes/object.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import type { DifferingField } from '../../../../olm/model/claim.js';
import type { Finding } from '../../../../olm/model/finding.js';

/** The findings about an object, and the fields that they claim. */
export interface Claims {
  /** The findings whose subject is the object. */
  about(object: ObjectReference): readonly Finding[];
  /** The findings that claim fields of the object. */
  claiming(object: ObjectReference): readonly Finding[];
  /** The claimed fields; `[]` means the whole object. */
  fieldsOf(object: ObjectReference): readonly FieldPath[];
}

/** The claims of these findings. */
export function claimsOf(findings: readonly Finding[]): Claims {
  const about = groupBy(findings, ({ subject }) => formatReference(subject));
  const all = findings.flatMap((finding) => (finding.claims ?? []).map(({ object, fields }) => ({ finding, object, fields })));
  const claiming = groupBy(all, ({ object }) => formatReference(object));
  const of = (object: ObjectReference) => claiming.get(formatReference(object)) ?? [];
  return {
    about: (object) => about.get(formatReference(object)) ?? [],
    claiming: (object) => of(object).map(({ finding }) => finding),
    fieldsOf: (object) => of(object).flatMap(({ fields }) => fields),
  };
}

/** Whether a field is claimed, alone or as part of another field; a list without names, if all of its changed parts are. */
export function isClaimed({ at, parts = [at] }: Pick<DifferingField, 'at' | 'parts'>, claimed: readonly FieldPath[]): boolean {
  return parts.every((part) => claimed.some((path) => path.length <= part.length && path.every((step, index) => step === part[index])));
}
