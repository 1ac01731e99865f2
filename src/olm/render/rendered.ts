/** Rendered objects: each with its owner, and its part of the result. */
import type { ObjectOrCopies } from '../../base/kubernetes/copies.js';
import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { type Rule, ruleWith } from '../model/finding.js';

/** The parts of the result: Namespaces of the input; OLM's own objects; roles, bindings and accounts; what runs operators without OLM. */
export const EMIT_SETS = ['namespaces', 'olm', 'rbac', 'install'] as const;
export type EmitSet = (typeof EMIT_SETS)[number];

/** An object, or copies of one, and its source. */
export interface Made extends ObjectOrCopies {
  /** The CSV or OperatorGroup that the object belongs to; for these two and for Namespaces, the object of the input itself. */
  readonly owner: ObjectReference;
  /**
   * The field of the owner, such as `spec.install.spec.permissions[0]`; the first of equal entries.
   * A role has the rules of its field in their order; a lifted role has one more.
   */
  readonly field?: FieldPath;
  /** Whether OLM makes the object only in some orders of its work: it is not rendered, but may exist. @default false */
  readonly isUncertain?: boolean;
}

/** A rendered object: made by a generator of an emit set, and without a clash. */
export interface Rendered extends Made {
  readonly emitSet: EmitSet;
}

/** A rule about all objects to apply. */
export type RenderedRule = Rule<[rendered: readonly Rendered[]]>;
export const renderedRule = ruleWith<Pick<RenderedRule, 'find'>>();
