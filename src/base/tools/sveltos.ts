/** Sveltos (https://projectsveltos.github.io/sveltos). */
import { APPLIES, clusterScoped, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const SVELTOS: Tool = {
  name: 'Sveltos',
  rows: [
    ...clusterScoped('config.projectsveltos.io', 'ClusterProfile', APPLIES),
    ...namespaced('config.projectsveltos.io', 'Profile', APPLIES),
  ],
};
