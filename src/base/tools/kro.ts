/** kro (https://kro.run/docs). */
import { clusterScoped, type Tool } from './row.js';
import { APPLIED } from './setting.js';

export const KRO: Tool = { name: 'kro', rows: clusterScoped('kro.run', 'ResourceGraphDefinition', APPLIED) };
