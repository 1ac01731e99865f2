/** KEDA (https://keda.sh/docs/latest/reference/scaledjob-spec). */
import { namespaced, runs } from './row.js';
import type { Tool } from './tool.js';

export const KEDA: Tool = { name: 'KEDA', rows: namespaced('keda.sh', 'ScaledJob', runs(['spec', 'jobTargetRef', 'template', 'spec'])) };
