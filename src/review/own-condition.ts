/** What OLM lets each operator say of itself: nobody decides about it, and its name changes with every version. */
import type { Grant } from '../rbac/grant.js';
import type { State } from '../state/state.js';

const VERBS: ReadonlySet<string> = new Set(['get', 'update', 'patch']);

/**
 * Without the permissions of operators on their own OperatorConditions (OLM's operatorconditions.go).
 *
 * @param grants of the first state
 * @param other of the change: an account can have another name there
 */
export function withoutOwnConditions(grants: readonly Grant[], state: State, other: State): readonly Grant[] {
  const csvs = state.resolution.csvs.map(({ csv }) => csv);
  const all = [...csvs, ...other.resolution.csvs.map(({ csv }) => csv)];
  const conditions = new Set(csvs.map(({ namespace, name }) => `${namespace}/${name}`));
  const accounts = new Set(
    all.flatMap(({ namespace, permissions, clusterPermissions }) => {
      const names = [...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName);
      // OLM binds `default` where a CSV names no account.
      return (names.length > 0 ? names : ['default']).map((name) => `${namespace}/${name}`);
    }),
  );
  const isOwn = ({ subject: { kind, namespace, name }, scope, right }: Grant): boolean =>
    kind === 'ServiceAccount' &&
    accounts.has(`${namespace}/${name}`) &&
    right.apiGroup === 'operators.coreos.com' &&
    right.resource === 'operatorconditions' &&
    right.verbs.every((verb) => VERBS.has(verb)) &&
    typeof scope !== 'string' &&
    scope.every((place) => place === namespace) &&
    (right.resourceNames ?? ['']).every((condition) => conditions.has(`${namespace}/${condition}`));
  return grants.filter((grant) => !isOwn(grant));
}
