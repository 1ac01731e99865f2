/** Helm: annotations and labels that change how Helm and its callers treat a chart's object (https://helm.sh/docs/topics/charts_hooks/). */
import type { Tool } from './tool.js';

export const HELM: Tool = {
  name: 'Helm',
  rows: [],
  lists: ['helm.sh/hook'],
  marks: [
    ['helm.sh/hook', 'pre-install post-install pre-upgrade post-upgrade', 'harmless', 'a Job that is started again each time', 'Job'],
    ['helm.sh/hook', '*', 'left-alone', 'Helm applies it at its time only'],
    ['helm.sh/hook-delete-policy', '*', 'harmless', 'when a Job that has run is removed', 'Job'],
    ['helm.sh/hook-delete-policy', '*', 'left-alone', 'Helm removes it again'],
    ['helm.sh/hook-weight', '*', 'harmless', 'the order of hooks'],
    ['helm.sh/hook*', '*', 'unknown', 'how Helm applies it'],
    ['helm.sh/resource-policy', 'keep', 'kept', 'Helm keeps it'],
    ['helm.sh/chart', '*', 'harmless', 'the name of the chart'],
    ['meta.helm.sh/*', '*', 'harmless', 'the object it belongs to'],
    ['checksum/*', '*', 'harmless', 'restarts the Pods when its sources change'],
  ],
};
