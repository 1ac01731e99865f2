/** What OLM lets each operator say of itself is no gain, whatever its version is called. */
import { ofOwnConditions } from '../findings/access/own-condition.js';
import type { Grant } from '../rbac/grant.js';
import type { State } from '../state/state.js';

/**
 * Without the permissions of operators on their own OperatorConditions.
 *
 * @param grants of the first state
 * @param other of the change: an account can have another name there
 */
export function withoutOwnConditions(grants: readonly Grant[], state: State, other: State): readonly Grant[] {
  const all = [state, other].flatMap(({ resolution }) => resolution.csvs);
  const accounts = new Set(
    all.flatMap(({ csv: { namespace, permissions, clusterPermissions } }) => {
      const names = [...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName);
      // OLM binds `default` where a CSV names no account.
      return (names.length > 0 ? names : ['default']).map((name) => `${namespace}/${name}`);
    }),
  );
  const isOfOwn = ofOwnConditions(state);
  const isOwn = ({ subject: { kind, namespace, name }, scope, right: { apiGroup, resource, ...right } }: Grant): boolean =>
    kind === 'ServiceAccount' &&
    accounts.has(`${namespace}/${name}`) &&
    typeof scope !== 'string' &&
    scope.every((place) => place === namespace) &&
    isOfOwn({ ...right, apiGroups: [apiGroup ?? ''], resources: resource === undefined ? [] : [resource] }, namespace);
  return grants.filter((grant) => !isOwn(grant));
}
