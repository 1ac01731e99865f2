/** Tekton (https://tekton.dev/docs). */
import { clusterScoped, namespaced, others, runs } from './row.js';
import { RUN, sets } from './setting.js';
import type { Tool } from './tool.js';

export const TEKTON: Tool = {
  name: 'Tekton',
  rows: [
    ...namespaced('tekton.dev', 'PipelineRun TaskRun', RUN, runs()),
    ...namespaced('tekton.dev', 'CustomRun Pipeline StepAction Task', RUN),
    ...clusterScoped('tekton.dev', 'ClusterTask', RUN),
    // A Deployment runs the listener, with the account that the EventListener names.
    ...namespaced('triggers.tekton.dev', 'EventListener', RUN, runs()),
    ...namespaced('triggers.tekton.dev', 'Trigger TriggerBinding TriggerTemplate', RUN),
    ...clusterScoped('triggers.tekton.dev', 'ClusterTriggerBinding', RUN),
    ...others('operator.tekton.dev', sets('warning', 'how Tekton runs')),
  ],
};
