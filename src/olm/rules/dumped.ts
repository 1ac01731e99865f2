/** Dumps of a cluster: what is not in them is not in the cluster. */
import { OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { isFromCluster } from '../../base/kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';

/** Whether the input has the CRDs of a cluster, and not only those of files. */
export function hasDumpedCrds({ customResourceDefinitions }: Pick<Cluster, 'customResourceDefinitions'>): boolean {
  return customResourceDefinitions.some(({ group, manifest }) => group !== OLM_GROUP && manifest !== undefined && isFromCluster(manifest));
}
