/** RukPak, which earlier versions of OLM v1 used (https://github.com/operator-framework/rukpak). */
import { APPLIES, clusterScoped } from './row.js';
import type { Tool } from './tool.js';

export const RUKPAK: Tool = { name: 'RukPak', rows: clusterScoped('core.rukpak.io', 'Bundle BundleDeployment', APPLIES) };
