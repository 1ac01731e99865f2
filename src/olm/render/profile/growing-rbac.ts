/**
 * Roles and bindings that are added little by little, and asked in between: one index for all of them would be made anew for each
 * addition. Each index has at least twice as many objects as the next one, so that an object is indexed a few times at most.
 */
import { type KubernetesObject, objectKey } from '../../../base/kubernetes/object.js';
import type { Rbac } from '../../../base/rbac/bound.js';
import { NO_DEFAULTS } from '../../../base/rbac/default-policy.js';
import { rbacOf } from '../../../base/rbac/rbac.js';

export interface GrowingRbac {
  /** Something is allowed if one of them allows it. */
  readonly parts: readonly Rbac[];
  /** Adds roles and the bindings of these roles, together. */
  add(objects: readonly KubernetesObject[]): void;
}

export function growingRbac(): GrowingRbac {
  let indexed: { readonly objects: readonly KubernetesObject[]; readonly rbac: Rbac }[] = [];
  const names = new Set<string>();
  const index = (objects: readonly KubernetesObject[]) => ({ objects, rbac: rbacOf({ objects: [...objects], copied: [] }, NO_DEFAULTS) });
  return {
    get parts() {
      return indexed.map(({ rbac }) => rbac);
    },
    add(objects) {
      // A later role replaces an earlier one with the same name, which only one index knows.
      const isReplaced = objects.some((object) => names.has(objectKey(object)));
      for (const object of objects) names.add(objectKey(object));
      let added = objects;
      for (let last = indexed.at(-1); last && (isReplaced || last.objects.length < 2 * added.length); last = indexed.at(-1)) {
        added = [...last.objects, ...added];
        indexed = indexed.slice(0, -1);
      }
      indexed = [...indexed, index(added)];
    },
  };
}
