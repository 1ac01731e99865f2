/** Hierarchical Namespaces (https://github.com/kubernetes-retired/hierarchical-namespaces). */
import { others } from './row.js';
import { keeps } from './setting.js';
import type { Tool } from './tool.js';

export const HIERARCHICAL_NAMESPACES: Tool = {
  name: 'Hierarchical Namespaces',
  rows: others('hnc.x-k8s.io', keeps('error', 'which namespaces get the roles and bindings of which')),
};
