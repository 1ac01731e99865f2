/** What is made: each object with what it was made for, and the part of the result that it belongs to. */
import type { ObjectOrCopies } from '../../base/kubernetes/copies.js';
import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { type Rule, ruleWith } from '../model/finding.js';

/**
 * Which part of the result an object belongs to: Namespaces of the input; OLM's own objects; roles, bindings and accounts; what runs
 * operators without OLM.
 */
export const EMIT_SETS = ['namespaces', 'olm', 'rbac', 'install'] as const;
export type EmitSet = (typeof EMIT_SETS)[number];

/** An object, or copies of one, and where it comes from. */
export interface Made extends ObjectOrCopies {
  /** The CSV or OperatorGroup that it is made for; of these two themselves and of Namespaces, the one that they are made of. */
  readonly owner: ObjectReference;
  /**
   * The field of the owner that it is made of, such as `spec.install.spec.permissions[0]`; of equal entries, the first.
   * A role has the rules of its field in their order; a lifted one has one more.
   */
  readonly field?: FieldPath;
  /** Whether OLM makes it in some orders of its work alone: it is not rendered, and may be there. @default false */
  readonly isUncertain?: boolean;
}

/** What is rendered: made by a generator of an emit set, and not in the way of anything else. */
export interface Rendered extends Made {
  readonly emitSet: EmitSet;
}

/** Looks at everything that is to be applied. */
export type RenderedRule = Rule<[rendered: readonly Rendered[]]>;
export const renderedRule = ruleWith<Pick<RenderedRule, 'find'>>();
