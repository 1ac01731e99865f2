/** Google's Config Sync, and kpt, which shares its annotations (https://cloud.google.com/kubernetes-engine/enterprise/config-sync/docs). */
import { APPLIES, clusterScoped, namespaced } from './row.js';
import type { Tool } from './tool.js';

const BOTH_APPLY = 'how kpt and Config Sync apply it';
const BOTH_LET_GO = 'kpt and Config Sync let go of it';
const BELONGS = 'the object it belongs to';

export const CONFIG_SYNC: Tool = {
  name: 'Config Sync and kpt',
  rows: [
    ...clusterScoped('configmanagement.gke.io', 'ConfigManagement', APPLIES),
    ...namespaced('configsync.gke.io', 'RepoSync RootSync', APPLIES),
  ],
  marks: [
    ['client.lifecycle.config.k8s.io/deletion', 'detach', 'kept', BOTH_LET_GO],
    ['client.lifecycle.config.k8s.io/mutation', 'ignore', 'left-alone', 'changes in Git are not applied'],
    ['client.lifecycle.config.k8s.io/*', '*', 'unknown', BOTH_APPLY],
    ['cli-utils.sigs.k8s.io/on-remove', 'keep', 'kept', BOTH_LET_GO],
    ['cli-utils.sigs.k8s.io/inventory-id', '*', 'harmless', BELONGS],
    ['cli-utils.sigs.k8s.io/*', '*', 'unknown', BOTH_APPLY],
    ['config.k8s.io/owning-inventory', '*', 'harmless', BELONGS],
    ['configmanagement.gke.io/managed', 'enabled', 'harmless', 'it is applied'],
    ['configmanagement.gke.io/managed', '*', 'left-alone', 'Config Sync does not reconcile it'],
    ['configmanagement.gke.io/cluster-selector', '*', 'left-alone', 'only some clusters get it'],
    ['configsync.gke.io/cluster-name-selector', '*', 'left-alone', 'only some clusters get it'],
  ],
};
