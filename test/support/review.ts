/** Sides of a review, of small clusters. */

import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { StateObjects } from '../../src/base/rbac/rbac-objects.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import type { ProfileName } from '../../src/olm/render/index.js';
import { evaluatedState } from '../../src/review/state/evaluated-state.js';
import type { State } from '../../src/review/state/state.js';
import { clusterOf } from './build.js';
import { deepFreeze } from './deep-freeze.js';

/** These objects, and no copies. */
export function alone(objects: readonly KubernetesObject[]): StateObjects {
  return { objects, copied: [] };
}

/** A state of these objects; nothing in it can be written to. A place is named after its object and field. */
export function stateOf(...objects: readonly KubernetesObject[]): State {
  return profileState('documented', ...objects);
}

/** The same by another profile. */
export function profileState(profile: ProfileName, ...objects: readonly KubernetesObject[]): State {
  const state = evaluatedState('test', evaluate(clusterOf(...objects), { profile }), ({ kind, namespace, name }, field = []) =>
    kind === 'ClusterServiceVersion' || kind === 'OperatorGroup' ? { file: `${namespace}/${name}:${field.join('.')}` } : undefined,
  );
  return deepFreeze(state);
}
