/** CSVs with the annotations of their group and the verdict as `status` (design document, "OperatorGroup CSV Annotations"). */
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { formatNamespaceSet } from '../rules/namespace-set.js';
import type { ResolvedCsv } from '../rules/resolve.js';
import type { Generator } from './context.js';
import { ownMetadata } from './metadata.js';
import type { Profile } from './profile/profile.js';

/** The annotation that tells an operator which namespaces to watch. */
export const TARGET_NAMESPACES_ANNOTATION = 'olm.targetNamespaces';

export const clusterServiceVersions: Generator = ({ resolution, profile }) =>
  resolution.csvs.map((csv) => ({ emitSet: 'olm', object: annotatedCsv(csv, profile) }));

/** The CSV as its group annotates it, with the verdict in place of any status of its own. */
export function annotatedCsv({ csv, group, verdict }: ResolvedCsv, profile: Profile): KubernetesObject {
  const { status: _, metadata, ...rest } = csv.manifest;
  const isCopy = verdict.neverSynced === 'IsCopied';
  const annotations = {
    ...metadata.annotations,
    ...(group && !isCopy ? profile.groupAnnotations(group) : {}),
    ...(group?.namespaces && !isCopy ? { [TARGET_NAMESPACES_ANNOTATION]: formatNamespaceSet(group.namespaces) } : {}),
  };
  const { phase, reason, message } = verdict;
  return {
    ...rest,
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: ownMetadata(metadata, annotations),
    ...(phase === '' ? {} : { status: { phase, reason, message } }),
  };
}
