/** Where to look for what is explained: its place in the input, or that of the object that it was created for. */
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { bindingOf } from '../kubernetes/rbac.js';
import type { SourcePlace } from '../manifest/place.js';
import type { GrantSubject } from '../rbac/grant.js';
import { allObjects, objectsOrCopies } from '../rbac/rbac-objects.js';
import { subjectKey, subjectsOf } from '../rbac/subject.js';
import { originFinder } from '../state/role-origin.js';
import type { State } from '../state/state.js';

/**
 * The place of an object of the input. Of a rendered role or binding, that of the field of the CSV, or of the OperatorGroup,
 * that it was created for; of an account, a user or a group that is not in the input, that of the first binding that names it.
 */
export function explainedPlace(object: ObjectReference, state: State): SourcePlace | undefined {
  const given = state.placeOf(object);
  if (given) return given;
  const originOf = originFinder(state);
  const name = formatReference(object);
  const made = [...allObjects(state)].filter((other) => formatReference(referenceTo(other)) === name);
  for (const source of [...bindingsTo(object, state), ...made]) {
    const origin = originOf(source);
    const place = state.placeOf(referenceTo(source)) ?? (origin && state.placeOf(origin.owner, origin.field));
    if (place) return place;
  }
  return undefined;
}

function bindingsTo(object: ObjectReference, state: State): KubernetesObject[] {
  const key = subjectKey(object as GrantSubject);
  return objectsOrCopies(state).flatMap(({ object: given }) => {
    const binding = bindingOf(given);
    return binding && subjectsOf(binding, binding.metadata.namespace).some((subject) => subjectKey(subject) === key) ? [given] : [];
  });
}
