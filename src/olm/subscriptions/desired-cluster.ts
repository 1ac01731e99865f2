/** Documents → the desired state of a cluster, with the operators that its Subscriptions install. */
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { withoutOlmsOwn } from '../read/made-by-olm.js';
import { type ClusterInputs, readCluster } from '../read/read-cluster.js';
import { installOperators, type OperatorInputs } from './install-operators.js';

/**
 * The desired state of a cluster.
 *
 * @param inputs the bundles and catalogs of its Subscriptions, and the other inputs of the cluster
 * @returns the cluster of all valid documents, and the problems of the others
 */
export function desiredCluster(
  documents: Iterable<ParsedDocument>,
  inputs: ClusterInputs & OperatorInputs = {},
): { cluster: Cluster; problems: UnlocatedProblem[] } {
  const read = readCluster(documents, inputs);
  const { cluster, problems } = installOperators(withoutClaimed(inputs.prepared?.(read.cluster) ?? read.cluster), inputs);
  return { cluster: withoutOlmsOwn(cluster), problems: [...read.problems, ...problems] };
}

/** The cluster without what is claimed to be installed: outside of a dump, a status is a line of a file, which no API server accepts. */
function withoutClaimed(given: Cluster): Cluster {
  if (given.isDump) return given;
  return { ...given, subscriptions: given.subscriptions.map(({ installedCSV: _, currentCSV: __, ...one }) => one) };
}
