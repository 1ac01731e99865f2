/** Metal3 (https://metal3.io). */
import { namespaced, type Tool } from './row.js';
import { MACHINES_MADE } from './setting.js';

export const METAL3: Tool = { name: 'Metal3', rows: namespaced('metal3.io', 'BareMetalHost', MACHINES_MADE) };
