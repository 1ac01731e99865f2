/** Placements of Open Cluster Management: whether a new one places only objects that are new, too. */

import { groupOf } from '../../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { objectsOf } from '../../../state/objects.js';
import type { State } from '../../../state/state.js';

/** The kinds of placements. */
const PLACES = /^(?:Placement|PlacementRule|PlacementBinding|PolicySet)$/;

const PLACED_BY = /(?:^|\.)open-cluster-management\.io$/;

/** Whether all objects of a new placement are new in the same change, and so reviewed as if every cluster got them. */
export function placesOnlyNew(object: KubernetesObject, base: State, head: State): boolean {
  const { apiVersion, kind, metadata, subjects, spec } = object;
  if (!PLACES.test(kind) || !PLACED_BY.test(groupOf(apiVersion))) return false;
  if (kind === 'Placement' || kind === 'PlacementRule') {
    const isOfChange = (one: KubernetesObject): boolean => objectsOf(base).twinOf(one) === undefined;
    const [old, now] = [base, head].map(({ given }) => given.filter((one) => isBindingOf(one, object))) as [
      KubernetesObject[],
      KubernetesObject[],
    ];
    const others = usersOf(object, base, head);
    return (
      old.length === 0 && now.length + others.length > 0 && now.every((one) => placesOnlyNew(one, base, head)) && others.every(isOfChange)
    );
  }
  const { policies } = fieldsOf(spec);
  const listed = kind === 'PolicySet' && Array.isArray(policies) ? policies.map((name: unknown): Fields => ({ kind: 'Policy', name })) : [];
  const { namespace } = metadata;
  const isNew = (of: Fields): boolean => {
    const isIt = (one: KubernetesObject): boolean =>
      one.kind === of.kind && one.metadata.name === of.name && one.metadata.namespace === namespace;
    return head.given.some(isIt) && !base.given.some(isIt);
  };
  const placed = [...listed, ...listOf(subjects)];
  return placed.length > 0 && placed.every(isNew);
}

/** Whether a PolicySet only gains policies that are new in the same change. */
export function gainsOnlyNew(old: KubernetesObject, object: KubernetesObject, base: State, head: State): boolean {
  const apart = ({ spec }: KubernetesObject): readonly [rest: string, policies: readonly unknown[]] => {
    const { policies, ...rest } = fieldsOf(spec);
    return [sortedText(rest), Array.isArray(policies) ? policies : []];
  };
  const [[was, before], [is, after]] = [apart(old), apart(object)];
  if (object.kind !== 'PolicySet' || was !== is || !before.every((name) => after.includes(name))) return false;
  const policies = after.filter((name) => !before.includes(name));
  return placesOnlyNew({ ...object, spec: { ...fieldsOf(object.spec), policies } }, base, head);
}

/** The other objects of both states that have the name of a placement in them, such as an ApplicationSet that takes its decisions. */
function usersOf(placement: KubernetesObject, ...states: readonly State[]): KubernetesObject[] {
  const { name, namespace } = placement.metadata;
  // Everything that takes the decisions of a placement is in its namespace.
  const isUser = (one: KubernetesObject): boolean =>
    one.kind !== 'PlacementBinding' && one.metadata.namespace === namespace && sortedText(one).includes(JSON.stringify(name));
  return states
    .flatMap(({ given, untouched }) => [...given, ...(untouched?.objects ?? [])])
    .filter((one) => isUser(one) && !isPlacement(one, placement));
}

function isPlacement({ kind, metadata: { name, namespace } }: KubernetesObject, placement: KubernetesObject): boolean {
  return kind === placement.kind && name === placement.metadata.name && namespace === placement.metadata.namespace;
}

function isBindingOf({ kind, metadata, placementRef }: KubernetesObject, placement: KubernetesObject): boolean {
  const { kind: its, name } = fieldsOf(placementRef);
  return (
    kind === 'PlacementBinding' &&
    its === placement.kind &&
    name === placement.metadata.name &&
    metadata.namespace === placement.metadata.namespace
  );
}
