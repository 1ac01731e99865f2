/** Where a GitOps tool puts what says no namespace: the destinations that Applications, Kustomizations and releases name. */
import { groupOf } from '../kubernetes/kinds.js';
import { compareText, type KubernetesObject } from '../kubernetes/object.js';
import { fieldsOf, textOf } from '../kubernetes/pod-spec.js';
import type { State } from './state.js';

/** Where kubectl puts it, if nobody says otherwise. */
const DEFAULT = 'default';

/**
 * The namespaces in which an object without one can end up, `default` first.
 *
 * @example
 * destinationsOf(state) // ['default', 'op'], with an Application whose destination is op
 */
export function destinationsOf({ given }: Pick<State, 'given'>): string[] {
  const named = given.flatMap((object) => destinationOf(object) ?? []);
  return [DEFAULT, ...[...new Set(named)].filter((namespace) => namespace !== DEFAULT).sort(compareText)];
}

function destinationOf({ apiVersion, spec }: KubernetesObject): string | undefined {
  const { destination, targetNamespace } = fieldsOf(spec);
  const group = groupOf(apiVersion);
  if (group === 'argoproj.io') return textOf(fieldsOf(destination).namespace) || undefined;
  return group.endsWith('.fluxcd.io') ? textOf(targetNamespace) || undefined : undefined;
}
