/** Argo Workflows (https://argo-workflows.readthedocs.io). */
import { ARGO_GROUP } from './argo-cd.js';
import { clusterScoped, namespaced, runs } from './row.js';
import { RUN } from './setting.js';
import type { Tool } from './tool.js';

export const ARGO_WORKFLOWS: Tool = {
  name: 'Argo Workflows',
  rows: [
    ...namespaced(ARGO_GROUP, 'CronWorkflow Workflow', RUN, runs()),
    ...namespaced(ARGO_GROUP, 'WorkflowTemplate', RUN),
    ...clusterScoped(ARGO_GROUP, 'ClusterWorkflowTemplate', RUN),
  ],
};
