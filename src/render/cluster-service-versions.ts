/** CSVs with the annotations of their group and the verdict as `status` (design document, "OperatorGroup CSV Annotations"). */
import { GROUP_ANNOTATIONS } from '../model/cluster-service-version.js';
import { isFromCluster } from '../model/from-cluster.js';
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
    ...(isCopy ? metadata.annotations : foreignAnnotations(csv.manifest)),
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

/** In a snapshot, the annotations of OLM are those of the group that the CSV had, which may be gone. */
function foreignAnnotations(manifest: KubernetesObject): Readonly<Record<string, string>> {
  const { annotations = {} } = manifest.metadata;
  if (!isFromCluster(manifest)) return annotations;
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !GROUP_ANNOTATIONS.some((own) => own === key)));
}
