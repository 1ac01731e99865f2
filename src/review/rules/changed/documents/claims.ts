/**
 * What findings explain. Each difference of an object is explained by the findings that claim it, and by the default of its object where
 * none does: that it differs there, which nobody reviewed.
 */

import { formatReference, groupBy, type ObjectReference } from '../../../../base/kubernetes/object.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import type { DifferingField, Finding } from '../../../../olm/model/finding.js';

/** Which findings speak of an object, and which of its fields they claim. */
export interface Claims {
  /** Those whose subject it is. */
  about(object: ObjectReference): readonly Finding[];
  /** Those that claim something of it. */
  claiming(object: ObjectReference): readonly Finding[];
  /** The fields that they claim; `[]` is all of it. */
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

/** Whether a field is claimed, by itself or with what it is in; a list without names, if all that differs in it is. */
export function isClaimed({ at, parts = [at] }: Pick<DifferingField, 'at' | 'parts'>, claimed: readonly FieldPath[]): boolean {
  return parts.every((part) => claimed.some((path) => path.length <= part.length && path.every((step, index) => step === part[index])));
}
