/** HyperShift (https://hypershift.pages.dev). */
import { namespaced } from './row.js';
import { MACHINES } from './setting.js';
import type { Tool } from './tool.js';

export const HYPERSHIFT: Tool = { name: 'HyperShift', rows: namespaced('hypershift.openshift.io', 'HostedCluster NodePool', MACHINES) };
