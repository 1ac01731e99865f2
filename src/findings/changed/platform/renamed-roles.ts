/** Roles and bindings that OLM calls otherwise in another release, matched by what they are made of. */
import { expand } from '../../../kubernetes/copies.js';
import { formatReference, type KubernetesObject } from '../../../kubernetes/object.js';
import { formatFieldPath } from '../../../manifest/field-path.js';
import type { State } from '../../../state/state.js';

/** One object under its two names. */
export interface RenamedRole {
  readonly from: KubernetesObject;
  readonly to: KubernetesObject;
}

const KINDS: ReadonlySet<string> = new Set(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']);

/** All of them, in the order of BASE. */
export function renamedRoles(base: State, head: State): RenamedRole[] {
  const [before, after] = [madeBy(base), madeBy(head)];
  return [...before].flatMap(([key, from]) => {
    const to = after.get(key);
    return to && to.metadata.name !== from.metadata.name ? [{ from, to }] : [];
  });
}

/** By namespace, owner and field, and of several of them by their order, which names do not change. */
function madeBy({ made = [] }: State): Map<string, KubernetesObject> {
  const found = new Map<string, KubernetesObject>();
  const count = new Map<string, number>();
  for (const item of made) {
    for (const object of expand([item])) {
      if (!KINDS.has(object.kind)) continue;
      const key = [object.kind, object.metadata.namespace ?? '', formatReference(item.owner), formatFieldPath(item.field ?? [])].join(' ');
      const index = count.get(key) ?? 0;
      count.set(key, index + 1);
      found.set(`${key} ${index}`, object);
    }
  }
  return found;
}
