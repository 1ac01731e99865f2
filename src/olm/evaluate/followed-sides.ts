/** The profiles of both sides of a review. */
import type { Cluster } from '../model/cluster.js';
import type { InstallOptions } from '../model/install-options.js';
import { type ProfileName, profileOf } from '../render/index.js';
import { followedProfile } from './followed-profile.js';

/** The options that choose a profile. */
interface Followed {
  readonly profile?: ProfileName;
  readonly install?: InstallOptions | undefined;
}

/**
 * The options for both sides of a change: the same default profile for both; OLM v1 installs what it renders.
 *
 * @param clusters the clusters as read, before any evaluation
 */
export function followedSides<T extends Followed>(base: T, head: T, clusters: readonly Cluster[]): readonly [base: T, head: T] {
  const isOpen = base.profile === undefined && head.profile === undefined;
  const sideOf = (side: T): T => {
    const { install, profile = isOpen ? followedProfile(clusters, install) : profileOf(install) } = side;
    return { ...side, profile, install: install ?? (profile === 'olm-v1' ? {} : undefined) };
  };
  return [sideOf(base), sideOf(head)];
}
