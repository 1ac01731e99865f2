/** HyperShift (https://hypershift.pages.dev). */
import { namespaced, type Tool } from './row.js';
import { MACHINES } from './setting.js';

export const HYPERSHIFT: Tool = { name: 'HyperShift', rows: namespaced('hypershift.openshift.io', 'HostedCluster NodePool', MACHINES) };
