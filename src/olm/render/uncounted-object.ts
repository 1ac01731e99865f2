/** The type of roles and bindings of a bundle whose effect is not known. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';

/** A role or binding of unknown effect. */
export interface UncountedObject {
  readonly object: KubernetesObject;
  /** `namesake`: another object with this name and other permissions counts. `unreadable`: it is invalid. */
  readonly reason: 'namesake' | 'unreadable';
}
