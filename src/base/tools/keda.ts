/** KEDA (https://keda.sh/docs/latest/reference/scaledjob-spec). */
import { namespaced, runs, type Tool } from './row.js';

export const KEDA: Tool = {
  name: 'KEDA',
  rows: namespaced('keda.sh', 'ScaledJob', runs(['spec', 'jobTargetRef', 'template', 'spec'])),
};
