/** What a comparison with a cluster leaves out: no difference is none only of what was compared. */
import type { KubernetesObject } from '../kubernetes/object.js';
import type { Wanted } from '../render/index.js';

/** Kinds that every cluster has some of. */
const ALWAYS_THERE = ['Namespace', 'ServiceAccount', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'] as const;

const NEVER: readonly string[] = [
  'what runs, and its images',
  'Secrets and ConfigMaps',
  'CRDs, webhooks and APIServices',
  'Subscriptions and catalogs',
  'roles and bindings that concern no operator of the sources',
];

/** @param live what was read of the cluster */
export function notCompared(live: readonly KubernetesObject[], { only }: Pick<Wanted, 'only'>): string[] {
  const kinds = new Set(live.map(({ kind }) => kind));
  const missing = ALWAYS_THERE.filter((kind) => !kinds.has(kind));
  return [
    ...missing.map((kind) => `${kind}s, of which nothing was read`),
    ...(only === undefined || only.includes('olm') ? [] : ['OperatorGroups and CSVs of the sources']),
    ...NEVER,
  ];
}
