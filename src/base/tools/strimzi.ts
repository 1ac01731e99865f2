/** Strimzi (https://strimzi.io/docs). */
import { namespaced, reviewed, type Tool } from './row.js';

export const STRIMZI: Tool = { name: 'Strimzi', rows: namespaced('kafka.strimzi.io', 'KafkaTopic', reviewed('which topics there are')) };
