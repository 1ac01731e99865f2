/** Argo Events (https://argoproj.github.io/argo-events): a Deployment of its own reads events, as the account that a Sensor names. */
import { ARGO_GROUP } from './argo-cd.js';
import { namespaced, runs } from './row.js';
import { RUN } from './setting.js';
import type { Tool } from './tool.js';

export const ARGO_EVENTS: Tool = { name: 'Argo Events', rows: namespaced(ARGO_GROUP, 'Sensor', RUN, runs()) };
