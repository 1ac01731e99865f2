/** A path of proof as data: a chain of steps. Reports turn it into text, so a name in the input cannot forge a step. */
import type { ObjectReference } from '../kubernetes/object.js';
import type { SourcePlace } from '../manifest/place.js';
import type { GrantSubject } from './grant.js';

/** One step. */
export type Step =
  | { readonly kind: 'subject'; readonly subject: GrantSubject }
  /** Anyone bound to one of these ClusterRoles. */
  | { readonly kind: 'holders'; readonly roles: readonly string[] }
  /** A binding or role, without a namespace if the path covers many. With a place, it is in a unit that the change does not touch. */
  | { readonly kind: 'binding' | 'role'; readonly object: ObjectReference; readonly place?: SourcePlace }
  /** The role of the step before aggregates this one. */
  | { readonly kind: 'aggregates'; readonly object: ObjectReference; readonly place?: SourcePlace }
  | { readonly kind: 'object'; readonly object: ObjectReference }
  /** A field of an object, such as `spec.install.spec.permissions[0].rules[2]`. */
  | { readonly kind: 'field'; readonly object: ObjectReference; readonly field: string }
  /** The permission at the end. */
  | { readonly kind: 'permissions'; readonly text: string }
  /** The consequence of the step before. */
  | { readonly kind: 'effect'; readonly text: string };

/** A consequence, in words. */
export function effect(text: string): Step {
  return { kind: 'effect', text };
}

/** A permission, in words. */
export function permissionsStep(text: string): Step {
  return { kind: 'permissions', text };
}
