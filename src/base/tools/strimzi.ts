/** Strimzi (https://strimzi.io/docs). */
import { namespaced, reviewed } from './row.js';
import type { Tool } from './tool.js';

export const STRIMZI: Tool = { name: 'Strimzi', rows: namespaced('kafka.strimzi.io', 'KafkaTopic', reviewed('which topics there are')) };
