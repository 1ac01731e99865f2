/** A manifest → the CSV that the rules read. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { type Fields, namedAccount, textOf } from '../../base/kubernetes/pod-spec.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { ClusterServiceVersion, ClusterServiceVersionManifest } from './cluster-service-version.js';

/** Reads a checked manifest. */
export function clusterServiceVersion(manifest: ClusterServiceVersionManifest, source?: SourceReference): ClusterServiceVersion {
  const { metadata, spec, status } = manifest;
  const { strategy, spec: installSpec } = spec.install;
  const served = [...(spec.apiservicedefinitions?.owned ?? []), ...(spec.webhookdefinitions ?? [])];
  const serving = new Set(served.map(({ deploymentName }) => deploymentName));
  const deployments = (installSpec?.deployments ?? []).map(({ name, label, spec: deployment }) => ({
    name,
    labels: label ?? {},
    spec: deployment ?? {},
    serviceAccountName: accountOf(deployment?.template?.spec ?? {}, serving.has(name)),
  }));
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
    installModes: spec.installModes ?? [],
    installStrategy: strategy,
    permissions: installSpec?.permissions ?? [],
    clusterPermissions: installSpec?.clusterPermissions ?? [],
    deployments,
    deploymentNames: deployments.map(({ name }) => name),
    deploymentAccounts: new Map(
      deployments.flatMap(({ name, serviceAccountName }) => (serviceAccountName === undefined ? [] : [[name, serviceAccountName]])),
    ),
    ownedCRDs: spec.customresourcedefinitions?.owned ?? [],
    requiredCRDs: spec.customresourcedefinitions?.required ?? [],
    ownedAPIServices: spec.apiservicedefinitions?.owned ?? [],
    requiredAPIServices: spec.apiservicedefinitions?.required ?? [],
    nativeAPIs: (spec.nativeAPIs ?? []).map(({ group, version, kind }) => ({ group: group ?? '', version, kind })),
    webhooks: spec.webhookdefinitions ?? [],
    minKubeVersion: spec.minKubeVersion || undefined,
    version: spec.version ?? undefined,
    replaces: spec.replaces || undefined,
    ...(status?.phase ? { phase: status.phase } : {}),
    creationTimestamp: metadata.creationTimestamp || undefined,
    manifest: manifest as unknown as KubernetesObject,
    source,
  };
}

/**
 * The ServiceAccount of a Pod. For a Deployment with a certificate, OLM sets an empty `serviceAccountName` to `default`, which overrides
 * the deprecated field (OLM's certresources.go).
 */
function accountOf(pod: Fields, isServing: boolean): string | undefined {
  return isServing ? textOf(pod.serviceAccountName) || undefined : namedAccount(pod);
}
