/** Sveltos (https://projectsveltos.github.io/sveltos). */
import { APPLIES, clusterScoped, namespaced, type Tool } from './row.js';

export const SVELTOS: Tool = {
  name: 'Sveltos',
  rows: [
    ...clusterScoped('config.projectsveltos.io', 'ClusterProfile', APPLIES),
    ...namespaced('config.projectsveltos.io', 'Profile', APPLIES),
  ],
};
