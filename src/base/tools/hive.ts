/** Hive and the assisted installer: installing clusters, and keeping them in sync (https://github.com/openshift/hive). */
import { fieldsOf, listOf } from '../kubernetes/pod-spec.js';
import { clusterScoped, namespaced } from './row.js';
import { MACHINES_MADE, UNWRAPPED } from './setting.js';
import type { Tool } from './tool.js';

/** The fields of a SyncSet that say which clusters get its objects, and whether they go with it. */
export const PLACING: ReadonlySet<string> = new Set(['clusterDeploymentRefs', 'clusterDeploymentSelector', 'resourceApplyMode']);

const RESOURCES = { carries: ['spec', 'resources'] } as const;

export const HIVE: Tool = {
  name: 'Hive',
  rows: [
    ...namespaced('hive.openshift.io', 'SyncSet', UNWRAPPED, RESOURCES),
    ...clusterScoped('hive.openshift.io', 'SelectorSyncSet', UNWRAPPED, RESOURCES, { selectors: ['spec.clusterDeploymentSelector'] }),
    ...namespaced('hive.openshift.io', 'ClusterDeployment', MACHINES_MADE, {
      deploys: true,
      configMaps: ({ provisioning }) => [fieldsOf(fieldsOf(provisioning).manifestsConfigMapRef).name],
    }),
    // https://github.com/openshift/assisted-service/blob/master/docs/hive-integration/README.md
    ...namespaced('extensions.hive.openshift.io', 'AgentClusterInstall', MACHINES_MADE, {
      deploys: true,
      configMaps: ({ manifestsConfigMapRef, manifestsConfigMapRefs }) =>
        [fieldsOf(manifestsConfigMapRef), ...listOf(manifestsConfigMapRefs)].map(({ name }) => name),
    }),
  ],
};
