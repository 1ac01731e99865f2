/** The fields of a changed object that findings list or explain. */
import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { FieldPath } from '../../base/manifest/field-path.js';

/** A field of an object that the input contains. */
export interface FieldOfInput {
  readonly object: ObjectReference;
  readonly field: FieldPath;
}

/** Whether an object exists only in HEAD, or only in BASE. */
export type Presence = 'added' | 'removed';

/** A field that differs between two versions of an object. */
export interface DifferingField {
  /** The path in the newer value; for an entry that only the older list has, with its name instead of the index. */
  readonly at: FieldPath;
  /** The path for people: `spec.template.spec.containers[manager].env[DEBUG].value`. */
  readonly text: string;
  /** The old and the new value. */
  readonly was?: unknown;
  readonly is?: unknown;
  /** For a list whose entries have no names: the differing paths in it. @default `at` */
  readonly parts?: readonly FieldPath[];
}

/** The fields of an object that a finding explains, so that no default finding reports them again. Reports do not contain it. */
export interface Claim {
  readonly object: ObjectReference;
  /** The fields in HEAD; `[]` means the whole object. */
  readonly fields: readonly FieldPath[];
}

/** The fields that a finding about a changed object lists. Reports do not contain them. */
export interface Differs {
  readonly fields: readonly DifferingField[];
  /** The part of the subject with these fields. @default the subject itself */
  readonly of?: string;
  /** Whether each field of the kind is known, so that the message names its effect. */
  readonly isKnown?: boolean;
  /** Whether objects of several API groups have the kind and name of the subject. */
  readonly isAmbiguous?: boolean;
  /** The parts of the fingerprint. */
  readonly identity: readonly string[];
}
