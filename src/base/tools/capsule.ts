/** Capsule (https://projectcapsule.dev/docs). */
import { others, type Tool } from './row.js';
import { GRANTED } from './setting.js';

export const CAPSULE: Tool = { name: 'Capsule', rows: others('capsule.clastix.io', GRANTED) };
