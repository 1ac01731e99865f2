/** Rancher: Fleet, the Helm controller and add-ons of K3s, the System Upgrade Controller, and Rancher itself. */
import { APPLIES, namespaced, others } from './row.js';
import { GRANTED, sets } from './setting.js';
import type { Tool } from './tool.js';

export const RANCHER: Tool = {
  name: 'Rancher',
  rows: [
    ...namespaced('helm.cattle.io', 'HelmChart HelmChartConfig', APPLIES),
    ...namespaced('k3s.cattle.io', 'Addon', APPLIES),
    ...namespaced('fleet.cattle.io', 'Bundle GitRepo HelmOp', APPLIES),
    ...namespaced('upgrade.cattle.io', 'Plan', sets('error', 'which programs run on nodes')),
    ...others('management.cattle.io', GRANTED),
  ],
  marks: [['fleet.cattle.io/*', '*', 'unknown', 'how Fleet applies it']],
};
