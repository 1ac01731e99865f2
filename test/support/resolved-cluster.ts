/** Clusters whose Subscriptions are resolved, for tests of what comes of them. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import type { Bundle } from '../../src/olm/model/bundle.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import { desiredCluster } from '../../src/olm/subscriptions/desired-cluster.js';
import { manifests } from './command-line.js';

/** A bundle that needs others of these packages, in any version. */
export function needing(one: Bundle, ...packages: readonly string[]): Bundle {
  const dependencies = packages.map((packageName) => ({ type: 'olm.package', value: { packageName, version: '>=0.0.0' } }));
  return { ...one, dependencies };
}

/** A cluster of these objects and bundle folders. @throws Error for bad input */
export function resolvedCluster(
  objects: readonly KubernetesObject[],
  bundles: readonly Bundle[] = [],
  options: { readonly dependencies?: boolean } = {},
): Cluster {
  const { documents } = parseDocuments({ file: 'cluster.yaml', text: manifests(...objects) });
  const { cluster, problems } = desiredCluster(documents, { bundles, ...options });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return cluster;
}
