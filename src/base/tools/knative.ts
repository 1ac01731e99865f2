/** Knative Serving (https://knative.dev/docs/serving). */
import { namespaced, runs, USUAL_POD_SPEC } from './row.js';
import type { Tool } from './tool.js';

export const KNATIVE: Tool = {
  name: 'Knative',
  rows: namespaced('serving.knative.dev', 'Configuration Service', runs(USUAL_POD_SPEC)),
};
