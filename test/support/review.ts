/** Sides of a review, of small clusters. */
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import type { ProfileName } from '../../src/render/index.js';
import type { ReviewSide, SideObjects } from '../../src/review/review.js';
import { reviewSide } from '../../src/review/review-side.js';
import { study } from '../../src/study.js';
import { clusterOf } from './build.js';
import { deepFreeze } from './deep-freeze.js';

/** These objects, and no copies. */
export function alone(objects: readonly KubernetesObject[]): SideObjects {
  return { objects, copied: [] };
}

/** A side of these objects; nothing in it can be written to. A place is named after its object and field. */
export function sideOf(...objects: readonly KubernetesObject[]): ReviewSide {
  return profileSide('documented', ...objects);
}

/** The same by another profile. */
export function profileSide(profile: ProfileName, ...objects: readonly KubernetesObject[]): ReviewSide {
  const side = reviewSide('test', study(clusterOf(...objects), { profile }), ({ kind, namespace, name }, field = []) =>
    kind === 'ClusterServiceVersion' || kind === 'OperatorGroup' ? { file: `${namespace}/${name}:${field.join('.')}` } : undefined,
  );
  return deepFreeze(side);
}
