/** Metal3 (https://metal3.io). */
import { namespaced } from './row.js';
import { MACHINES_MADE } from './setting.js';
import type { Tool } from './tool.js';

export const METAL3: Tool = { name: 'Metal3', rows: namespaced('metal3.io', 'BareMetalHost', MACHINES_MADE) };
