/** Argo Rollouts (https://argo-rollouts.readthedocs.io). */
import { ARGO_GROUP } from './argo-cd.js';
import { namespaced, runs, USUAL_POD_SPEC } from './row.js';
import type { Tool } from './tool.js';

export const ARGO_ROLLOUTS: Tool = { name: 'Argo Rollouts', rows: namespaced(ARGO_GROUP, 'Rollout', runs(USUAL_POD_SPEC)) };
