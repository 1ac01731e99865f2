/** Dumps of a cluster: what is not in them is not in the cluster. */
import { OLM_GROUP } from '../../base/kubernetes/kinds.js';
import type { Cluster } from '../model/cluster.js';

/** Whether the input has the CRDs of a cluster, and not only those of files. */
export function hasDumpedCrds({ customResourceDefinitions, isDump }: Pick<Cluster, 'customResourceDefinitions' | 'isDump'>): boolean {
  return isDump === true && customResourceDefinitions.some(({ group, manifest }) => group !== OLM_GROUP && manifest !== undefined);
}
