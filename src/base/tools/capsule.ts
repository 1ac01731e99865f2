/** Capsule (https://projectcapsule.dev/docs). */
import { others } from './row.js';
import { GRANTED } from './setting.js';
import type { Tool } from './tool.js';

export const CAPSULE: Tool = { name: 'Capsule', rows: others('capsule.clastix.io', GRANTED) };
