/** RukPak, which earlier versions of OLM v1 used (https://github.com/operator-framework/rukpak). */
import { APPLIES, clusterScoped, type Tool } from './row.js';

export const RUKPAK: Tool = { name: 'RukPak', rows: clusterScoped('core.rukpak.io', 'Bundle BundleDeployment', APPLIES) };
