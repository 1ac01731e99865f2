/**
 * CRDs that were installed alongside an earlier version: OLM's InstallPlan notes its CSVs on each CRD, and a CSV whose own CRD notes only
 * versions before it never got that CRD (othersInstalledAlongside of OLM's olm/requirements.go).
 */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { ResolvedCsv } from './resolution.js';

/** The prefix of OLM's notes, each of which is `namespace/name` of a CSV (its internal/alongside). */
export const ALONGSIDE = 'operatorframework.io/installed-alongside-';

/** The CSV that waits for its own CRD. Only a dump proves what OLM has noted. */
export function withAlongside(resolved: ResolvedCsv, { isDump, customResourceDefinitions, clusterServiceVersions }: Cluster): ResolvedCsv {
  const { csv, verdict } = resolved;
  // The InstallPlan of a version that is still to come notes it.
  if (!isDump || csv.isResolved || verdict.phase !== 'Succeeded') return resolved;
  const inNamespace = clusterServiceVersions.filter(({ namespace }) => namespace === csv.namespace);
  for (const { name } of csv.ownedCRDs) {
    const manifest = customResourceDefinitions.find((crd) => crd.name === name)?.manifest;
    const others = manifest ? installedBefore(manifest, csv, inNamespace) : [];
    if (others.length === 0) continue;
    const awaited = { kind: 'CustomResourceDefinition', name };
    const message = `one or more requirements couldn't be found: CRD ${name} installed alongside other CSV(s): ${others.join(', ')}`;
    return { ...resolved, verdict: { phase: 'Pending', reason: 'RequirementsNotMet', message, because: [awaited], awaited } };
  }
  return resolved;
}

/** The versions before a CSV alongside which its CRD was installed; none if it was installed alongside the CSV itself. */
function installedBefore(
  { metadata: { annotations } }: KubernetesObject,
  csv: ClusterServiceVersion,
  inNamespace: readonly ClusterServiceVersion[],
): string[] {
  const noted = Object.entries(annotations ?? {}).flatMap(([key, value]) => (key.startsWith(ALONGSIDE) ? [String(value).split('/')] : []));
  const names = noted.flatMap(([namespace, name, ...more]) =>
    namespace === csv.namespace && name !== undefined && more.length === 0 ? [name] : [],
  );
  if (names.includes(csv.name)) return [];
  const there = new Map(inNamespace.flatMap((one) => (names.includes(one.name) ? [[one.name, one] as const] : [])));
  const before = new Set<string>();
  for (let next = csv.replaces; next !== undefined && !before.has(next); ) {
    before.add(next);
    const replaced = there.get(next)?.replaces;
    next = replaced !== undefined && there.has(replaced) ? replaced : undefined;
  }
  return [...there.keys()].filter((name) => before.has(name) && name !== csv.name).sort();
}
