/** Tekton (https://tekton.dev/docs). */
import { clusterScoped, namespaced, others, runs } from './row.js';
import { brings, RUN, STEPS } from './setting.js';
import type { Tool } from './tool.js';

export const TEKTON: Tool = {
  name: 'Tekton',
  rows: [
    ...namespaced('tekton.dev', 'PipelineRun TaskRun', STEPS, runs()),
    ...namespaced('tekton.dev', 'CustomRun Pipeline StepAction Task', STEPS),
    ...clusterScoped('tekton.dev', 'ClusterTask', STEPS),
    // A Deployment runs the listener, with the account that the EventListener names.
    ...namespaced('triggers.tekton.dev', 'EventListener', RUN, runs()),
    ...namespaced('triggers.tekton.dev', 'Trigger TriggerBinding TriggerTemplate', RUN),
    ...clusterScoped('triggers.tekton.dev', 'ClusterTriggerBinding', RUN),
    ...others('operator.tekton.dev', {
      ...brings('how Tekton runs, and as which account'),
      apart: ['performance', 'pruner', 'replicas', 'resources'],
    }),
  ],
  settingMarks: [['*', 'annotations', 'chains.tekton.dev/*', 'warning', 'whether Tekton Chains signs what it made']],
};
