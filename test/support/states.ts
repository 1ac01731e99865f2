/** One state of a review, of a cluster or of objects, without files. */

import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import { READERS } from '../../src/olm/read/readers.js';
import type { ProfileName } from '../../src/olm/render/index.js';
import { type Access, accessOf } from '../../src/review/rules/access/access.js';
import { ESCALATING, POWERS } from '../../src/review/rules/index.js';
import type { State } from '../../src/review/state/state.js';
import { clusterOf } from './build.js';
import { deepFreeze } from './deep-freeze.js';

/** What a cluster comes to, as a review sees it; nothing in it can be written to. Secrets and the like come as `others`. */
export function stateOfCluster(
  cluster: Cluster,
  others: readonly KubernetesObject[] = [],
  profile: ProfileName = 'documented',
  given = others,
): State {
  const { resolution, rendered, findings } = evaluate(cluster, { profile });
  const objects = [
    ...rendered.flatMap(({ object, copies }) => (copies ? [] : [object])),
    ...cluster.clusterRoles,
    ...cluster.clusterRoleBindings,
    ...cluster.roles,
    ...cluster.roleBindings,
    ...others,
  ];
  const copied = rendered.flatMap(({ object, copies }) => (copies ? [{ object, copies }] : []));
  // The place is made of what is asked for, so that tests see which object and field a risk points at.
  const placeOf: State['placeOf'] = ({ kind, namespace, name }, field = []) =>
    isGiven(cluster, others, kind, namespace, name)
      ? { file: [kind, namespace, name, ...field].filter((part) => part !== undefined).join('/') }
      : undefined;
  return deepFreeze({
    label: 'test',
    cluster,
    resolution,
    objects,
    copied,
    findings,
    placeOf,
    given,
    documents: given.map((value) => ({ value, file: 'test.yaml' })),
    unread: [],
    made: rendered,
  });
}

function isGiven(
  cluster: Cluster,
  others: readonly KubernetesObject[],
  kind: string,
  namespace: string | undefined,
  name: string,
): boolean {
  const { clusterServiceVersions, operatorGroups, clusterRoles, clusterRoleBindings, roles, roleBindings } = cluster;
  const given = [...clusterServiceVersions, ...operatorGroups].map(({ manifest }) => manifest);
  return [...given, ...clusterRoles, ...clusterRoleBindings, ...roles, ...roleBindings, ...others].some(
    (object) => object.kind === kind && object.metadata.namespace === namespace && object.metadata.name === name,
  );
}

/** The state of the cluster of these objects; those of other kinds than the rules of OLM read come along as they are. */
export function stateOf(...objects: readonly KubernetesObject[]): State {
  const others = objects.filter(({ kind }) => !READERS.some((reader) => reader.kind === kind));
  return stateOfCluster(clusterOf(...objects.filter((object) => !others.includes(object))), others, 'documented', objects);
}

/** What rules look at, of the cluster of these objects. */
export function accessTo(...objects: readonly KubernetesObject[]): Access {
  return accessOf(stateOf(...objects), POWERS, ESCALATING);
}

/** The two sides of a change, for a rule that goes by objects alone. */
export function sides(base: State, head: State): readonly [Pick<Access, 'state'>, Pick<Access, 'state'>] {
  return [{ state: base }, { state: head }];
}
