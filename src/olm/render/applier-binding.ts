/** The ServiceAccount that applies a rendering, and its bindings. */
import type { KubernetesObject, ObjectMeta } from '../../base/kubernetes/object.js';
import { bindingObject, type RoleRef } from '../../base/kubernetes/rbac.js';

/** The ServiceAccount that applies the rendering. */
export interface Applier {
  readonly namespace: string;
  readonly name: string;
}

/** A binding of a role to the ServiceAccount. */
export function applierBinding(metadata: ObjectMeta, role: RoleRef, { namespace, name }: Applier): KubernetesObject {
  return bindingObject(metadata, role, [{ kind: 'ServiceAccount', namespace, name }]);
}
