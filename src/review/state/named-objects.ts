/** Indexes the names of Secrets, ConfigMaps and Services in a state: who names which object, in which field. All rules share the index. */
import { groupBy, type KubernetesObject } from '../../base/kubernetes/object.js';
import { type Named, namesIn } from '../../base/references/names.js';
import type { State } from './state.js';

/** An object that names another one. */
export interface Naming {
  readonly object: KubernetesObject;
  readonly named: Named;
}

type NamingOf = (object: KubernetesObject) => readonly Naming[];

const INDEXES = new WeakMap<readonly KubernetesObject[], NamingOf>();

/** Finds the objects that name an object; built once for a state. */
export function namingIn({ given }: Pick<State, 'given'>): NamingOf {
  const index = INDEXES.get(given) ?? indexOf(given);
  INDEXES.set(given, index);
  return index;
}

function indexOf(given: readonly KubernetesObject[]): NamingOf {
  const all = given.flatMap((object) => namesIn(object).map((named): Naming => ({ object, named })));
  const byName = groupBy(all, ({ named: { kind, name } }) => `${kind} ${name}`);
  return ({ kind, metadata: { namespace, name } }) =>
    (byName.get(`${kind} ${name}`) ?? []).filter(
      // A tool can choose the namespace of an object without one, and a cluster-scoped object looks into a namespace of its tool.
      ({ named }) => named.namespace === undefined || namespace === undefined || named.namespace === namespace,
    );
}
