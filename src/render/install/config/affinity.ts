/** Affinity of settings: each of its parts replaces the pod's, an empty part removes it. */

type Affinity = Readonly<Record<string, unknown>>;

/** What becomes of a pod's affinity. @param empty the parts that are written as `{}` @returns nothing when none is left */
export type OverrideAffinity = (pod: Affinity | undefined, added: Affinity, empty: readonly string[]) => Affinity | undefined;

/**
 * OLM v0 (OverrideDeploymentAffinity): an empty `podAntiAffinity` removes all of the pod's affinity; a pod without affinity
 * takes over what is given as it is; a part with empty lists counts as a part.
 */
export const overrideAffinityV0: OverrideAffinity = (pod, added, empty) => {
  if (isEmpty(added)) return undefined;
  if (pod === undefined || isEmpty(pod)) return added;
  return empty.includes('podAntiAffinity') ? undefined : override(pod, added, (part) => empty.includes(part));
};

/** OLM v1, where a part with empty lists is empty. */
export const overrideAffinityV1: OverrideAffinity = (pod = {}, added) =>
  isEmpty(added) ? undefined : override(pod, added, (part) => isEmpty(added[part]));

function override(pod: Affinity, added: Affinity, isRemoved: (part: string) => boolean): Affinity | undefined {
  const parts = Object.entries({ ...pod, ...added }).filter(([part]) => !(Object.hasOwn(added, part) && isRemoved(part)));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function isEmpty(part: unknown): boolean {
  return Object.keys(part ?? {}).length === 0;
}
