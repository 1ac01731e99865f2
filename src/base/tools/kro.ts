/** kro (https://kro.run/docs). */
import { clusterScoped } from './row.js';
import { APPLIED } from './setting.js';
import type { Tool } from './tool.js';

export const KRO: Tool = { name: 'kro', rows: clusterScoped('kro.run', 'ResourceGraphDefinition', APPLIED) };
