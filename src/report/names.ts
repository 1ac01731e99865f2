/** Writes names of objects as `kubectl get -o name` does: the kind in lower case, the API group, and the name. */
import { OLM_GROUP } from '../base/kubernetes/kinds.js';
import { RBAC_GROUP } from '../base/kubernetes/rbac.js';
import { printable } from '../base/manifest/printable.js';
import type { CheckedJson } from './check-json.js';

/** The groups of the kinds that answers are about; others are in the core group. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ...['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding', 'User', 'Group'].map((kind) => [kind, RBAC_GROUP] as const),
  ...['ClusterServiceVersion', 'Subscription', 'OperatorGroup', 'InstallPlan'].map((kind) => [kind, OLM_GROUP] as const),
  ['ClusterExtension', 'olm.operatorframework.io'],
]);

/** One line for each object; objects of one name in several namespaces have equal lines, as in kubectl. */
export function nameLines(objects: readonly { readonly kind: string; readonly name: string }[]): string {
  return objects
    .map(({ kind, name }) => {
      const group = GROUPS.get(kind);
      return `${printable(`${kind.toLowerCase()}${group === undefined ? '' : `.${group}`}/${name}`)}\n`;
    })
    .join('');
}

/** The CSV of each operator; the Subscription or ClusterExtension of one without a CSV. */
export function operatorNames({ operators, verdicts }: Pick<CheckedJson, 'operators' | 'verdicts'>): string {
  const csvs = new Set(verdicts.map(({ namespace, name }) => `${namespace}/${name}`));
  return nameLines(
    operators.flatMap(({ namespace, name, version, source, approval }) => {
      if (version !== null && csvs.has(`${namespace}/${version}`)) return [{ kind: 'ClusterServiceVersion', name: version }];
      if (name === null) return [];
      return [{ kind: source === null && approval === null ? 'ClusterExtension' : 'Subscription', name }];
    }),
  );
}
